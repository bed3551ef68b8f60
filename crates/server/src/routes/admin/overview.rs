//! `GET /api/admin/overview`

use super::Counting;
use crate::read_models::overview::{self as count, Overview};
use crate::routes::prelude::*;

/// Returns enrolment, the completion funnel and quality flags. `GET /api/admin/live` streams the same data after each
/// change.
#[utoipa::path(get, path = "/api/admin/overview", operation_id = "admin_overview_get", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = Overview), WithQuery, AdminOnly, Always))]
pub async fn overview(
    State(app): State<App>,
    admin: Admin,
    Query(counting): Query<Counting>,
) -> Result<Json<Overview>> {
    Ok(Json(count::overview(&SnapshotView::at(&app.console, &admin.person()).await?, counting.simulated)))
}
