//! The comparison: pure, so that it can be tested by breaking what it compares.

mod allocation;
mod exported;
mod exposures;
mod history;
mod parts;
mod path;
#[cfg(test)]
mod tests;
mod wire_ids;

use std::fmt;

use unmask_study::Study;

use crate::exported::Exported;
use crate::log::Remembered;
use crate::stored::Stored;

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

/// Compares the stored and exported data of simulated participants with their logs. `stored` and `exported` do not
/// contain other participants.
pub fn check_participants(
    study: &Study,
    participants: &[Remembered],
    stored: &Stored,
    exported: &Exported,
) -> Vec<Violation> {
    let mut found = exported::check_people(participants, stored, exported);
    found.extend(exposures::check(participants, stored, exported));
    found.extend(history::check(participants, stored));
    found.extend(path::check(study, participants, stored));
    found.extend(parts::check(participants, stored));
    // The most serious first.
    found.sort_by_key(|violation| violation.kind);
    found
}

/// Compares all stored data and their export with the logs of the simulated participants.
pub fn check(
    study: &Study,
    allocation_seed: &[u8; 32],
    participants: &[Remembered],
    stored: &Stored,
    exported: &Exported,
) -> Vec<Violation> {
    let mut found = check_participants(study, participants, stored, exported);
    found.extend(exported::check_slots(stored, exported));
    found.extend(allocation::check(study, allocation_seed, stored));
    found
}
