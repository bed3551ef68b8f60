//! The power of a planned study by simulation: participants of signal detection theory answer the tests before and
//! after, and each simulated study is analysed as the report analyses a real one.
//!
//! What the formulas of `unmask_study::analysis::power` leave out is in here: few items with a log-linear correction,
//! Holm's correction, guardrails, comparisons with a margin, and items in which an arm's effect differs.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::resume_unwind;

use unmask_study::analysis::ancova::{Observation, ancova};
use unmask_study::analysis::detection::{Counts, Gain, Kinds, Spread, scored_d_prime};
use unmask_study::analysis::margin::{equivalence, p_of_at_least};
use unmask_study::analysis::multiplicity::holm;
use unmask_study::analysis::regression::Errors;
use unmask_study::analysis::{AnalysisError, Estimate, Level, Quantity, Result};

use crate::random_stream::RandomStream;

/// A planned study. Arms are indices.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Analysed participants in each arm.
    pub per_arm: usize,
    /// Of each arm: the difference from control in mean d' as it is scored, in standard deviations of d' between
    /// participants of control (Cohen's d); used for the arms of `primary`. Hits rise and false alarms stay, so that a
    /// rise is hard to rule out.
    pub effects: Vec<f64>,
    /// Items before; none in a design without such a test.
    pub before: Option<Kinds>,
    /// Items after.
    pub after: Kinds,
    /// Whether half of the participants see each item in its other version.
    pub two_forms: bool,
    /// People and items, in standard deviations of the evidence.
    pub spread: Spread,
    /// Correlation of true d' before and after, from 0 to 1.
    pub stability: f64,
    /// Standard deviation, between items, of the difference between a primary arm and its reference in the evidence of
    /// a manipulated item. Each simulated study draws its own items.
    pub item_effects: f64,
    /// Familywise error rate of the primary tests, and error rate of each other one.
    pub alpha: f64,
    /// The primary comparisons of d': arm and reference.
    pub primary: Vec<(usize, usize)>,
    /// The rise in the false-alarm rate that each primary comparison must rule out, as a share.
    pub false_alarms: f64,
    /// Comparisons of d' or of the false-alarm rate with a margin.
    pub others: Vec<Other>,
}

/// A comparison outside the primary family.
#[derive(Clone, Debug)]
pub struct Other {
    pub arm: usize,
    pub reference: usize,
    pub test: Test,
}

/// What is to be shown of the difference in d'. Margins are in d'.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    NonInferiority(f64),
    Equivalence(f64),
}

/// Shares of the simulated studies, from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Power {
    /// Simulated studies.
    pub runs: usize,
    /// Each primary comparison is significant after Holm's correction, and the arm is better.
    pub primary: Vec<f64>,
    /// The same at the strictest step of Holm's correction, α divided by the number of comparisons.
    pub strictest: Vec<f64>,
    /// Any, and all of them.
    pub any: f64,
    pub all: f64,
    /// The rise in false alarms is ruled out, in each primary comparison and in all.
    pub guardrails: Vec<f64>,
    pub all_guardrails: f64,
    /// Each other comparison shows what it is to show.
    pub others: Vec<f64>,
    /// Mean correlation of d' before and after, within arms; none without a test before.
    pub correlation: Option<f64>,
}

impl Power {
    fn of(outcomes: &[Outcome]) -> Self {
        let share = |holds: &dyn Fn(&Outcome) -> bool| {
            outcomes.iter().filter(|outcome| holds(outcome)).count() as f64 / outcomes.len().max(1) as f64
        };
        let each = |tests: fn(&Outcome) -> &Vec<bool>| {
            let number = outcomes.first().map_or(0, |outcome| tests(outcome).len());
            (0..number).map(|index| share(&|outcome| tests(outcome)[index])).collect()
        };
        let correlations: Vec<f64> = outcomes.iter().filter_map(|outcome| outcome.correlation).collect();
        Self {
            runs: outcomes.len(),
            primary: each(|outcome| &outcome.primary),
            strictest: each(|outcome| &outcome.strictest),
            any: share(&|outcome| outcome.primary.contains(&true)),
            all: share(&|outcome| !outcome.primary.contains(&false)),
            guardrails: each(|outcome| &outcome.guardrails),
            all_guardrails: share(&|outcome| !outcome.guardrails.contains(&false)),
            others: each(|outcome| &outcome.others),
            correlation: (!correlations.is_empty())
                .then(|| correlations.iter().sum::<f64>() / correlations.len() as f64),
        }
    }
}

/// Simulates `runs` studies; the same seed gives the same result. Errors: those of [`scored_d_prime`] and [`ancova`],
/// such as too few items or participants.
pub fn simulated_power(plan: &Plan, runs: usize, seed: u64) -> Result<Power> {
    let gains = gains(plan, seed)?;
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(runs.max(1));
    let each = |first: usize| -> Result<Vec<Outcome>> {
        (first..runs).step_by(threads).map(|run| outcome(plan, &gains, seed, run)).collect()
    };
    let outcomes = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|first| scope.spawn(move || each(first))).collect();
        started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let outcomes: Result<Vec<Vec<Outcome>>> = outcomes;
    Ok(Power::of(&outcomes?.concat()))
}

/// Simulated studies without any effect that show how d' varies between participants.
const PILOTS: usize = 200;

/// The gain of each arm. Mean d', as it is scored, changes by the arm's effect: by bisection, because the correction
/// for few items makes differences in scores smaller than true ones.
fn gains(plan: &Plan, seed: u64) -> Result<Vec<Gain>> {
    let none = vec![Gain::default(); plan.effects.len()];
    let mut variances = 0.0;
    for pilot in 0..PILOTS {
        let people = simulated_people(plan, &none, &mut RandomStream::of(seed, &format!("pilot/{pilot}")))?;
        let scores: Vec<_> = people.iter().map(|person| (person.cell(), [person.after.d_prime; 2])).collect();
        let cells = plan.effects.len() * if plan.two_forms { 2 } else { 1 };
        variances += within_cells(&scores)[0] / people.len().saturating_sub(cells) as f64;
    }
    let spread = (variances / PILOTS as f64).sqrt();
    let scored = |gain: Gain| scored_d_prime(plan.after, plan.spread, gain).map(|moments| moments.mean);
    let control = scored(Gain::default())?;
    let of_arm = |arm: usize| {
        if !plan.primary.iter().any(|(primary, _)| *primary == arm) {
            return Ok(Gain::default());
        }
        let (mut low, mut high) = (-5.0, 5.0);
        for _ in 0..50 {
            let mean = f64::midpoint(low, high);
            let reached = scored(Gain { mean, items: plan.item_effects })?;
            if reached < control + plan.effects[arm] * spread { low = mean } else { high = mean }
        }
        Ok(Gain { mean: f64::midpoint(low, high), items: plan.item_effects })
    };
    (0..plan.effects.len()).map(of_arm).collect()
}

/// Whether each test of one simulated study shows what it is to show.
#[derive(Clone)]
struct Outcome {
    primary: Vec<bool>,
    strictest: Vec<bool>,
    guardrails: Vec<bool>,
    others: Vec<bool>,
    correlation: Option<f64>,
}

fn outcome(plan: &Plan, gains: &[Gain], seed: u64, run: usize) -> Result<Outcome> {
    let people = simulated_people(plan, gains, &mut RandomStream::of(seed, &format!("power/{run}")))?;
    let d_prime = Rows::of(&people, |scores| scores.d_prime);
    let false_alarms = Rows::of(&people, |scores| scores.false_alarm_rate);
    let difference = |(arm, reference): &(usize, usize)| d_prime.difference(*arm, *reference);
    let found = plan.primary.iter().map(difference).collect::<Result<Vec<_>>>()?;
    let p: Vec<f64> = found.iter().map(|difference| difference.p).collect();
    let corrected = if p.is_empty() { Vec::new() } else { holm(&p)? };
    let rise_ruled_out = |(arm, reference): &(usize, usize)| {
        Ok(false_alarms.difference(*arm, *reference)?.interval.high < plan.false_alarms)
    };
    let shown = |other: &Other| {
        let Estimate { value, standard_error, df, .. } = d_prime.difference(other.arm, other.reference)?;
        Ok(match other.test {
            Test::NonInferiority(margin) => p_of_at_least(margin, -value, standard_error, df) <= plan.alpha / 2.0,
            Test::Equivalence(margin) => equivalence(margin, plan.alpha, value, standard_error, df).p <= plan.alpha,
        })
    };
    let significant = |p: f64, found: &Estimate| found.value > 0.0 && p <= plan.alpha;
    let tests = found.len() as f64;
    Ok(Outcome {
        strictest: found.iter().map(|found| significant(found.p * tests, found)).collect(),
        primary: found.iter().zip(&corrected).map(|(found, p)| significant(*p, found)).collect(),
        guardrails: plan.primary.iter().map(rise_ruled_out).collect::<Result<_>>()?,
        others: plan.others.iter().map(shown).collect::<Result<_>>()?,
        correlation: correlation(&people),
    })
}

/// Pearson's correlation of d' before and after, within arms and forms; none without a test before.
fn correlation(people: &[Person]) -> Option<f64> {
    let pairs = |person: &Person| Some((person.cell(), [person.before?.d_prime, person.after.d_prime]));
    let [before, after, product] = within_cells(&people.iter().map(pairs).collect::<Option<Vec<_>>>()?);
    (before * after > 0.0).then(|| product / (before * after).sqrt())
}

/// Sums of squares of both values and of their product, around the means of the cells of arm and form.
fn within_cells(pairs: &[((usize, bool), [f64; 2])]) -> [f64; 3] {
    let mut cells: BTreeMap<(usize, bool), Vec<[f64; 2]>> = BTreeMap::new();
    for (cell, pair) in pairs {
        cells.entry(*cell).or_default().push(*pair);
    }
    let mut sums = [0.0; 3];
    for cell in cells.values() {
        let mean = |index: usize| cell.iter().map(|pair| pair[index]).sum::<f64>() / cell.len() as f64;
        let means = [mean(0), mean(1)];
        for pair in cell {
            let [x, y] = [pair[0] - means[0], pair[1] - means[1]];
            sums = [sums[0] + x * x, sums[1] + y * y, sums[2] + x * y];
        }
    }
    sums
}

/// What is scored of one test of a participant.
#[derive(Clone, Copy)]
struct Scores {
    d_prime: f64,
    false_alarm_rate: f64,
}

struct Person {
    arm: usize,
    other_form: bool,
    before: Option<Scores>,
    after: Scores,
}

impl Person {
    /// Arm and form.
    fn cell(&self) -> (usize, bool) {
        (self.arm, self.other_form)
    }
}

fn simulated_people(plan: &Plan, gains: &[Gain], chance: &mut RandomStream) -> Result<Vec<Person>> {
    let before = plan.before.map(|kinds| Items::drawn(kinds, plan.spread.items, chance));
    let after = Items::drawn(plan.after, plan.spread.items, chance);
    let gains: Vec<Vec<f64>> = (0..gains.len())
        .map(|arm| {
            let Gain { mean, items } = gains[arm];
            after.pulls.iter().map(|_| mean + items * chance.normal()).collect()
        })
        .collect();
    let unchanged = vec![0.0; before.as_ref().map_or(0, |items| items.pulls.len())];
    let arms = plan.effects.len();
    (0..arms * plan.per_arm)
        .map(|number| {
            let (arm, other_form) = (number % arms, plan.two_forms && (number / arms) % 2 == 1);
            let (ability, later) = (chance.normal(), chance.normal());
            let criterion = plan.spread.criterion * chance.normal();
            let d_prime = |ability: f64| plan.spread.mean_d_prime + plan.spread.d_prime * ability;
            let ability_after = plan.stability * ability + (1.0 - plan.stability.powi(2)).max(0.0).sqrt() * later;
            let before = before.as_ref().map(|items| {
                items.scores(Observer { d_prime: d_prime(ability), criterion, gains: &unchanged }, other_form, chance)
            });
            let observer = Observer { d_prime: d_prime(ability_after), criterion, gains: &gains[arm] };
            let after = after.scores(observer, other_form, chance)?;
            Ok(Person { arm, other_form, before: before.transpose()?, after })
        })
        .collect()
}

/// The items of a test.
struct Items {
    kinds: Kinds,
    /// How much more readily than the average each is called altered.
    pulls: Vec<f64>,
}

/// Who answers, and the gain in each item if it is manipulated.
#[derive(Clone, Copy)]
struct Observer<'a> {
    d_prime: f64,
    criterion: f64,
    gains: &'a [f64],
}

impl Items {
    fn drawn(kinds: Kinds, spread: f64, chance: &mut RandomStream) -> Self {
        Self { kinds, pulls: (0..kinds.manipulated + kinds.authentic).map(|_| spread * chance.normal()).collect() }
    }

    /// In the other form, each item has its other version.
    fn scores(&self, observer: Observer, other_form: bool, chance: &mut RandomStream) -> Result<Scores> {
        let [mut hits, mut manipulated, mut false_alarms, mut authentic] = [0_u32; 4];
        for ((number, pull), gain) in (0..).zip(&self.pulls).zip(observer.gains) {
            let is_manipulated = (number < self.kinds.manipulated) != other_form;
            let half = observer.d_prime / 2.0;
            let signal = if is_manipulated { half + gain } else { -half };
            let called = u32::from(signal + pull + chance.normal() > observer.criterion);
            let (yes, all) =
                if is_manipulated { (&mut hits, &mut manipulated) } else { (&mut false_alarms, &mut authentic) };
            *yes += called;
            *all += 1;
        }
        let counts = Counts::new(hits, manipulated, false_alarms, authentic)?;
        let false_alarm_rate = f64::from(false_alarms) / f64::from(authentic);
        Ok(Scores { d_prime: counts.rates().detection()?.d_prime, false_alarm_rate })
    }
}

/// One score of all participants, with the same score before, and the form if there are two, as covariates.
struct Rows(Vec<Observation>);

impl Rows {
    fn of(people: &[Person], score: impl Fn(Scores) -> f64) -> Self {
        let has_forms = people.iter().any(|person| person.other_form);
        let row = |person: &Person| {
            let form = has_forms.then(|| f64::from(u8::from(person.other_form)));
            let covariates = person.before.map(&score).into_iter().chain(form).collect();
            Observation { arm: person.arm, outcome: score(person.after), covariates }
        };
        Self(people.iter().map(row).collect())
    }

    /// The difference between two arms, adjusted as in the report.
    fn difference(&self, arm: usize, reference: usize) -> Result<Estimate> {
        let fitted = ancova(&self.0, reference, Errors::Hc3, Level::P95)?;
        let contrast = fitted.contrasts.into_iter().find(|contrast| contrast.arm == arm);
        let missing = AnalysisError::Empty { what: Quantity::ParticipantsInComparisonArm };
        contrast.ok_or(missing).and_then(|contrast| contrast.difference.tested)
    }
}

#[cfg(test)]
mod tests {
    use unmask_study::analysis::detection::greatest_correlation;
    use unmask_study::analysis::power::power;

    use super::*;

    const SPREAD: Spread = Spread { mean_d_prime: 0.54, d_prime: 0.37, criterion: 0.30, items: 0.42 };

    fn halves(items: u32) -> Kinds {
        Kinds { manipulated: items / 2, authentic: items - items / 2 }
    }

    fn plan(before: u32, after: u32, per_arm: usize, arms: usize, effect: f64) -> Plan {
        Plan {
            per_arm,
            effects: (0..arms).map(|arm| if arm == 0 { 0.0 } else { effect }).collect(),
            before: (before > 0).then(|| halves(before)),
            after: halves(after),
            two_forms: false,
            spread: SPREAD,
            stability: 1.0,
            item_effects: 0.0,
            alpha: 0.05,
            primary: (1..arms).map(|arm| (arm, 0)).collect(),
            false_alarms: 0.05,
            others: Vec::new(),
        }
    }

    /// The formula: noncentral t at α / m, with as many people as the covariate is worth. It agrees within two points;
    /// a share of 2,000 simulations has a standard error of up to 1.1 points. In small arms,
    /// HC3 errors are larger than those that the formula assumes.
    #[test]
    fn formula_and_simulation_agree() {
        for (before, after, per_arm, arms, effect, two_forms) in [
            (8, 8, 40_u32, 2, 0.6, false),
            (8, 12, 40, 3, 0.7, true),
            (8, 20, 30, 2, 0.8, false),
            (8, 20, 60, 2, 0.5, true),
            (0, 20, 50, 2, 0.6, true),
            (12, 12, 60, 3, 0.5, false),
            (20, 20, 40, 2, 0.6, false),
            (20, 28, 40, 2, 0.7, true),
            (40, 40, 30, 2, 0.7, false),
            (8, 40, 120, 3, 0.4, true),
        ] {
            let tests = [before, after].map(halves);
            let correlation = if before == 0 { 0.0 } else { greatest_correlation(tests, SPREAD).unwrap() };
            let no_more = |people: &u32| f64::from(*people) * (1.0 - correlation.powi(2)) <= f64::from(per_arm);
            let worth = (per_arm..2 * per_arm).take_while(no_more).last().unwrap();
            let expected = power(effect, worth, 0.05 / (arms - 1) as f64).unwrap();
            let people = usize::try_from(per_arm).unwrap();
            let plan = Plan { two_forms, ..plan(before, after, people, arms, effect) };
            let found = simulated_power(&plan, 2_000, 1).unwrap();
            let what =
                format!("{before} and {after} items, {arms} arms of {per_arm}, d = {effect}, two forms: {two_forms}");
            for strictest in &found.strictest {
                assert!((strictest - expected).abs() < 0.022, "{what}: {strictest}, by the formula {expected}");
            }
            assert!(found.primary.iter().zip(&found.strictest).all(|(holm, strictest)| holm >= strictest), "{what}");
            if let Some(simulated) = found.correlation {
                assert!(
                    (simulated - correlation).abs() < 0.025,
                    "{what}: r = {simulated}, by the formula {correlation}"
                );
            }
        }
    }

    /// A better arm is found in either primary comparison in at most half of 5% of studies; a margin in 5%.
    #[test]
    fn without_an_effect_little_is_found() {
        for (margin, share) in [(0.0001, 0.0), (5.0, 1.0)] {
            let mut plan = plan(8, 20, 40, 3, 0.0);
            plan.others = vec![Other { arm: 2, reference: 1, test: Test::Equivalence(margin) }];
            let found = simulated_power(&plan, 300, 1).unwrap();
            assert!(found.any <= 0.05 && found.all <= found.any, "{found:?}");
            assert!(found.all_guardrails <= found.guardrails[0], "{found:?}");
            assert_eq!(found.others, [share]);
        }
    }

    /// What varies between items and studies is noise that no number of people makes smaller.
    #[test]
    fn effects_that_vary_between_items_are_found_too_often() {
        let mut plan = plan(8, 20, 200, 2, 0.0);
        let alike = simulated_power(&plan, 300, 1).unwrap();
        plan.item_effects = 0.3;
        let varied = simulated_power(&plan, 300, 1).unwrap();
        assert!(alike.any < 0.05 && varied.any > 0.06, "{} and {}", alike.any, varied.any);
    }

    #[test]
    fn the_same_seed_gives_the_same_studies() {
        let plan = plan(8, 20, 20, 3, 0.5);
        assert_eq!(simulated_power(&plan, 50, 7).unwrap(), simulated_power(&plan, 50, 7).unwrap());
        assert_ne!(simulated_power(&plan, 50, 7).unwrap(), simulated_power(&plan, 50, 8).unwrap());
        assert!(simulated_power(&Plan { after: halves(1), ..plan.clone() }, 50, 7).is_err(), "no manipulated item");
        assert!(simulated_power(&Plan { per_arm: 1, ..plan }, 50, 7).is_err(), "no degrees of freedom");
    }
}
