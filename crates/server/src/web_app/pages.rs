//! `/`, `/consent` and `/auth`: the build's templates, filled from the bundle once for every language.

use axum::extract::Request;
use axum::http::header;
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

/// The pages by template, language, and whether people can register.
pub struct PublicPages {
    pages: Vec<(Shown, Prepared)>,
    own: Locale,
}

impl PublicPages {
    /// Fills all of them; none if the web app was not built.
    pub fn render(study: &LoadedVersion, shell: &Shell, analytics: Option<&PublicAnalytics>) -> anyhow::Result<Self> {
        let mut pages = Vec::new();
        let own = study.study.file.language.clone();
        let policy = shell.public_policy()?;
        if shell.is_built() {
            for locale in std::iter::once(&own).chain(study.study.catalog.translations.keys()) {
                for name in ["landing", "consent", "auth"] {
                    let template = assets::text(&format!("templates/{name}.html"));
                    let template =
                        template.ok_or_else(|| anyhow::anyhow!("templates/{name}.html is missing in web/dist"))?;
                    for enrolment in Enrolment::ALL {
                        let html = fill(study, &shell.site, name, &template, locale, enrolment, analytics)?;
                        let page = Prepared::new(html, Some(&locale.0), policy.clone())?;
                        pages.push((Shown { name, locale: locale.clone(), enrolment }, page));
                    }
                }
            }
        }
        Ok(Self { pages, own })
    }

    /// The page in the language that the request asks for.
    pub fn find(&self, page: &Page, enrolment: Enrolment, request: &Request) -> Option<&Prepared> {
        let name = match page {
            Page::Landing => "landing",
            Page::Consent => "consent",
            _ => "auth",
        };
        wanted(request)
            .into_iter()
            .chain([self.own.clone()])
            .find_map(|locale| {
                self.pages.iter().find(|(shown, _)| {
                    shown.name == name && shown.enrolment == enrolment && shown.locale.0.eq_ignore_ascii_case(&locale.0)
                })
            })
            .map(|(_, page)| page)
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
