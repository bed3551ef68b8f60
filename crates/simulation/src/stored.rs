//! The stored data, however they were read: the other side of the comparison.

use serde::Deserialize;
use unmask_study::definition::consent::CONTACT_AGAIN;

/// A submission as stored.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Row {
    pub id: String,
    pub participant: String,
    pub item: String,
    pub attempt: u32,
    pub stage: String,
    pub page: String,
    pub step: usize,
    pub answers: String,
    pub correct: Option<u8>,
    pub scores: String,
    pub key: Option<String>,
    pub at: i64,
}

/// An exposure as stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Exposure {
    pub id: String,
    pub participant: String,
    pub item: String,
    pub file: String,
    pub key: String,
}

/// A participant as stored, with account, position and number of consents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Person {
    pub id: String,
    pub username: String,
    pub code: String,
    pub slot: Option<i64>,
    pub arm: Option<String>,
    pub form: Option<String>,
    pub seed: i64,
    pub status: String,
    pub exposed_at: Option<i64>,
    pub completed_at: Option<i64>,
    pub step: usize,
    pub page: String,
    pub memory: String,
    pub consents: u32,
    pub ticks: Option<String>,
}

impl Person {
    /// Whether they agreed, at registration, to be invited to later parts.
    pub fn contact_again(&self) -> bool {
        let ticks = self.ticks.as_deref().and_then(|ticks| serde_json::from_str::<serde_json::Value>(ticks).ok());
        ticks.is_some_and(|ticks| ticks[CONTACT_AGAIN] == true)
    }
}

/// A later part of a participant as stored, with its times in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Part {
    pub participant: String,
    pub wave: String,
    pub opens_at: i64,
    pub closes_at: i64,
    pub started_at: Option<i64>,
    pub completed_at: Option<i64>,
}

/// A slot of the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Slot {
    pub number: i64,
    pub stratum: String,
    pub block: u32,
    pub arm: String,
    pub form: String,
    pub state: String,
}

/// Everything that is compared.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    pub rows: Vec<Row>,
    pub exposures: Vec<Exposure>,
    pub people: Vec<Person>,
    /// Later parts that are planned, begun or completed.
    pub parts: Vec<Part>,
    pub slots: Vec<Slot>,
    /// Participants, accounts and positions without a counterpart, which a join would hide.
    pub strays: i64,
}
