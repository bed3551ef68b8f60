//! `POST /api/practice/answer`

use axum::extract::State;
use unmask_study::flow::Submission;

use crate::App;
use crate::auth::SignedIn;
use crate::http::error::Result;
use crate::http::idempotency::IdempotencyKey;
use crate::http::json::Json;
use crate::http::judged::JudgementBody;
use crate::http::receipt::{Receipt, Reply};
use crate::http::responses::{Always, SignedInOnly, Submitting};
use crate::http::submit::{Handed, submit};

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
