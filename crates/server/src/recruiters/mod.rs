//! Recruiters: comparing their submissions with the participants, Prolific's API, and lists of bonuses.

pub mod bonus;
pub mod compare;
mod groups;
mod nightly;
pub mod prolific;
mod registered;
pub mod signed_links;
pub mod visits;

/// The name under which comparisons with Prolific are stored.
pub const PROLIFIC: &str = "prolific";

pub use groups::GroupChange;
pub use nightly::{PartComparison, PartSummary, ProlificResult, compare_parts, keep_groups};
pub use registered::{LocalStudy, registered};
