//! `GET /api/admin/drawings/flow`

use unmask_export::drawing::{Flow, FlowRow, Words};
use unmask_study::report::Language;

use crate::routes::admin::results::{ReportQuery, which};
use crate::routes::prelude::*;

/// The flow diagram with its counts.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct FlowDrawing {
    /// The diagram as SVG; null while the first report is being computed.
    svg: Option<String>,
    rows: Vec<FlowFigure>,
}

/// A count of the flow diagram.
#[derive(Debug, Serialize, ToSchema)]
pub struct FlowFigure {
    /// Stage of the flow diagram.
    stage: String,
    /// Label of the arm; null for all arms together.
    arm: Option<String>,
    /// What the row counts.
    what: String,
    people: u32,
    /// Whether this row is a reason for the count above it.
    reason: bool,
}

impl From<&FlowRow<'_>> for FlowFigure {
    fn from(row: &FlowRow) -> Self {
        Self {
            stage: row.stage.to_owned(),
            arm: row.arm.map(str::to_owned),
            what: row.what.to_owned(),
            people: row.people,
            reason: row.reason,
        }
    }
}

/// Draws the CONSORT 2025 flow diagram from the report that `GET /api/admin/results` returns.
#[utoipa::path(get, path = "/api/admin/drawings/flow", operation_id = "admin_drawings_flow_get", tag = "admin", security(("bearer" = [])), params(ReportQuery),
    responses((status = 200, body = FlowDrawing), WithQuery, AdminOnly, Always))]
pub async fn flow(State(app): State<App>, admin: Admin, Query(query): Query<ReportQuery>) -> Result<Json<FlowDrawing>> {
    let (now, seed, language) = (app.clock.now(), app.schedule.seed(), Language::of(&query.locale));
    let present =
        app.results.at(now, &app.store, seed, (which(&app, &admin, query.simulated).await?, language)).await?;
    let Some((_, written)) = present.report else { return Ok(Json(FlowDrawing::default())) };
    let flow = Flow::of(&written.report, Words::of(language));
    Ok(Json(FlowDrawing { svg: Some(flow.svg()), rows: flow.rows().iter().map(FlowFigure::from).collect() }))
}
