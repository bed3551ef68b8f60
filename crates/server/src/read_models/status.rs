//! Whether the study takes people, as calls say it.

use serde::{Deserialize, Serialize};
use unmask_store::study::StudyStatus as Stored;
use utoipa::ToSchema;

/// Whether the study takes people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyStatus {
    Open,
    /// Not at present; who is in goes on.
    Paused,
    /// No more; who is in goes on.
    Closed,
}

impl From<Stored> for StudyStatus {
    fn from(status: Stored) -> Self {
        match status {
            Stored::Open => Self::Open,
            Stored::Paused => Self::Paused,
            Stored::Closed => Self::Closed,
        }
    }
}

impl From<StudyStatus> for Stored {
    fn from(status: StudyStatus) -> Self {
        match status {
            StudyStatus::Open => Self::Open,
            StudyStatus::Paused => Self::Paused,
            StudyStatus::Closed => Self::Closed,
        }
    }
}
