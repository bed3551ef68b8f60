//! The study as visitors see it, before they register.

use serde::Serialize;
use unmask_study::definition::Study;
use unmask_study::definition::study::Withdrawal;
use unmask_study::public::{self, PublicContact, PublicEthics, PublicLanding};
use unmask_study::text::Locale;
use utoipa::ToSchema;

use super::LoadedVersion;
use crate::base::config::PublicAnalytics;

/// Whether visitors can register, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enrolment {
    /// They can.
    Open,
    /// The researcher has paused the study.
    Paused,
    /// The researcher has closed the study.
    Closed,
    /// No slot is free.
    Full,
}

impl Enrolment {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Open, Self::Paused, Self::Closed, Self::Full];

    /// Names of the bundle's page texts that say why it is not possible, the first one that the bundle has counts.
    fn pages(self) -> &'static [&'static str] {
        match self {
            Self::Open => &[],
            Self::Paused => &["closed-paused", "closed"],
            Self::Closed => &["closed-over", "closed"],
            Self::Full => &["closed-full", "closed"],
        }
    }
}

/// Public information about the study.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyInfo {
    /// Short name.
    pub id: String,
    pub title: String,
    /// Available languages, the language of the bundle first.
    pub locales: Vec<LocaleName>,
    /// Duration in minutes.
    pub minutes: u32,
    /// Minimum age in years.
    pub minimum_age: u32,
    /// Contact for questions.
    pub contact: PublicContact,
    /// Ethics approval.
    pub ethics: Option<PublicEthics>,
    /// The landing page.
    pub landing: PublicLanding,
    /// The choice that participants have when they withdraw.
    pub withdrawal: Withdrawal,
    /// Whether registration is possible now.
    pub open: bool,
    /// Text to show while registration is not possible, as HTML: the page `closed-paused`, `closed-over` or
    /// `closed-full` of the bundle, or `closed` if it has no such page.
    pub closed: Option<String>,
    /// Advice on choosing a username.
    pub username_hint: &'static str,
    /// Settings for usage analytics; null if the study collects none.
    pub analytics: Option<PublicAnalytics>,
    /// Names of the link's parameters to send as `recruitment` when registering.
    pub recruitment_parameters: Vec<String>,
    /// The parameter of the link whose value is the account. Absent if participants register with a username and a
    /// password.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub link_account: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct LocaleName {
    /// BCP 47 tag.
    pub tag: String,
    /// Name of the language in that language.
    pub name: String,
}

impl StudyInfo {
    /// The public information in one language.
    pub fn of(
        loaded: &LoadedVersion,
        locale: &Locale,
        enrolment: Enrolment,
        analytics: Option<PublicAnalytics>,
    ) -> Self {
        let study = &loaded.study;
        let file = &study.file;
        let mut landing = public::landing(study, locale);
        for step in &mut landing.steps {
            step.picture = format!("{}/study-media/{}", loaded.base, step.picture);
        }
        for portrait in &mut landing.portraits {
            *portrait = format!("{}/study-media/{portrait}", loaded.base);
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
            open: enrolment == Enrolment::Open,
            closed: closed(study, locale, enrolment),
            username_hint: "A name that does not identify you.",
            analytics,
            recruitment_parameters: file.recruitment.as_ref().map_or_else(Vec::new, |r| r.parameters.clone()),
            link_account: file.link_accounts().and_then(|recruitment| recruitment.one_place_per.clone()),
        }
    }
}

/// The text, with headings one level lower: the page that shows it has its own heading.
fn closed(study: &Study, locale: &Locale, enrolment: Enrolment) -> Option<String> {
    let html = enrolment.pages().iter().find_map(|page| public::page_text(study, locale, page))?;
    Some(html.replace("<h1", "<h2").replace("</h1>", "</h2>"))
}
