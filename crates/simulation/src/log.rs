//! What the robots did and what they were told: one side of the comparison.

use serde_json::Value;

/// A participant, as the robot remembers.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    /// The name that it registered with.
    pub username: String,
    /// The pseudonym that the server gave it; none if no reply to the registration ever arrived.
    pub code: Option<String>,
    /// The arm that the server named with it.
    pub arm: Option<String>,
    /// Everything handed in, in order.
    pub submissions: Vec<Attempted>,
    /// Refusals of what the page flow allows: each is a violation.
    pub refusals: Vec<String>,
    /// Whether the server said that it is on `/end`.
    pub finished: bool,
    /// The page on which it left for good, if it did.
    pub left: Option<String>,
}

/// Something handed in under one key, however often it was sent.
#[derive(Clone, Debug)]
pub struct Attempted {
    /// Its `Idempotency-Key`.
    pub key: String,
    /// The page that it was handed in on, as the server named it.
    pub page: String,
    /// The call.
    pub path: String,
    /// The answers, without what was measured meanwhile.
    pub body: Value,
    /// How often it was sent by the robot; the proxy may have added copies.
    pub tries: u32,
    /// Every receipt that arrived.
    pub receipts: Vec<Receipt>,
    /// Every refusal that arrived: status and code.
    pub refusals: Vec<String>,
}

/// What the server promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Id of the row.
    pub id: String,
    /// When it was stored.
    pub at: String,
}

/// What became of an attempt, as the robot knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A 2xx arrived: the promise.
    Acknowledged,
    /// A definite refusal arrived: nothing may be stored.
    Refused,
    /// No reply: stored or not, both are right.
    Unknown,
}

impl Attempted {
    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        match (self.receipts.is_empty(), self.refusals.is_empty()) {
            (false, _) => Outcome::Acknowledged,
            (true, false) => Outcome::Refused,
            (true, true) => Outcome::Unknown,
        }
    }
}
