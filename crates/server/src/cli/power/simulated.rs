//! `unmask power --simulate`: the power of all planned tests in simulated studies.

use unmask_simulation::power::{Other, Plan, Power, Test, simulated_power};
use unmask_study::definition::analysis::{ComparisonKind, Expected};
use unmask_study::definition::{Form, Item, Questionnaire};
use unmask_study::page::QuestionnairePage;
use unmask_study::report::Needed;
use unmask_study::report::input::{Design, Secondary};

use crate::cli::prelude::*;

/// The studies are the same each time.
const SEED: u64 = 1;

/// The numbers of participants of the curve, as shares of the planned number.
const SHARES: [f64; 5] = [0.5, 0.75, 1.0, 1.25, 1.5];

/// The power of each test at the planned number of participants, and of all tests at other numbers.
pub(super) fn described(study: &Study, design: &Design, runs: usize) -> Result<String> {
    let d = design.sample.effect.d;
    let needed = || design.people_needed(d).map(|Needed { adjusted, .. }| adjusted);
    let per_arm = design.analysed_at_target().map_or_else(needed, Ok).context("these numbers give no sample size")?;
    let compared: Vec<(&Secondary, Test)> = design.secondary.iter().filter_map(|one| Some((one, test(one)?))).collect();
    let power_of = |per_arm: usize| {
        let plan = plan(study, design, &compared, per_arm)?;
        simulated_power(&plan, runs, SEED).context("these numbers can't be simulated")
    };
    let planned = power_of(per_arm as usize)?;
    let mut lines = vec![format!(
        "{runs} simulated studies with {per_arm} analysed participants in each arm. Each arm with a primary hypothesis is better \
         than control by d = {d}, and no arm has more false alarms.{}",
        item_effects(design)
    )];
    lines.push(String::new());
    lines.extend(tests(design, &compared, &planned));
    lines.extend(left_out(design, &compared));
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
        "  {:>7}   {:>8}   {:>12}   {:>12}   {:>12}{names}",
        "per arm", "all arms", "any primary", "all primary", "false alarms"
    ));
    for share in SHARES {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of people")]
        let number = (f64::from(per_arm) * share).round() as usize;
        let power = if number == per_arm as usize { planned.clone() } else { power_of(number)? };
        let all = number * design.arms.len();
        let others = columns(power.others.iter().map(|share| per_cent(*share)));
        let [any, all_primary, guardrails] = [power.any, power.all, power.all_guardrails].map(per_cent);
        lines.push(format!("  {number:>7}   {all:>8}   {any:>12}   {all_primary:>12}   {guardrails:>12}{others}"));
    }
    Ok(lines.join("\n"))
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
fn tests(design: &Design, compared: &[(&Secondary, Test)], power: &Power) -> Vec<String> {
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
fn left_out(design: &Design, compared: &[(&Secondary, Test)]) -> Vec<String> {
    let simulated = |one: &Secondary| compared.iter().any(|(known, _)| known.pair.id == one.pair.id);
    let others = design.secondary.iter().filter(|one| !simulated(one)).map(|one| one.pair.id.clone());
    let scales = design.compared.iter().filter(|scale| scale.expect == Expected::NoRise);
    let names: Vec<String> = scales.map(|scale| scale.label.clone()).chain(others).collect();
    if names.is_empty() {
        return Vec::new();
    }
    vec![format!("  Not simulated, because the bundle does not say how these outcomes vary: {}.", names.join(", "))]
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

fn plan(study: &Study, design: &Design, compared: &[(&Secondary, Test)], per_arm: usize) -> Result<Plan> {
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
        others: compared
            .iter()
            .map(|(one, test)| Other { arm: one.pair.arm, reference: one.pair.against, test: *test })
            .collect(),
    })
}

/// Whether items of the test are manipulated in one form and authentic in the other.
fn two_forms(study: &Study) -> bool {
    let items = study.questionnaires.get(&QuestionnairePage::Post).into_iter().flat_map(Questionnaire::items);
    let mut judged = items.filter_map(Item::judgement);
    judged.any(|judgement| judgement.truth.for_form(Form::X) != judgement.truth.for_form(Form::Y))
}
