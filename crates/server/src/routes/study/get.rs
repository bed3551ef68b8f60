//! `GET /api/study`

use crate::api::locale::RequestedLocale;
use crate::routes::prelude::*;
use crate::study_versions::StudyInfo;

/// Returns the study's public information.
#[utoipa::path(get, path = "/api/study", operation_id = "study_get", tag = "study", params(LocaleQuery),
    responses((status = 200, body = StudyInfo), Always))]
pub async fn get(State(app): State<App>, requested: RequestedLocale) -> Result<Json<StudyInfo>> {
    let loaded = app.versions.active();
    let locale = loaded.locale(requested.0.as_deref());
    Ok(Json(StudyInfo::of(&loaded, &locale, app.enrolment().await?, app.settings.analytics.public())))
}
