//! Signs of careless or disturbed participation. They exclude nobody: they are counted, and the primary comparison is
//! made again without those who have one.

use serde::Serialize;
use utoipa::ToSchema;

use super::input::{Design, Input, Person};
use super::scored::Scored;
use super::words::Words;

/// Fewer judgements than these can be all alike by chance.
const ENOUGH: usize = 8;

/// A sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportFlag)]
pub enum Flag {
    /// Needed less than a third of the median time from the first step to the end.
    TooFast,
    /// Gave the same answer to every item of the test afterwards.
    SameAnswer,
    /// Failed an attention check.
    Attention,
    /// A medium could not be shown.
    Media,
}

impl Flag {
    const ALL: [Self; 4] = [Self::TooFast, Self::SameAnswer, Self::Attention, Self::Media];
}

/// How many have it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFlagCount)]
pub struct FlagCount {
    /// Which.
    pub flag: Flag,
    /// In words.
    pub label: String,
    /// Randomised people who have it, by arm.
    pub arms: Vec<u32>,
}

/// The flags of everybody, in the order of the people.
pub(super) fn flags(input: &Input) -> Vec<Vec<Flag>> {
    let times: Vec<f64> = input.people.iter().filter_map(whole_time).collect();
    let slow_enough = super::durations::quantile(&times, 0.5).map(|median| median / 3.0);
    input.people.iter().map(|person| of_person(person, slow_enough)).collect()
}

fn of_person(person: &Person, slow_enough: Option<f64>) -> Vec<Flag> {
    let fast = whole_time(person).zip(slow_enough).is_some_and(|(time, least)| time < least);
    let same = person.after.len() >= ENOUGH
        && person.after.iter().all(|judged| judged.called_altered == person.after[0].called_altered);
    let has = [fast, same, person.attention_failed > 0, person.media_failed > 0];
    Flag::ALL.into_iter().zip(has).filter_map(|(flag, has)| has.then_some(flag)).collect()
}

/// Seconds from the first step to the end, for who has reached it.
pub(super) fn whole_time(person: &Person) -> Option<f64> {
    let (first, last) = (person.steps.first()?, person.steps.last()?);
    (person.completed && person.steps.len() > 1).then(|| (last.1 - first.1) as f64 / 1000.0)
}

pub(super) fn counts(words: &dyn Words, design: &Design, people: &[Scored]) -> Vec<FlagCount> {
    let count = |flag: Flag| {
        let in_arm = |arm| people.iter().filter(|one| one.arm == arm && one.flags.contains(&flag)).count();
        let arms = (0..design.arms.len()).map(|arm| u32::try_from(in_arm(arm)).unwrap_or(u32::MAX)).collect();
        FlagCount { flag, label: words.flag(flag).to_owned(), arms }
    };
    Flag::ALL.map(count).into()
}
