//! Types of questionnaires.
#![expect(missing_docs, reason = "fields without a comment are as in the definition")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::types::PublicCondition;
use crate::flow::Stage;
use crate::items::PublicKind;

/// A questionnaire in the orders and the language of one participant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicQuestionnaire {
    /// Heading.
    pub title: String,
    /// HTML, sanitised.
    pub intro: Option<String>,
    /// All pages; those before `done` are saved.
    pub sections: Vec<PublicSection>,
    /// Number of saved pages.
    pub done: usize,
    /// Answers of saved pages that later conditions refer to.
    #[schema(value_type = Object)]
    pub known: BTreeMap<String, serde_json::Value>,
}

/// What is shown and submitted at once: a section or, with `one_per_page`, one question of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PublicSection {
    pub id: String,
    pub title: String,
    /// HTML, sanitised.
    pub intro: Option<String>,
    /// With `one_per_page`.
    #[schema(required)]
    pub counter: Option<Counter>,
    /// Of a judgement with advice, which has two pages: `initial` or `final`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// Of a final judgement, once the initial one is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<PublicAdvice>,
    pub items: Vec<PublicItem>,
}

/// Advice on a judgement, with the answer before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PublicAdvice {
    /// Plain text.
    pub text: String,
    /// Value of the option that was chosen before the advice.
    pub initial: String,
    /// The confidence before the advice, if it is asked.
    pub confidence: Option<u8>,
}

/// The number of a page in a section with `one_per_page`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Counter {
    /// From 1.
    pub number: usize,
    /// Number of pages of the section.
    pub total: usize,
}

/// An item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicItem {
    pub id: String,
    pub label: String,
    pub help: Option<String>,
    pub required: bool,
    pub show_if: Option<PublicCondition>,
    #[serde(flatten)]
    pub kind: PublicKind,
}
