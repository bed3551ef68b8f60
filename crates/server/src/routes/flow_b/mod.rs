//! `POST /api/flow-b/posts/{id}/answer`

use crate::routes::judged::JudgementBody;
use crate::routes::prelude::*;

/// Saves the answer to a post of Flow B.
#[utoipa::path(post, path = "/api/flow-b/posts/{id}/answer", operation_id = "flow_b_answer", tag = "flow-b", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the post")), request_body = JudgementBody,
    responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn answer(submitter: Submitter, Path(id): Path, Json(body): Json<JudgementBody>) -> Result<Json<Reply>> {
    let (id, (judged, timing)) = (submitter.id(&id)?, body.split());
    submitter.submit(Submission::Post(id, judged), timing).await
}
