//! `GET /api/admin/drawings/flow`

use unmask_export::drawing::{Flow, FlowRow, Words};
use unmask_study::report::Language;

use crate::routes::admin::results::Wanted;
use crate::routes::prelude::*;

/// The flow diagram.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct FlowDrawing {
    /// The drawing; null while the first report is being computed.
    svg: Option<String>,
    rows: Vec<FlowFigure>,
}

/// A figure of the flow diagram.
#[derive(Debug, Serialize, ToSchema)]
pub struct FlowFigure {
    /// Name of the stage.
    stage: String,
    /// Label of the arm; null for all.
    arm: Option<String>,
    /// What is counted.
    what: String,
    people: u32,
    /// Whether it is a reason for the figure above it.
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

/// The flow diagram of CONSORT 2025, drawn from the report that `GET /api/admin/results` returns.
#[utoipa::path(get, path = "/api/admin/drawings/flow", operation_id = "admin_drawings_flow_get", tag = "admin", security(("bearer" = [])), params(Wanted),
    responses((status = 200, body = FlowDrawing), Asking, AdminOnly, Always))]
pub async fn flow(State(app): State<App>, _: Admin, Query(wanted): Query<Wanted>) -> Result<Json<FlowDrawing>> {
    let (now, seed, language) = (app.clock.now(), app.schedule.seed(), Language::of(&wanted.locale));
    let present = app.results.at(now, &app.store, seed, (wanted.simulated, language)).await?;
    let Some((_, written)) = present.report else { return Ok(Json(FlowDrawing::default())) };
    let flow = Flow::of(&written.report, Words::of(language));
    Ok(Json(FlowDrawing { svg: Some(flow.svg()), rows: flow.rows().iter().map(FlowFigure::from).collect() }))
}
