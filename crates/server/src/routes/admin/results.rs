//! `GET /api/admin/results`

use axum::http::header;
use axum::response::IntoResponse;
use unmask_study::report::{Language, Report};

use crate::routes::prelude::*;

/// The latest results.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the reply, which is put together from a report that is JSON already")]
pub struct StudyResults {
    /// Whether a newer report is being computed. If so, repeat the request in a second or two.
    computing: bool,
    /// When the data for the report were read; null while the first report is being computed.
    as_of: Option<String>,
    /// The report that `unmask report --json` writes, in the requested language.
    report: Option<Report>,
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// Include simulated participants.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
    /// Language of the texts: `de`, or English for any other tag.
    #[serde(default)]
    #[param(required = false)]
    pub locale: String,
}

/// Returns the report. While the study is blinded, arms have blinded labels. If the computation takes longer than a
/// moment, the last report is returned, unless an exclusion or unblinding has happened since.
#[utoipa::path(get, path = "/api/admin/results", operation_id = "admin_results_get", tag = "admin", security(("bearer" = [])), params(ReportQuery),
    responses((status = 200, body = StudyResults), WithQuery, AdminOnly, Always))]
pub async fn results(State(app): State<App>, _: Admin, Query(query): Query<ReportQuery>) -> Result<impl IntoResponse> {
    let (now, seed) = (app.clock.now(), app.schedule.seed());
    let present = app.results.at(now, &app.store, seed, (query.simulated, Language::of(&query.locale))).await?;
    let (as_of, report) = match &present.report {
        Some((at, written)) => (Some(rfc3339(*at)), &*written.json),
        None => (None, "null"),
    };
    let reply = format!(r#"{{"computing":{},"asOf":{},"report":{report}}}"#, present.computing, json!(as_of));
    Ok(([(header::CONTENT_TYPE, "application/json")], reply))
}
