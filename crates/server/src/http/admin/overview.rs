//! `GET /api/admin/overview`

use axum::extract::State;

use super::Counting;
use crate::App;
use crate::auth::Admin;
use crate::console::Look;
use crate::console::overview::{self as count, Overview};
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::query::Query;
use crate::http::responses::{AdminOnly, Always, Asking};

/// The study at a glance. `GET /api/admin/live` sends the same whenever it changes.
#[utoipa::path(get, path = "/api/admin/overview", operation_id = "admin_overview_get", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = Overview), Asking, AdminOnly, Always))]
pub async fn overview(State(app): State<App>, _: Admin, Query(counting): Query<Counting>) -> Result<Json<Overview>> {
    Ok(Json(count::overview(&Look::at(&app).await?, counting.simulated)))
}
