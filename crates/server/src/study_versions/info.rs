//! The study as visitors see it, before they register.

use serde::Serialize;
use unmask_study::definition::Study;
use unmask_study::definition::study::Withdrawal;
use unmask_study::public::{self, PublicContact, PublicEthics, PublicLanding};
use unmask_study::text::Locale;
use utoipa::ToSchema;

use super::LoadedVersion;
use crate::base::config::PublicAnalytics;

/// The study as a visitor sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyInfo {
    /// Short name.
    pub id: String,
    pub title: String,
    /// Languages to choose from, the bundle's own first.
    pub locales: Vec<LocaleName>,
    /// How long taking part lasts.
    pub minutes: u32,
    /// Nobody younger may take part.
    pub minimum_age: u32,
    /// Who answers questions.
    pub contact: PublicContact,
    /// Ethics approval.
    pub ethics: Option<PublicEthics>,
    /// The landing page.
    pub landing: PublicLanding,
    /// What a participant who withdraws may choose.
    pub withdrawal: Withdrawal,
    /// Whether people can register now.
    pub open: bool,
    /// What to say to newcomers while they can't: the bundle's page `closed`, as HTML.
    pub closed: Option<String>,
    /// Advice on choosing a username.
    pub username_hint: &'static str,
    /// How to send usage analytics of those who agree; null if they are off.
    pub analytics: Option<PublicAnalytics>,
    /// Names of the link's parameters that belong into a registration's `recruitment`.
    pub recruitment_parameters: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct LocaleName {
    /// BCP 47 tag.
    pub tag: String,
    /// Its own name for itself.
    pub name: String,
}

impl StudyInfo {
    /// What is said about a study in one language.
    pub fn of(loaded: &LoadedVersion, locale: &Locale, open: bool, analytics: Option<PublicAnalytics>) -> Self {
        let study = &loaded.study;
        let file = &study.file;
        let mut landing = public::landing(study, locale);
        for step in &mut landing.steps {
            step.picture = format!("/study-media/{}", step.picture);
        }
        let own = LocaleName { tag: file.language.0.clone(), name: file.language_name.clone() };
        let others = study
            .catalog
            .translations
            .iter()
            .map(|(locale, translation)| LocaleName { tag: locale.0.clone(), name: translation.name.clone() });
        Self {
            id: file.id.clone(),
            title: landing.title.clone(),
            locales: std::iter::once(own).chain(others).collect(),
            minutes: file.minutes,
            minimum_age: file.minimum_age,
            contact: landing.contact.clone(),
            ethics: landing.ethics.clone(),
            landing,
            withdrawal: file.withdrawal,
            open,
            closed: if open { None } else { closed(study, locale) },
            username_hint: "A name that does not identify you.",
            analytics,
            recruitment_parameters: file.recruitment.as_ref().map_or_else(Vec::new, |r| r.parameters.clone()),
        }
    }
}

/// A notice on a page that has a heading of its own.
fn closed(study: &Study, locale: &Locale) -> Option<String> {
    let html = public::page_text(study, locale, "closed")?;
    Some(html.replace("<h1", "<h2").replace("</h1>", "</h2>"))
}
