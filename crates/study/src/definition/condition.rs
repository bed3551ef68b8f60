//! Conditions: when an item is shown, and what an answer says about the sound.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A condition on the answer to an earlier item. It has exactly one of the four tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Variable of an earlier item of the same questionnaire.
    pub item: String,
    /// The answer is one of these; in a `multiple` item, it contains one of these.
    pub is: Option<Vec<serde_json::Value>>,
    /// The answer is none of these.
    pub is_not: Option<Vec<serde_json::Value>>,
    /// The answer is at least this number.
    pub at_least: Option<f64>,
    /// The answer is at most this number.
    pub at_most: Option<f64>,
}
