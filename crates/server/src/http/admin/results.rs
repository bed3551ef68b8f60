//! `GET /api/admin/results`

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use unmask_study::report::Report;

use crate::App;
use crate::auth::Admin;
use crate::http::error::Result;
use crate::http::query::Query;
use crate::http::responses::{Always, SignedInOnly, WithBody};

/// Whom the results are of.
#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Whom {
    /// Robots of a rehearsal too.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
}

/// The report of the study, the same as `unmask report --json` writes. The arms have masks until the study is
/// unblinded. It may be some seconds old.
#[utoipa::path(get, path = "/api/admin/results", tag = "admin", security(("bearer" = [])), params(Whom),
    responses((status = 200, body = Report), WithBody, SignedInOnly, Always))]
pub async fn results(State(app): State<App>, _: Admin, Query(whom): Query<Whom>) -> Result<impl IntoResponse> {
    let report = app.results.json(&app.store, app.schedule.seed(), whom.simulated).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], report))
}
