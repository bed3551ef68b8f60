//! `consent.yaml`: the participant information and the consent statements.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::text::{Markdown, Text};

/// `consent.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// Version of the text, stored with every consent. Change it with the text.
    pub version: String,
    /// The most important facts first, one line each.
    pub key_facts: Vec<Text>,
    /// The details, in sections that can be opened.
    pub sections: Vec<ConsentSection>,
    /// The consent statements, each with a checkbox. None is checked initially.
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

/// A consent statement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsentStatement {
    /// Name in the data.
    pub id: String,
    /// The statement.
    pub label: Text,
    /// An additional sentence.
    pub note: Option<Text>,
    /// Participation requires it.
    #[serde(default)]
    pub required: bool,
    /// What the consent permits, if the program depends on it.
    #[serde(default)]
    pub purpose: Purpose,
}

/// The ID of the consent statement that permits invitations by e-mail to later parts.
pub const CONTACT_AGAIN: &str = "contact_again";

/// What a consent statement permits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// It is only recorded.
    #[default]
    Record,
    /// Usage analytics.
    Analytics,
    /// Publication of the answers.
    Publication,
}
