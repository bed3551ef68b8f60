//! `GET` and `POST /api/admin/unblinding`

use unmask_store::control::people::StudyRole;
use unmask_store::study::{self as stored, Unblinding, Unblindings};

use super::{Act, reason};
use crate::auth::people::{Kind, Names};
use crate::read_models::arms::{ArmName, Arms};
use crate::routes::prelude::*;

/// Who is unblinded, and what that means for the person who asks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnblindingState {
    /// Whether the person who asks is unblinded. Once true, it stays true.
    pub unblinded: bool,
    /// Whether everybody is unblinded. Once true, it stays true.
    pub everybody: bool,
    /// All unblindings, the oldest first.
    pub unblindings: Vec<RecordedUnblinding>,
    /// Whether requesting a data package would unblind the person who asks. False while only simulated participants
    /// have taken part, because their arms are no secret.
    pub by_export: bool,
    /// The arms, blinded or with their names.
    pub arms: Vec<ArmName>,
}

/// An unblinding.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordedUnblinding {
    /// Who is unblinded: a username, or `operator`, the person at the command line; null for everybody.
    pub person: Option<String>,
    pub at: String,
    /// Who did it: a username, or `operator`.
    pub actor: String,
    /// The reason. For those who are blinded, a reason that names an arm is `(blinded)`.
    pub reason: String,
}

/// A request to unblind the person who makes it, or everybody.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnblindingRequest {
    /// Reason, for the audit log.
    pub reason: String,
    /// Unblind everybody: all who use the console, now or later, and the command line. Otherwise, only the person who
    /// makes the request.
    #[serde(default)]
    pub everybody: bool,
}

/// Returns who is unblinded.
#[utoipa::path(get, path = "/api/admin/unblinding", operation_id = "admin_unblinding_get", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = UnblindingState), AdminOnly, Always))]
pub async fn get(State(app): State<App>, admin: Admin) -> Result<Json<UnblindingState>> {
    state(&app, &admin).await.map(Json)
}

/// Unblinds the person who makes the request, or everybody. This can't be undone.
#[utoipa::path(post, path = "/api/admin/unblinding", operation_id = "admin_unblinding_unblind", tag = "admin", security(("bearer" = [])), request_body = UnblindingRequest,
    responses((status = 200, body = UnblindingState), WithBody, WithFields, Once, AdminOnly, Always))]
pub async fn unblind(
    State(app): State<App>,
    admin: Admin,
    Json(request): Json<UnblindingRequest>,
) -> Result<Json<UnblindingState>> {
    admin.require_unblinding()?;
    if request.everybody && (admin.rights.role != StudyRole::Owner || admin.kind == Kind::Program) {
        return Err(ApiError::of(Code::RoleForbids));
    }
    let (act, reason) = (Act::of(&app, &admin), reason(&request.reason)?);
    let person = (!request.everybody).then(|| admin.person());
    let unblinding = Unblinding { at: act.at, actor: act.actor, reason, person };
    let first = app.store.write(async move |tx| stored::unblind(tx, &unblinding).await);
    if !first.await.map_err(|error: StoreError| error)? {
        return Err(ApiError::of(Code::AlreadyUnblinded));
    }
    app.console.outdate();
    state(&app, &admin).await.map(Json)
}

async fn state(app: &App, admin: &Admin) -> Result<UnblindingState> {
    let done: Unblindings = stored::unblindings(&app.store).await?;
    let is_unblinded = done.of(&admin.person()).is_some();
    let (arms, names) = (app.console.arms(is_unblinded), app.sessions.people.names().await?);
    Ok(UnblindingState {
        unblinded: is_unblinded,
        everybody: done.of_everybody().is_some(),
        unblindings: done.all().map(|one| recorded(one, &arms, &names)).collect(),
        by_export: !is_unblinded && stored::has_participants(&app.store).await?,
        arms: arms.all().into_iter().map(|group| arms.name(group)).collect(),
    })
}

fn recorded(one: &Unblinding, arms: &Arms, names: &Names) -> RecordedUnblinding {
    RecordedUnblinding {
        person: one.person.clone().map(|person| names.of(person)),
        at: rfc3339(one.at),
        actor: names.of(one.actor.clone()),
        reason: arms.concealed(one.reason.clone()),
    }
}
