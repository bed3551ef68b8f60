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
use crate::base::site::Site;
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
    template: Option<String>,
    routes: BTreeMap<String, Route>,
    language: String,
    title: String,
    csp: Hashes,
    analytics_host: Option<String>,
    /// Where the study is served.
    pub site: Site,
}

struct Route {
    needs: serde_json::Value,
    page: OnceLock<Prepared>,
}

impl Shell {
    /// Reads the template; without a built web app it is empty. The browser may call this server and, if the
    /// operator chose one, the host of the analytics.
    pub fn read(study: &LoadedVersion, site: &Site, analytics_host: Option<&str>) -> anyhow::Result<Self> {
        let manifest: Manifest = match assets::text("templates/shell.json") {
            Some(text) => serde_json::from_str(&text)?,
            None => Manifest::default(),
        };
        let route = |(pattern, needs)| (pattern, Route { needs, page: OnceLock::new() });
        Ok(Self {
            template: assets::text("templates/app.html"),
            routes: manifest.routes.into_iter().map(route).collect(),
            language: study.study.file.language.0.clone(),
            title: study.study.file.title.0.clone(),
            csp: manifest.csp,
            analytics_host: analytics_host.map(ToOwned::to_owned),
            site: site.clone(),
        })
    }

    /// Whether the web app is part of the program.
    pub fn is_built(&self) -> bool {
        self.template.is_some()
    }

    /// The shell for a page; unknown paths get it too, and the app sends them to `/`.
    pub fn page(&self, page: Option<&Page>) -> anyhow::Result<Option<&Prepared>> {
        let route = page.and_then(|page| self.routes.get(&pattern(page))).or_else(|| self.routes.get("*"));
        let (Some(route), Some(template)) = (route, &self.template) else { return Ok(None) };
        if let Some(page) = route.page.get() {
            return Ok(Some(page));
        }
        let filled = self.fill(template, &route.needs)?;
        Ok(Some(route.page.get_or_init(|| filled)))
    }

    fn fill(&self, template: &str, needs: &serde_json::Value) -> anyhow::Result<Prepared> {
        let text = |name: &str| needs.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
        let css = assets::text(text("sheet")).unwrap_or_default();
        let values = context! {
            needs => Serde(needs), css, locale => &self.language, title => &self.title, path_id => self.site.path_id(),
            base => Value::from_safe_string(self.site.base()),
        };
        let html = Environment::new().render_named_str("app.html", template, values)?;
        Prepared::new(html, None, self.policy(&[text("style").to_owned()])?)
    }

    /// The policy of a page that has these styles in it.
    fn policy(&self, styles: &[String]) -> anyhow::Result<HeaderValue> {
        policy(&self.csp.script, styles, self.analytics_host.as_deref())
    }

    /// The policy of the pages that the build rendered.
    pub fn public_policy(&self) -> anyhow::Result<HeaderValue> {
        self.policy(&self.csp.style)
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
