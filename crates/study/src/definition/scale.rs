//! Scales: how the answers to several items become one score.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::Text;

/// A score over items.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Variable name of the score.
    pub id: String,
    /// Name for the codebook.
    pub label: Text,
    /// Variables that it is made of.
    pub items: Vec<String>,
    /// Those of them that run the other way round: `first + last - answer`.
    #[serde(default)]
    pub reverse: Vec<String>,
    /// How the answers become one number.
    pub method: Method,
    /// For `correct`: the right answer per variable.
    #[serde(default)]
    pub key: std::collections::BTreeMap<String, serde_json::Value>,
    /// At least so many items must be answered, otherwise the score is missing (default: all).
    pub min_answered: Option<u32>,
    /// Where scale and scoring come from.
    pub source: Option<String>,
}

/// How answers become a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Mean of the answered items.
    Mean,
    /// Mean of the answered items times the number of items (prorated sum).
    Sum,
    /// Number of right answers (`key`, or the truth of judgement items).
    Correct,
}
