//! `POST /api/admin/participants/{code}/withdrawal`

use super::find;
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;
use crate::routes::users::withdraw::{OnBehalf, WithdrawalMode, WithdrawalReceipt, leave};

/// A request to withdraw a participant on their behalf.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResearcherWithdrawalRequest {
    /// What happens to the data. The researcher can always erase them, as the law requires.
    pub mode: WithdrawalMode,
    /// Reason, for the audit log: when and how the participant asked for it.
    pub reason: String,
}

/// Withdraws the participant, at their request, and ends all their sessions.
#[utoipa::path(post, path = "/api/admin/participants/{code}/withdrawal", operation_id = "admin_participants_withdraw", tag = "admin", security(("bearer" = [])),
    params(("code" = String, Path, description = "The participant's code")), request_body = ResearcherWithdrawalRequest,
    responses((status = 200, body = WithdrawalReceipt), WithBody, WithFields, WithId, Once, AdminOnly, Always))]
pub async fn withdraw(
    State(app): State<App>,
    admin: Admin,
    Path(code): Path,
    Json(request): Json<ResearcherWithdrawalRequest>,
) -> Result<Json<WithdrawalReceipt>> {
    let (act, reason) = (Act::of(&app, &admin), reason(&request.reason)?);
    let (id, code) = find(&app, &code).await?;
    let details = json!({ "participant": code, "scope": request.mode, "reason": reason });
    let on_behalf = OnBehalf { actor: act.actor, details };
    let withdrawn = leave(&app, id, request.mode, Some(on_behalf)).await;
    let receipt = withdrawn.map_err(|error| match error.code() {
        Code::Withdrawn => ApiError::of(Code::ParticipantLeft),
        _ => error,
    })?;
    app.console.outdate();
    Ok(Json(receipt))
}
