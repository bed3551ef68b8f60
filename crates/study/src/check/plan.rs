//! Plans of which each part is valid, but that contradict themselves or can't show what they are to show.

mod margins;

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Check, numbered};
use crate::definition::Questionnaire;
use crate::definition::analysis::PrimaryModel;
use crate::items::Judgement;
use crate::page::QuestionnaireBlock;
use crate::problem::Severity;
use crate::progress::Form;
use crate::report::input::Design;

const STUDY: &str = "study.yaml";

/// A look at fewer participants in an arm tests hardly anything but chance.
const FEWEST_AT_A_LOOK: f64 = 10.0;

pub(super) fn check(check: &mut Check) {
    hypotheses(check);
    primary_arms(check);
    parts(check);
    margins::check(check);
    exclusions(check);
    before(check);
    let design = Design::of(check.study);
    if !design.arms.is_empty() {
        looks(check, &design);
        mixed_model(check, &design);
        target(check, &design);
        margins::powers(check, &design);
    }
}

/// Each name has one hypothesis. Those of `comparisons` are checked with them.
fn hypotheses(check: &mut Check) {
    let plan = &check.study.file.analysis;
    let primary = numbered(&plan.primary, "analysis.primary")
        .map(|(path, one)| (format!("{path}.hypothesis"), Some(&one.hypothesis)));
    let effects = numbered(&plan.effects, "analysis.effects")
        .map(|(path, one)| (format!("{path}.hypothesis"), Some(&one.hypothesis)));
    let parts = numbered(&plan.parts, "analysis.parts").map(|(path, part)| (path, part.hypothesis.as_ref()));
    let scales = numbered(&plan.scales, "analysis.scales").map(|(path, scale)| (path, scale.hypothesis.as_ref()));
    let moderators = numbered(&plan.moderators, "analysis.moderators");
    let moderators = moderators.map(|(path, moderator)| (path, moderator.hypothesis.as_ref()));
    let waves = numbered(&plan.waves, "analysis.waves").map(|(path, wave)| (path, Some(&wave.hypothesis)));
    let listed =
        parts.chain(waves).chain(scales).chain(moderators).map(|(path, name)| (format!("{path}.hypothesis"), name));
    let single = [
        ("analysis.false_alarms.hypothesis".to_owned(), plan.false_alarms.hypothesis.as_ref()),
        ("analysis.confidence".to_owned(), plan.confidence.as_ref()),
    ];
    // Without primary hypotheses in the plan, the report calls them H1, H2 …
    let design = Design::of(check.study);
    let unnamed = design.comparisons.iter().filter(|_| plan.primary.is_empty());
    let mut seen: BTreeSet<&str> = unnamed.map(|one| one.id.as_str()).collect();
    for (path, name) in primary.chain(effects).chain(single).chain(listed) {
        if name.is_some_and(|name| name.trim().is_empty()) {
            check.error(STUDY, &path, "the hypothesis has no name", "name it, for example `H1`");
            continue;
        }
        if let Some(name) = name.filter(|name| !seen.insert(name)) {
            let message = format!("another hypothesis is called `{name}`");
            check.error(STUDY, &path, message, "rename one of them");
        }
    }
}

/// A second test of the same difference would only cost power.
fn primary_arms(check: &mut Check) {
    let mut seen = BTreeSet::new();
    for (path, primary) in numbered(&check.study.file.analysis.primary, "analysis.primary") {
        if !seen.insert(primary.arm.name()) {
            let message = format!("another primary hypothesis already compares `{}` with control", primary.arm.name());
            check.error(STUDY, &format!("{path}.arm"), message, "name another arm, or remove the hypothesis");
        }
    }
}

/// d' needs authentic and manipulated judgements in each test form.
fn parts(check: &mut Check) {
    let study = check.study;
    for (path, part) in numbered(&study.file.analysis.parts, "analysis.parts") {
        if part.items.is_empty() {
            let help = "name judgements of questionnaires/post.yaml, or remove the part";
            check.error(STUDY, &format!("{path}.items"), format!("`{}` has no items", part.id), help);
        }
        let mut seen = BTreeSet::new();
        for (path, item) in numbered(&part.items, &format!("{path}.items")) {
            if !seen.insert(item) {
                check.error(STUDY, &path, format!("`{item}` is listed twice"), "keep one of them");
            }
        }
        let judged: Vec<_> =
            judgements(check).into_iter().filter(|(id, _)| part.items.iter().any(|one| one == id)).collect();
        for form in study.file.forms() {
            let [manipulated, authentic] = truths(check, &judged, form);
            if judged.is_empty() || (manipulated > 0 && authentic > 0) {
                continue;
            }
            let word = if manipulated == 0 { "manipulated" } else { "authentic" };
            let message = format!("`{}` has no d' in {form}: none of its items is {word}", part.id);
            let help = "name authentic and manipulated judgements for each test form, or remove the part";
            check.error(STUDY, &format!("{path}.items"), message, help);
            break;
        }
    }
}

/// The judgements of the post-questionnaire.
fn judgements<'a>(check: &Check<'a>) -> Vec<(&'a str, &'a Judgement)> {
    let post = check.study.questionnaires.get(&QuestionnaireBlock::POST);
    let items = post.into_iter().flat_map(Questionnaire::items);
    items.filter_map(|item| Some((item.id.as_str(), item.judgement()?))).collect()
}

/// How many of them are manipulated and authentic in a form.
fn truths(check: &Check, judged: &[(&str, &Judgement)], form: Form) -> [u32; 2] {
    let signal = &check.study.file.analysis.signal;
    let mut counts = [0, 0];
    for (_, judgement) in judged {
        let is_manipulated = signal.iter().any(|value| value == judgement.truth.for_form(form));
        counts[usize::from(!is_manipulated)] += 1;
    }
    counts
}

/// Two exclusions by one item keep what both keep.
fn exclusions(check: &mut Check) {
    let planned = &check.study.file.analysis.exclusions;
    for (index, (path, one)) in numbered(planned, "analysis.exclusions").enumerate() {
        let earlier: Vec<_> = planned[..index].iter().filter(|earlier| earlier.item == one.item).collect();
        let is_kept = |value: &Value| earlier.iter().all(|earlier| earlier.keep.iter().any(|kept| same(kept, value)));
        if !earlier.is_empty() && !one.keep.is_empty() && !one.keep.iter().any(is_kept) {
            let message = format!("with the other exclusion by `{}`, this excludes all participants", one.item);
            let help = "list the answers of participants who stay in the analysis in one exclusion";
            check.error(STUDY, &format!("{path}.keep"), message, help);
        }
    }
}

fn same(one: &Value, other: &Value) -> bool {
    one == other || one.as_f64().zip(other.as_f64()).is_some_and(|(one, other)| one.total_cmp(&other).is_eq())
}

/// Adjusting for another scale is possible, but seldom meant.
fn before(check: &mut Check) {
    let study = check.study;
    let scales = |page| study.questionnaires.get(&page).map_or(&[][..], |asked| &asked.scales);
    let (pre, post) = (scales(QuestionnaireBlock::PRE), scales(QuestionnaireBlock::POST));
    for (path, planned) in numbered(&study.file.analysis.scales, "analysis.scales") {
        let before = planned.before.as_ref().and_then(|id| pre.iter().find(|scale| scale.id == *id));
        let after = post.iter().find(|scale| scale.id == planned.after);
        let Some((before, after)) = before.zip(after) else { continue };
        let is_named_like_another = after.label != before.label && post.iter().any(|scale| scale.label == before.label);
        if is_named_like_another || before.method != after.method {
            let message = format!("`{}` is another scale than `{}`", before.id, after.id);
            let help = "name the score of the same scale before the training, or remove `before`";
            check.warning(STUDY, &format!("{path}.before"), message, help);
        }
    }
}

fn looks(check: &mut Check, design: &Design) {
    let Some((interim, target)) = check.study.file.analysis.interim.as_ref().zip(design.target) else { return };
    let per_arm = f64::from(target) * (1.0 - design.sample.loss) / design.arms.len() as f64;
    for (path, share) in numbered(&interim.looks, "analysis.interim.looks") {
        let people = share * per_arm;
        if *share > 0.0 && people < FEWEST_AT_A_LOOK {
            let message = format!("the look at {share} has about {people:.0} participants in each arm");
            let help = format!("plan each look for at least {FEWEST_AT_A_LOOK} participants in each arm");
            check.warning(STUDY, &path, message, &help);
        }
    }
}

/// The mixed model takes the items as a sample, so the sample size depends on how much they differ.
fn mixed_model(check: &mut Check, design: &Design) {
    if design.model != PrimaryModel::ProbitMixed {
        return;
    }
    let effect = planned_effect(design).unwrap_or(design.sample.effect.d);
    if design.sample.item_effects == 0.0 {
        let message = "the sample size is planned as if an arm made the same difference in each item";
        let help = "add `sample.item_effects`, the expected standard deviation of the difference in d' between items, \
                    or use `model: ancova`";
        check.warning(STUDY, "analysis.model", message, help);
    } else if design.people_needed(effect).is_err() {
        let message = format!(
            "with {} items whose effects differ so much, no number of participants gives a power of {}",
            design.after.len(),
            design.sample.power
        );
        let help = "add judgements to questionnaires/post.yaml, plan for a larger effect, or use `model: ancova`";
        check.warning(STUDY, "analysis.sample.item_effects", message, help);
    }
}

fn target(check: &mut Check, design: &Design) {
    let Some(target) = design.target else {
        let message = "without `target`, results by arm are shown from the first participant on";
        let help = "add `target`, the number of participants to be randomised: results by arm are withheld until then";
        return check.report(Severity::Note, STUDY, "allocation", message, help);
    };
    if design.by_unit {
        return;
    }
    let Some(needed) = planned_effect(design).and_then(|effect| design.people_needed(effect).ok()) else { return };
    if target < needed.total {
        let message = format!("`target: {target}` is less than the {} participants that the plan needs", needed.total);
        let help = format!(
            "raise it to {}, or change `analysis.sample`; `unmask power` shows how the number is computed",
            needed.total
        );
        check.warning(STUDY, "allocation.target", message, &help);
    }
}

/// What the plan wants to detect, as Cohen's d; none if it states no effect.
fn planned_effect(design: &Design) -> Option<f64> {
    let effect = design.sample.effect;
    if effect.planned {
        return Some(effect.d);
    }
    Some(design.smallest_effect? / design.spread_of_d_prime().ok()?)
}
