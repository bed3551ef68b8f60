//! `GET /api/admin/overview`

use axum::extract::State;

use super::Counting;
use crate::api::error::Result;
use crate::api::json::Json;
use crate::api::query::Query;
use crate::api::responses::{AdminOnly, Always, Asking};
use crate::app::App;
use crate::auth::Admin;
use crate::read_models::Look;
use crate::read_models::overview::{self as count, Overview};

/// The study at a glance. `GET /api/admin/live` sends the same whenever it changes.
#[utoipa::path(get, path = "/api/admin/overview", operation_id = "admin_overview_get", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = Overview), Asking, AdminOnly, Always))]
pub async fn overview(State(app): State<App>, _: Admin, Query(counting): Query<Counting>) -> Result<Json<Overview>> {
    Ok(Json(count::overview(&Look::at(&app.console).await?, counting.simulated)))
}
