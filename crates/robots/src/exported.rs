//! What was exported, however it was read: what a researcher gets.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A row of the table `submissions`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "columns, see docs/EXPORT.md")]
pub struct Submitted {
    pub receipt: String,
    pub participant_id: String,
    pub submission: String,
    pub attempt: u32,
    pub step: usize,
    pub page: String,
    pub answers: usize,
}

/// A row of the table `responses`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "columns, see docs/EXPORT.md")]
pub struct Response {
    pub receipt: String,
    pub participant_id: String,
    pub variable: String,
    pub value: String,
}

/// A row of the table `participants`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "columns, see docs/EXPORT.md")]
pub struct Participant {
    pub participant_id: String,
    pub arm: String,
    pub form: String,
    pub place: String,
    pub status: String,
}

/// A row of the table `allocations`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "columns, see docs/EXPORT.md")]
pub struct Allocated {
    pub place: i64,
    pub block: u32,
    pub arm: String,
    pub form: String,
    pub state: String,
    pub participant_id: String,
}

/// The package, as far as it is compared.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "the tables")]
pub struct Exported {
    pub submissions: Vec<Submitted>,
    pub responses: Vec<Response>,
    pub participants: Vec<Participant>,
    pub allocations: Vec<Allocated>,
    /// Accounts by pseudonym.
    pub names: BTreeMap<String, String>,
}
