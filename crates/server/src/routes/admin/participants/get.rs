//! `GET /api/admin/participants/{code}`

use axum::extract::State;

use super::find;
use crate::api::error::{ApiError, Result};
use crate::api::json::Json;
use crate::api::locale::{LocaleQuery, Wanted};
use crate::api::path::Path;
use crate::api::responses::{AdminOnly, Always, Finding};
use crate::app::App;
use crate::auth::Admin;
use crate::read_models::timeline::{self, ParticipantDetail};
use crate::routes::admin::Act;

/// Everything about one participant, under the pseudonym, in the order of time. That it was looked at is in the audit
/// log.
#[utoipa::path(get, path = "/api/admin/participants/{code}", operation_id = "admin_participants_get", tag = "admin", security(("bearer" = [])),
    params(("code" = String, Path, description = "The participant's code"), LocaleQuery),
    responses((status = 200, body = ParticipantDetail), Finding, AdminOnly, Always))]
pub async fn get(
    State(app): State<App>,
    admin: Admin,
    Path(code): Path,
    Wanted(locale): Wanted,
) -> Result<Json<ParticipantDetail>> {
    let (id, code) = find(&app, &code).await?;
    let detail = timeline::detail(&app.console, app.collector.as_deref(), &id, locale.as_deref())
        .await?
        .ok_or_else(ApiError::not_found)?;
    if app.console.first_look(&admin.family, &code, app.clock.now()) {
        let act = Act::of(&app, &admin);
        let details = serde_json::json!({ "participant": code });
        app.store.write(async move |tx| act.log(tx, "view participant", details.clone()).await).await?;
    }
    Ok(Json(detail))
}
