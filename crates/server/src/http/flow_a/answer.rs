//! `POST /api/flow-a/questions/{id}/answer`

use axum::extract::State;
use unmask_study::flow::Submission;

use crate::App;
use crate::auth::SignedIn;
use crate::http::error::{ApiError, Result};
use crate::http::idempotency::IdempotencyKey;
use crate::http::json::Json;
use crate::http::judged::JudgementBody;
use crate::http::path::Path;
use crate::http::receipt::{Receipt, Reply};
use crate::http::responses::{Always, SignedInOnly, Submitting};
use crate::http::submit::{Handed, submit};

/// Answers a question of Flow A.
#[utoipa::path(post, path = "/api/flow-a/questions/{id}/answer", operation_id = "flow_a_answer", tag = "flow-a", security(("bearer" = [])),
    params(("id" = String, Path, description = "The question")), request_body = JudgementBody,
    responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn answer(
    State(app): State<App>,
    who: SignedIn,
    Path(id): Path,
    key: IdempotencyKey,
    Json(body): Json<JudgementBody>,
) -> Result<Json<Reply>> {
    let id = who.loaded().ids.bundle(&id).ok_or_else(ApiError::not_found)?;
    let (judged, timing) = body.split();
    submit(&app, who, Handed { submission: Submission::Question(id, judged), timing, key }).await
}
