//! `GET /api/study/consent`

use unmask_study::public::{self, PublicConsent};

use crate::api::locale::Wanted;
use crate::routes::prelude::*;

/// What participants read and are asked to agree to.
#[utoipa::path(get, path = "/api/study/consent", operation_id = "study_consent", tag = "study", params(LocaleQuery),
    responses((status = 200, body = PublicConsent), Always))]
pub async fn consent(State(app): State<App>, wanted: Wanted) -> Json<PublicConsent> {
    let loaded = app.versions.active();
    Json(public::consent(&loaded.study, &loaded.locale(wanted.0.as_deref())))
}
