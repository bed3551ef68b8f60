//! `GET /api/users/completion`

use unmask_study::waves::WaveState;
use unmask_study::{Page, flow};

use crate::auth::Participant;
use crate::routes::prelude::*;

/// The proof of completion that a recruitment service asks for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// Whether the participant has completed the present part of the study and all data are stored.
    pub complete: bool,
    /// The completion code of that part; null until complete, and if the part has none.
    pub code: Option<String>,
    /// URL that leads back to the recruitment service; null until complete.
    pub return_url: Option<String>,
}

/// Returns the completion code. Available only on `/end`, after everything is stored.
#[utoipa::path(get, path = "/api/users/completion", operation_id = "users_completion", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = Completion), SignedInOnly, Always))]
pub async fn completion(participant: Participant) -> Result<Json<Completion>> {
    let study = &participant.loaded.study;
    let wave = flow::wave_of(study, &participant.assigned, &participant.progress);
    // Who missed a later part is at its end, too.
    let is_missed = participant.waves.iter().any(|own| own.number == wave && own.state == WaveState::Missed);
    let complete = participant.progress.page == Page::End && !is_missed;
    let recruitment = study.file.recruitment.as_ref().filter(|_| complete);
    let code = recruitment.and_then(|recruitment| match wave.checked_sub(1) {
        None => Some(&recruitment.completion_code),
        Some(later) => study.file.waves.get(later)?.completion_code.as_ref(),
    });
    let return_url = recruitment
        .zip(code)
        .and_then(|(recruitment, code)| Some(recruitment.return_url.as_ref()?.replace("{code}", code)));
    Ok(Json(Completion { complete, code: code.cloned(), return_url }))
}
