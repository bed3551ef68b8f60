//! `GET /api/admin/results`

use axum::http::header;
use axum::response::IntoResponse;
use unmask_study::report::{Language, Report};

use crate::routes::prelude::*;

/// The results that there are.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the reply, which is put together from a report that is JSON already")]
pub struct StudyResults {
    /// Whether newer ones are being computed: ask again in a second or two.
    computing: bool,
    /// When the data of the report were read; null while the first one is being computed.
    as_of: Option<String>,
    /// The same that `unmask report --json` writes, its sentences in the language asked for.
    report: Option<Report>,
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// Simulated participants too.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
    /// Language of its sentences: `de`, or English for any other tag.
    #[serde(default)]
    #[param(required = false)]
    pub locale: String,
}

/// The report of the study. The arms are blinded until the study is unblinded. What takes longer than a moment to
/// compute is computed apart: until then there is the last report, if nothing was decided since.
#[utoipa::path(get, path = "/api/admin/results", operation_id = "admin_results_get", tag = "admin", security(("bearer" = [])), params(Wanted),
    responses((status = 200, body = StudyResults), Asking, AdminOnly, Always))]
pub async fn results(State(app): State<App>, _: Admin, Query(wanted): Query<Wanted>) -> Result<impl IntoResponse> {
    let (now, seed) = (app.clock.now(), app.schedule.seed());
    let present = app.results.at(now, &app.store, seed, (wanted.simulated, Language::of(&wanted.locale))).await?;
    let (as_of, report) = match &present.report {
        Some((at, written)) => (Some(rfc3339(*at)), &*written.json),
        None => (None, "null"),
    };
    let reply = format!(r#"{{"computing":{},"asOf":{},"report":{report}}}"#, present.computing, json!(as_of));
    Ok(([(header::CONTENT_TYPE, "application/json")], reply))
}
