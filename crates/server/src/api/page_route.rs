//! The routes of the web app's pages: logs, usage events and the console name a page by its route, without the ID in
//! it.

use unmask_study::Page;

/// The route of a page's address, such as `/flow-a/question/{questionId}`; `None` if there is no such page.
pub fn route(path: &str) -> Option<String> {
    path.parse().ok().map(|page| pattern(&page))
}

/// The route of a page, as the web app writes it.
pub fn pattern(page: &Page) -> String {
    let named = |name: &str| page.map_id(|_| Some(format!("{{{name}}}"))).map(|page| page.to_string());
    match page {
        Page::FlowBStart(_) => named("personaId"),
        _ => named("questionId"),
    }
    .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_find_their_pattern() {
        let of = |path: &str| route(path).unwrap();
        assert_eq!(of("/flow-a/question/abc/correct"), "/flow-a/question/{questionId}/correct");
        assert_eq!(of("/flow-b/start/abc"), "/flow-b/start/{personaId}");
        assert_eq!(of("/home"), "/home");
    }
}
