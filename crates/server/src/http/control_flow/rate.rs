//! `POST /api/control-flow/clips/{id}/ratings`

use axum::extract::State;
use unmask_study::flow::Submission;

use crate::App;
use crate::auth::SignedIn;
use crate::http::error::{ApiError, Result};
use crate::http::flow_a::followup::NamedAnswers;
use crate::http::idempotency::IdempotencyKey;
use crate::http::json::Json;
use crate::http::path::Path;
use crate::http::receipt::{Receipt, Reply};
use crate::http::responses::{Always, SignedInOnly, Submitting};
use crate::http::submit::{Handed, submit};

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
