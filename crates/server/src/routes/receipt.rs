//! The reply to a submission.

use serde_json::Map;
use unmask_store::stored::ValueLocation;
use unmask_store::submissions::StoredReceipt;
use unmask_study::Page;
use unmask_study::flow::{self, ProgressSummary};
use unmask_study::progress::{Assignment, Progress};
use unmask_study::public::PublicFeedback;

use crate::auth::Registrant;
use crate::metrics;
use crate::routes::prelude::*;
use crate::study_versions::LoadedVersion;

/// The participant's position in the page flow.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// Path of the current page.
    pub current_state: String,
    /// Path of the page to which "Continue" leads; null if the page needs a submission first.
    pub next_state: Option<String>,
    /// The participant's progress through the study.
    pub progress: Option<ProgressSummary>,
}

impl Position {
    /// A participant's position. Without consent or a slot, no move is possible from it.
    pub fn of(registrant: &Registrant) -> Self {
        match &registrant.assigned {
            Some(assigned) if registrant.consented.is_some() && registrant.turned_away.is_none() => {
                let study = &registrant.loaded.study;
                let end = registrant.ended_part().map(|(wave, _)| flow::end_of_wave(study, assigned, wave));
                let at = Self::at(&registrant.loaded, assigned, end.as_ref().unwrap_or(&registrant.progress));
                let later = registrant.open_wave().map(|begin| registrant.loaded.path(&begin.page));
                Self { next_state: at.next_state.or(later), ..at }
            }
            _ => Self { current_state: registrant.current_state(), next_state: None, progress: None },
        }
    }

    /// The last page, for a participant who was turned away.
    pub fn last() -> Self {
        Self { current_state: Page::End.to_string(), next_state: None, progress: None }
    }

    pub fn at(loaded: &LoadedVersion, assigned: &Assignment, progress: &Progress) -> Self {
        Self {
            current_state: loaded.path(&progress.page),
            next_state: flow::next_page(&loaded.study, assigned, progress).map(|page| loaded.path(&page)),
            progress: Some(flow::progress_summary(&loaded.study, assigned, progress)),
        }
    }
}

/// The receipt of a submission.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the name on the wire")]
pub struct Receipt {
    /// ID of the stored submission; null for the admin, whose answers are not stored.
    pub receipt: Option<String>,
    /// When the submission was stored.
    pub stored_at: Option<String>,
    /// Whether this submission was already stored.
    pub repeated: bool,
    /// The participant's current position.
    #[serde(flatten)]
    pub position: Position,
    /// Feedback; null if none is due.
    pub verdict: Option<PublicFeedback>,
    /// IDs of the completed personas of Flow B.
    pub completed_personas: Vec<String>,
    /// With the answer to the sound check: whether the participant hears the sound. Null otherwise.
    pub hears_sound: Option<bool>,
}

/// A fresh receipt, or a stored one.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Reply {
    Fresh(Box<Receipt>),
    /// As it was stored, with the present position.
    Repeated(Map<String, Value>),
}

impl Reply {
    /// The stored receipt for a participant who sends a submission again.
    pub fn repeated(stored: &StoredReceipt, registrant: &Registrant) -> Result<Self> {
        let at = ValueLocation { table: "submission", column: "receipt", row: &stored.id };
        let mut receipt: Map<String, Value> = at.json(&stored.receipt_json)?;
        let position = serde_json::to_value(Position::of(registrant));
        if let Value::Object(position) = position.map_err(|error| ApiError::internal(error.to_string()))? {
            receipt.extend(position);
        }
        receipt.insert("repeated".into(), true.into());
        metrics::repeated();
        Ok(Self::Repeated(receipt))
    }
}

/// Personas of Flow B that are completed, by the ids on the wire.
pub fn completed_personas(loaded: &LoadedVersion, assigned: &Assignment, progress: &Progress) -> Vec<String> {
    let completed = flow::completed_personas(&loaded.study, assigned, progress);
    completed.iter().filter_map(|id| loaded.ids.opaque(id)).collect()
}
