//! `GET /api/admin/participants`

use unmask_store::read_models as stored;

use crate::read_models::list::{self as rows, ParticipantList, Wanted};
use crate::routes::prelude::*;

/// Participants, the newest first.
#[utoipa::path(get, path = "/api/admin/participants", operation_id = "admin_participants_list", tag = "admin", security(("bearer" = [])), params(Wanted),
    responses((status = 200, body = ParticipantList), Asking, AdminOnly, Always))]
pub async fn list(State(app): State<App>, _: Admin, Query(wanted): Query<Wanted>) -> Result<Json<ParticipantList>> {
    let view = SnapshotView::at(&app.console).await?;
    // Ids of a recruiter are not in the snapshot: anyone who has one may ask for it, and gets none.
    let recruited = match wanted.q.as_deref().map(str::trim).filter(|q| !q.is_empty() && !q.contains('\0')) {
        Some(q) => stored::recruited_as(&app.store, q).await?,
        None => vec![],
    };
    Ok(Json(rows::list(&view, &wanted, &recruited)))
}
