//! `GET /api/users/completion`

use unmask_study::Page;

use crate::auth::Participant;
use crate::routes::prelude::*;

/// The proof of completion that a recruitment service asks for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// Whether the participant has completed the study and all data are stored.
    pub complete: bool,
    /// The completion code; null until complete.
    pub code: Option<String>,
    /// URL that leads back to the recruitment service; null until complete.
    pub return_url: Option<String>,
}

/// Returns the completion code. Available only on `/end`, after everything is stored.
#[utoipa::path(get, path = "/api/users/completion", operation_id = "users_completion", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = Completion), SignedInOnly, Always))]
pub async fn completion(participant: Participant) -> Result<Json<Completion>> {
    let complete = participant.progress.page == Page::End;
    let recruitment = participant.loaded.study.file.recruitment.as_ref().filter(|_| complete);
    Ok(Json(Completion {
        complete,
        code: recruitment.map(|recruitment| recruitment.completion_code.clone()),
        return_url: recruitment.and_then(|recruitment| {
            Some(recruitment.return_url.as_ref()?.replace("{code}", &recruitment.completion_code))
        }),
    }))
}
