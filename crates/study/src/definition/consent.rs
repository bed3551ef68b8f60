//! `consent.yaml`: what participants are told and what they agree to.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::text::{Markdown, Text};

/// `consent.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// Changes whenever the text does; stored with every consent.
    pub version: String,
    /// The most important facts first, one line each.
    pub key_facts: Vec<Text>,
    /// The details, each section to open.
    pub sections: Vec<ConsentSection>,
    /// What is agreed to, each its own tick; none is ticked beforehand.
    pub ticks: Vec<ConsentStatement>,
}

/// A section of the consent text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsentSection {
    /// Heading, often a question.
    pub title: Text,
    /// Text in Markdown.
    pub text: Markdown,
}

/// One thing that is agreed to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsentStatement {
    /// Name in the data.
    pub id: String,
    /// The statement.
    pub label: Text,
    /// One more sentence.
    pub note: Option<Text>,
    /// Whether taking part needs it.
    #[serde(default)]
    pub required: bool,
    /// What the software does with it, if anything.
    #[serde(default)]
    pub purpose: Purpose,
}

/// What a tick switches on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Recorded, nothing more.
    #[default]
    Record,
    /// Usage analytics are allowed only with this tick.
    Analytics,
}
