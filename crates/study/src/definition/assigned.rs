//! A participant's test form.

use serde::{Deserialize, Serialize};

/// The parallel test forms: in form Y, each test item has its other version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "two letters")]
pub enum Form {
    X,
    Y,
}
