//! `/`, `/consent` and `/auth`: the build's templates, filled from the bundle, once for each language that is asked
//! for.

use std::sync::{Arc, OnceLock};

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use minijinja::value::Serde;
use minijinja::{Environment, Value};
use serde_json::json;
use unmask_study::text::Locale;
use unmask_study::{Page, public};

use super::assets;
use super::encoding::Prepared;
use super::shell::Shell;
use crate::base::config::PublicAnalytics;
use crate::base::site::Site;
use crate::study_versions::{Enrolment, LoadedVersion, StudyInfo};

/// Which page it is, in which language, and what it says of enrolment.
struct Shown {
    name: &'static str,
    locale: Locale,
    enrolment: Enrolment,
}

/// The public pages. Each is filled at the first request for it, because most are never asked for: there is one for
/// each page, language and state of enrolment.
pub struct PublicPages {
    version: Arc<LoadedVersion>,
    analytics: Option<PublicAnalytics>,
    policy: HeaderValue,
    pages: Vec<(Shown, OnceLock<Prepared>)>,
}

impl PublicPages {
    /// Fills none yet; there are none if the web app was not built.
    pub fn new(
        version: &Arc<LoadedVersion>,
        shell: &Shell,
        analytics: Option<&PublicAnalytics>,
    ) -> anyhow::Result<Self> {
        let own = version.study.file.language.clone();
        let locales: Vec<_> = std::iter::once(&own).chain(version.study.catalog.translations.keys()).collect();
        let mut pages = Vec::new();
        for locale in locales.into_iter().filter(|_| shell.is_built()) {
            for name in ["landing", "consent", "auth"] {
                let shown = |enrolment| (Shown { name, locale: locale.clone(), enrolment }, OnceLock::new());
                pages.extend(Enrolment::ALL.map(shown));
            }
        }
        let policy = shell.public_policy()?;
        Ok(Self { version: Arc::clone(version), analytics: analytics.cloned(), policy, pages })
    }

    /// The page in the language that the request asks for; none if the web app was not built.
    pub fn find(
        &self,
        page: &Page,
        enrolment: Enrolment,
        request: &Request,
        site: &Site,
    ) -> anyhow::Result<Option<&Prepared>> {
        let name = match page {
            Page::Landing => "landing",
            Page::Consent => "consent",
            _ => "auth",
        };
        let is_asked = |shown: &Shown, locale: &Locale| {
            shown.name == name && shown.enrolment == enrolment && shown.locale.0.eq_ignore_ascii_case(&locale.0)
        };
        let mut locales = wanted(request).into_iter().chain([self.version.study.file.language.clone()]);
        let found = locales.find_map(|locale| self.pages.iter().find(|(shown, _)| is_asked(shown, &locale)));
        found.map(|(shown, page)| self.filled(shown, page, site)).transpose()
    }

    fn filled<'a>(&self, shown: &Shown, page: &'a OnceLock<Prepared>, site: &Site) -> anyhow::Result<&'a Prepared> {
        if let Some(page) = page.get() {
            return Ok(page);
        }
        let Shown { name, locale, enrolment } = shown;
        let template = assets::text(&format!("templates/{name}.html"));
        let template = template.ok_or_else(|| anyhow::anyhow!("templates/{name}.html is missing in web/dist"))?;
        let html = fill(&self.version, site, name, &template, locale, *enrolment, self.analytics.as_ref())?;
        let prepared = Prepared::new(html, Some(&locale.0), self.policy.clone())?;
        Ok(page.get_or_init(|| prepared))
    }
}

/// Languages in the order of preference: `?locale=`, then `Accept-Language` with and without region.
fn wanted(request: &Request) -> Vec<Locale> {
    let query = request.uri().query().unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("locale="));
    let accepted =
        request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepted = accepted.split(',').filter_map(|part| part.split(';').next()).map(str::trim);
    let both = |tag: &str| [Some(tag.to_owned()), tag.split_once('-').map(|(language, _)| language.to_owned())];
    query.into_iter().chain(accepted).flat_map(both).flatten().map(Locale).collect()
}

fn fill(
    study: &LoadedVersion,
    site: &Site,
    name: &str,
    template: &str,
    locale: &Locale,
    enrolment: Enrolment,
    analytics: Option<&PublicAnalytics>,
) -> anyhow::Result<String> {
    let info = StudyInfo::of(study, locale, enrolment, analytics.cloned());
    let title = info.title.clone();
    let mut data = serde_json::to_value(info)?;
    let mut boot = json!({ "locale": locale, "study": &data });
    if name == "consent" {
        let consent = serde_json::to_value(public::consent(&study.study, locale))?;
        boot["consent"] = consent.clone();
        merge(&mut data, consent);
    }
    // Inside a script element nothing is decoded and `</script` would end it.
    let boot = serde_json::to_string(&boot)?.replace('<', "\\u003c");
    let boot = Value::from_safe_string(boot);
    let (path_id, base) = (site.path_id(), Value::from_safe_string(site.base()));
    let page = minijinja::context! { locale => &locale.0, title, boot, path_id, base, ..Value::from(Serde(data)) };
    let file = format!("{name}.html");
    Ok(Environment::new().render_named_str(&file, template, page)?)
}

fn merge(into: &mut serde_json::Value, from: serde_json::Value) {
    if let (serde_json::Value::Object(into), serde_json::Value::Object(from)) = (into, from) {
        into.extend(from);
    }
}
