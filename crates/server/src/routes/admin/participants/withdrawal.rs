//! `POST /api/admin/participants/{code}/withdrawal`

use super::find;
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;
use crate::routes::users::withdraw::{OnBehalf, Scope, Withdrawn, leave};

/// The wish of a participant who has written to the researcher.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawFor {
    /// What happens to the data. The researcher may erase whatever the study offers: the law asks for it.
    pub scope: Scope,
    /// Why, for the audit log: that they asked for it, and how.
    pub reason: String,
}

/// Takes a participant out of the study at their request, as they could do it themselves; their sessions end.
#[utoipa::path(post, path = "/api/admin/participants/{code}/withdrawal", operation_id = "admin_participants_withdraw", tag = "admin", security(("bearer" = [])),
    params(("code" = String, Path, description = "The participant's code")), request_body = WithdrawFor,
    responses((status = 200, body = Withdrawn), WithBody, WithFields, Finding, Once, AdminOnly, Always))]
pub async fn withdraw(
    State(app): State<App>,
    admin: Admin,
    Path(code): Path,
    Json(wish): Json<WithdrawFor>,
) -> Result<Json<Withdrawn>> {
    let (act, reason) = (Act::of(&app, &admin), reason(&wish.reason)?);
    let (id, code) = find(&app, &code).await?;
    let details = json!({ "participant": code, "scope": wish.scope, "reason": reason });
    let on_behalf = OnBehalf { actor: act.actor, details };
    let gone = leave(&app, id, wish.scope, Some(on_behalf)).await;
    let receipt = gone.map_err(|error| match error.code() {
        Code::Withdrawn => ApiError::of(Code::ParticipantLeft),
        _ => error,
    })?;
    app.console.outdate();
    Ok(Json(receipt))
}
