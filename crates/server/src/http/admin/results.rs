//! `GET /api/admin/results`

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use unmask_study::report::Report;

use super::Counting;
use crate::App;
use crate::auth::Admin;
use crate::http::error::Result;
use crate::http::query::Query;
use crate::http::responses::{AdminOnly, Always, Asking};

/// The report of the study, the same as `unmask report --json` writes. The arms have masks until the study is
/// unblinded. It may be some seconds old.
#[utoipa::path(get, path = "/api/admin/results", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = Report), Asking, AdminOnly, Always))]
pub async fn results(State(app): State<App>, _: Admin, Query(counting): Query<Counting>) -> Result<impl IntoResponse> {
    let report = app.results.json(&app.store, app.schedule.seed(), counting.simulated).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], report))
}
