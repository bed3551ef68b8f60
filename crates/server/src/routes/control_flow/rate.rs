//! `POST /api/control-flow/clips/{id}/ratings`

use unmask_study::flow::Submission;

use crate::routes::flow_a::followup::NamedAnswers;
use crate::routes::prelude::*;
use crate::routes::receipt::{Receipt, Reply};
use crate::routes::submit::{SubmitRequest, submit};

/// Rates a clip.
#[utoipa::path(post, path = "/api/control-flow/clips/{id}/ratings", operation_id = "control_flow_rate", tag = "control-flow", security(("bearer" = [])),
    params(("id" = String, Path, description = "The clip")), request_body = NamedAnswers,
    responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn rate(
    State(app): State<App>,
    who: SignedIn,
    Path(id): Path,
    key: IdempotencyKey,
    Json(body): Json<NamedAnswers>,
) -> Result<Json<Reply>> {
    let id = who.loaded().ids.bundle(&id).ok_or_else(ApiError::not_found)?;
    let NamedAnswers { answers, timing } = body;
    submit(&app, who, SubmitRequest { submission: Submission::Rating(id, answers), timing, key }).await
}
