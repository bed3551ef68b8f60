//! `GET /api/questionnaires/{page}`

use unmask_study::page::QuestionnairePage;
use unmask_study::public::{self, PublicQuestionnaire};

use crate::auth::Place;
use crate::routes::prelude::*;

/// Returns a questionnaire in the participant's order and language.
#[utoipa::path(get, path = "/api/questionnaires/{page}", operation_id = "questionnaires_get", tag = "questionnaires", security(("bearer" = [])),
    params(("page" = String, Path, description = "`pre`, `treatment` or `post`"), LocaleQuery),
    responses((status = 200, body = PublicQuestionnaire), SignedInOnly, InFlow, Always))]
pub async fn questionnaire(viewer: Viewer, Path(page): Path) -> Result<Json<PublicQuestionnaire>> {
    let page = [QuestionnairePage::Pre, QuestionnairePage::Treatment, QuestionnairePage::Post]
        .into_iter()
        .find(|known| known.kind().block().name() == page)
        .ok_or_else(ApiError::not_found)?;
    let Place { assigned, progress, step } = viewer.at(page.kind())?;
    let block = step.questionnaire().ok_or_else(ApiError::not_found)?;
    let questionnaire = public::questionnaire(&viewer.loaded.study, &assigned, &viewer.locale, block, &progress.memory);
    Ok(Json(questionnaire.ok_or_else(ApiError::not_found)?.sealed(&viewer.tickets())))
}
