//! `POST /api/practice/answer`

use crate::routes::judged::JudgementBody;
use crate::routes::prelude::*;

/// Saves the answer to the practice item.
#[utoipa::path(post, path = "/api/practice/answer", operation_id = "practice_answer", tag = "practice", security(("bearer" = [])),
    request_body = JudgementBody, responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn answer(submitter: Submitter, Json(body): Json<JudgementBody>) -> Result<Json<Reply>> {
    let (judged, timing) = body.split();
    submitter.submit(Submission::Practice(judged), timing).await
}
