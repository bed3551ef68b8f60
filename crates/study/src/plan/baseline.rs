//! The characteristics of the baseline table.

use crate::definition::analysis::primary_outcome;
use crate::definition::{Item, Study};
use crate::items::values::Values;
use crate::page::QuestionnaireBlock;

/// What the plan names for the baseline table. Without a plan: the questions with one choice in the first section of
/// the pre-questionnaire, the scores before of the compared scales, and d' before.
pub(crate) fn baseline_of(study: &Study) -> Vec<String> {
    let plan = &study.file.analysis;
    if let Some(planned) = &plan.baseline {
        return planned.clone();
    }
    let pre = study.questionnaires.get(&QuestionnaireBlock::PRE);
    let first = pre.and_then(|pre| pre.sections.first()).into_iter().flat_map(|section| &section.items);
    let choices = first
        .filter(|item| item.judgement().is_none())
        .flat_map(Item::variables)
        .filter(|variable| matches!(variable.values, Values::One(_)))
        .map(|variable| variable.name);
    let scores = plan.scales.iter().filter_map(|scale| scale.before.clone());
    let has_test = pre.is_some_and(|pre| pre.items().any(|item| item.judgement().is_some()));
    choices.chain(scores).chain(has_test.then(primary_outcome)).collect()
}
