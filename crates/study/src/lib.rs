//! The scientific rules of a study, as pure functions: definition and checks, page flow, validation and scoring,
//! allocation, report.
//!
//! No input or output, no clock and no random numbers: files, times and seeds are arguments.

#![warn(missing_docs)]

pub mod allocation;
pub mod answers;
pub mod blinded_variables;
pub mod blinding;
pub mod bonus;
mod by_arm;
pub mod check;
pub mod codebook;
mod condition;
pub mod consort;
pub mod definition;
pub mod ending;
pub mod evidence;
mod excerpt;
pub mod exclusion;
mod files;
pub mod flow;
mod followup;
#[cfg(test)]
mod fuzz;
mod hex;
pub mod ids;
pub mod invitations;
pub mod items;
pub mod load;
pub mod missing;
pub mod order;
mod outline;
pub mod page;
pub mod plan;
pub mod problem;
pub mod progress;
pub mod public;
pub mod quality;
pub mod report;
pub mod scaffold;
pub mod schema;
pub mod scoring;
pub mod screening;
pub mod second_look;
pub mod stimuli_text;
#[cfg(test)]
mod testing;
pub mod text;
#[cfg(test)]
mod tutorial;
#[cfg(test)]
mod unknown_keys;
pub mod unseen;
pub mod watched;
pub mod waves;
pub mod webhooks;

pub use unmask_analysis as analysis;
pub mod wording;
mod yaml;

pub use definition::Study;
pub use hex::hex;
pub use page::{Page, Step, StepKind};
