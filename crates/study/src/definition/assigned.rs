//! A participant's group and test form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The keys of the three arms that a study can have.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum Group {
    #[serde(rename = "control_0")]
    Control0,
    #[serde(rename = "treatment_0")]
    Treatment0,
    #[serde(rename = "treatment_1")]
    Treatment1,
}

impl Group {
    /// The name in files, in the API and in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Control0 => "control_0",
            Self::Treatment0 => "treatment_0",
            Self::Treatment1 => "treatment_1",
        }
    }
}

/// The parallel test forms: in form Y, each test item has its other version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "two letters")]
pub enum Form {
    X,
    Y,
}
