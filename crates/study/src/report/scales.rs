//! Scales of the questionnaires: reliability, and means by arm.

use serde::Serialize;
use utoipa::ToSchema;

use super::input::{Input, Scale};
use super::number::Number;
use super::scored::Scored;
use super::terms::Reason;
use super::why::Why;
use unmask_analysis::scale::cronbach_alpha;

/// A scale.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportScale)]
pub struct ScaleResult {
    /// The score's variable.
    pub id: String,
    /// Name.
    pub label: String,
    /// `pre`, `treatment` or `post`.
    pub questionnaire: String,
    /// Number of items.
    pub items: usize,
    /// Cronbach's α over the randomised participants who answered all items; without a number if it does not describe
    /// the scale.
    pub alpha: Number,
    /// Mean score by arm.
    pub arms: Vec<Number>,
}

pub(super) fn scales(input: &Input, people: &[&Scored]) -> Vec<ScaleResult> {
    input.design.scales.iter().map(|scale| result(input, people, scale)).collect()
}

fn result(input: &Input, people: &[&Scored], scale: &Scale) -> ScaleResult {
    let complete = |one: &&Scored| scale.items.iter().map(|item| one.value(*item)).collect::<Option<Vec<f64>>>();
    let rows: Vec<Vec<f64>> = people.iter().filter_map(complete).collect();
    let mean = |arm: usize| {
        let mine = people.iter().filter(|one| one.arm == arm);
        Number::mean(&mine.filter_map(|one| one.value(scale.score)).collect::<Vec<f64>>())
    };
    ScaleResult {
        id: scale.id.clone(),
        label: scale.label.clone(),
        questionnaire: scale.questionnaire.clone(),
        items: scale.items.len(),
        alpha: if scale.has_alpha() {
            Number::plain(rows.len(), cronbach_alpha(&rows))
        } else {
            Number { n: rows.len(), why: Some(Why::new(Reason::NoAlpha)), ..Number::default() }
        },
        arms: (0..input.design.arms.len()).map(mean).collect(),
    }
}
