//! `GET /api/admin/drawings/overview`

use unmask_export::drawing::{Chart, Format, Kind, Point, Series, Words, results::funnel};
use unmask_study::report::Language;

use super::{ChartDrawing, width};
use crate::read_models::overview::{Overview, overview as count};
use crate::routes::prelude::*;

/// A chart of the overview.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverviewChart {
    /// Allocated so far, by arm and day.
    Enrolment,
    /// The completion funnel.
    Funnel,
}

/// Which chart, and how.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChartQuery {
    #[param(inline)]
    pub chart: OverviewChart,
    /// For `funnel`: the ID of an arm. Without it, and for those who are blinded, all arms are shown together.
    #[serde(default)]
    #[param(required = false)]
    pub arm: String,
    /// Width in pixels.
    #[serde(default = "width")]
    #[param(required = false)]
    pub width: u16,
    /// Include simulated participants.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
    /// Language of the texts: `de`, or English for any other tag.
    #[serde(default)]
    #[param(required = false)]
    pub locale: String,
}

/// Draws a chart of the data and labels that `GET /api/admin/overview` returns.
#[utoipa::path(get, path = "/api/admin/drawings/overview", operation_id = "admin_drawings_overview_get", tag = "admin", security(("bearer" = [])), params(ChartQuery),
    responses((status = 200, body = ChartDrawing), WithQuery, AdminOnly, Always))]
pub async fn overview(
    State(app): State<App>,
    admin: Admin,
    Query(query): Query<ChartQuery>,
) -> Result<Json<ChartDrawing>> {
    let words = Words::of(Language::of(&query.locale));
    let overview = count(&SnapshotView::at(&app.console, &admin.person()).await?, query.simulated);
    let chart = match query.chart {
        OverviewChart::Enrolment => enrolment(&overview, words),
        OverviewChart::Funnel => {
            // For those who are blinded, an arm has no steps.
            let arm = overview.arms.iter().position(|one| !one.steps.is_empty() && one.arm.id == query.arm);
            let steps = arm.map_or(&overview.steps, |arm| &overview.arms[arm].steps);
            let steps: Vec<(String, i64)> = steps.iter().map(|step| (step.step.path(), step.entered)).collect();
            funnel(&steps, arm, words)
        }
    };
    Ok(ChartDrawing::of(&chart, query.width))
}

/// What has added up on each day, for each arm.
fn enrolment<'a>(overview: &Overview, words: &'a Words) -> Chart<'a> {
    let arms = overview.arms.iter().enumerate();
    let points = arms.clone().flat_map(|(series, arm)| {
        let mut so_far = 0;
        overview.days.iter().enumerate().map(move |(row, day)| {
            so_far += day.arms.iter().filter(|one| one.arm == arm.arm.id).map(|one| one.allocated).sum::<i64>();
            Point { row, series, value: Some(so_far as f64), ..Point::default() }
        })
    });
    Chart {
        kind: Kind::Days,
        points: points.collect(),
        series: arms.map(|(tint, arm)| Series { label: arm.arm.label.clone(), tint }).collect(),
        rows: overview.days.iter().map(|day| day.day.clone()).collect(),
        unit: words.participants.to_owned(),
        format: Format::Count,
        words,
    }
}
