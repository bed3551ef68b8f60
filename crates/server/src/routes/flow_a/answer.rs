//! `POST /api/flow-a/questions/{id}/answer`

use crate::routes::judged::JudgementBody;
use crate::routes::prelude::*;

/// Saves the answer to a question of Flow A.
#[utoipa::path(post, path = "/api/flow-a/questions/{id}/answer", operation_id = "flow_a_answer", tag = "flow-a", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the question")), request_body = JudgementBody,
    responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn answer(submitter: Submitter, Path(id): Path, Json(body): Json<JudgementBody>) -> Result<Json<Reply>> {
    let (id, (judged, timing)) = (submitter.id(&id)?, body.split());
    submitter.submit(Submission::Question(id, judged), timing).await
}
