//! `GET /api/admin/participants`

use unmask_store::read_models as stored;

use crate::read_models::list::{self as rows, ListQuery, ParticipantList};
use crate::routes::prelude::*;

/// Returns a page of participants, newest first.
#[utoipa::path(get, path = "/api/admin/participants", operation_id = "admin_participants_list", tag = "admin", security(("bearer" = [])), params(ListQuery),
    responses((status = 200, body = ParticipantList), WithQuery, AdminOnly, Always))]
pub async fn list(
    State(app): State<App>,
    admin: Admin,
    Query(query): Query<ListQuery>,
) -> Result<Json<ParticipantList>> {
    let view = SnapshotView::at(&app.console, &admin.person()).await?;
    // Ids of a recruiter are not in the snapshot: anyone who has one may ask for it, and gets none.
    let recruited = match query.q.as_deref().map(str::trim).filter(|q| !q.is_empty() && !q.contains('\0')) {
        Some(q) => stored::recruited_as(&app.store, q).await?,
        None => vec![],
    };
    Ok(Json(rows::list(&view, &query, &recruited)))
}
