//! `POST /api/practice/answer`

use unmask_study::flow::Submission;

use crate::routes::judged::JudgementBody;
use crate::routes::prelude::*;
use crate::routes::receipt::{Receipt, Reply};
use crate::routes::submit::{SubmitRequest, submit};

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
    submit(&app, who, SubmitRequest { submission: Submission::Practice(judged), timing, key }).await
}
