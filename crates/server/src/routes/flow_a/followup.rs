//! `POST /api/flow-a/questions/{id}/followup`

use crate::api::whole::answers;
use crate::routes::prelude::*;
use crate::routes::timing::Timing;

/// Answers by variable.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedAnswers {
    /// Answers by variable.
    #[serde(deserialize_with = "answers")]
    #[schema(value_type = Object)]
    pub answers: Map<String, Value>,
    #[serde(default)]
    pub timing: Option<Timing>,
}

/// Saves the answers to the follow-up. The receipt contains the feedback on the question.
#[utoipa::path(post, path = "/api/flow-a/questions/{id}/followup", operation_id = "flow_a_followup", tag = "flow-a", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the question")), request_body = NamedAnswers,
    responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn followup(submitter: Submitter, Path(id): Path, Json(body): Json<NamedAnswers>) -> Result<Json<Reply>> {
    let (id, NamedAnswers { answers, timing }) = (submitter.id(&id)?, body);
    submitter.submit(Submission::Followup(id, answers), timing).await
}
