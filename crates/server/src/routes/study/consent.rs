//! `GET /api/study/consent`

use unmask_study::public::{self, PublicConsent};

use crate::api::locale::RequestedLocale;
use crate::routes::prelude::*;

/// Returns the consent page.
#[utoipa::path(get, path = "/api/study/consent", operation_id = "study_consent", tag = "study", params(LocaleQuery),
    responses((status = 200, body = PublicConsent), Always))]
pub async fn consent(State(app): State<App>, requested: RequestedLocale) -> Json<PublicConsent> {
    let loaded = app.versions.active();
    Json(public::consent(&loaded.study, &loaded.locale(requested.0.as_deref())))
}
