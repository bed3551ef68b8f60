//! `PUT /api/admin/study/status`

use unmask_store::recruitment::{StatusChange, change_status};

use super::get::{StudyState, state};
use crate::read_models::status::StudyStatus;
use crate::routes::admin::reason;
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

/// Opens, pauses or closes recruitment. Current participants can continue. Closed recruitment can be opened, not
/// paused. After the study was anonymised, it can't be reopened, because returning participants could not be
/// recognised.
#[utoipa::path(put, path = "/api/admin/study/status", operation_id = "admin_study_set_status", tag = "admin", security(("bearer" = [])), request_body = NewStatus,
    responses((status = 200, body = StudyState), WithBody, WithFields, Once, AdminOnly, Always))]
pub async fn status(State(app): State<App>, admin: Admin, Json(new): Json<NewStatus>) -> Result<Json<StudyState>> {
    let why = reason(&new.reason)?;
    let change = change_status(&app.store, new.status.into(), &why, &admin.actor, app.clock.now());
    match change.await? {
        StatusChange::Done => app.console.outdate(),
        StatusChange::Closed => return Err(ApiError::of(Code::RecruitmentClosed)),
        StatusChange::Anonymised => return Err(ApiError::of(Code::StudyAnonymised)),
    }
    state(&app, &admin).await.map(Json)
}
