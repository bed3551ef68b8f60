//! What a participant is assigned: a group and a test form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The three groups of the specification. An arm of the design is one of them.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the specification's and say all there is")]
pub enum Group {
    #[serde(rename = "control_0")]
    Control0,
    #[serde(rename = "treatment_0")]
    Treatment0,
    #[serde(rename = "treatment_1")]
    Treatment1,
}

impl Group {
    /// Its name in files, in the API and in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Control0 => "control_0",
            Self::Treatment0 => "treatment_0",
            Self::Treatment1 => "treatment_1",
        }
    }
}

/// The parallel test forms; they swap roles of the items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "two letters")]
pub enum Form {
    X,
    Y,
}
