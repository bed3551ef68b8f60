//! Margins that rule nothing out, because the outcome can't differ by so much.

use super::{Check, STUDY, judgements, numbered, truths};
use crate::definition::analysis::OutcomeKind;
use crate::definition::item::{Method, Scale};
use crate::items::Judgement;
use crate::page::QuestionnaireBlock;
use crate::report::Measure;
use crate::report::ScaleGuardrail;
use crate::report::input::Design;
use unmask_analysis::detection::Counts;

pub(super) fn check(check: &mut Check) {
    let plan = &check.study.file.analysis;
    for (path, one) in numbered(&plan.comparisons, "analysis.comparisons") {
        margin(check, &format!("{path}.margin"), one.margin, &one.outcome);
    }
    for (path, scale) in numbered(&plan.scales, "analysis.scales") {
        margin(check, &format!("{path}.margin"), scale.margin, &format!("scale_{}", scale.id));
    }
    let rise = plan.false_alarms.margin;
    if rise == 0.0 {
        let message = "no rise can be ruled out by `margin: 0`";
        check.error(STUDY, "analysis.false_alarms.margin", message, "use a share above 0, such as 0.05");
    }
    margin(check, "analysis.false_alarms.margin", Some(rise), Measure::FalseAlarmRate.name());
    margin(check, "analysis.smallest_effect", plan.smallest_effect, Measure::DPrime.name());
}

/// Margins that the planned number of people will probably not rule out, though nothing differs.
pub(super) fn powers(check: &mut Check, design: &Design) {
    let Some(per_arm) = design.analysed_at_target() else { return };
    let plan = &check.study.file.analysis;
    let mut powers = Vec::new();
    if plan.false_alarms.hypothesis.is_some() {
        powers.push(("analysis.false_alarms.margin".to_owned(), design.false_alarm_power(per_arm).ok()));
    }
    for (path, one) in numbered(&plan.comparisons, "analysis.comparisons").filter(|(_, one)| one.outcome == "d_prime") {
        let power = one.margin.and_then(|margin| design.margin_power(one.kind, margin, per_arm).ok());
        powers.push((format!("{path}.margin"), power));
    }
    for (path, scale) in numbered(&plan.scales, "analysis.scales") {
        let power = ScaleGuardrail::of(check.study, scale).and_then(|guardrail| guardrail.power(per_arm).ok());
        powers.push((format!("{path}.margin"), power));
    }
    for (path, power) in powers {
        let Some(power) = power.filter(|power| *power < LEAST_POWER) else { continue };
        let power = (100.0 * power).round();
        let message = format!(
            "with {per_arm} people in each arm, the margin is ruled out in only {power}% of studies without a difference"
        );
        let help =
            "a larger margin, if one is justifiable, or a larger `allocation.target`; `unmask power` shows its power";
        check.warning(STUDY, &path, message, help);
    }
}

/// A test that fails more often than not though its hypothesis is true.
const LEAST_POWER: f64 = 0.5;

fn margin(check: &mut Check, path: &str, margin: Option<f64>, outcome: &str) {
    let Some((margin, greatest)) = margin.zip(greatest_difference(check, outcome)) else { return };
    if margin >= greatest && margin.is_finite() {
        let message = format!("{margin} is too large: `{outcome}` can't differ by more than {greatest:.2}");
        check.error(STUDY, path, message, "use the smallest difference that would matter");
    }
}

/// The greatest difference of two means of the outcome. Of d' and the criterion, it is that between guessing and no
/// mistake: arms are not worse than guessing. None if there is no such outcome.
fn greatest_difference(check: &Check, outcome: &str) -> Option<f64> {
    let plan = &check.study.file.analysis;
    match Measure::ALL.into_iter().find(|measure| measure.name() == outcome) {
        Some(Measure::DPrime | Measure::Criterion) => return greatest_d_prime(check, &judgements(check)),
        Some(Measure::Confidence) => return Some(0.5),
        Some(Measure::Overconfidence) => return Some(1.5),
        Some(_) => return Some(1.0),
        None => {}
    }
    if let Some(id) = outcome.strip_prefix("d_prime_") {
        let part = plan.parts.iter().find(|part| part.id == id)?;
        let judged: Vec<_> =
            judgements(check).into_iter().filter(|(id, _)| part.items.iter().any(|one| one == id)).collect();
        return greatest_d_prime(check, &judged);
    }
    if let Some(id) = outcome.strip_prefix("scale_") {
        return width(check, &plan.scales.iter().find(|scale| scale.id == id)?.after);
    }
    let id = outcome.strip_prefix("outcome_")?;
    // Sharing is from 1 to 6, and discernment from -5 to 5. An estimate is a share minus another one.
    Some(match plan.outcomes.iter().find(|outcome| outcome.id == id)?.kind {
        OutcomeKind::SharingDiscernment => 10.0,
        OutcomeKind::Estimate => 2.0,
    })
}

/// d' without a mistake, with the log-linear correction, in the form where it is greater.
fn greatest_d_prime(check: &Check, judged: &[(&str, &Judgement)]) -> Option<f64> {
    let of_form = |form| {
        let [manipulated, authentic] = truths(check, judged, form);
        Some(Counts::new(manipulated, manipulated, 0, authentic).ok()?.rates().detection().ok()?.d_prime)
    };
    check.study.file.forms().into_iter().filter_map(of_form).reduce(f64::max)
}

/// From the lowest to the highest score of a scale of the post-questionnaire.
fn width(check: &Check, score: &str) -> Option<f64> {
    let post = check.study.questionnaires.get(&QuestionnaireBlock::POST)?;
    let scale: &Scale = post.scales.iter().find(|scale| scale.id == score)?;
    let count = scale.items.len() as f64;
    let ranges = || scale.items.iter().map(|item| post.variable(item)?.values.range().map(|(low, high)| high - low));
    let sum = || ranges().sum::<Option<f64>>();
    match scale.method {
        Method::Correct => Some(count),
        Method::Sum => sum(),
        Method::Mean => Some(sum()? / count),
    }
}
