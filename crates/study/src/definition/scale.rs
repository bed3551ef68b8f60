//! Scales: scores that are computed from several items.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::Text;

/// A scale: a score over several variables.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Variable name of the score.
    pub id: String,
    /// Name in the codebook.
    pub label: Text,
    /// The variables of the scale.
    pub items: Vec<String>,
    /// Reversed variables: they count `first + last - answer`.
    #[serde(default)]
    pub reverse: Vec<String>,
    /// How the score is computed.
    pub method: Method,
    /// For `correct`: the correct answer by variable.
    #[serde(default)]
    pub key: std::collections::BTreeMap<String, serde_json::Value>,
    /// The items are causes or parts of what is measured, such as different kinds of workload or facts that one may
    /// know, and need not agree with each other. Cronbach's α is not reported.
    #[serde(default)]
    pub formative: bool,
    /// How many items must be answered; otherwise the score is missing. Default: all.
    pub min_answered: Option<u32>,
    /// Source of the scale and its scoring.
    pub source: Option<String>,
}

/// How a score is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Mean of the answered items.
    Mean,
    /// Prorated sum: mean of the answered items times the number of items.
    Sum,
    /// Number of correct answers, by `key` or the truth of judgement items.
    Correct,
}
