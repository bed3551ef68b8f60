//! `GET /api/admin/overview`

use super::Counting;
use crate::read_models::overview::{self as count, Overview};
use crate::routes::prelude::*;

/// The study at a glance. `GET /api/admin/live` sends the same whenever it changes.
#[utoipa::path(get, path = "/api/admin/overview", operation_id = "admin_overview_get", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = Overview), Asking, AdminOnly, Always))]
pub async fn overview(State(app): State<App>, _: Admin, Query(counting): Query<Counting>) -> Result<Json<Overview>> {
    Ok(Json(count::overview(&SnapshotView::at(&app.console).await?, counting.simulated)))
}
