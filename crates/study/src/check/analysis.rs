//! The `analysis` block of `study.yaml`: arms, items and scores that there are, and numbers with a meaning.

mod baseline;
mod comparisons;
mod effects;
mod interim;
mod moderators;
mod outcomes;

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::context::did_you_mean;
use super::{Check, numbered};
use crate::definition::analysis::{Expected, Keep, PlannedScale};
use crate::definition::{ArmId, BlockId, Item, Questionnaire};
use crate::items::Judgement;
use crate::items::values::{Values, Variable};
use crate::page::QuestionnaireBlock;
use crate::report::input::Design;

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    let plan = &check.study.file.analysis;
    if let Some(control) = plan.control {
        arm(check, "analysis.control", control);
    }
    for (path, primary) in numbered(&plan.primary, "analysis.primary") {
        arm(check, &format!("{path}.arm"), primary.arm);
        if Some(primary.arm) == plan.control {
            let message = "an arm can't be compared with itself";
            check.error(STUDY, &format!("{path}.arm"), message, "name an arm other than `control`");
        }
    }
    comparisons::check(check);
    effects::check(check);
    numbers(check);
    correlation(check);
    signal(check);
    parts(check);
    waves(check);
    scales(check);
    outcomes::check(check);
    moderators::check(check);
    baseline::check(check);
    names(check);
    exclusions(check);
    sensitivity_analysis(check);
    interim::check(check);
}

fn arm(check: &mut Check, path: &str, group: ArmId) {
    if !check.study.file.arms.contains_key(&group) {
        let message = format!("the study has no arm `{}`", group.name());
        let arms = check.study.file.arms.keys().map(ArmId::name);
        let help = did_you_mean(group.name(), arms, "name one of `arms`");
        check.error(STUDY, path, message, &help);
    }
}

fn numbers(check: &mut Check) {
    let plan = &check.study.file.analysis;
    let shares = [
        ("alpha", plan.alpha, 0.0001, 0.2),
        ("false_alarms.margin", plan.false_alarms.margin, 0.0, 1.0),
        ("minimum_judged", plan.minimum_judged, 0.01, 1.0),
        ("per_protocol", plan.per_protocol, 0.01, 1.0),
        ("sample.effect", plan.sample.effect.d, 0.01, 5.0),
        ("sample.power", plan.sample.power, 0.5, 0.999),
        ("sample.correlation", plan.sample.correlation.unwrap_or(0.0), -0.99, 0.99),
        ("sample.spread", plan.sample.spread, 0.0, 5.0),
        ("sample.item_effects", plan.sample.item_effects, 0.0, 3.0),
        ("sample.loss", plan.sample.loss, 0.0, 0.9),
    ];
    for (field, value, low, high) in shares {
        if !(low..=high).contains(&value) {
            let message = format!("`{field}: {value}` is out of range");
            check.error(STUDY, &format!("analysis.{field}"), message, &format!("use a number from {low} to {high}"));
        }
    }
    if let Some(effect) = plan.smallest_effect.filter(|effect| !(0.01..=5.0).contains(effect)) {
        let message = format!("`smallest_effect: {effect}` is out of range");
        check.error(STUDY, "analysis.smallest_effect", message, "use a difference in d' from 0.01 to 5");
    }
}

/// The sample would be planned too small.
fn correlation(check: &mut Check) {
    if let Ok(Some((stated, greatest))) = Design::of(check.study).impossible_correlation() {
        let message =
            format!("d' before and after can't correlate by {stated}: with so few items, at most by {greatest:.2}");
        let help = "remove `correlation`, so that the greatest possible is used; if a pilot study shows that people \
                    differ more, state the standard deviation of their true d' as `spread`";
        check.warning(STUDY, "analysis.sample.correlation", message, help);
    }
}

/// Every judgement of the tests needs both: an answer that says "manipulated", and one that does not.
fn signal(check: &mut Check) {
    let signal = &check.study.file.analysis.signal;
    for placed in check.items() {
        let Some(Judgement { options, .. }) = placed.item.judgement() else { continue };
        let count = options.iter().filter(|option| signal.contains(&option.value)).count();
        if count == 0 || count == options.len() {
            let words = signal.join(", ");
            let message = format!("the answers can't be told apart as manipulated ({words}) or not");
            let help = "list the answers that mean \"manipulated\" under `analysis.signal` in study.yaml";
            check.warning(&placed.file, &format!("{}.options", placed.path), message, help);
        }
    }
}

fn parts(check: &mut Check) {
    let post = check.study.questionnaires.get(&QuestionnaireBlock::POST);
    let judged: Vec<&Item> =
        post.into_iter().flat_map(Questionnaire::items).filter(|item| item.judgement().is_some()).collect();
    for (path, part) in numbered(&check.study.file.analysis.parts, "analysis.parts") {
        for (path, item) in numbered(&part.items, &format!("{path}.items")) {
            if !judged.iter().any(|judged| judged.id == *item) {
                let message = format!("`{item}` is not a judgement of questionnaires/post.yaml");
                let help = "name the id of an item of kind `judgement` in questionnaires/post.yaml";
                check.error(STUDY, &path, message, help);
            }
        }
    }
}

/// A hypothesis is about a wave with judgements; the share of a difference that is retained needs tests of one length.
fn waves(check: &mut Check) {
    let study = check.study;
    let design = Design::of(study);
    for (path, planned) in numbered(&study.file.analysis.waves, "analysis.waves") {
        let Some(wave) = design.waves.iter().find(|wave| wave.id == planned.wave.name()) else {
            let message = format!("there is no later wave `{}`", planned.wave);
            check.error(STUDY, &format!("{path}.wave"), message, "name one of `waves`");
            continue;
        };
        if wave.items.is_empty() {
            let message = format!("nothing is judged in wave `{}`, so it has no d′", planned.wave);
            check.error(STUDY, &format!("{path}.wave"), message, "add judgements to it, or remove this hypothesis");
            continue;
        }
        let part = planned.part.as_ref().map(|id| design.parts.iter().find(|part| part.id == *id).ok_or(id));
        let (field, length) = match part {
            Some(Err(id)) => {
                let message = format!("the plan has no part `{id}`");
                check.error(STUDY, &format!("{path}.part"), message, "name one of `analysis.parts`");
                continue;
            }
            Some(Ok(part)) => ("part", part.items.len()),
            None => ("wave", design.after.len()),
        };
        if length != wave.items.len() {
            let message = format!(
                "wave `{}` has {} judgements, not {length}: the report can't say how much of a difference is retained",
                planned.wave,
                wave.items.len()
            );
            let help = "name a `part` of the post-test with as many judgements, or write as many in the wave";
            check.warning(STUDY, &format!("{path}.{field}"), message, help);
        }
    }
}

fn scales(check: &mut Check) {
    let study = check.study;
    let known = |page: QuestionnaireBlock, score: &str| {
        study.questionnaires.get(&page).is_some_and(|one| one.scales.iter().any(|scale| scale.id == score))
    };
    for (path, scale) in numbered(&study.file.analysis.scales, "analysis.scales") {
        let before = scale.before.iter().map(|score| ("before", score, QuestionnaireBlock::PRE));
        let after = [("after", &scale.after, QuestionnaireBlock::POST)];
        for (field, score, page) in before.chain(after) {
            if !known(page, score) {
                let message = format!("{} has no scale `{score}`", study.content_file(page.id));
                check.error(STUDY, &format!("{path}.{field}"), message, "name one of its `scales`");
            }
        }
        margin(check, &path, scale);
        spread(check, &path, scale);
    }
}

/// What `unmask power` assumes of a scale.
fn spread(check: &mut Check, path: &str, scale: &PlannedScale) {
    if let Some(sd) = scale.sd.filter(|sd| !(*sd > 0.0 && sd.is_finite())) {
        let message = format!("`sd: {sd}` is out of range");
        check.error(STUDY, &format!("{path}.sd"), message, "use a number of scale points above 0");
    }
    if let Some(correlation) = scale.correlation.filter(|r| !(-0.99..=0.99).contains(r)) {
        let message = format!("`correlation: {correlation}` is out of range");
        check.error(STUDY, &format!("{path}.correlation"), message, "use a number from -0.99 to 0.99");
    }
}

/// A guardrail needs a rise to rule out.
fn margin(check: &mut Check, path: &str, scale: &PlannedScale) {
    match (scale.margin, &scale.hypothesis) {
        (Some(margin), _) if !(margin > 0.0 && margin.is_finite()) => {
            let message = format!("`margin: {margin}` is out of range");
            check.error(STUDY, &format!("{path}.margin"), message, "use a number of scale points above 0");
        }
        (Some(_), _) if scale.expect != Expected::NoRise => {
            let help = "add `expect: no_rise`, or remove `margin`";
            check.error(STUDY, &format!("{path}.margin"), "a margin belongs to `expect: no_rise`", help);
        }
        (_, Some(hypothesis)) if scale.expect == Expected::Open => {
            let message = format!("`{hypothesis}` expects nothing of `{}`, so nothing tests it", scale.id);
            let help = "add `expect: rise` or `expect: no_rise`, or remove `hypothesis`";
            check.error(STUDY, &format!("{path}.hypothesis"), message, help);
        }
        (None, Some(hypothesis)) if scale.expect == Expected::NoRise => {
            let message = format!("`{hypothesis}` has no margin, so only a fall of `{}` can confirm it", scale.id);
            let help = "add `margin`, the rise in points of the scale that must be ruled out";
            check.warning(STUDY, path, message, help);
        }
        _ => {}
    }
}

/// Names of results are used as names in files.
fn names(check: &mut Check) {
    let plan = &check.study.file.analysis;
    let parts = numbered(&plan.parts, "analysis.parts").map(|(path, part)| (path, &part.id));
    let scales = numbered(&plan.scales, "analysis.scales").map(|(path, scale)| (path, &scale.id));
    let mut seen = BTreeSet::new();
    let outcomes = numbered(&plan.outcomes, "analysis.outcomes").map(|(path, outcome)| (path, &outcome.id));
    let moderators = numbered(&plan.moderators, "analysis.moderators").map(|(path, moderator)| (path, &moderator.id));
    for (path, id) in parts.chain(scales).chain(outcomes).chain(moderators) {
        if !super::names::is_name(id, '_') {
            let message = format!("`{id}` can't be the name of a result");
            check.error(STUDY, &format!("{path}.id"), message, "use lower-case letters, digits and underscores");
        } else if !seen.insert(id) {
            check.error(STUDY, &format!("{path}.id"), format!("`{id}` is defined twice"), "rename one of them");
        }
    }
}

/// Only answers that do not depend on the arm may exclude.
fn exclusions(check: &mut Check) {
    for (path, one) in numbered(&check.study.file.analysis.exclusions, "analysis.exclusions") {
        let Some((page, variable)) = asked(check, &path, &one.item) else { continue };
        answers(check, &format!("{path}.keep"), &variable, &one.keep);
        if !comes_before_the_arms_differ(check, page.id) {
            let message = format!("`{}` is asked after the arms differ: passing it may depend on the arm", one.item);
            let help = "exclude by an earlier answer, and list this one under `analysis.sensitivity_analysis`";
            check.error(STUDY, &format!("{path}.item"), message, help);
        }
    }
}

fn sensitivity_analysis(check: &mut Check) {
    for (path, one) in numbered(&check.study.file.analysis.sensitivity_analysis, "analysis.sensitivity_analysis") {
        let Some((_, variable)) = asked(check, &path, &one.item) else { continue };
        let path = format!("{path}.keep");
        match &one.keep {
            Keep::All(keep) => answers(check, &path, &variable, keep),
            Keep::ByArm(arms) => by_arm(check, &path, &variable, arms),
        }
    }
}

fn by_arm(check: &mut Check, path: &str, variable: &Variable, named: &IndexMap<ArmId, Vec<Value>>) {
    let arms = &check.study.file.arms;
    for (arm, keep) in named {
        let path = format!("{path}.{}", arm.name());
        if arms.contains_key(arm) {
            answers(check, &path, variable, keep);
        } else {
            self::arm(check, &path, *arm);
        }
    }
    if let Some(arm) = arms.keys().find(|arm| !named.contains_key(*arm)) {
        let message = format!("no answers are listed for arm `{}`", arm.name());
        check.error(STUDY, path, message, "list answers for each arm, or one list for all arms");
    }
}

/// The variable of a questionnaire whose answers can be listed; otherwise reports what is wrong.
fn asked<'a>(check: &mut Check<'a>, path: &str, item: &str) -> Option<(QuestionnaireBlock, Variable<'a>)> {
    let study = check.study;
    let found = study.questionnaires.iter().find_map(|(page, asked)| Some((*page, asked.variable(item)?)));
    let path = format!("{path}.item");
    let Some((page, variable)) = found else {
        let message = format!("no questionnaire asks `{item}`");
        check.error(STUDY, &path, message, "name the id of an item of a questionnaire");
        return None;
    };
    if matches!(variable.values, Values::One(_) | Values::Steps { .. } | Values::Number { .. }) {
        return Some((page, variable));
    }
    let message = format!("the answers to `{item}` can't be listed");
    check.error(STUDY, &path, message, "name an item with one answer out of several, or with a number");
    None
}

/// There are answers to keep, and the question has them.
fn answers(check: &mut Check, path: &str, variable: &Variable, keep: &[Value]) {
    if keep.is_empty() {
        let help = "list the answers of participants who stay in the analysis";
        check.error(STUDY, path, "this excludes all participants", help);
    }
    for (path, value) in numbered(keep, path) {
        if !variable.values.contains(value) {
            let message = format!("{value} is not an answer to `{}`", variable.name);
            check.error(STUDY, &path, message, "name the value of an option, or a number within its limits");
        }
    }
}

/// All arms have the step, and are the same until then.
pub(super) fn comes_before_the_arms_differ(check: &Check, block: BlockId) -> bool {
    let mut arms = check.study.steps.values();
    let Some(first) = arms.next() else { return true };
    let Some(until) = first.iter().position(|own| own.block == block) else { return false };
    arms.all(|steps| steps.get(..=until) == first.get(..=until))
}
