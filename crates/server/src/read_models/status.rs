//! The recruitment status, as calls name it.

use serde::{Deserialize, Serialize};
use unmask_store::study::StudyStatus as Stored;
use utoipa::ToSchema;

/// Recruitment status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyStatus {
    Open,
    /// No new participants for now. Current participants can continue.
    Paused,
    /// No new participants. Current participants can continue.
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
