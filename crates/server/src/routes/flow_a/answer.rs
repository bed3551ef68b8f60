//! `POST /api/flow-a/questions/{id}/answer`

use unmask_study::flow::Submission;

use crate::routes::judged::JudgementBody;
use crate::routes::prelude::*;
use crate::routes::receipt::{Receipt, Reply};
use crate::routes::submit::{SubmitRequest, submit};

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
    submit(&app, who, SubmitRequest { submission: Submission::Question(id, judged), timing, key }).await
}
