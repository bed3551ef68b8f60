//! `unmask power --simulate`: the power of all planned tests in simulated studies.

use unmask_simulation::power::{Looks, Other, Plan, Power, Scale, Test, simulated_power};
use unmask_study::definition::analysis::{ComparisonKind, Expected};
use unmask_study::definition::{Form, Item, Questionnaire};
use unmask_study::page::QuestionnaireBlock;
use unmask_study::report::ScaleGuardrail;
use unmask_study::report::input::{Design, Secondary};

use crate::cli::prelude::*;

/// The studies are the same each time.
const SEED: u64 = 1;

/// The numbers of participants of the curve, as shares of the planned number.
const SHARES: [f64; 5] = [0.5, 0.75, 1.0, 1.25, 1.5];

/// The power of each test at the planned number of participants, and of all tests at other numbers.
pub(super) fn described(study: &Study, design: &Design, runs: usize) -> Result<String> {
    let d = design.sample.effect.d;
    let per_arm = super::analysed(design)?;
    let scales = ScaleGuardrail::all(study);
    let compared: Vec<(&Secondary, Test)> = design.secondary.iter().filter_map(|one| Some((one, test(one)?))).collect();
    let power_of = |per_arm: usize| {
        let plan = plan(study, design, (&compared, &scales), per_arm)?;
        simulated(&plan, runs)
    };
    let planned = power_of(per_arm as usize)?;
    let mut lines = vec![format!(
        "{runs} simulated studies with {per_arm} analysed participants in each arm. Each arm with a primary hypothesis is better \
         than control by d = {d}, and nothing rises that a guardrail watches.{}",
        item_effects(design)
    )];
    lines.push(String::new());
    lines.extend(tests(design, (&compared, &scales), &planned));
    lines.extend(left_out(design, &compared, &scales));
    if design.interim.is_some() {
        let mut plan = plan(study, design, (&compared, &scales), per_arm as usize)?;
        plan.effects.iter_mut().for_each(|effect| *effect = 0.0);
        lines.extend(looks(design, &planned, &simulated(&plan, runs)?));
    }
    lines.push(String::new());
    if let Some(correlation) = planned.correlation {
        lines.push(format!("d' before and after correlate by {correlation:.2} on average."));
    }
    let error = 196.0 * (0.25 / runs as f64).sqrt();
    lines.push(format!("With {runs} studies, a share is within {error:.1} points of the true power in 95% of cases."));
    lines.push(String::new());
    lines.push("  Power by number of analysed participants".to_owned());
    let names = columns(compared.iter().map(|(one, _)| one.pair.id.clone()));
    lines.push(format!(
        "  {:>7}   {:>8}   {:>12}   {:>12}   {:>12}   {:>12}{names}",
        "per arm", "all arms", "any primary", "all primary", "false alarms", "all of them"
    ));
    for share in SHARES {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of people")]
        let number = (f64::from(per_arm) * share).round() as usize;
        let power = if number == per_arm as usize { planned.clone() } else { power_of(number)? };
        let all = number * design.arms.len();
        let others = columns(power.others.iter().map(|share| per_cent(*share)));
        let [any, all_primary, guardrails, everything] =
            [power.any, power.all, power.all_guardrails, power.everything].map(per_cent);
        lines.push(format!(
            "  {number:>7}   {all:>8}   {any:>12}   {all_primary:>12}   {guardrails:>12}   {everything:>12}{others}"
        ));
    }
    Ok(lines.join("\n"))
}

fn simulated(plan: &Plan, runs: usize) -> Result<Power> {
    simulated_power(plan, runs, SEED).context("these numbers can't be simulated")
}

fn columns(cells: impl Iterator<Item = String>) -> String {
    cells.fold(String::new(), |line, cell| format!("{line}{cell:>9}"))
}

fn per_cent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn item_effects(design: &Design) -> String {
    match design.sample.item_effects {
        0.0 => String::new(),
        sd => format!(" The difference in d' varies between items by {sd} (SD), and each study has other items."),
    }
}

/// A line for each test.
fn tests(
    design: &Design,
    (compared, scales): (&[(&Secondary, Test)], &[ScaleGuardrail]),
    power: &Power,
) -> Vec<String> {
    let line = |name: &str, what: String, share: f64| format!("  {name:<6} {what:<64} {:>6}", per_cent(share));
    let label = |arm: usize| &design.arms[arm].id;
    let mut lines = Vec::new();
    for (comparison, share) in design.comparisons.iter().zip(&power.primary) {
        let what = format!("d' is better in {} than in {} (Holm)", label(comparison.arm), label(comparison.against));
        lines.push(line(&comparison.id, what, *share));
    }
    if power.primary.len() > 1 {
        lines.push(line("", "at least one of these".to_owned(), power.any));
        lines.push(line("", "all of these".to_owned(), power.all));
    }
    let margin = design.false_alarm_margin;
    let guardrail = design.false_alarm_hypothesis.as_deref().unwrap_or_default();
    for (comparison, share) in design.comparisons.iter().zip(&power.guardrails) {
        let what = format!("a rise in false alarms of {margin} is ruled out in {}", label(comparison.arm));
        lines.push(line(guardrail, what, *share));
    }
    if power.guardrails.len() > 1 {
        lines.push(line("", "in all of these arms".to_owned(), power.all_guardrails));
    }
    for ((scale, shares), all) in scales.iter().zip(&power.scales).zip(&power.all_scales) {
        let name = scale.hypothesis.as_deref().unwrap_or_default();
        for (comparison, share) in design.comparisons.iter().zip(shares) {
            let what =
                format!("a rise in {} of {} is ruled out in {}", scale.label, scale.margin, label(comparison.arm));
            lines.push(line(name, what, *share));
        }
        if shares.len() > 1 {
            lines.push(line("", "in all of these arms".to_owned(), *all));
        }
    }
    lines.push(line("", "all primary hypotheses are found and all guardrails hold".to_owned(), power.everything));
    for ((one, test), share) in compared.iter().zip(&power.others) {
        let (arm, reference) = (label(one.pair.arm), label(one.pair.against));
        let what = match test {
            Test::NonInferiority(margin) => format!("{arm} is not worse than {reference} by {margin} in d'"),
            Test::Equivalence(margin) => format!("{arm} and {reference} differ by less than {margin} in d'"),
        };
        lines.push(line(&one.pair.id, what, *share));
    }
    lines
}

/// What is planned, but can't be simulated from the bundle.
fn left_out(design: &Design, compared: &[(&Secondary, Test)], watched: &[ScaleGuardrail]) -> Vec<String> {
    let simulated = |one: &Secondary| compared.iter().any(|(known, _)| known.pair.id == one.pair.id);
    let others = design.secondary.iter().filter(|one| !simulated(one)).map(|one| one.pair.id.clone());
    let is_simulated = |label: &str| watched.iter().any(|scale| scale.label == label);
    let scales = design.compared.iter().filter(|scale| scale.expect == Expected::NoRise && !is_simulated(&scale.label));
    let names: Vec<String> = scales.map(|scale| scale.label.clone()).chain(others).collect();
    if names.is_empty() {
        return Vec::new();
    }
    vec![format!("  Not simulated, because the bundle does not say how these outcomes vary: {}.", names.join(", "))]
}

/// Where studies end, with the effect and without one.
fn looks(design: &Design, planned: &Power, without: &Power) -> Vec<String> {
    let shares = design.interim.iter().flat_map(|interim| &interim.looks);
    let mut lines = vec![
        String::new(),
        "  Planned looks, if a study ends at the look at which all primary hypotheses are rejected".to_owned(),
        format!("  {:>12}   {:>20}   {:>20}", "participants", "end with the effect", "end without one"),
    ];
    for ((share, with), without) in shares.zip(&planned.ended).zip(&without.ended) {
        lines.push(format!("  {:>11.0}%   {:>20}   {:>20}", 100.0 * share, per_cent(*with), per_cent(*without)));
    }
    lines.push(format!(
        "  {:>12}   {:>20.0}   {:>20.0}",
        "expected n", planned.expected_people, without.expected_people
    ));
    lines
}

/// The test of a comparison with a margin in d'.
fn test(comparison: &Secondary) -> Option<Test> {
    let margin = comparison.margin.filter(|_| comparison.outcome == "d_prime")?;
    match comparison.kind {
        ComparisonKind::Superiority => None,
        ComparisonKind::NonInferiority => Some(Test::NonInferiority(margin)),
        ComparisonKind::Equivalence => Some(Test::Equivalence(margin)),
    }
}

fn plan(
    study: &Study,
    design: &Design,
    (compared, scales): (&[(&Secondary, Test)], &[ScaleGuardrail]),
    per_arm: usize,
) -> Result<Plan> {
    let scale = |one: &ScaleGuardrail| Scale { margin: one.margin / one.sd, correlation: one.correlation };
    let primary: Vec<(usize, usize)> = design.comparisons.iter().map(|one| (one.arm, one.against)).collect();
    let trained = |arm: usize| primary.iter().any(|(one, _)| *one == arm);
    let greatest = design.greatest_correlation().context("these numbers give no correlation")?;
    let correlation = design.correlation().context("these numbers give no correlation")?;
    Ok(Plan {
        per_arm,
        effects: (0..design.arms.len()).map(|arm| if trained(arm) { design.sample.effect.d } else { 0.0 }).collect(),
        before: design.test_before(),
        after: design.test_afterwards(),
        two_forms: two_forms(study),
        spread: design.spread(),
        stability: if greatest > 0.0 { (correlation / greatest).clamp(0.0, 1.0) } else { 0.0 },
        item_effects: design.sample.item_effects,
        alpha: design.alpha,
        primary: primary.clone(),
        false_alarms: design.false_alarm_margin,
        scales: scales.iter().map(scale).collect(),
        looks: design
            .interim
            .as_ref()
            .map(|interim| Looks { shares: interim.looks.clone(), spending: interim.spending }),
        others: compared
            .iter()
            .map(|(one, test)| Other { arm: one.pair.arm, reference: one.pair.against, test: *test })
            .collect(),
    })
}

/// Whether items of the test are manipulated in one form and authentic in another.
fn two_forms(study: &Study) -> bool {
    let items = study.questionnaires.get(&QuestionnaireBlock::POST).into_iter().flat_map(Questionnaire::items);
    let mut judged = items.filter_map(Item::judgement);
    let forms = study.file.forms();
    judged
        .any(|judgement| forms.iter().any(|form| judgement.truth.for_form(*form) != judgement.truth.for_form(Form::X)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use unmask_study::definition::analysis::Interim;

    use super::*;
    use crate::study_versions::read_bundle;

    fn example() -> Study {
        read_bundle(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered")).unwrap()
    }

    /// The plan promises 80% for d = 0.3 with what 15% loss leaves of 732 participants. A share of 400 simulated
    /// studies has a standard error of two points.
    #[test]
    fn the_plan_of_the_example_keeps_its_promise() {
        let study = example();
        let (design, scales) = (Design::of(&study), ScaleGuardrail::all(&study));
        let per_arm = design.analysed_at_target().unwrap();
        let plan = plan(&study, &design, (&[], &scales), per_arm as usize).unwrap();
        let found = simulated(&plan, 400).unwrap();
        assert!(found.strictest.iter().chain(&found.primary).all(|share| *share > 0.76), "{found:?}");
        let false_alarms = design.false_alarm_power(per_arm).unwrap();
        let cynicism = scales[0].power(per_arm).unwrap();
        for (shares, expected) in [(&found.guardrails, false_alarms), (&found.scales[0], cynicism)] {
            assert!(shares.iter().all(|share| (share - expected).abs() < 0.06), "{shares:?}, {expected}");
        }
    }

    #[test]
    fn guardrails_and_looks_are_described() {
        let mut study = example();
        let plain = described(&study, &Design::of(&study), 100).unwrap();
        let line = |of: &str, start: &str| of.lines().filter(|line| line.trim_start().starts_with(start)).count();
        assert_eq!(line(&plain, "H6     a rise in Cynicism of 0.25 is ruled out in treatment_"), 2, "{plain}");
        assert_eq!(line(&plain, "all primary hypotheses are found and all guardrails hold"), 1, "{plain}");
        assert!(!plain.contains("Not simulated") && !plain.contains("Planned looks"), "{plain}");
        let spending = unmask_study::analysis::sequential::Spending::Pocock;
        study.file.analysis.interim = Some(Interim { looks: vec![0.5, 0.75], spending });
        let cynicism = study.file.analysis.scales.iter_mut().find(|scale| scale.id == "cynicism").unwrap();
        cynicism.margin = None;
        let looked = described(&study, &Design::of(&study), 100).unwrap();
        assert!(looked.contains("Not simulated, because the bundle does not say how these outcomes vary: Cynicism."));
        assert_eq!(["50%", "75%", "expected n"].map(|start| line(&looked, start)), [1, 1, 1], "{looked}");
    }
}
