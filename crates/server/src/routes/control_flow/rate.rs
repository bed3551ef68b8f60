//! `POST /api/control-flow/clips/{id}/ratings`

use crate::routes::flow_a::followup::NamedAnswers;
use crate::routes::prelude::*;

/// Saves the ratings of a clip.
#[utoipa::path(post, path = "/api/control-flow/clips/{id}/ratings", operation_id = "control_flow_rate", tag = "control-flow", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the clip")), request_body = NamedAnswers,
    responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn rate(submitter: Submitter, Path(id): Path, Json(body): Json<NamedAnswers>) -> Result<Json<Reply>> {
    let (id, NamedAnswers { answers, timing }) = (submitter.id(&id)?, body);
    submitter.submit(Submission::Rating(id, answers), timing).await
}
