//! `POST` and `DELETE /api/admin/participants/{code}/exclusion`

use unmask_store::AuditAction;
use unmask_store::exclusion::{self as stored, Exclusion};

use super::{find, one};
use crate::read_models::list::ParticipantRow;
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;

/// The wish to leave a participant out of the analysis.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Exclude {
    /// Why: it goes into the data next to the participant, and into the flow diagram.
    pub reason: String,
}

/// The wish to take a participant in again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Include {
    /// Why, for the audit log and the participant's timeline: that they were left out stands there too.
    pub reason: String,
}

/// Leaves a participant out of the analysis. Their data stay in the package, with the reason.
#[utoipa::path(post, path = "/api/admin/participants/{code}/exclusion", operation_id = "admin_participants_exclude", tag = "admin", security(("bearer" = [])),
    params(("code" = String, Path, description = "The participant's code")), request_body = Exclude,
    responses((status = 200, body = ParticipantRow), WithBody, WithFields, Finding, Once, AdminOnly, Always))]
pub async fn exclude(
    State(app): State<App>,
    admin: Admin,
    Path(code): Path,
    Json(wish): Json<Exclude>,
) -> Result<Json<ParticipantRow>> {
    let (act, reason) = (Act::of(&app, &admin), reason(&wish.reason)?);
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
    one(&app, &id).await
}

/// Takes a participant in again whom the researcher has left out. What the plan leaves out, nobody takes in.
#[utoipa::path(delete, path = "/api/admin/participants/{code}/exclusion", operation_id = "admin_participants_include", tag = "admin", security(("bearer" = [])),
    params(("code" = String, Path, description = "The participant's code")), request_body = Include,
    responses((status = 200, body = ParticipantRow), WithBody, WithFields, Finding, Once, AdminOnly, Always))]
pub async fn include(
    State(app): State<App>,
    admin: Admin,
    Path(code): Path,
    Json(wish): Json<Include>,
) -> Result<Json<ParticipantRow>> {
    let (act, reason) = (Act::of(&app, &admin), reason(&wish.reason)?);
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
    one(&app, &id).await
}
