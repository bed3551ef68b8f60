//! The shell of all pages but the three public ones, with the files that each page needs named in advance;
//! and the content security policy, made from the hashes that the build writes.

use std::collections::BTreeMap;

use axum::http::HeaderValue;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Deserialize;
use unmask_study::Page;

use super::assets;
use super::encoding::Prepared;
use crate::content::Loaded;

/// `templates/shell.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Manifest {
    csp: Hashes,
    /// What a page's template asks for, by route pattern, for example `/flow-a/question/{questionId}`; under `*` what
    /// a page without any gets.
    routes: BTreeMap<String, serde_json::Value>,
}

/// Hashes of inline scripts and styles, as `sha256-…`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Hashes {
    script: Vec<String>,
    style: Vec<String>,
}

/// The shell, filled for every route.
pub struct Shell {
    pages: BTreeMap<String, Prepared>,
    /// Sent with every page.
    pub policy: HeaderValue,
}

impl Shell {
    /// Reads the template; without a built web app it is empty. The browser may call this server and, if the
    /// operator chose one, the host of the analytics.
    pub fn read(study: &Loaded, analytics_host: Option<&str>) -> anyhow::Result<Self> {
        let manifest: Manifest = match assets::text("templates/shell.json") {
            Some(text) => serde_json::from_str(&text)?,
            None => Manifest::default(),
        };
        let pages = match assets::text("templates/app.html") {
            Some(template) => {
                let fill = |(route, needs)| Ok((route, fill(&template, needs, study)?));
                manifest.routes.into_iter().map(fill).collect::<anyhow::Result<_>>()?
            }
            None => BTreeMap::new(),
        };
        Ok(Self { pages, policy: policy(&manifest.csp, analytics_host)? })
    }

    /// Whether the web app is part of the program.
    pub fn is_built(&self) -> bool {
        !self.pages.is_empty()
    }

    /// The shell for a page; unknown paths get it too, and the app sends them to `/`.
    pub fn page(&self, page: Option<&Page>) -> Option<&Prepared> {
        page.and_then(|page| self.pages.get(&pattern(page))).or_else(|| self.pages.get("*"))
    }
}

fn fill(template: &str, needs: serde_json::Value, study: &Loaded) -> anyhow::Result<Prepared> {
    let file = &study.study.file;
    let values = context! { needs => Serde(needs), locale => &file.language.0, title => &file.title.0 };
    Prepared::new(Environment::new().render_named_str("app.html", template, values)?, None)
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

fn policy(hashes: &Hashes, analytics_host: Option<&str>) -> anyhow::Result<HeaderValue> {
    let list = |hashes: &[String]| hashes.iter().flat_map(|hash| [" '", hash, "'"]).collect::<String>();
    let policy = format!(
        "default-src 'none'; script-src 'self'{}; style-src 'self'{}; img-src 'self' data: blob:; \
         media-src 'self' blob:; connect-src 'self'{}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        list(&hashes.script),
        list(&hashes.style),
        analytics_host.map(|host| format!(" {host}")).unwrap_or_default()
    );
    Ok(HeaderValue::from_str(&policy)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_find_their_pattern() {
        let of = |path: &str| pattern(&path.parse().unwrap());
        assert_eq!(of("/flow-a/question/abc/correct"), "/flow-a/question/{questionId}/correct");
        assert_eq!(of("/flow-b/start/abc"), "/flow-b/start/{personaId}");
        assert_eq!(of("/home"), "/home");
    }

    #[test]
    fn the_policy_allows_only_what_the_build_hashed() {
        let hashes = Hashes { script: vec!["sha256-a=".into(), "sha256-b=".into()], style: vec![] };
        let policy = policy(&hashes, Some("https://api.example.com")).unwrap();
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("script-src 'self' 'sha256-a=' 'sha256-b='; style-src 'self';"), "{policy}");
        assert!(policy.contains("connect-src 'self' https://api.example.com;"), "{policy}");
        assert!(!policy.contains("unsafe"));
    }
}
