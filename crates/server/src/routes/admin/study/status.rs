//! `PUT /api/admin/study/status`

use unmask_store::AuditAction;
use unmask_store::{study as stored, unlink};

use super::get::{StudyState, state};
use crate::read_models::status::StudyStatus;
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;

/// A new recruitment status.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStatus {
    /// The new status.
    pub status: StudyStatus,
    /// Reason, for the audit log.
    pub reason: String,
}

/// Opens, pauses or closes recruitment. Current participants can continue. After the study was anonymised, it can't be
/// reopened, because returning participants could not be recognised.
#[utoipa::path(put, path = "/api/admin/study/status", operation_id = "admin_study_set_status", tag = "admin", security(("bearer" = [])), request_body = NewStatus,
    responses((status = 200, body = StudyState), WithBody, WithFields, Once, AdminOnly, Always))]
pub async fn status(State(app): State<App>, admin: Admin, Json(new): Json<NewStatus>) -> Result<Json<StudyState>> {
    let (act, why) = (Act::of(&app, &admin), reason(&new.reason)?);
    let before = StudyStatus::from(stored::status(&app.store).await?);
    if before != new.status {
        if new.status != StudyStatus::Closed && unlink::ended_at(&app.store).await?.is_some() {
            return Err(ApiError::of(Code::StudyAnonymised));
        }
        let details = json!({ "from": before, "to": new.status, "reason": why });
        app.store
            .write(async move |tx| {
                stored::set_status(tx, new.status.into()).await?;
                act.log(tx, AuditAction::SetStudyStatus, details.clone()).await
            })
            .await?;
        app.console.outdate();
    }
    state(&app, &admin).await.map(Json)
}
