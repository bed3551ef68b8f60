//! `GET /api/admin/results`

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde_json::json;
use unmask_study::report::Report;
use utoipa::ToSchema;

use super::Counting;
use crate::App;
use crate::auth::Admin;
use crate::clock::rfc3339;
use crate::http::error::Result;
use crate::http::query::Query;
use crate::http::responses::{AdminOnly, Always, Asking};

/// The results that there are.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the reply, which is put together from a report that is JSON already")]
pub struct StudyResults {
    /// Whether newer ones are being computed: ask again in a second or two.
    computing: bool,
    /// When the data of the report were read; null while the first one is being computed.
    as_of: Option<String>,
    /// The same that `unmask report --json` writes.
    report: Option<Report>,
}

/// The report of the study. The arms have masks until the study is unblinded. What takes longer than a moment to compute is
/// computed apart: until then there is the last report, if nothing was decided since.
#[utoipa::path(get, path = "/api/admin/results", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = StudyResults), Asking, AdminOnly, Always))]
pub async fn results(State(app): State<App>, _: Admin, Query(counting): Query<Counting>) -> Result<impl IntoResponse> {
    let (now, seed) = (app.clock.now(), app.schedule.seed());
    let present = app.results.at(now, &app.store, seed, counting.simulated).await?;
    let (as_of, report) = match &present.report {
        Some((at, report)) => (Some(rfc3339(*at)), &**report),
        None => (None, "null"),
    };
    let reply = format!(r#"{{"computing":{},"asOf":{},"report":{report}}}"#, present.computing, json!(as_of));
    Ok(([(header::CONTENT_TYPE, "application/json")], reply))
}
