//! Changes of recruitment.

use serde_json::json;

use crate::audit::AuditAction;
use crate::prelude::*;
use crate::study::StudyStatus;
use crate::{audit, study, unlink};

/// The result of [`change_status`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusChange {
    /// The study has the requested status.
    Done,
    /// Recruitment is closed, so it can't be paused. Nothing was changed.
    Closed,
    /// The link between people and data is deleted, so the study stays closed. Nothing was changed.
    Anonymised,
}

/// Opens, pauses or closes recruitment at a person's request, and records it in the audit log.
pub async fn change_status(
    store: &Store,
    to: StudyStatus,
    reason: &str,
    actor: &str,
    at: Millis,
) -> Result<StatusChange, StoreError> {
    // It stays so.
    let is_ended = unlink::ended_at(store).await?.is_some();
    let (reason, actor) = (reason.to_owned(), actor.to_owned());
    let change = store.write(async move |tx| {
        let from = study::status_in(tx).await?;
        match (from, to) {
            _ if from == to => {}
            (_, StudyStatus::Open | StudyStatus::Paused) if is_ended => return Ok(StatusChange::Anonymised),
            (StudyStatus::Closed, StudyStatus::Paused) => return Ok(StatusChange::Closed),
            _ => {
                study::set_status(tx, to).await?;
                let details = json!({ "from": from, "to": to, "reason": reason });
                audit::audit(tx, at, &actor, AuditAction::SetStudyStatus, &details).await?;
            }
        }
        Ok::<_, StoreError>(StatusChange::Done)
    });
    change.await
}
