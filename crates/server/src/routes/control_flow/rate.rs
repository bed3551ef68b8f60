//! `POST /api/control-flow/clips/{id}/ratings`

use axum::extract::State;
use unmask_study::flow::Submission;

use crate::api::error::{ApiError, Result};
use crate::api::idempotency::IdempotencyKey;
use crate::api::json::Json;
use crate::api::path::Path;
use crate::api::responses::{Always, SignedInOnly, Submitting};
use crate::app::App;
use crate::auth::SignedIn;
use crate::routes::flow_a::followup::NamedAnswers;
use crate::routes::receipt::{Receipt, Reply};
use crate::routes::submit::{Handed, submit};

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
    submit(&app, who, Handed { submission: Submission::Rating(id, answers), timing, key }).await
}
