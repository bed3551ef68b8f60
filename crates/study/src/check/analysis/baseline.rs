//! The baseline table: measures, scores and answers from before the arms differ.

use std::collections::BTreeSet;

use super::{STUDY, comes_before_the_arms_differ};
use crate::check::{Check, numbered};
use crate::definition::Questionnaire;
use crate::items::values::Values;
use crate::page::QuestionnaireBlock;
use crate::report::Measure;

pub(super) fn check(check: &mut Check) {
    let planned = check.study.file.analysis.baseline.as_deref().unwrap_or_default();
    let mut seen = BTreeSet::new();
    for (path, name) in numbered(planned, "analysis.baseline") {
        if !seen.insert(name) {
            check.error(STUDY, &path, format!("`{name}` is listed twice"), "remove one of them");
        } else if Measure::ALL.iter().any(|measure| measure.name() == name) {
            measure(check, &path, name);
        } else {
            value(check, &path, name);
        }
    }
}

fn measure(check: &mut Check, path: &str, name: &str) {
    let pre = check.study.questionnaires.get(&QuestionnaireBlock::PRE);
    if !pre.into_iter().flat_map(Questionnaire::items).any(|item| item.judgement().is_some()) {
        let message = format!("`{name}` was not measured before: questionnaires/pre.yaml has no judgement");
        check.error(STUDY, path, message, "remove it, or add judgements to questionnaires/pre.yaml");
    }
}

/// A score or an answer.
fn value(check: &mut Check, path: &str, name: &str) {
    let study = check.study;
    let of = |asked: &Questionnaire| {
        let is_score = asked.scales.iter().any(|scale| scale.id == *name);
        let counted = |values: &Values| matches!(values, Values::One(_) | Values::Steps { .. } | Values::Number { .. });
        is_score.then_some(true).or_else(|| Some(counted(&asked.variable(name)?.values)))
    };
    let Some((page, can_be_shown)) = study.questionnaires.iter().find_map(|(page, asked)| Some((*page, of(asked)?)))
    else {
        let message = format!("`{name}` is no item, score or measure");
        let help = "name the id of an item or a scale of a questionnaire, or a measure such as `d_prime`";
        return check.error(STUDY, path, message, help);
    };
    if !comes_before_the_arms_differ(check, page.id) {
        let message = format!("`{name}` is asked after the arms differ: it may depend on the arm");
        check.error(STUDY, path, message, "name what is asked before the arms differ, or remove it");
    } else if !can_be_shown {
        let message = format!("the answers to `{name}` can't be counted");
        check.error(STUDY, path, message, "name an item with one answer out of several, or with a number");
    }
}
