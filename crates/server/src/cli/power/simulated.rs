//! `unmask power --simulate`: the power of all planned tests in simulated studies.

use unmask_simulation::power::{LaterPart, Looks, Other, Plan, Power, Scale, Test, simulated_power};
use unmask_study::analysis::detection::Kinds;
use unmask_study::definition::analysis::{ComparisonKind, Expected};
use unmask_study::definition::expect::ExpectedEffect;
use unmask_study::definition::{Form, Item, Questionnaire};
use unmask_study::page::QuestionnaireBlock;
use unmask_study::report::ScaleGuardrail;
use unmask_study::report::input::{Design, LaterWave, PlannedEffect, Secondary};

use crate::cli::prelude::*;

/// The studies are the same each time.
const SEED: u64 = 1;

/// The numbers of participants of the curve, as shares of the planned number.
const SHARES: [f64; 5] = [0.5, 0.75, 1.0, 1.25, 1.5];

/// The power of each test at the planned number of participants, and of all tests at other numbers.
pub(super) fn described(study: &Study, design: &Design, asked: Asked, runs: usize) -> Result<String> {
    let d = design.sample.effect.d;
    let per_arm = super::analysed(design)?;
    let scales = ScaleGuardrail::all(study);
    let compared: Vec<(&Secondary, Test)> = design.secondary.iter().filter_map(|one| Some((one, test(one)?))).collect();
    let later = later(study, design, asked);
    let plan_of = |per_arm: usize| {
        let parts = later.iter().map(|(_, part)| part.clone()).collect();
        Ok::<_, anyhow::Error>(Plan { later: parts, ..plan(study, design, (&compared, &scales), per_arm)? })
    };
    let power_of = |per_arm: usize| simulated(&plan_of(per_arm)?, runs);
    let planned = power_of(per_arm as usize)?;
    let mut lines = vec![format!(
        "{runs} simulated studies with {per_arm} analysed participants in each arm. Each arm with a primary hypothesis is better \
         than control by d = {d}, and nothing rises that a guardrail watches.{}",
        item_effects(design)
    )];
    lines.push(String::new());
    lines.extend(tests(design, (&compared, &scales), &planned));
    lines.extend(left_out(design, &compared, &scales));
    lines.extend(later_parts(design, &later, &planned));
    lines.extend(as_stated(study, design, plan_of(per_arm as usize)?, runs)?);
    if design.interim.is_some() {
        let mut plan = plan_of(per_arm as usize)?;
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

/// What the command states about later parts, for all arms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    /// Share of those who complete a part who do not complete the next one.
    pub loss: Option<f64>,
    /// Share of the effect that is left from one part to the next.
    pub retained: Option<f64>,
}

/// The later parts with judgements. The command's numbers hold for all arms, then those that the study expects of an
/// arm, then the loss of the plan; all effects are left.
fn later<'a>(study: &Study, design: &'a Design, asked: Asked) -> Vec<(&'a LaterWave, LaterPart)> {
    let expected: Vec<ExpectedEffect> = study.file.arms.keys().map(|arm| study.file.expected(*arm)).collect();
    let comes_back = |arm: usize, wave: &LaterWave| {
        let stated = expected[arm].returning.as_ref().zip(wave.id.parse().ok());
        let of_arm = stated.and_then(|(returning, part)| returning.of(part));
        asked.loss.map(|loss| 1.0 - loss).or(of_arm).unwrap_or(1.0 - design.sample.loss)
    };
    let part = |(wave, number): (&'a LaterWave, i32)| {
        let arms = 0..design.arms.len();
        let staying = |arm: usize| design.waves_up_to(&wave.id).into_iter().map(|part| comes_back(arm, part)).product();
        let left = |arm: usize| asked.retained.or(expected[arm].retained).unwrap_or(1.0).powi(number);
        let has_both = |pair: &(usize, usize)| wave.arms.contains(&pair.0) && wave.arms.contains(&pair.1);
        let part = LaterPart {
            items: kinds(wave.items.len()),
            staying: arms.clone().map(staying).collect(),
            retained: arms.map(left).collect(),
            compared: design.comparisons.iter().map(|one| (one.arm, one.against)).filter(has_both).collect(),
        };
        (wave, part)
    };
    design.waves.iter().zip(1_i32..).filter(|(wave, _)| wave.items.len() > 1).map(part).collect()
}

/// Half of the items are manipulated.
fn kinds(items: usize) -> Kinds {
    let items = u32::try_from(items).unwrap_or(u32::MAX);
    Kinds { manipulated: items / 2, authentic: items - items / 2 }
}

/// The power of the comparisons in later parts.
fn later_parts(design: &Design, later: &[(&LaterWave, LaterPart)], power: &Power) -> Vec<String> {
    let mut lines = Vec::new();
    for ((wave, part), shares) in later.iter().zip(&power.later) {
        lines.push(String::new());
        lines.push(format!(
            "  Later part '{}': a share of those analysed come back, by chance, and a share of the effect is left; not corrected",
            wave.title
        ));
        for ((arm, reference), share) in part.compared.iter().zip(shares) {
            let [came, others] = [*arm, *reference].map(|arm| format!("{:.0}%", 100.0 * part.staying[arm]));
            let [arm_id, reference_id] = [*arm, *reference].map(|arm| &design.arms[arm].id);
            let left = format!("{:.0}%", 100.0 * part.retained[*arm]);
            let what = format!("d' is better in {arm_id} than in {reference_id} ({came}, {others}; {left} left)");
            let name = wave.hypothesis.as_deref().unwrap_or_default();
            lines.push(format!("  {name:<6} {what:<64} {:>6}", per_cent(*share)));
        }
    }
    lines
}

/// The power of the hypotheses about factors, with the effects that the study expects of its arms: one size for all
/// arms says nothing about an interaction.
fn as_stated(study: &Study, design: &Design, plan: Plan, runs: usize) -> Result<Vec<String>> {
    if design.effects.is_empty() {
        return Ok(Vec::new());
    }
    let names = design.effects.iter().map(|effect| effect.hypothesis.as_str()).collect::<Vec<_>>().join(", ");
    let stated: Vec<f64> = study.file.arms.keys().map(|arm| study.file.expected(*arm).d_prime).collect();
    if stated.iter().all(|d_prime| *d_prime == 0.0) {
        return Ok(vec![
            String::new(),
            format!(
                "  Not simulated: the hypotheses about factors ({names}). State the arms' `d_prime` in `expect` or `expect_by_level`."
            ),
        ]);
    }
    if plan.contrasts.len() < design.effects.len() {
        return Ok(vec![
            String::new(),
            format!("  Not simulated: the hypotheses about factors ({names}). A combination of levels has no arm."),
        ]);
    }
    let power = simulated(&Plan { stated: Some(stated.clone()), ..plan }, runs)?;
    let label = |arm: usize| &design.arms[arm].id;
    let arms = design.arms.iter().zip(&stated).map(|(arm, d_prime)| format!("{} {d_prime:+.2}", arm.id));
    let mut lines =
        vec![String::new(), format!("  If d' changes as `expect` states ({})", arms.collect::<Vec<_>>().join(", "))];
    let line = |name: &str, what: String, share: f64| format!("  {name:<6} {what:<64} {:>6}", per_cent(share));
    for (comparison, share) in design.comparisons.iter().zip(&power.primary) {
        let what = format!("d' is better in {} than in {} (Holm)", label(comparison.arm), label(comparison.against));
        lines.push(line(&comparison.id, what, *share));
    }
    for (effect, share) in design.effects.iter().zip(&power.contrasts) {
        lines.push(line(&effect.hypothesis, format!("{} (Holm)", levels(design, effect)), *share));
    }
    Ok(lines)
}

/// `label: shown − none`, or `(label: shown − none) × (load: high − low)`.
fn levels(design: &Design, effect: &PlannedEffect) -> String {
    let pair = |(at, [low, high]): (&usize, &[usize; 2])| {
        let factor = &design.factors[*at];
        format!("{}: {} − {}", factor.id, factor.levels[*high].id, factor.levels[*low].id)
    };
    let pairs: Vec<String> = effect.factors.iter().zip(&effect.levels).map(pair).collect();
    if let [one] = pairs.as_slice() { one.clone() } else { format!("({})", pairs.join(") × (")) }
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
        stated: None,
        contrasts: design.effects.iter().filter_map(|effect| design.weights_of(effect)).collect(),
        later: Vec::new(),
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

    use unmask_study::definition::ArmId;
    use unmask_study::definition::analysis::Interim;
    use unmask_study::definition::expect::Returning;
    use unmask_study::report::input::{Factor, FactorLevel};

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

    /// The hypotheses about factors have the effects that the study expects, and later parts the loss of each arm.
    #[test]
    fn factors_and_later_parts_are_described() {
        let mut study = example();
        let returning = Some(Returning { all: Some(0.5), ..Returning::default() });
        study.file.expect[&ArmId::literal("treatment_0")].returning = returning;
        let said = described(&study, &Design::of(&study), Asked::default(), 3).unwrap();
        assert!(said.contains("d' is better in treatment_0 than in control_0 (50%, 85%; 100% left)"), "{said}");
        let asked = Asked { loss: Some(0.4), retained: Some(0.5) };
        let said = described(&study, &Design::of(&study), asked, 3).unwrap();
        assert!(said.contains("  H7     d' is better in treatment_0 than in control_0 (60%, 60%; 50% left)"), "{said}");

        let mut design = Design::of(&study);
        let level = |id: &str| FactorLevel { id: id.into(), label: id.into() };
        let levels = ["none", "cues", "context"].map(level).into();
        design.factors = vec![Factor { id: "training".into(), levels, of_arms: vec![0, 1, 2] }];
        design.effects = vec![PlannedEffect { hypothesis: "H8".into(), factors: vec![0], levels: vec![[0, 1]] }];
        let said = described(&study, &design, Asked::default(), 3).unwrap();
        assert!(said.contains("as `expect` states (control_0 +0.00, treatment_0 +0.40, treatment_1 +0.29)"), "{said}");
        assert!(said.contains("  H8     training: cues − none (Holm)"), "{said}");
        study.file.expect.values_mut().for_each(|effect| effect.d_prime = 0.0);
        let said = described(&study, &design, Asked::default(), 3).unwrap();
        assert!(said.contains("Not simulated: the hypotheses about factors (H8). State the arms' `d_prime`"), "{said}");
    }

    #[test]
    fn guardrails_and_looks_are_described() {
        let mut study = example();
        let plain = described(&study, &Design::of(&study), Asked::default(), 5).unwrap();
        let line = |of: &str, start: &str| of.lines().filter(|line| line.trim_start().starts_with(start)).count();
        assert_eq!(line(&plain, "H6     a rise in Cynicism of 0.25 is ruled out in treatment_"), 2, "{plain}");
        assert_eq!(line(&plain, "all primary hypotheses are found and all guardrails hold"), 1, "{plain}");
        assert!(!plain.contains("Not simulated") && !plain.contains("Planned looks"), "{plain}");
        let spending = unmask_study::analysis::sequential::Spending::Pocock;
        study.file.analysis.interim = Some(Interim { looks: vec![0.5, 0.75], spending });
        let cynicism = study.file.analysis.scales.iter_mut().find(|scale| scale.id == "cynicism").unwrap();
        cynicism.margin = None;
        let looked = described(&study, &Design::of(&study), Asked::default(), 5).unwrap();
        assert!(looked.contains("Not simulated, because the bundle does not say how these outcomes vary: Cynicism."));
        assert_eq!(["50%", "75%", "expected n"].map(|start| line(&looked, start)), [1, 1, 1], "{looked}");
    }
}
