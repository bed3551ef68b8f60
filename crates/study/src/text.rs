//! Texts of a study, in the bundle's language, and their translations.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A short text in the language of the bundle.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Text(pub String);

/// A longer text in Markdown (CommonMark). Raw HTML is not allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Markdown(pub String);

/// A BCP 47 language tag such as `en` or `pt-BR`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Locale(pub String);

/// `locales/<tag>.yaml`: one translation of all the bundle's texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Translation {
    /// The language's own name for itself, shown in the language switch ("Deutsch").
    pub name: String,
    /// Translations by original text, for each short text and inline Markdown text of the bundle.
    pub texts: BTreeMap<String, String>,
    /// Translated page texts by file stem, read from `locales/<tag>/<page>.md`.
    #[serde(skip)]
    pub pages: BTreeMap<String, Markdown>,
}

/// All translations of a bundle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// By language tag; the bundle's own language needs no entry.
    pub translations: BTreeMap<Locale, Translation>,
}

impl Catalog {
    /// The text in `locale`; as the researcher wrote it where there is no translation.
    pub fn translate<'a>(&'a self, locale: &Locale, text: &'a str) -> &'a str {
        self.translation(locale, text).unwrap_or(text)
    }

    /// The translation of a text into `locale`.
    pub fn translation(&self, locale: &Locale, text: &str) -> Option<&str> {
        self.translations.get(locale)?.texts.get(text).map(String::as_str)
    }

    /// The page text `stem` in `locale`.
    pub fn page<'a>(&'a self, locale: &Locale, stem: &str, original: &'a Markdown) -> &'a Markdown {
        self.translations.get(locale).and_then(|translation| translation.pages.get(stem)).unwrap_or(original)
    }
}

impl Markdown {
    /// HTML that is safe to put into a page: headings, lists, emphasis, tables, links and folded sections; no raw HTML,
    /// no pictures, no scripts, no addresses but `http`, `https` and `mailto`.
    pub fn html(&self) -> String {
        html(&self.0)
    }
}

/// See [`Markdown::html`].
pub fn html(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_HEADING_ATTRIBUTES;
    let events = Parser::new_ext(markdown, options).map(|event| match event {
        // Shown as text.
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        other => other,
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, fold(events).into_iter());
    SANITISER.clean(&html).to_string()
}

/// Puts each section whose heading has the class `folded` into a `<details>`, with the heading's words as its summary.
/// A section ends before the next heading of its level or a higher one.
fn fold<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<Event<'a>> {
    let mut found = Vec::new();
    let mut open: Option<HeadingLevel> = None;
    let mut in_summary = false;
    for event in events {
        match event {
            Event::Start(Tag::Heading { level, classes, .. }) => {
                if open.is_some_and(|folded| level <= folded) {
                    found.push(Event::Html("</details>\n".into()));
                    open = None;
                }
                if open.is_none() && classes.iter().any(|class| class.as_ref() == FOLDED) {
                    open = Some(level);
                    in_summary = true;
                    found.push(Event::Html("<details>\n<summary>".into()));
                } else {
                    found.push(Event::Start(Tag::Heading { level, id: None, classes: vec![], attrs: vec![] }));
                }
            }
            Event::End(TagEnd::Heading(_)) if in_summary => {
                in_summary = false;
                found.push(Event::Html("</summary>\n".into()));
            }
            other => found.push(other),
        }
    }
    found.extend(open.map(|_| Event::Html("</details>\n".into())));
    found
}

/// The class of a heading whose section is folded: `## Heading {.folded}`.
const FOLDED: &str = "folded";

static SANITISER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut sanitiser = ammonia::Builder::default();
    sanitiser
        .tags(HashSet::from([
            "h1",
            "h2",
            "h3",
            "h4",
            "p",
            "ul",
            "ol",
            "li",
            "strong",
            "em",
            "del",
            "a",
            "blockquote",
            "details",
            "summary",
            "code",
            "pre",
            "hr",
            "br",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
        ]))
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .link_rel(Some("noopener noreferrer"));
    sanitiser
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_headings_lists_and_safe_links() {
        let text = Markdown("# Hello\n\n* one\n* **two**\n\n[more](https://example.org)".into());
        assert_eq!(
            text.html(),
            "<h1>Hello</h1>\n<ul>\n<li>one</li>\n<li><strong>two</strong></li>\n</ul>\n\
             <p><a href=\"https://example.org\" rel=\"noopener noreferrer\">more</a></p>\n"
        );
    }

    #[test]
    fn a_section_is_folded_up_to_the_next_heading_of_its_level() {
        let text = "## One {.folded}\n\na\n\n### Below\n\nb\n\n## Two\n\nc\n\n## *Three* {.folded}\n\nd";
        assert_eq!(
            html(text),
            "<details>\n<summary>One</summary>\n<p>a</p>\n<h3>Below</h3>\n<p>b</p>\n</details>\n\
             <h2>Two</h2>\n<p>c</p>\n<details>\n<summary><em>Three</em></summary>\n<p>d</p>\n</details>\n"
        );
        assert_eq!(html("<details>"), "&lt;details&gt;", "written as HTML, it is text");
    }

    #[test]
    fn nothing_active_survives() {
        let hostile = "<script>alert(1)</script>\n\n<b onclick=x>b</b> ![p](https://x/p.png) [a](javascript:alert(1)) \
                       <img src=x onerror=y>";
        let html = html(hostile);
        for bad in ["<script", "<b", "<img", "javascript:"] {
            assert!(!html.contains(bad), "{bad} in {html}");
        }
        assert!(html.contains("&lt;script&gt;"), "shown as text: {html}");
        assert!(!html.contains("href"), "{html}");
    }
}
