//! Planned comparisons in addition to the primary hypotheses: arms and outcomes that there are, and a margin where one
//! is tested.

use super::{STUDY, arm};
use crate::check::{Check, numbered};
use crate::definition::analysis::{AnalysisPlan, ComparisonKind, Expected, OutcomeRole, PlannedComparison};
use crate::report::input::Design;

pub(super) fn check(check: &mut Check) {
    let plan = &check.study.file.analysis;
    let design = Design::of(check.study);
    let mut names: Vec<&str> = hypotheses(plan).collect();
    // Without primary hypotheses in the plan, the report calls them H1, H2 …
    let primary: Vec<String> = design.comparisons.iter().map(|one| one.id.clone()).collect();
    names.extend(primary.iter().map(String::as_str));
    for (path, one) in numbered(&plan.comparisons, "analysis.comparisons") {
        arm(check, &format!("{path}.arm"), one.arm);
        arm(check, &format!("{path}.reference"), one.reference);
        if one.arm == one.reference {
            let message = "an arm can't be compared with itself";
            check.error(STUDY, &format!("{path}.reference"), message, "name an arm other than `arm`");
        }
        if names.contains(&one.hypothesis.as_str()) {
            let message = format!("another hypothesis is called `{}`", one.hypothesis);
            check.error(STUDY, &format!("{path}.hypothesis"), message, "rename one of them");
        }
        names.push(&one.hypothesis);
        outcome(check, &path, one, &design);
        margin(check, &path, one);
        corrected(check, &path, one, &design);
    }
}

/// Names of all other hypotheses of the plan.
fn hypotheses(plan: &AnalysisPlan) -> impl Iterator<Item = &str> {
    let parts = plan.parts.iter().filter_map(|part| part.hypothesis.as_ref());
    let effects = plan.effects.iter().map(|effect| &effect.hypothesis);
    let waves = plan.waves.iter().map(|wave| &wave.hypothesis);
    let scales = plan.scales.iter().filter_map(|scale| scale.hypothesis.as_ref());
    let moderators = plan.moderators.iter().filter_map(|moderator| moderator.hypothesis.as_ref());
    let named = plan.false_alarms.hypothesis.iter().chain(&plan.confidence).chain(parts).chain(scales);
    named
        .chain(effects)
        .chain(waves)
        .chain(moderators)
        .chain(plan.primary.iter().map(|primary| &primary.hypothesis))
        .map(String::as_str)
}

/// The report has the outcome, and knows in which direction it is better if that matters.
fn outcome(check: &mut Check, path: &str, one: &PlannedComparison, design: &Design) {
    let path = format!("{path}.outcome");
    if !design.outcomes().any(|known| known == one.outcome) {
        let message = format!("the report has no outcome `{}`", one.outcome);
        let help = format!("name one of {}", design.outcomes().collect::<Vec<_>>().join(", "));
        check.error(STUDY, &path, message, &help);
    } else if one.kind != ComparisonKind::Equivalence && design.expected(&one.outcome) == Expected::Open {
        let message = format!("the plan does not say whether a higher or a lower `{}` is better", one.outcome);
        let help = "use `kind: equivalence`, or state `expect` of a scale under `analysis.scales`, of an outcome under \
                    `analysis.outcomes`";
        check.error(STUDY, &path, message, help);
    }
    let mut exploratory = design.derived.iter().filter(|derived| derived.role == OutcomeRole::Exploratory);
    if exploratory.any(|derived| derived.outcome() == one.outcome) {
        let message = format!("`{}` is exploratory, so no hypothesis tests it", one.outcome);
        check.error(STUDY, &path, message, "remove the comparison, or change the outcome's role to `secondary`");
    }
}

fn margin(check: &mut Check, path: &str, one: &PlannedComparison) {
    match (one.kind, one.margin) {
        (ComparisonKind::Superiority, Some(_)) => {
            let help = "remove `margin`, or use `kind: non_inferiority` or `kind: equivalence`";
            check.error(STUDY, &format!("{path}.margin"), "superiority is tested without a margin", help);
        }
        (ComparisonKind::NonInferiority | ComparisonKind::Equivalence, None) => {
            let message = format!("`{}` has no margin", one.hypothesis);
            let help = "add `margin`, the smallest difference that would matter, in the unit of the outcome";
            check.error(STUDY, path, message, help);
        }
        (_, Some(margin)) if !(margin > 0.0 && margin.is_finite()) => {
            let message = format!("`margin: {margin}` is out of range");
            check.error(STUDY, &format!("{path}.margin"), message, "use a number above 0, in the unit of the outcome");
        }
        _ => {}
    }
}

/// The same test as a primary hypothesis would evade its correction.
fn corrected(check: &mut Check, path: &str, one: &PlannedComparison, design: &Design) {
    if one.kind != ComparisonKind::Superiority || one.outcome != "d_prime" {
        return;
    }
    let arm = |index: usize| design.arms[index].id.as_str();
    let is_same = |arms: [&str; 2]| {
        arms == [one.arm.name(), one.reference.name()] || arms == [one.reference.name(), one.arm.name()]
    };
    if let Some(primary) = design.comparisons.iter().find(|primary| is_same([arm(primary.arm), arm(primary.against)])) {
        let message = format!("the primary hypothesis `{}` already tests this", primary.id);
        let help = "remove the comparison, or use another `kind` or `outcome`";
        check.error(STUDY, path, message, help);
    }
}
