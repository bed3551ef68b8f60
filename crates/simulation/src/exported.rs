//! The exported data, as a researcher gets them, however they were read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A row of the table `submissions`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Submitted {
    pub receipt: String,
    pub participant_id: String,
    pub submission: String,
    pub attempt: u32,
    pub stage: String,
    pub step: usize,
    pub page: String,
    pub answers: usize,
}

/// A row of the table `responses`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Response {
    pub receipt: String,
    pub participant_id: String,
    pub variable: String,
    pub value: String,
}

/// A row of the table `exposures`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Exposure {
    pub participant_id: String,
    pub submission: String,
    pub file: String,
    pub variable: String,
    pub shown_stored_at: String,
}

/// The codes of values that there can't be, and of values that were not measured.
pub const NOT_APPLICABLE: &str = "NA_not_applicable";
const NOT_RECORDED: &str = "NA_not_recorded";
/// The participant of a slot who was erased.
pub const ERASED: &str = "NA_erased";

impl Exposure {
    /// Whether it was reported when it was visible, and not only with an answer.
    pub fn is_reported(&self) -> bool {
        self.shown_stored_at != NOT_RECORDED
    }
}

/// A row of the table `participants`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Participant {
    pub participant_id: String,
    pub arm: String,
    pub form: String,
    pub place: String,
    pub status: String,
}

/// A row of the table `allocations`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Allocated {
    pub place: i64,
    pub block: u32,
    pub arm: String,
    pub form: String,
    pub state: String,
    pub participant_id: String,
}

/// The compared part of the package.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    pub submissions: Vec<Submitted>,
    pub responses: Vec<Response>,
    pub exposures: Vec<Exposure>,
    pub participants: Vec<Participant>,
    pub allocations: Vec<Allocated>,
    /// Accounts by pseudonym.
    pub names: BTreeMap<String, String>,
}

impl Exported {
    /// Reads the CSV tables of a data package, a folder, as a researcher would. `names` are the accounts by pseudonym,
    /// which no package has.
    pub fn read(package: &Path, names: BTreeMap<String, String>) -> Result<Self> {
        let table = |name: &str| package.join(format!("data/description-{name}_data.csv"));
        Ok(Self {
            submissions: rows(&table("submissions"))?,
            responses: rows(&table("responses"))?,
            exposures: rows(&table("exposures"))?,
            participants: rows(&table("participants"))?,
            allocations: rows(&table("allocations"))?,
            names,
        })
    }

    /// Keeps the rows of these pseudonyms: a simulation covers only its own participants.
    pub fn keep(&mut self, codes: &BTreeSet<&str>) {
        self.submissions.retain(|row| codes.contains(row.participant_id.as_str()));
        self.responses.retain(|row| codes.contains(row.participant_id.as_str()));
        self.exposures.retain(|row| codes.contains(row.participant_id.as_str()));
        self.participants.retain(|row| codes.contains(row.participant_id.as_str()));
        self.allocations.retain(|row| codes.contains(row.participant_id.as_str()));
    }
}

/// The rows of a CSV file; its name is in the error.
pub fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let rows = csv::Reader::from_path(path).and_then(|mut file| file.deserialize().collect());
    rows.with_context(|| format!("can't read '{}' of the export", path.display()))
}
