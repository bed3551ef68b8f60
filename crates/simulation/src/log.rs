//! What the simulated participants sent and received: one side of the comparison.

use serde_json::Value;

/// The log of a simulated participant.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    /// The name that it registered with.
    pub username: String,
    /// The pseudonym that the server gave it; none if no reply to the registration ever arrived.
    pub code: Option<String>,
    /// The arm that the server named with it.
    pub arm: Option<String>,
    /// All submissions, in order.
    pub submissions: Vec<Attempted>,
    /// All exposures, in order.
    pub exposures: Vec<Exposed>,
    /// The later parts for which the participant came back, by its own clock.
    pub returned: Vec<Returned>,
    /// Rejections of what the page flow allows: each is a violation.
    pub rejections: Vec<String>,
    /// Whether the last receipt led to `/end`.
    pub finished: bool,
    /// The page on which it left for good, if it did.
    pub left: Option<String>,
}

/// A later part for which the participant came back; times in milliseconds since 1970, by the participant's own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// When it opened, as the server said.
    pub opens: i64,
    /// When it closed, as the server said.
    pub closes: i64,
    /// When the participant came back.
    pub at: i64,
}

/// An exposure under one key.
#[derive(Clone, Debug)]
pub struct Exposed {
    pub key: String,
    /// Its receipt; none if no reply arrived.
    pub receipt: Option<String>,
}

/// A submission under one key, with all its transmissions.
#[derive(Clone, Debug)]
pub struct Attempted {
    /// Its `Idempotency-Key`.
    pub key: String,
    /// The page of the submission, as named by the server.
    pub page: String,
    pub path: String,
    /// The answers, without measurements.
    pub body: Value,
    /// How often the participant sent it; the proxy may have added copies.
    pub tries: u32,
    /// Every receipt that arrived.
    pub receipts: Vec<Receipt>,
    /// Every rejection that arrived: status and code.
    pub rejections: Vec<String>,
}

/// The server's acknowledgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Id of the row.
    pub id: String,
    /// When it was stored.
    pub at: String,
}

/// The outcome of an attempt, as far as the participant knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A 2xx arrived: acknowledged.
    Acknowledged,
    /// A rejection arrived: nothing may be stored.
    Rejected,
    /// No reply: stored or not, both are right.
    Unknown,
}

impl Attempted {
    /// The outcome.
    pub fn outcome(&self) -> Outcome {
        match (self.receipts.is_empty(), self.rejections.is_empty()) {
            (false, _) => Outcome::Acknowledged,
            (true, false) => Outcome::Rejected,
            (true, true) => Outcome::Unknown,
        }
    }
}
