//! `GET` and `POST /api/admin/unblinding`

use unmask_store::study::{self as stored, Unblinding};

use super::{Act, reason};
use crate::read_models::arms::ArmName;
use crate::routes::prelude::*;

/// Returns whether the study is unblinded.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnblindingState {
    /// Whether the study is unblinded. Once true, it stays true.
    pub unblinded: bool,
    pub at: Option<String>,
    /// The user who unblinded the study.
    pub actor: Option<String>,
    pub reason: Option<String>,
    /// Whether requesting a data package would unblind the study. False while only simulated participants have taken
    /// part, because their arms are no secret.
    pub by_export: bool,
    /// The arms, blinded or with their names.
    pub arms: Vec<ArmName>,
}

/// A request to unblind the study.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnblindingRequest {
    /// Reason, for the audit log.
    pub reason: String,
}

/// Returns whether the study is unblinded.
#[utoipa::path(get, path = "/api/admin/unblinding", operation_id = "admin_unblinding_get", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = UnblindingState), AdminOnly, Always))]
pub async fn get(State(app): State<App>, _: Admin) -> Result<Json<UnblindingState>> {
    let done = stored::unblinding(&app.store).await?;
    let by_export = done.is_none() && stored::has_participants_to_unblind(&app.store).await?;
    Ok(Json(state(&app, done, by_export)))
}

/// Unblinds the study for all users. This can't be undone.
#[utoipa::path(post, path = "/api/admin/unblinding", operation_id = "admin_unblinding_unblind", tag = "admin", security(("bearer" = [])), request_body = UnblindingRequest,
    responses((status = 200, body = UnblindingState), WithBody, WithFields, Once, AdminOnly, Always))]
pub async fn unblind(
    State(app): State<App>,
    admin: Admin,
    Json(request): Json<UnblindingRequest>,
) -> Result<Json<UnblindingState>> {
    let (act, why) = (Act::of(&app, &admin), reason(&request.reason)?);
    let done = Unblinding { at: act.at, actor: act.actor, reason: why };
    let unblinding = done.clone();
    let first = app.store.write(async move |tx| stored::unblind(tx, &unblinding).await);
    if !first.await.map_err(|error: StoreError| error)? {
        return Err(ApiError::of(Code::AlreadyUnblinded));
    }
    app.console.outdate();
    Ok(Json(state(&app, Some(done), false)))
}

fn state(app: &App, done: Option<Unblinding>, by_export: bool) -> UnblindingState {
    let arms = app.console.arms(done.is_some());
    UnblindingState {
        unblinded: done.is_some(),
        at: done.as_ref().map(|done| rfc3339(done.at)),
        actor: done.as_ref().map(|done| done.actor.clone()),
        reason: done.map(|done| done.reason),
        by_export,
        arms: arms.all().into_iter().map(|group| arms.name(group)).collect(),
    }
}
