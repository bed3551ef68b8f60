//! `POST /api/users/complete-persona/{id}`

use crate::api::json::OptionalJson;
use crate::routes::prelude::*;
use crate::routes::timing::Timing;

/// Timing of the last page, optional.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PersonaCompletion {
    pub timing: Option<Timing>,
}

/// Completes a persona of Flow B.
#[utoipa::path(post, path = "/api/users/complete-persona/{id}", operation_id = "users_complete_persona", tag = "users", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the persona")), request_body(content = Option<PersonaCompletion>),
    responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn complete_persona(
    submitter: Submitter,
    Path(id): Path,
    // The specification's call has no body at all.
    OptionalJson(PersonaCompletion { timing }): OptionalJson<PersonaCompletion>,
) -> Result<Json<Reply>> {
    let id = submitter.id(&id)?;
    submitter.submit(Submission::CompletePersona(id), timing).await
}
