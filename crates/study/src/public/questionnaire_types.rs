//! Types of questionnaires.
#![expect(missing_docs, reason = "fields without a comment are as in the definition")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::types::PublicCondition;
use crate::items::PublicKind;

/// A questionnaire in the orders and the language of one participant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicQuestionnaire {
    /// Heading.
    pub title: String,
    /// HTML, sanitised.
    pub intro: Option<String>,
    /// All sections; those before `done` are saved.
    pub sections: Vec<PublicSection>,
    /// Number of sections saved.
    pub done: usize,
    /// Answers of saved sections that later conditions read, so that another browser shows the same items.
    #[schema(value_type = Object)]
    pub known: BTreeMap<String, serde_json::Value>,
}

/// A page of items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PublicSection {
    pub id: String,
    pub title: String,
    /// HTML, sanitised.
    pub intro: Option<String>,
    pub items: Vec<PublicItem>,
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
