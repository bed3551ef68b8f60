//! What a comparison finds wrong.

use std::fmt;

/// A violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub kind: Kind,
    /// Participant, subject and description.
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Acknowledged and not stored.
    Lost,
    /// Stored more than once.
    Duplicated,
    /// Stored and never attempted.
    Invented,
    /// Stored differently from what was sent or acknowledged.
    Altered,
    /// Rejected and stored nevertheless.
    StoredThoughRejected,
    /// A participant who followed the page flow was rejected.
    TurnedAway,
    /// The stored rows are not a path through the study, or end at another position than the participant's.
    Path,
    /// The allocation is not the schedule's.
    Allocation,
    /// A participant did not reach the end in time.
    Unfinished,
    /// A server stopped unexpectedly, or did not stop when asked.
    Process,
}

impl Violation {
    pub fn new(kind: Kind, what: impl Into<String>) -> Self {
        Self { kind, what: what.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.what)
    }
}
