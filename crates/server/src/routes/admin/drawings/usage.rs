//! `GET /api/admin/drawings/usage`

use unmask_export::drawing::{Words, results::funnel};
use unmask_study::report::Language;

use super::{ChartDrawing, width};
use crate::collector::kinds::Kind;
use crate::routes::admin::events::{KindUsed, usage as count};
use crate::routes::prelude::*;

/// A chart of usage.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UsageChart {
    /// Participants who saw each step.
    Funnel,
    /// Participants by kind of event.
    Kinds,
}

/// Which chart, and how.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChartQuery {
    #[param(inline)]
    pub chart: UsageChart,
    /// For `funnel`: the ID of an arm. Without it, and for those who are blinded, all arms are shown together.
    #[serde(default)]
    #[param(required = false)]
    pub arm: String,
    /// Width in pixels.
    #[serde(default = "width")]
    #[param(required = false)]
    pub width: u16,
    /// Language of the texts: `de`, or English for any other tag.
    #[serde(default)]
    #[param(required = false)]
    pub locale: String,
}

/// Draws a chart of the data that `GET /api/admin/events` returns.
#[utoipa::path(get, path = "/api/admin/drawings/usage", operation_id = "admin_drawings_usage_get", tag = "admin", security(("bearer" = [])), params(ChartQuery),
    responses((status = 200, body = ChartDrawing), WithQuery, AdminOnly, Always))]
pub async fn usage(
    State(app): State<App>,
    admin: Admin,
    Query(query): Query<ChartQuery>,
) -> Result<Json<ChartDrawing>> {
    let language = Language::of(&query.locale);
    let words = Words::of(language);
    let usage = count(&app, &admin).await?;
    let chart = match query.chart {
        UsageChart::Funnel => {
            let arm = usage.funnel.arms.iter().position(|one| one.arm.id == query.arm);
            let steps = arm.map_or(&usage.funnel.all, |arm| &usage.funnel.arms[arm].steps);
            let steps: Vec<(String, i64)> = steps.iter().map(|step| (step.step.path(), step.people)).collect();
            funnel(&steps, arm, words)
        }
        UsageChart::Kinds => {
            let happened = usage.kinds.iter().filter(|kind| kind.events > 0);
            let kinds: Vec<(String, i64)> = happened.map(|kind| (label(kind, language), kind.people)).collect();
            funnel(&kinds, None, words)
        }
    };
    Ok(ChartDrawing::of(&chart, query.width))
}

fn label(used: &KindUsed, language: Language) -> String {
    let kind = Kind::ALL.iter().find(|kind| kind.id() == used.kind);
    kind.map_or(used.name.as_str(), |kind| kind.label(language)).to_owned()
}
