//! Judgements before and after advice: how good both are, and how far participants follow the advice.
//!
//! The paradigm is the judge-advisor system (Sniezek and Buckley 1995, *Organizational Behavior and Human Decision
//! Processes* 62, 159-174; review: Bonaccio and Dalal 2006, 101, 127-151). Advice names an answer, so its adoption is a
//! share of answers; the weight of advice (Yaniv 2004, 93, 1-13) needs numbers that both estimate. Adoption of right
//! and of wrong advice: Schemmer et al. 2023, doi:10.1145/3581641.3584066.

use serde::Serialize;
use utoipa::ToSchema;

use super::durations::count;
use super::input::Phase;
use super::input::{AdvisedPair, AdvisedTest, Design, Judged};
use super::measure::{Measure, without_rounding};
use super::number::Number;
use super::outcomes::{Chosen, Unit, unit};
use super::scored::Scored;
use super::terms::Language;
use super::why::Why;

/// A test whose judgements are made before and after advice. Only judgements with both answers count.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportAdvice)]
pub struct AdviceResult {
    /// Name in the data of the part of the study; `main` for the first one.
    pub wave: String,
    /// The test. Of a later part: after.
    pub phase: Phase,
    /// Number of judgements with advice.
    pub items: usize,
    /// The arms that get advice.
    pub arms: Vec<AdviceArm>,
}

/// Judgements before and after advice in an arm. Each number is a mean over participants of a share of their own
/// answers, with a t interval.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportAdviceArm)]
pub struct AdviceArm {
    /// Index of the arm.
    pub arm: usize,
    /// Number of judgements with both answers, of all participants.
    pub answers: u32,
    /// Of these, judgements whose initial answer is another one than the advice names.
    pub disagreed: u32,
    /// Measures of the initial and the final answers.
    pub measures: Vec<AdvisedMeasure>,
    /// Share of answers that change.
    pub switched: Number,
    /// Share of answers that change from a wrong one to the correct one. Less `fromCorrect`, it is the change in
    /// accuracy.
    pub to_correct: Number,
    /// Share of answers that change from the correct one to a wrong one.
    pub from_correct: Number,
    /// Where the advice names another answer than the initial one: share of final answers that the advice names.
    pub adopted: Number,
    /// The same where the advice is right.
    pub adopted_right: Number,
    /// The same where the advice is wrong.
    pub adopted_wrong: Number,
}

/// A measure before and after advice, of the same judgements.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportAdvisedMeasure)]
pub struct AdvisedMeasure {
    /// ID of the outcome.
    pub id: String,
    /// Name.
    pub label: String,
    /// Unit.
    pub unit: Unit,
    /// Mean of the initial answers.
    pub initial: Number,
    /// Mean of the final answers.
    #[serde(rename = "final")]
    pub last: Number,
    /// Mean of the differences, final minus initial.
    pub change: Number,
}

/// What is computed of the initial and of the final answers.
const MEASURES: [Measure; 3] = [Measure::DPrime, Measure::Accuracy, Measure::Confidence];

/// Ends of a share.
const SHARE: Option<(f64, f64)> = Some((0.0, 1.0));

/// All tests with advice. `people` are those of the primary population.
pub(super) fn advice(language: Language, design: &Design, people: Chosen) -> Vec<AdviceResult> {
    let test = |(index, test): (usize, &AdvisedTest)| AdviceResult {
        wave: test.wave.clone(),
        phase: test.phase,
        items: test.items.len(),
        arms: test.arms.iter().map(|arm| of_arm(language, design, people, (index, *arm))).collect(),
    };
    design.advised.iter().enumerate().map(test).collect()
}

/// Writes the names of the measures in another language.
pub(super) fn name(language: Language, results: &mut [AdviceResult]) {
    for arm in results.iter_mut().flat_map(|result| &mut result.arms) {
        for (one, measure) in arm.measures.iter_mut().zip(MEASURES) {
            language.measure(measure).clone_into(&mut one.label);
        }
    }
}

impl AdviceResult {
    /// All reasons for missing numbers.
    pub(super) fn reasons(&mut self) -> impl Iterator<Item = &mut Option<Why>> {
        let numbers = self.arms.iter_mut().flat_map(|arm| {
            let measures = arm.measures.iter_mut().flat_map(|one| [&mut one.initial, &mut one.last, &mut one.change]);
            let switches = [&mut arm.switched, &mut arm.to_correct, &mut arm.from_correct];
            let adopted = [&mut arm.adopted, &mut arm.adopted_right, &mut arm.adopted_wrong];
            measures.chain(switches).chain(adopted)
        });
        numbers.map(|number| &mut number.why)
    }
}

fn of_arm(language: Language, design: &Design, people: Chosen, (test, arm): (usize, usize)) -> AdviceArm {
    let own = |one: &Scored| -> Vec<AdvisedPair> {
        one.person.advised.iter().filter(|pair| usize::from(pair.test) == test).copied().collect()
    };
    let pairs: Vec<Vec<AdvisedPair>> = people.iter().filter(|one| one.arm == arm).map(|one| own(one)).collect();
    let all = || pairs.iter().flatten();
    let share = |of: &dyn Fn(&AdvisedPair) -> bool, holds: &dyn Fn(&AdvisedPair) -> bool| {
        let one = |pairs: &Vec<AdvisedPair>| {
            let among = pairs.iter().filter(|pair| of(pair)).count();
            let counted = pairs.iter().filter(|pair| of(pair) && holds(pair)).count();
            (among > 0).then(|| counted as f64 / among as f64)
        };
        Number::mean(&pairs.iter().filter_map(one).collect::<Vec<f64>>()).within(SHARE)
    };
    let any = |_: &AdvisedPair| true;
    let measure = |measure: &Measure| measured(language, design, &pairs, (design.advised[test].items.len(), *measure));
    AdviceArm {
        arm,
        answers: count(all().count()),
        disagreed: count(all().filter(|pair| pair.disagreed).count()),
        measures: MEASURES.iter().map(measure).collect(),
        switched: share(&any, &|pair| pair.switched),
        to_correct: share(&any, &|pair| !pair.initial.right() && pair.last.right()),
        from_correct: share(&any, &|pair| pair.initial.right() && !pair.last.right()),
        adopted: share(&|pair| pair.disagreed, &|pair| pair.followed),
        adopted_right: share(&|pair| pair.disagreed && pair.right_advice, &|pair| pair.followed),
        adopted_wrong: share(&|pair| pair.disagreed && !pair.right_advice, &|pair| pair.followed),
    }
}

fn measured(
    language: Language,
    design: &Design,
    pairs: &[Vec<AdvisedPair>],
    (items, measure): (usize, Measure),
) -> AdvisedMeasure {
    let value = |judged: Vec<Judged>| design.measured(measure, &judged, items);
    let both = |pairs: &Vec<AdvisedPair>| {
        let initial = value(pairs.iter().map(|pair| pair.initial).collect())?;
        Some((initial, value(pairs.iter().map(|pair| pair.last).collect())?))
    };
    let both: Vec<(f64, f64)> = pairs.iter().filter_map(both).collect();
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| Number::mean(&both.iter().map(of).collect::<Vec<f64>>());
    let differences = measure.range().map(|(least, most)| (least - most, most - least));
    AdvisedMeasure {
        id: measure.name().to_owned(),
        label: language.measure(measure).to_owned(),
        unit: unit(measure),
        initial: mean(&|(initial, _)| *initial).within(measure.range()),
        last: mean(&|(_, last)| *last).within(measure.range()),
        change: mean(&|(initial, last)| without_rounding(last - initial)).within(differences),
    }
}

#[cfg(test)]
#[path = "advice_tests.rs"]
mod tests;
