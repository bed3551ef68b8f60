//! `GET /api/study`

use axum::extract::State;

use crate::api::error::Result;
use crate::api::json::Json;
use crate::api::locale::{LocaleQuery, Wanted};
use crate::api::responses::Always;
use crate::app::App;
use crate::study_versions::StudyInfo;

/// The study as a visitor sees it.
#[utoipa::path(get, path = "/api/study", operation_id = "study_get", tag = "study", params(LocaleQuery),
    responses((status = 200, body = StudyInfo), Always))]
pub async fn get(State(app): State<App>, wanted: Wanted) -> Result<Json<StudyInfo>> {
    let loaded = app.versions.active();
    let open = app.is_open().await?;
    Ok(Json(StudyInfo::of(&loaded, &loaded.locale(wanted.0.as_deref()), open, app.settings.analytics.public())))
}
