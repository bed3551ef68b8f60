//! `GET /api/admin/participants/{code}`

use super::find;
use crate::api::locale::RequestedLocale;
use crate::read_models::timeline::{self, ParticipantDetail};
use crate::routes::admin::Act;
use crate::routes::prelude::*;
use unmask_store::AuditAction;

/// Returns the data and the timeline of a participant. The view is recorded in the audit log, once in ten minutes per
/// session.
#[utoipa::path(get, path = "/api/admin/participants/{code}", operation_id = "admin_participants_get", tag = "admin", security(("bearer" = [])),
    params(("code" = String, Path, description = "The participant's code"), LocaleQuery),
    responses((status = 200, body = ParticipantDetail), WithId, AdminOnly, Always))]
pub async fn get(
    State(app): State<App>,
    admin: Admin,
    Path(code): Path,
    RequestedLocale(locale): RequestedLocale,
) -> Result<Json<ParticipantDetail>> {
    let (id, code) = find(&app, &code).await?;
    let detail = timeline::detail(&app.console, app.collector.as_deref(), (&id, &admin.person()), locale.as_deref())
        .await?
        .ok_or_else(ApiError::not_found)?;
    if app.console.is_first_view(&admin.family, &code, app.clock.now()) {
        let act = Act::of(&app, &admin);
        let details = json!({ "participant": code });
        app.store.write(async move |tx| act.log(tx, AuditAction::ViewParticipant, details.clone()).await).await?;
    }
    let names = app.sessions.people.names().await?;
    Ok(Json(detail.with_names(|actor| names.of(actor))))
}
