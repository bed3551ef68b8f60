//! The shell of all pages except the three public ones, with preload links for the files of each page; and the content
//! security policy, from the hashes that the build writes.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::http::HeaderValue;
use minijinja::value::Serde;
use minijinja::{Environment, Value, context};
use serde::Deserialize;
use unmask_study::Page;

use super::assets;
use super::encoding::Prepared;
use crate::api::page_route::pattern;
use crate::base::config::Settings;
use crate::base::site::Site;
use crate::mail::address;
use crate::study_versions::LoadedVersion;

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

/// The shell of every route, filled at the first request for it.
pub struct Shell {
    manifest: &'static Manifest,
    routes: BTreeMap<String, OnceLock<Prepared>>,
    language: String,
    title: String,
    analytics_host: Option<String>,
    /// Where the study is served.
    pub site: Site,
    /// Where people sign in, if not at the address of the study.
    installation: Option<String>,
}

/// The build's manifest, read once for all studies; empty without a built web app.
fn manifest() -> anyhow::Result<&'static Manifest> {
    static MANIFEST: OnceLock<Manifest> = OnceLock::new();
    if let Some(known) = MANIFEST.get() {
        return Ok(known);
    }
    let read = match assets::text("templates/shell.json") {
        Some(text) => serde_json::from_str(&text)?,
        None => Manifest::default(),
    };
    Ok(MANIFEST.get_or_init(|| read))
}

impl Shell {
    /// Without a built web app, it has no pages. The browser may call this server and, if the
    /// operator chose one, the host of the analytics.
    pub fn read(study: &LoadedVersion, settings: &Settings, analytics_host: Option<&str>) -> anyhow::Result<Self> {
        let manifest = manifest()?;
        let route = |pattern: &String| (pattern.clone(), OnceLock::new());
        Ok(Self {
            routes: manifest.routes.keys().map(route).collect(),
            language: study.study.file.language.0.clone(),
            title: study.study.file.title.0.clone(),
            manifest,
            analytics_host: analytics_host.map(ToOwned::to_owned),
            site: settings.site.clone(),
            installation: address(&settings.mail).filter(|_| settings.site.host().is_some()),
        })
    }

    /// Whether the web app is part of the program.
    pub fn is_built(&self) -> bool {
        !self.routes.is_empty()
    }

    /// The shell for a page; unknown paths get it too, and the app sends them to `/`.
    pub fn page(&self, page: Option<&Page>) -> anyhow::Result<Option<&Prepared>> {
        let pattern = page.map(pattern).filter(|pattern| self.routes.contains_key(pattern));
        let pattern = pattern.unwrap_or_else(|| "*".to_owned());
        let (Some(route), Some(needs)) = (self.routes.get(&pattern), self.manifest.routes.get(&pattern)) else {
            return Ok(None);
        };
        if let Some(page) = route.get() {
            return Ok(Some(page));
        }
        let filled = self.fill(needs)?;
        Ok(Some(route.get_or_init(|| filled)))
    }

    fn fill(&self, needs: &serde_json::Value) -> anyhow::Result<Prepared> {
        let text = |name: &str| needs.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
        let css = assets::text(text("sheet")).unwrap_or_default();
        let values = context! {
            needs => Serde(needs), css, locale => &self.language, title => &self.title, path_id => self.site.path_id(),
            base => Value::from_safe_string(self.site.base()), installation => &self.installation,
        };
        let template = assets::text("templates/app.html").unwrap_or_default();
        let html = Environment::new().render_named_str("app.html", &template, values)?;
        Prepared::new(html, None, self.policy(&[text("style").to_owned()])?)
    }

    /// The policy of a page that has these styles in it.
    fn policy(&self, styles: &[String]) -> anyhow::Result<HeaderValue> {
        policy(&self.manifest.csp.script, styles, self.analytics_host.as_deref())
    }

    /// The policy of the pages that the build rendered.
    pub fn public_policy(&self) -> anyhow::Result<HeaderValue> {
        self.policy(&self.manifest.csp.style)
    }
}

fn policy(scripts: &[String], styles: &[String], analytics_host: Option<&str>) -> anyhow::Result<HeaderValue> {
    let list = |hashes: &[String]| hashes.iter().flat_map(|hash| [" '", hash, "'"]).collect::<String>();
    let policy = format!(
        "default-src 'none'; script-src 'self'{}; style-src 'self'{}; img-src 'self' data: blob:; \
         media-src 'self' blob:; connect-src 'self'{}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        list(scripts),
        list(styles),
        analytics_host.map(|host| format!(" {host}")).unwrap_or_default()
    );
    Ok(HeaderValue::from_str(&policy)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_allows_only_what_the_build_hashed() {
        let scripts = ["sha256-a=".to_owned(), "sha256-b=".to_owned()];
        let policy = policy(&scripts, &[], Some("https://api.example.com")).unwrap();
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("script-src 'self' 'sha256-a=' 'sha256-b='; style-src 'self';"), "{policy}");
        assert!(policy.contains("connect-src 'self' https://api.example.com;"), "{policy}");
        assert!(!policy.contains("unsafe"));
    }
}
