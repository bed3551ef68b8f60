//! The power of a planned study by simulation: participants of signal detection theory answer the tests before and
//! after, and each simulated study is analysed as the report analyses a real one.
//!
//! What the formulas of `unmask_study::analysis::power` leave out is in here: few items with a log-linear correction,
//! Holm's correction, guardrails, comparisons with a margin, planned looks, and items in which an arm's effect differs.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::panic::resume_unwind;

use unmask_study::analysis::ancova::{Means, Observation, ancova};
use unmask_study::analysis::detection::{Counts, Gain, Kinds, Spread, scored_d_prime};
use unmask_study::analysis::margin::{equivalence, p_of_at_least};
use unmask_study::analysis::regression::Errors;
use unmask_study::analysis::sequential::{Bound, Spending, Timing, bounds};
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
    /// Scales whose rise each primary comparison must rule out.
    pub scales: Vec<Scale>,
    /// Of each arm: what it adds to true d' in the place of `effects`, as a study states it. Hits rise and false alarms
    /// stay.
    pub stated: Option<Vec<f64>>,
    /// Hypotheses about factors: the weight of each arm in a sum of mean d' that is to be above 0. They are corrected
    /// together with the primary comparisons.
    pub contrasts: Vec<Vec<f64>>,
    /// Later parts with judgements.
    pub later: Vec<LaterPart>,
    /// Comparisons of d' or of the false-alarm rate with a margin.
    pub others: Vec<Other>,
    /// Planned looks before the end. A study ends at the look at which all primary hypotheses are rejected, and the
    /// other tests have the participants until then.
    pub looks: Option<Looks>,
}

/// A later part of a study. Participants are lost at random: d' of those who are left is that of all.
#[derive(Clone, Debug)]
pub struct LaterPart {
    pub items: Kinds,
    /// Of each arm: the share of the analysed participants who complete the part.
    pub staying: Vec<f64>,
    /// Of each arm: the share of its gain that is left.
    pub retained: Vec<f64>,
    /// The comparisons of d': arm and reference. They are not corrected.
    pub compared: Vec<(usize, usize)>,
}

/// A scale whose rise must be ruled out. Scores are normal and depend neither on the arm nor on d'.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The rise, in standard deviations of the score between participants.
    pub margin: f64,
    /// Correlation of the scores before and after; none without a score before.
    pub correlation: Option<f64>,
}

/// Planned looks.
#[derive(Clone, Debug)]
pub struct Looks {
    /// When: shares of the participants, in ascending order, without the end.
    pub shares: Vec<f64>,
    pub spending: Spending,
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
    /// The rise of each scale is ruled out, in each primary comparison and in all.
    pub scales: Vec<Vec<f64>>,
    pub all_scales: Vec<f64>,
    /// All primary hypotheses are found, and all guardrails hold: false alarms and scales.
    pub everything: f64,
    /// The study ends at each planned look.
    pub ended: Vec<f64>,
    /// Mean number of analysed participants in all arms.
    pub expected_people: f64,
    /// Each hypothesis about factors is supported after Holm's correction.
    pub contrasts: Vec<f64>,
    /// In each later part, each comparison is significant at α, and the arm is better.
    pub later: Vec<Vec<f64>>,
    /// Each other comparison shows what it is to show.
    pub others: Vec<f64>,
    /// Mean correlation of d' before and after, within arms; none without a test before.
    pub correlation: Option<f64>,
}

impl Power {
    fn of(plan: &Plan, outcomes: &[Outcome]) -> Self {
        let (scales, primary) = (plan.scales.len(), plan.primary.len());
        let looks = plan.looks.as_ref().map_or(0, |looks| looks.shares.len());
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
            scales: (0..scales)
                .map(|scale| (0..primary).map(|one| share(&|outcome| outcome.scales[scale][one])).collect())
                .collect(),
            all_scales: (0..scales).map(|scale| share(&|outcome| !outcome.scales[scale].contains(&false))).collect(),
            everything: share(&Outcome::is_complete),
            ended: (0..looks).map(|look| share(&|outcome| outcome.ended == Some(look))).collect(),
            expected_people: outcomes.iter().map(|outcome| outcome.people as f64).sum::<f64>()
                / outcomes.len().max(1) as f64,
            contrasts: each(|outcome| &outcome.contrasts),
            later: (0..plan.later.len())
                .map(|part| {
                    let compared = 0..plan.later[part].compared.len();
                    compared.map(|one| share(&|outcome| outcome.later[part][one])).collect()
                })
                .collect(),
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
    let looks = Look::all(plan);
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(runs.max(1));
    let each = |first: usize| -> Result<Vec<Outcome>> {
        (first..runs).step_by(threads).map(|run| outcome(plan, (&gains, &looks), seed, run)).collect()
    };
    let outcomes = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|first| scope.spawn(move || each(first))).collect();
        started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let outcomes: Result<Vec<Vec<Outcome>>> = outcomes;
    Ok(Power::of(plan, &outcomes?.concat()))
}

/// Simulated studies without any effect that show how d' varies between participants.
const PILOTS: usize = 200;

/// The gain of each arm. Mean d', as it is scored, changes by the arm's effect: by bisection, because the correction
/// for few items makes differences in scores smaller than true ones.
fn gains(plan: &Plan, seed: u64) -> Result<Vec<Gain>> {
    if let Some(stated) = &plan.stated {
        let gain = |mean: &f64| Gain { mean: *mean, items: if *mean == 0.0 { 0.0 } else { plan.item_effects } };
        return Ok(stated.iter().map(gain).collect());
    }
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

/// A look, or the end.
struct Look {
    people: usize,
    /// The two-sided p value that rejects if one hypothesis remains, if two remain, and so on.
    bounds: Vec<f64>,
}

impl Look {
    /// The planned looks and the end, with the bounds of the report: those of Holm's procedure at each look.
    fn all(plan: &Plan) -> Vec<Self> {
        let everybody = plan.effects.len() * plan.per_arm;
        let (spending, shares) =
            plan.looks.as_ref().map_or((Spending::default(), &[][..]), |looks| (looks.spending, &looks.shares));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a number of people")]
        let number = |share: f64| (share * everybody as f64).ceil() as usize;
        let people: Vec<usize> = shares.iter().copied().map(number).chain([everybody]).collect();
        let timing = |people: &usize| {
            let people = *people as f64;
            Timing { information: people, share: people / everybody as f64 }
        };
        let timings: Vec<Timing> = people.iter().map(timing).collect();
        let of = |remaining: usize| bounds(spending, plan.alpha / remaining as f64, &timings);
        let tests = plan.primary.len() + plan.contrasts.len();
        let by_remaining: Vec<Vec<Bound>> = (1..=tests).map(of).collect();
        let look = |(index, people): (usize, usize)| Self {
            people,
            bounds: by_remaining.iter().map(|all| all[index].p).collect(),
        };
        people.into_iter().enumerate().map(look).collect()
    }
}

/// Whether each test of one simulated study shows what it is to show.
#[derive(Clone)]
struct Outcome {
    primary: Vec<bool>,
    strictest: Vec<bool>,
    guardrails: Vec<bool>,
    scales: Vec<Vec<bool>>,
    contrasts: Vec<bool>,
    later: Vec<Vec<bool>>,
    others: Vec<bool>,
    correlation: Option<f64>,
    people: usize,
    /// The look before the end at which the study ended.
    ended: Option<usize>,
}

impl Outcome {
    fn is_complete(&self) -> bool {
        !self.primary.contains(&false)
            && !self.guardrails.contains(&false)
            && !self.scales.iter().flatten().any(|held| !held)
    }
}

fn outcome(plan: &Plan, (gains, looks): (&[Gain], &[Look]), seed: u64, run: usize) -> Result<Outcome> {
    let people = simulated_people(plan, gains, &mut RandomStream::of(seed, &format!("power/{run}")))?;
    let Tested { mut better, found, look } = at_looks(plan, &people, looks)?;
    let contrasts = better.split_off(plan.primary.len());
    let people = &people[..looks[look].people];
    let ruled_out = |rows: &Rows, margin: f64| -> Result<Vec<bool>> {
        Ok(rows.differences(&plan.primary)?.iter().map(|found| found.interval.high < margin).collect())
    };
    let scale = |(number, scale): (usize, &Scale)| {
        let mut chance = RandomStream::of(seed, &format!("power/{run}/scale/{number}"));
        ruled_out(&Rows::of_scale(people, *scale, &mut chance), scale.margin)
    };
    let pairs: Vec<_> = plan.others.iter().map(|other| (other.arm, other.reference)).collect();
    let others = Rows::of(people, |scores| scores.d_prime).differences(&pairs)?;
    let strictest = looks[look].bounds.last().copied().unwrap_or_default();
    let later = |(number, part): (usize, &LaterPart)| {
        let mut chance = RandomStream::of(seed, &format!("power/{run}/later/{number}"));
        part.shows(plan, gains, people, &mut chance)
    };
    Ok(Outcome {
        primary: better,
        contrasts,
        later: plan.later.iter().enumerate().map(later).collect::<Result<_>>()?,
        strictest: found.iter().map(|found| found.value > 0.0 && found.p <= strictest).collect(),
        guardrails: ruled_out(&Rows::of(people, |scores| scores.false_alarm_rate), plan.false_alarms)?,
        scales: plan.scales.iter().enumerate().map(scale).collect::<Result<_>>()?,
        others: plan.others.iter().zip(&others).map(|(other, found)| other.test.shows(plan.alpha, found)).collect(),
        correlation: correlation(people),
        people: people.len(),
        ended: (look + 1 < looks.len()).then_some(look),
    })
}

impl Test {
    fn shows(self, alpha: f64, found: &Estimate) -> bool {
        let Estimate { value, standard_error, df, .. } = *found;
        match self {
            Self::NonInferiority(margin) => p_of_at_least(margin, -value, standard_error, df) <= alpha / 2.0,
            Self::Equivalence(margin) => equivalence(margin, alpha, value, standard_error, df).p <= alpha,
        }
    }
}

/// What the looks of a study found.
struct Tested {
    /// Of each primary comparison and of each hypothesis about factors: it is decided in favour of what it expects.
    better: Vec<bool>,
    /// The primary differences at the last look that was taken.
    found: Vec<Estimate>,
    /// The index of that look.
    look: usize,
}

/// At each look, Holm's procedure tests the hypotheses that no look has rejected, until there are none.
fn at_looks(plan: &Plan, people: &[Person], looks: &[Look]) -> Result<Tested> {
    let mut better: Vec<Option<bool>> = vec![None; plan.primary.len() + plan.contrasts.len()];
    let mut look = 0;
    loop {
        let Look { people: number, bounds } = &looks[look];
        let rows = Rows::of(&people[..*number], |scores| scores.d_prime);
        let found = rows.differences(&plan.primary)?;
        step_down(bounds, &[found.as_slice(), &rows.sums(&plan.contrasts)?].concat(), &mut better);
        if look + 1 == looks.len() || !better.contains(&None) {
            let better = better.into_iter().map(|better| better == Some(true)).collect();
            return Ok(Tested { better, found, look });
        }
        look += 1;
    }
}

/// Rejects hypotheses from the smallest p value on, with the bound of as many as are left.
fn step_down(bounds: &[f64], found: &[Estimate], better: &mut [Option<bool>]) {
    loop {
        let open: Vec<usize> = (0..better.len()).filter(|index| better[*index].is_none()).collect();
        let smallest = open.iter().copied().min_by(|one, other| found[*one].p.total_cmp(&found[*other].p));
        let Some(smallest) = smallest.filter(|one| found[*one].p <= bounds[open.len() - 1]) else { return };
        better[smallest] = Some(found[smallest].value > 0.0);
    }
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

#[derive(Clone, Copy)]
struct Person {
    arm: usize,
    other_form: bool,
    /// In standard deviations from the mean.
    ability: f64,
    criterion: f64,
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
            let ability_after = plan.on_another_occasion(ability, later);
            let before = before.as_ref().map(|items| {
                items.scores(Observer { d_prime: d_prime(ability), criterion, gains: &unchanged }, other_form, chance)
            });
            let observer = Observer { d_prime: d_prime(ability_after), criterion, gains: &gains[arm] };
            let after = after.scores(observer, other_form, chance)?;
            Ok(Person { arm, other_form, ability, criterion, before: before.transpose()?, after })
        })
        .collect()
}

impl Plan {
    /// The ability of a person on another occasion than the first one, with a random deviation.
    fn on_another_occasion(&self, ability: f64, deviation: f64) -> f64 {
        self.stability * ability + (1.0 - self.stability.powi(2)).max(0.0).sqrt() * deviation
    }
}

impl LaterPart {
    /// Whether each comparison finds that the arm is better. In an arm with too few participants, nothing is found.
    fn shows(&self, plan: &Plan, gains: &[Gain], people: &[Person], chance: &mut RandomStream) -> Result<Vec<bool>> {
        let items = Items::drawn(self.items, plan.spread.items, chance);
        let of_arm = |arm: usize, chance: &mut RandomStream| -> Vec<f64> {
            let Gain { mean, items: spread } = gains[arm];
            items.pulls.iter().map(|_| self.retained[arm] * (mean + spread * chance.normal())).collect()
        };
        let gains: Vec<Vec<f64>> = (0..gains.len()).map(|arm| of_arm(arm, chance)).collect();
        let mut left = Vec::new();
        for person in people {
            let (stays, deviation) = (chance.happens(self.staying[person.arm]), chance.normal());
            let ability = plan.on_another_occasion(person.ability, deviation);
            let d_prime = plan.spread.mean_d_prime + plan.spread.d_prime * ability;
            let observer = Observer { d_prime, criterion: person.criterion, gains: &gains[person.arm] };
            let after = items.scores(observer, person.other_form, chance)?;
            left.extend(stays.then_some(Person { after, ..*person }));
        }
        let rows = Rows::of(&left, |scores| scores.d_prime);
        let size = |arm: usize| left.iter().filter(|person| person.arm == arm).count();
        let is_better = |pair: &(usize, usize)| {
            let found = rows.differences(std::slice::from_ref(pair));
            let found = found.into_iter().flatten().next();
            found.is_some_and(|found| size(pair.0).min(size(pair.1)) >= 2 && found.p <= plan.alpha && found.value > 0.0)
        };
        Ok(self.compared.iter().map(is_better).collect())
    }
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

    /// Simulated scores of a scale, in standard deviations.
    fn of_scale(people: &[Person], scale: Scale, chance: &mut RandomStream) -> Self {
        let has_forms = people.iter().any(|person| person.other_form);
        let row = |person: &Person| {
            let (before, later) = (chance.normal(), chance.normal());
            let correlation = scale.correlation.unwrap_or(0.0);
            let outcome = correlation * before + (1.0 - correlation.powi(2)).sqrt() * later;
            let form = has_forms.then(|| f64::from(u8::from(person.other_form)));
            let covariates = scale.correlation.map(|_| before).into_iter().chain(form).collect();
            Observation { arm: person.arm, outcome, covariates }
        };
        Self(people.iter().map(row).collect())
    }

    /// Sums of adjusted means, as the report computes effects of factors.
    fn sums(&self, weights: &[Vec<f64>]) -> Result<Vec<Estimate>> {
        if weights.is_empty() {
            return Ok(Vec::new());
        }
        let means = Means::new(&self.0, 0, Errors::Hc3)?;
        weights.iter().map(|by_arm| means.sum(by_arm, Level::P95)?.tested).collect()
    }

    /// The differences between pairs of arms, adjusted as in the report.
    fn differences(&self, pairs: &[(usize, usize)]) -> Result<Vec<Estimate>> {
        let references: BTreeSet<usize> = pairs.iter().map(|(_, reference)| *reference).collect();
        let fit = |reference: usize| Ok((reference, ancova(&self.0, reference, Errors::Hc3, Level::P95)?));
        let fitted = references.into_iter().map(fit).collect::<Result<BTreeMap<_, _>>>()?;
        let difference = |(arm, reference): &(usize, usize)| {
            let contrast = fitted[reference].contrasts.iter().find(|contrast| contrast.arm == *arm);
            let missing = AnalysisError::Empty { what: Quantity::ParticipantsInComparisonArm };
            contrast.ok_or(missing).and_then(|contrast| contrast.difference.tested.clone())
        };
        pairs.iter().map(difference).collect()
    }
}

#[cfg(test)]
mod tests {
    use unmask_study::analysis::detection::{false_alarm_spread, greatest_correlation};
    use unmask_study::analysis::power::{power, power_of_contrast, power_to_rule_out};
    use unmask_study::analysis::sequential::{expected_share, first_crossings};

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
            scales: Vec::new(),
            stated: None,
            contrasts: Vec::new(),
            later: Vec::new(),
            others: Vec::new(),
            looks: None,
        }
    }

    /// Items before and after, people and arms, Cohen's d.
    struct Planned {
        before: u32,
        after: u32,
        per_arm: u32,
        arms: usize,
        effect: f64,
        two_forms: bool,
        items: f64,
        item_effects: f64,
    }

    impl Planned {
        const fn new((before, after): (u32, u32), per_arm: u32, arms: usize, effect: f64, two_forms: bool) -> Self {
            Self { before, after, per_arm, arms, effect, two_forms, items: SPREAD.items, item_effects: 0.0 }
        }

        const fn with_items(self, items: f64, item_effects: f64) -> Self {
            Self { items, item_effects, ..self }
        }

        fn plan(&self) -> Plan {
            let per_arm = usize::try_from(self.per_arm).unwrap();
            Plan {
                two_forms: self.two_forms,
                spread: Spread { items: self.items, ..SPREAD },
                item_effects: self.item_effects,
                ..plan(self.before, self.after, per_arm, self.arms, self.effect)
            }
        }
    }

    /// People without a covariate who are worth so many with one of this correlation.
    fn worth(per_arm: impl Into<f64>, correlation: f64) -> u32 {
        let per_arm = per_arm.into();
        let no_more = |people: &u32| f64::from(*people) * (1.0 - correlation.powi(2)) <= per_arm;
        (0..1_000).take_while(no_more).last().unwrap()
    }

    /// The mean power over studies whose effect is normal around `effect` with this standard deviation.
    fn mean_power(effect: f64, sd: f64, people: u32, alpha: f64) -> f64 {
        let nodes = (-10..=10).map(|node| f64::from(node) / 2.0);
        let (sum, weights) = nodes.fold((0.0, 0.0), |(sum, weights), at: f64| {
            let weight = (-at * at / 2.0).exp();
            (sum + weight * power(effect + sd * at, people, alpha).unwrap(), weights + weight)
        });
        sum / weights
    }

    /// How much the effect of a study varies with its items, in standard deviations of d' between people.
    fn sd_of_studies(plan: &Plan) -> f64 {
        let mean = |mean: f64| scored_d_prime(plan.after, plan.spread, Gain { mean, items: 0.0 }).unwrap();
        let slope = (mean(0.1).mean - mean(0.0).mean) / 0.1;
        let items = f64::from(plan.after.manipulated);
        slope * plan.item_effects / items.sqrt() / mean(0.0).variance.sqrt()
    }

    /// The formulas: noncentral t at α / m, with as many people as the covariate is worth, and for the guardrails with
    /// the mean size of HC3 errors. They agree within two points; shares of several arms are means. A
    /// share of 2,000 simulations has a standard error of up to 1.1 points.
    #[test]
    fn formula_and_simulation_agree() {
        for planned in [
            Planned::new((8, 8), 60, 2, 0.5, false),
            Planned::new((8, 12), 40, 3, 0.7, true),
            Planned::new((8, 20), 60, 2, 0.5, false).with_items(0.0, 0.0),
            Planned::new((8, 20), 60, 2, 0.5, true),
            Planned::new((0, 20), 50, 2, 0.6, true).with_items(SPREAD.items, 0.3),
            Planned::new((12, 12), 60, 3, 0.5, false).with_items(0.0, 0.0),
            Planned::new((20, 20), 40, 2, 0.6, false).with_items(SPREAD.items, 0.3),
            Planned::new((20, 28), 60, 2, 0.55, true),
            Planned::new((40, 40), 50, 2, 0.5, false).with_items(0.0, 0.0),
            Planned::new((8, 40), 120, 3, 0.4, true),
        ] {
            let Planned { before, after, per_arm, arms, effect, items, item_effects, .. } = planned;
            let mut plan = planned.plan();
            let correlation =
                plan.before.map_or(0.0, |before| greatest_correlation([before, plan.after], plan.spread).unwrap());
            let alpha = 0.05 / (arms - 1) as f64;
            let expected = mean_power(effect, sd_of_studies(&plan), worth(per_arm, correlation), alpha);
            let rates = false_alarm_spread(plan.before, plan.after, plan.spread).unwrap();
            // Margins that about four of five studies rule out.
            let [rates_worth, scale_worth] = [rates.correlation, 0.6].map(|correlation| worth(per_arm, correlation));
            let with_hc3 = |correlation| worth(f64::from(per_arm) - 1.5, correlation);
            let [margin, scale_margin] = [rates_worth, scale_worth].map(|worth| 4.0 / f64::from(worth).sqrt());
            plan.false_alarms = margin * rates.sd;
            plan.scales = vec![Scale { margin: scale_margin, correlation: Some(0.6) }];
            let false_alarms = power_to_rule_out(margin, with_hc3(rates.correlation), 0.05).unwrap();
            let scale = power_to_rule_out(scale_margin, with_hc3(0.6), 0.05).unwrap();
            let found = simulated_power(&plan, 2_000, 1).unwrap();
            let what = format!(
                "{before} and {after} items (SD {items}, of effects {item_effects}), {arms} arms of {per_arm}, d = {effect}"
            );
            for (shares, expected) in
                [(&found.strictest, expected), (&found.guardrails, false_alarms), (&found.scales[0], scale)]
            {
                let share = shares.iter().sum::<f64>() / shares.len() as f64;
                assert!((share - expected).abs() < 0.02, "{what}: {share}, by the formula {expected}");
            }
            assert!(found.primary.iter().zip(&found.strictest).all(|(holm, strictest)| holm >= strictest), "{what}");
            assert!(found.everything <= found.all && found.everything <= found.all_guardrails, "{what}");
            if let Some(simulated) = found.correlation {
                assert!(
                    (simulated - correlation).abs() < 0.025,
                    "{what}: r = {simulated}, by the formula {correlation}"
                );
            }
        }
    }

    /// One comparison with looks ends where [`first_crossings`] says, with the effect and without it, and those that
    /// end early have fewer people.
    #[test]
    fn looks_end_studies_as_often_as_the_formula_says() {
        let (spending, shares) = (Spending::Pocock, vec![0.5, 0.75]);
        let mut plan = plan(8, 20, 160, 2, 0.35);
        plan.looks = Some(Looks { shares: shares.clone(), spending });
        let timings = [0.5, 0.75, 1.0].map(|share| Timing { information: share, share });
        let bounds = bounds(spending, 0.05, &timings);
        let correlation = greatest_correlation([halves(8), halves(20)], SPREAD).unwrap();
        for effect in [0.35, 0.0] {
            plan.effects[1] = effect;
            let drift = effect * (f64::from(worth(160, correlation)) / 2.0).sqrt();
            let crossings = first_crossings(&bounds, &timings, drift);
            let found = simulated_power(&plan, 1_000, 1).unwrap();
            for (ended, crossing) in found.ended.iter().zip(&crossings) {
                assert!((ended - crossing.any()).abs() < 0.035, "{effect}: {ended}, by the formula {crossing:?}");
            }
            let expected = 320.0 * expected_share(&crossings, &timings);
            assert!(
                (found.expected_people - expected).abs() < 3.0,
                "{}, by the formula {expected}",
                found.expected_people
            );
            let people = 320.0 * (1.0 - 0.5 * found.ended[0] - 0.25 * found.ended[1]);
            assert!((found.expected_people - people).abs() < 1e-9, "{people}");
            let any: f64 = crossings.iter().map(|crossing| crossing.expected).sum();
            assert!((found.any - any).abs() < 0.035, "{effect}: {}, by the formula {any}", found.any);
        }
    }

    /// With two hypotheses, one may be rejected at a look and the other one at the end; both have the smaller bound of
    /// one once the other one is rejected.
    #[test]
    fn holm_goes_on_from_look_to_look() {
        let found = |p: f64, value: f64| Estimate { p, value, ..estimate() };
        let mut better = vec![None, None];
        step_down(&[0.01, 0.005], &[found(0.006, 1.0), found(0.02, 1.0)], &mut better);
        assert_eq!(better, [None, None], "0.006 is above the bound of two");
        step_down(&[0.01, 0.005], &[found(0.004, -1.0), found(0.02, 1.0)], &mut better);
        assert_eq!(better, [Some(false), None]);
        step_down(&[0.04, 0.02], &[found(0.5, 1.0), found(0.03, 1.0)], &mut better);
        assert_eq!(better, [Some(false), Some(true)], "and what is rejected stays so");
    }

    fn estimate() -> Estimate {
        let people = simulated_people(&plan(0, 8, 5, 2, 0.0), &[Gain::default(); 2], &mut RandomStream::of(1, "x"));
        Rows::of(&people.unwrap(), |scores| scores.d_prime).differences(&[(1, 0)]).unwrap().remove(0)
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

    /// The interaction of a 2 × 2 design has the power of the formula: a contrast Σ cᵢmᵢ has the variance σ²Σcᵢ²/n,
    /// here at α / 3 for three corrected tests. Its size is that of the scored d', as large as the formula for d'
    /// says.
    #[test]
    fn a_hypothesis_about_factors_is_found_as_often_as_the_formula_says() {
        let mut plan = plan(0, 20, 120, 4, 0.0);
        plan.spread.items = 0.0;
        plan.primary = vec![(1, 0), (2, 0)];
        plan.contrasts = vec![vec![1.0, -1.0, -1.0, 1.0]];
        let scored = |mean: f64| scored_d_prime(plan.after, plan.spread, Gain { mean, items: 0.0 }).unwrap();
        for interaction in [0.0, 0.8] {
            plan.stated = Some(vec![0.0, 0.0, 0.0, interaction]);
            let found = simulated_power(&plan, 1_000, 1).unwrap();
            let (with, without) = (scored(interaction), scored(0.0));
            let spread = ((3.0 * without.variance + with.variance) / 4.0).sqrt();
            // Without any other effect, the interaction has the strictest step of Holm's correction.
            let expected = power_of_contrast((with.mean - without.mean) / spread, 120, 4, 4.0, 0.05 / 3.0).unwrap();
            let one_sided = if interaction == 0.0 { expected / 2.0 } else { expected };
            assert!(
                (found.contrasts[0] - one_sided).abs() < 0.035,
                "{}, by the formula {one_sided}",
                found.contrasts[0]
            );
        }
    }

    /// Half of the people and half of the effect are left in one arm, all in the other.
    #[test]
    fn a_later_part_has_the_power_of_those_who_are_left() {
        let mut plan = plan(0, 20, 150, 2, 0.0);
        plan.spread.items = 0.0;
        plan.stated = Some(vec![0.0, 0.6]);
        let part = |staying: f64, retained: f64| LaterPart {
            items: halves(20),
            staying: vec![1.0, staying],
            retained: vec![1.0, retained],
            compared: vec![(1, 0)],
        };
        plan.later = vec![part(1.0, 1.0), part(0.5, 0.5), part(0.0, 1.0)];
        let found = simulated_power(&plan, 1_000, 1).unwrap();
        let scored = |mean: f64| scored_d_prime(plan.after, plan.spread, Gain { mean, items: 0.0 }).unwrap();
        let (with, without) = (scored(0.3), scored(0.0));
        let d = (with.mean - without.mean) / f64::midpoint(with.variance, without.variance).sqrt();
        // Of 150 and 75, a difference has the variance of two arms of 100: 1/150 + 1/75 = 2/100.
        let expected = power(d, 100, 0.05).unwrap();
        assert!((found.later[1][0] - expected).abs() < 0.035, "{}, by the formula {expected}", found.later[1][0]);
        assert!((found.later[0][0] - found.primary[0]).abs() < 0.03, "{found:?}");
        assert_eq!(found.later[2], [0.0], "nobody is left");
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
