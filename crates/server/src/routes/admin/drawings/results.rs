//! `GET /api/admin/drawings/results`

use unmask_export::drawing::specifications::Curve;
use unmask_export::drawing::{Words, results as charts};
use unmask_study::report::{Language, Phase};

use super::{ChartDrawing, width};
use crate::routes::admin::results::which;
use crate::routes::prelude::*;

/// A chart of the results.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultsChart {
    /// An outcome by arm, before and after.
    Means,
    /// An outcome, arm against arm.
    Differences,
    /// d' by arm in the first part, after the training, and in the later parts that have judgements.
    Parts,
    /// d' in the cells of a factorial design.
    Cells,
    /// Confidence and correct answers.
    Calibration,
    /// Correct answers by item.
    Items,
    /// The primary comparison in each population.
    Populations,
    /// The primary comparisons by the shift of imputed outcomes.
    Tipping,
    /// The differences that are predicted along a moderator that is a number.
    Moderator,
    /// A comparison under every combination of choices. It may be wider than asked for.
    Specifications,
}

/// Which chart, and how.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChartQuery {
    #[param(inline)]
    pub chart: ResultsChart,
    /// For `means` and `differences`: the ID of the outcome.
    #[serde(default)]
    #[param(required = false)]
    pub outcome: String,
    /// For `specifications`: the name of the comparison.
    #[serde(default)]
    #[param(required = false)]
    pub comparison: String,
    /// For `moderator`: its ID.
    #[serde(default)]
    #[param(required = false)]
    pub moderator: String,
    /// For `calibration` and `items`: the test, before or after the training.
    #[param(inline, nullable = false)]
    pub phase: Option<Phase>,
    /// For `items`: the column by which the table is sorted. Prefix it with `-` for descending order.
    #[serde(default)]
    #[param(required = false)]
    pub sort: String,
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

/// Draws a chart of the report that `GET /api/admin/results` returns.
#[utoipa::path(get, path = "/api/admin/drawings/results", operation_id = "admin_drawings_results_get", tag = "admin", security(("bearer" = [])), params(ChartQuery),
    responses((status = 200, body = ChartDrawing), WithQuery, AdminOnly, Always))]
pub async fn results(
    State(app): State<App>,
    admin: Admin,
    Query(query): Query<ChartQuery>,
) -> Result<Json<ChartDrawing>> {
    let (now, seed, language) = (app.clock.now(), app.schedule.seed(), Language::of(&query.locale));
    let present =
        app.results.at(now, &app.store, seed, (which(&app, &admin, query.simulated).await?, language)).await?;
    let Some((_, written)) = present.report else { return Ok(Json(ChartDrawing::default())) };
    app.results.look(&app.store, &admin.actor, now, &written.report).await?;
    let (report, words) = (&*written.report, Words::of(language));
    let outcome = report.outcomes.iter().find(|outcome| outcome.id == query.outcome);
    let phase = query.phase.unwrap_or(Phase::After);
    let chart = match (query.chart, outcome) {
        (ResultsChart::Means, Some(outcome)) => charts::means(report, outcome, words),
        (ResultsChart::Differences, Some(outcome)) => charts::differences(report, outcome, words),
        (ResultsChart::Means | ResultsChart::Differences, None) => return Ok(Json(ChartDrawing::default())),
        (ResultsChart::Parts, _) => charts::means_by_part(report, words),
        (ResultsChart::Cells, _) => charts::cells(report, words),
        (ResultsChart::Calibration, _) => charts::calibration(report, phase, words),
        (ResultsChart::Items, _) => charts::items(report, phase, &query.sort, words),
        (ResultsChart::Populations, _) => charts::populations(report, words),
        (ResultsChart::Tipping, _) => charts::tipping(report, words),
        (ResultsChart::Moderator, _) => match report.moderators.iter().find(|one| one.id == query.moderator) {
            Some(moderator) => charts::moderator(report, moderator, words),
            None => return Ok(Json(ChartDrawing::default())),
        },
        (ResultsChart::Specifications, _) => {
            let curve = report.specifications.iter().find(|curve| curve.comparison == query.comparison);
            return Ok(ChartDrawing::of_curve(curve.map(|curve| Curve::of(curve, words)), query.width));
        }
    };
    Ok(ChartDrawing::of(&chart, query.width))
}
