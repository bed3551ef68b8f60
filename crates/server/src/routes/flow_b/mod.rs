//! `POST /api/flow-b/posts/{id}/answer`

use unmask_study::flow::Submission;

use crate::routes::judged::JudgementBody;
use crate::routes::prelude::*;
use crate::routes::receipt::{Receipt, Reply};
use crate::routes::submit::{SubmitRequest, submit};

/// Answers a post of Flow B.
#[utoipa::path(post, path = "/api/flow-b/posts/{id}/answer", operation_id = "flow_b_answer", tag = "flow-b", security(("bearer" = [])),
    params(("id" = String, Path, description = "The post")), request_body = JudgementBody,
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
    submit(&app, who, SubmitRequest { submission: Submission::Post(id, judged), timing, key }).await
}
