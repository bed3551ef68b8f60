//! `POST` and `DELETE /api/admin/participants/{code}/exclusion`

use unmask_store::AuditAction;
use unmask_store::exclusion::{self as stored, Exclusion};

use super::{find, one};
use crate::read_models::list::ParticipantRow;
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;

/// A request to exclude a participant from the analysis.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExclusionRequest {
    /// Reason. It is exported with the participant's data and appears in the flow diagram.
    pub reason: String,
}

/// A request to re-include a participant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReinclusionRequest {
    /// Reason, for the audit log and the participant's timeline. The timeline shows the exclusion, too.
    pub reason: String,
}

/// Excludes a participant from the analysis. Their data stay in the data package, with the reason.
#[utoipa::path(post, path = "/api/admin/participants/{code}/exclusion", operation_id = "admin_participants_exclude", tag = "admin", security(("bearer" = [])),
    params(("code" = String, Path, description = "The participant's code")), request_body = ExclusionRequest,
    responses((status = 200, body = ParticipantRow), WithBody, WithFields, WithId, Once, AdminOnly, Always))]
pub async fn exclude(
    State(app): State<App>,
    admin: Admin,
    Path(code): Path,
    Json(request): Json<ExclusionRequest>,
) -> Result<Json<ParticipantRow>> {
    let (act, reason) = (Act::of(&app, &admin), reason(&request.reason)?);
    let (id, code) = find(&app, &code).await?;
    let exclusion = Exclusion { reason, actor: act.actor.clone(), at: act.at };
    let whom = id.clone();
    let new = app.store.write(async move |tx| {
        let new = stored::exclude(tx, &whom, &exclusion).await?;
        if new {
            let details = json!({ "participant": code, "reason": exclusion.reason });
            act.log(tx, AuditAction::ExcludeParticipant, details).await?;
        }
        Ok::<_, StoreError>(new)
    });
    if !new.await? {
        return Err(ApiError::of(Code::AlreadyExcluded));
    }
    one(&app, &admin, &id).await
}

/// Re-includes a participant whom the researcher excluded. Exclusions by the plan can't be undone.
#[utoipa::path(delete, path = "/api/admin/participants/{code}/exclusion", operation_id = "admin_participants_include", tag = "admin", security(("bearer" = [])),
    params(("code" = String, Path, description = "The participant's code")), request_body = ReinclusionRequest,
    responses((status = 200, body = ParticipantRow), WithBody, WithFields, WithId, Once, AdminOnly, Always))]
pub async fn include(
    State(app): State<App>,
    admin: Admin,
    Path(code): Path,
    Json(request): Json<ReinclusionRequest>,
) -> Result<Json<ParticipantRow>> {
    let (act, reason) = (Act::of(&app, &admin), reason(&request.reason)?);
    let (id, code) = find(&app, &code).await?;
    let whom = id.clone();
    let was_out = app.store.write(async move |tx| {
        let was_out = stored::include(tx, &whom).await?;
        if was_out {
            act.log(tx, AuditAction::UndoExclusion, json!({ "participant": code, "reason": reason })).await?;
        }
        Ok::<_, StoreError>(was_out)
    });
    if !was_out.await? {
        return Err(ApiError::of(Code::NotExcluded));
    }
    one(&app, &admin, &id).await
}
