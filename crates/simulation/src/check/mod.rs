//! The comparison: pure, so that it can be tested by breaking what it compares.

mod allocation;
mod exported;
mod exposures;
mod history;
mod parts;
mod path;
#[cfg(test)]
mod tests;
mod violation;
mod wire_ids;

use unmask_study::Study;

pub use self::violation::{Kind, Violation};
use crate::exported::Exported;
use crate::log::Remembered;
use crate::stored::Stored;

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
