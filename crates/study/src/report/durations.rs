//! How long the steps took, and how many left at each.

use serde::Serialize;
use utoipa::ToSchema;

use super::input::{Input, Person};
use crate::blinding::TOGETHER;

/// Times of an arm, or of all arms together while the study is blinded.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportTimes)]
pub struct Times {
    /// Index of the arm. Null while the study is blinded, because durations would reveal the arms.
    pub arm: Option<usize>,
    /// Time from the first step to the end, of participants who reached the end; like all times without simulated
    /// participants, unless the report has no others.
    pub whole: Quartiles,
    /// Times and completion by step.
    pub steps: Vec<StepTime>,
}

/// A step of an arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportStepTime)]
pub struct StepTime {
    /// First page of the step.
    pub page: String,
    /// Participants who entered the step.
    pub entered: u32,
    /// Of these, participants who have not reached the next step.
    pub stayed: u32,
    /// Time until the next step.
    pub time: Quartiles,
}

/// Quartiles of a time: in seconds, and with pauses, even overnight, unless stated otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportQuartiles)]
pub struct Quartiles {
    /// Number of participants.
    pub n: usize,
    /// Lower quartile. All three are null for few participants while the study is blinded.
    pub low: Option<f64>,
    /// Median.
    pub median: Option<f64>,
    /// Upper quartile.
    pub high: Option<f64>,
}

impl Quartiles {
    pub(super) fn of(times: &[f64]) -> Self {
        let at = |share| quantile(times, share);
        Self { n: times.len(), low: at(0.25), median: at(0.5), high: at(0.75) }
    }

    /// While the study is blinded: no figures that could be those of one participant.
    fn together(times: &[f64]) -> Self {
        if times.len() < TOGETHER { Self { n: times.len(), ..Self::default() } } else { Self::of(times) }
    }
}

/// The value that a share of the values is below, between neighbours by their distance (type 7 of Hyndman and Fan
/// 1996, *The American Statistician* 50, 361-365: the default of R and NumPy). None of no values.
pub(super) fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let at = share * last as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the last index")]
    let below = (at.floor() as usize).min(last);
    let above = (below + 1).min(last);
    Some(sorted[below] + (at - below as f64) * (sorted[above] - sorted[below]))
}

/// Whether all randomised participants are simulated; only then are the times theirs.
pub(super) fn only_simulated(input: &Input) -> bool {
    let mut randomised = input.people.iter().filter(|person| person.exposed && person.arm.is_some());
    randomised.all(|person| person.simulated)
}

pub(super) fn times(input: &Input) -> Vec<Times> {
    let arms = input.design.arms.iter();
    let only_simulated = only_simulated(input);
    if input.design.blinded {
        let all = input.people.iter().filter(|person| person.arm.is_some());
        // Blinded arms have the same steps.
        return arms
            .take(1)
            .map(|any| of_people(None, &any.steps, &all.clone().collect::<Vec<_>>(), only_simulated))
            .collect();
    }
    let people = |arm| input.people.iter().filter(move |person| person.arm == Some(arm)).collect::<Vec<_>>();
    arms.enumerate().map(|(index, arm)| of_people(Some(index), &arm.steps, &people(index), only_simulated)).collect()
}

/// Simulated participants answer within milliseconds, so their times are not mixed with those of others.
fn of_people(arm: Option<usize>, steps: &[String], people: &[&Person], only_simulated: bool) -> Times {
    let spread = if arm.is_none() { Quartiles::together } else { Quartiles::of };
    let timed: Vec<&Person> = people.iter().copied().filter(|person| person.simulated == only_simulated).collect();
    let whole: Vec<f64> = timed.iter().filter_map(|person| super::flags::whole_time(person)).collect();
    let steps = steps.iter().enumerate().map(|(number, page)| {
        let entered: Vec<(i64, Option<i64>)> = people.iter().filter_map(|person| entry(person, number)).collect();
        let left = entered.iter().filter(|(_, to)| to.is_some()).count();
        let times: Vec<f64> = timed
            .iter()
            .filter_map(|person| entry(person, number))
            .filter_map(|(from, to)| seconds(from, to?))
            .collect();
        StepTime {
            page: page.clone(),
            entered: count(entered.len()),
            stayed: count(entered.len() - left),
            time: spread(&times),
        }
    });
    Times { arm, whole: spread(&whole), steps: steps.collect() }
}

/// Seconds between two moments of one person; none if the clock was set back between them.
pub(super) fn seconds(from: i64, to: i64) -> Option<f64> {
    (to >= from).then(|| (to - from) as f64 / 1000.0)
}

/// When a step was entered, and when the next one was.
fn entry(person: &Person, number: usize) -> Option<(i64, Option<i64>)> {
    let from = person.steps.iter().find(|(step, _)| *step == number)?.1;
    Some((from, person.steps.iter().find(|(step, _)| *step > number).map(|(_, at)| *at)))
}

/// A number of people.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R: quantile(c(1, 2, 4, 8), c(0, .25, .5, .75, 1)).
    #[test]
    fn quantiles_are_those_of_r() {
        let found: Vec<f64> =
            [0.0, 0.25, 0.5, 0.75, 1.0].iter().filter_map(|share| quantile(&[8.0, 1.0, 4.0, 2.0], *share)).collect();
        assert_eq!(found, [1.0, 1.75, 3.0, 5.0, 8.0]);
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn times_of_simulated_participants_are_not_mixed_with_those_of_others() {
        let mut input = crate::report::testing::simulate(&crate::report::testing::WORKS, 4, 2);
        let own = times(&input);
        let slow = |person: &Person| person.steps.iter().map(|(step, at)| (*step, at * 7)).collect();
        let simulated: Vec<Person> = input
            .people
            .iter()
            .map(|person| Person { simulated: true, steps: slow(person), ..person.clone() })
            .collect();
        input.people.extend(simulated.clone());
        let mixed = times(&input);
        assert!(!only_simulated(&input));
        for (own, mixed) in own.iter().zip(&mixed) {
            assert_eq!((&own.whole, own.steps[0].time.n), (&mixed.whole, mixed.steps[0].time.n));
            assert_eq!(own.steps[0].entered * 2, mixed.steps[0].entered, "how far they came counts all");
        }
        input.people = simulated;
        assert!(only_simulated(&input));
        let alone = times(&input);
        assert_eq!(alone[0].whole.n, own[0].whole.n);
        assert_ne!(alone[0].whole.median, own[0].whole.median);
    }

    #[test]
    fn the_times_of_a_few_are_hidden_while_the_study_is_blinded() {
        let spread = |people| Quartiles::together(&vec![2.0; people]);
        assert_eq!(spread(TOGETHER - 1), Quartiles { n: TOGETHER - 1, ..Quartiles::default() });
        assert_eq!(spread(TOGETHER).median, Some(2.0));
    }
}
