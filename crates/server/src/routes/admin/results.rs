//! `GET /api/admin/results` and `POST /api/admin/results/early`

use axum::http::header;
use axum::response::IntoResponse;
use unmask_store::looks::{self, EARLY};
use unmask_store::{AuditAction, study};
use unmask_study::report::{Language, Report, StageKind};

use super::{Act, reason};
use crate::reports::Which;
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
    /// Looks at outcomes by arm so far, oldest first: of one number of participants and stage, the first.
    looks: Vec<ResultsLook>,
}

/// A look at outcomes by arm, in the console, by a command or in a data package.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultsLook {
    /// When.
    at: String,
    /// Number of participants with the primary outcome.
    n: u32,
    /// The stage of the report.
    stage: StageKind,
}

/// A request to show results before the target.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EarlyResultsRequest {
    /// Reason, for the audit log.
    pub reason: String,
}

/// Until when results before the target are shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlyResults {
    /// A day after the request.
    pub until: String,
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

/// Returns the report. For those who are blinded, arms have blinded labels. Until the target is reached, the report
/// has nothing that compares arms. Reading outcomes by arm is logged, once for each number of participants with the
/// primary outcome. If the computation takes longer than a
/// moment, the last report is returned, unless an exclusion or a change of stage has happened since.
#[utoipa::path(get, path = "/api/admin/results", operation_id = "admin_results_get", tag = "admin", security(("bearer" = [])), params(ReportQuery),
    responses((status = 200, body = StudyResults), WithQuery, AdminOnly, Always))]
pub async fn results(
    State(app): State<App>,
    admin: Admin,
    Query(query): Query<ReportQuery>,
) -> Result<impl IntoResponse> {
    let (now, seed) = (app.clock.now(), app.schedule.seed());
    let which = which(&app, &admin, query.simulated).await?;
    let present = app.results.at(now, &app.store, seed, (which, Language::of(&query.locale))).await?;
    if let Some((_, written)) = &present.report {
        app.results.look(&app.store, &admin.actor, now, &written.report).await?;
    }
    let looks = looks::looks(&app.store).await?.into_iter();
    let looks: Vec<_> = looks.map(|look| ResultsLook { at: rfc3339(look.at), n: look.n, stage: look.stage }).collect();
    let (as_of, report) = match &present.report {
        Some((at, written)) => (Some(rfc3339(*at)), &*written.json),
        None => (None, "null"),
    };
    let (computing, as_of, looks) = (present.computing, json!(as_of), json!(looks));
    let reply = format!(r#"{{"computing":{computing},"asOf":{as_of},"report":{report},"looks":{looks}}}"#);
    Ok(([(header::CONTENT_TYPE, "application/json")], reply))
}

/// The report that this person may see.
pub(super) async fn which(app: &App, admin: &Admin, simulated: bool) -> Result<Which> {
    Ok(Which { simulated, blinded: !study::is_unblinded(&app.store, &admin.person()).await? })
}

/// Shows results before the target to the administrator for a day, such as for a safety committee.
#[utoipa::path(post, path = "/api/admin/results/early", operation_id = "admin_results_show_early", tag = "admin", security(("bearer" = [])), request_body = EarlyResultsRequest,
    responses((status = 200, body = EarlyResults), WithBody, WithFields, AdminOnly, Always))]
pub async fn early(
    State(app): State<App>,
    admin: Admin,
    Json(request): Json<EarlyResultsRequest>,
) -> Result<Json<EarlyResults>> {
    let (act, why) = (Act::of(&app, &admin), reason(&request.reason)?);
    let until = rfc3339(act.at + EARLY);
    let details = json!({ "reason": why });
    app.store.write(async move |tx| act.log(tx, AuditAction::ShowResultsEarly, details.clone()).await).await?;
    Ok(Json(EarlyResults { until }))
}
