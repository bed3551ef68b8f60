//! `POST /api/practice/answer`

use axum::extract::State;
use unmask_study::flow::Submission;

use crate::api::error::Result;
use crate::api::idempotency::IdempotencyKey;
use crate::api::json::Json;
use crate::api::responses::{Always, SignedInOnly, Submitting};
use crate::app::App;
use crate::auth::SignedIn;
use crate::routes::judged::JudgementBody;
use crate::routes::receipt::{Receipt, Reply};
use crate::routes::submit::{Handed, submit};

/// Answers the practice item.
#[utoipa::path(post, path = "/api/practice/answer", operation_id = "practice_answer", tag = "practice", security(("bearer" = [])),
    request_body = JudgementBody, responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn answer(
    State(app): State<App>,
    who: SignedIn,
    key: IdempotencyKey,
    Json(body): Json<JudgementBody>,
) -> Result<Json<Reply>> {
    let (judged, timing) = body.split();
    submit(&app, who, Handed { submission: Submission::Practice(judged), timing, key }).await
}
