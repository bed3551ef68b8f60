//! `GET /api/study`

use crate::api::locale::Wanted;
use crate::routes::prelude::*;
use crate::study_versions::StudyInfo;

/// The study as a visitor sees it.
#[utoipa::path(get, path = "/api/study", operation_id = "study_get", tag = "study", params(LocaleQuery),
    responses((status = 200, body = StudyInfo), Always))]
pub async fn get(State(app): State<App>, wanted: Wanted) -> Result<Json<StudyInfo>> {
    let loaded = app.versions.active();
    let open = app.is_open().await?;
    Ok(Json(StudyInfo::of(&loaded, &loaded.locale(wanted.0.as_deref()), open, app.settings.analytics.public())))
}
