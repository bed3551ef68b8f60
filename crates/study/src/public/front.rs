//! Types of the public pages: landing and consent.

use serde::Serialize;
use utoipa::ToSchema;

/// The landing page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicLanding {
    pub title: String,
    pub eyebrow: String,
    pub lead: String,
    pub button: String,
    pub chips: Vec<String>,
    pub steps: Vec<PublicLandingStep>,
    pub facts: Vec<PublicFact>,
    pub minutes: u32,
    pub minimum_age: u32,
    pub contact: PublicContact,
    pub ethics: Option<PublicEthics>,
}

/// One step of "what happens".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicLandingStep {
    pub title: String,
    pub text: String,
    /// Path below `media/`.
    pub picture: String,
}

/// A labelled fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicFact {
    pub label: String,
    pub value: String,
}

/// Who answers questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicContact {
    pub name: String,
    pub institution: String,
    pub email: String,
}

/// Ethics approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicEthics {
    pub board: String,
    pub id: String,
}

/// The consent page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicConsent {
    pub version: String,
    pub key_facts: Vec<String>,
    pub sections: Vec<PublicConsentSection>,
    pub ticks: Vec<PublicTick>,
    /// HTML for those who decline.
    pub declined: String,
}

/// A section of the consent text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition; `html` is sanitised")]
pub struct PublicConsentSection {
    pub title: String,
    pub html: String,
}

/// One thing that is agreed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicTick {
    pub id: String,
    pub label: String,
    pub note: Option<String>,
    pub required: bool,
    /// Usage analytics hang on this tick.
    pub analytics: bool,
}
