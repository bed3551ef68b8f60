//! Types of the public pages: landing and consent.
#![expect(missing_docs, reason = "fields without a comment are as in the definition")]

use serde::Serialize;
use utoipa::ToSchema;

/// The landing page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicLanding {
    pub title: String,
    pub eyebrow: String,
    pub lead: String,
    pub button: String,
    pub chips: Vec<String>,
    pub steps: Vec<PublicLandingStep>,
    pub facts: Vec<PublicFact>,
    /// Paths below `media/`.
    pub portraits: Vec<String>,
    pub minutes: u32,
    pub minimum_age: u32,
    pub contact: PublicContact,
    pub ethics: Option<PublicEthics>,
}

/// A step of the study, on the landing page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicLandingStep {
    pub title: String,
    pub text: String,
    /// Path below `media/`.
    pub picture: String,
}

/// A labelled fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicFact {
    pub label: String,
    pub value: String,
}

/// Contact for questions about the study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicContact {
    pub name: String,
    pub institution: String,
    pub email: String,
}

/// Ethics approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicEthics {
    pub board: String,
    pub id: String,
}

/// The consent page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicConsent {
    pub version: String,
    pub key_facts: Vec<String>,
    pub sections: Vec<PublicConsentSection>,
    pub ticks: Vec<PublicTick>,
    /// HTML for participants who decline.
    pub declined: String,
    /// The code that a recruitment service asks those for who decline. Absent if the study has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub declined_code: Option<DeclinedCode>,
}

/// The code for visitors who decline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeclinedCode {
    pub code: String,
    /// URL that leads back to the recruitment service; null if there is none.
    pub return_url: Option<String>,
}

/// A section of the consent text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicConsentSection {
    pub title: String,
    pub html: String,
}

/// A consent statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicTick {
    pub id: String,
    pub label: String,
    pub note: Option<String>,
    pub required: bool,
    /// Whether it permits usage analytics.
    pub analytics: bool,
}
