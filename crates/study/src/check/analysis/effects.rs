//! Hypotheses about factors: main effects and interactions that the report can compute.

use indexmap::IndexMap;

use crate::check::{Check, numbered};
use crate::definition::ArmId;
use crate::definition::analysis::{PlannedEffect, PrimaryModel};
use crate::definition::factors::cells;
use crate::report::MOST_IN_AN_EFFECT;

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    let file = &check.study.file;
    let planned = &file.analysis.effects;
    if planned.is_empty() || !is_possible(check) {
        return;
    }
    for (at, (path, one)) in numbered(planned, "analysis.effects").enumerate() {
        let number = one.levels.len();
        if !(1..=MOST_IN_AN_EFFECT).contains(&number) {
            let message = format!("`{}` is about {number} factors", one.hypothesis);
            let help = "name two levels of one factor for a main effect, of two or three for their interaction";
            check.error(STUDY, &format!("{path}.levels"), message, help);
        }
        if levels(check, &path, one) {
            has_cells(check, &path, one);
        }
        if let Some((primary, arms)) = repeated(check, one) {
            let message = format!("`{}` tests the same difference as `{primary}`: {arms}", one.hypothesis);
            let help = "remove one of them: the correction for several tests counts the difference twice";
            check.warning(STUDY, &format!("{path}.levels"), &message, help);
        }
        if let Some(other) = planned[..at].iter().find(|other| is_same(other, one)) {
            let message = format!("`{}` already tests this", other.hypothesis);
            check.error(STUDY, &format!("{path}.levels"), message, "remove one of them, or name other levels");
        }
    }
    if file.analysis.primary.is_empty() {
        let count = file.arms.len().saturating_sub(1);
        let message = format!(
            "`primary` is absent, so each arm is compared with control: {count} more tests in the correction of these"
        );
        let help = "list under `primary` the comparisons of arms that you expect something of; the correction covers \
                    those and `effects`";
        check.warning(STUDY, "analysis.effects", message, help);
    }
}

/// Whether the report can test hypotheses about factors in this study at all.
fn is_possible(check: &mut Check) -> bool {
    let file = &check.study.file;
    let (message, help) = if file.factors.is_empty() {
        ("the study has no factors", "add `factors`, or compare arms under `primary`")
    } else if file.analysis.model == PrimaryModel::ProbitMixed {
        let message = "`model: probit_mixed` decides the primary hypotheses, and it has no factors";
        (message, "use `model: ancova`, or remove `effects`")
    } else if file.analysis.interim.is_some() {
        let message = "effects of factors can't be tested at planned looks";
        (message, "remove `interim`, or remove `effects` and compare arms under `primary`")
    } else {
        return true;
    };
    check.error(STUDY, "analysis.effects", message, help);
    false
}

/// Whether the study has all the levels.
fn levels(check: &mut Check, path: &str, one: &PlannedEffect) -> bool {
    let one_of = |names: Vec<&str>| {
        let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("name one of {}", all.join(", "))
    };
    let factors = &check.study.file.factors;
    let mut are_known = true;
    for (factor, pair) in &one.levels {
        let path = format!("{path}.levels.{factor}");
        let Some(known) = factors.get(factor) else {
            let help = one_of(factors.keys().map(String::as_str).collect());
            check.error(STUDY, &path, format!("the study has no factor `{factor}`"), &help);
            are_known = false;
            continue;
        };
        for (path, level) in numbered(pair, &path) {
            if !known.names().contains(&level.as_str()) {
                let message = format!("the factor `{factor}` has no level `{level}`");
                check.error(STUDY, &path, message, &one_of(known.names()));
                are_known = false;
            }
        }
        if pair[0] == pair[1] {
            let message = format!("a level can't be compared with itself: `{}`", pair[0]);
            check.error(STUDY, &path, message, "name two levels");
            are_known = false;
        }
    }
    are_known
}

/// An effect is a mean over equally weighted cells, so that each of them needs an arm.
fn has_cells(check: &mut Check, path: &str, one: &PlannedEffect) {
    let file = &check.study.file;
    let counts = |cell: &IndexMap<String, String>| one.levels.iter().all(|(factor, pair)| pair.contains(&cell[factor]));
    let has_arm = |cell: &IndexMap<String, String>| file.arms.values().any(|arm| arm.levels == *cell);
    let Some(missing) = cells(&file.factors).into_iter().find(|cell| counts(cell) && !has_arm(cell)) else { return };
    let levels: Vec<String> = missing.iter().map(|(factor, level)| format!("{factor}: {level}")).collect();
    let message =
        format!("`{}` can't be computed: no arm has the levels `{{ {} }}`", one.hypothesis, levels.join(", "));
    check.error(STUDY, &format!("{path}.levels"), message, "add the arm, or remove the hypothesis");
}

/// The primary comparison of the same two arms, if the effect is that of the only factor and each of its levels has one
/// arm; with both arms.
fn repeated(check: &Check, one: &PlannedEffect) -> Option<(String, String)> {
    let file = &check.study.file;
    let (factor, levels) = one.levels.first().filter(|_| one.levels.len() == 1 && file.factors.len() == 1)?;
    let arm_of = |level: &String| {
        let mut arms = file.arms.iter().filter(|(_, arm)| arm.levels.get(factor) == Some(level)).map(|(id, _)| *id);
        arms.next().filter(|_| arms.next().is_none())
    };
    let [lower, upper] = [arm_of(&levels[0])?, arm_of(&levels[1])?];
    let control = file.analysis.control.or_else(|| file.arms.keys().next().copied())?;
    let is_same = |arm: ArmId| [[lower, upper], [upper, lower]].contains(&[control, arm]);
    let primary = file.analysis.primary.iter().find(|primary| is_same(primary.arm))?;
    Some((primary.hypothesis.clone(), format!("`{}` less `{control}`", primary.arm)))
}

/// Whether both test the same difference, in whatever direction.
fn is_same(one: &PlannedEffect, other: &PlannedEffect) -> bool {
    let is_pair = |(factor, pair): (&String, &[String; 2])| {
        other.levels.get(factor).is_some_and(|known| known == pair || (known[0] == pair[1] && known[1] == pair[0]))
    };
    one.levels.len() == other.levels.len() && one.levels.iter().all(is_pair)
}
