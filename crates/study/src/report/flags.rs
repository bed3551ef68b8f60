//! Quality flags, by the rules of [`crate::quality`] and of the plan. They do not exclude participants: they are
//! counted, and the primary comparison is repeated without flagged participants.

use serde::Serialize;
use utoipa::ToSchema;

use super::durations::{count, quantile, seconds};
use super::input::{Design, Input, Person};
use super::scored::Scored;
use super::terms::{Flag, Language};
use crate::quality;

/// How many participants have a flag.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFlagCount)]
pub struct FlagCount {
    /// The flag.
    pub flag: Flag,
    /// The flag's name in the report's language.
    pub label: String,
    /// Number of randomised participants with the flag.
    pub people: u32,
    /// Number of participants with the flag by arm. Empty while the study is blinded: content and duration differ
    /// between the arms.
    pub arms: Vec<u32>,
}

/// The flags of each person, in their order.
pub(super) fn flags(input: &Input) -> Vec<Vec<Flag>> {
    // Each arm has its own: one may be longer than another by design. Simulated participants are faster than people.
    let alike = |arm, simulated| {
        input.people.iter().filter(move |person| person.arm == Some(arm) && person.simulated == simulated)
    };
    let median = |arm, simulated| quantile(&alike(arm, simulated).filter_map(whole_time).collect::<Vec<f64>>(), 0.5);
    let medians: Vec<[Option<f64>; 2]> =
        (0..input.design.arms.len()).map(|arm| [false, true].map(|simulated| median(arm, simulated))).collect();
    let of_alike = |person: &Person| medians.get(person.arm?)?[usize::from(person.simulated)];
    input.people.iter().map(|person| of_person(person, of_alike(person))).collect()
}

fn of_person(person: &Person, median: Option<f64>) -> Vec<Flag> {
    let hurried = whole_time(person).zip(median).is_some_and(|(time, median)| quality::hurried(time, median));
    let same = quality::all_alike(person.after.iter().map(|judged| judged.called_altered));
    let has = [
        hurried,
        same,
        person.attention_failed > 0,
        person.media_failed > 0,
        person.unseen_media >= quality::UNSEEN_MEDIA,
        person.unchecked_posts >= quality::UNCHECKED_POSTS,
        person.not_timed,
        person.flagged_for_sensitivity,
    ];
    Flag::ALL.into_iter().zip(has).filter_map(|(flag, has)| has.then_some(flag)).collect()
}

/// Seconds from the first step to the end; none for those who have not reached it.
pub(super) fn whole_time(person: &Person) -> Option<f64> {
    let (first, last) = (person.steps.first()?, person.steps.last()?);
    if person.completed && person.steps.len() > 1 { seconds(first.1, last.1) } else { None }
}

pub(super) fn counts(language: Language, design: &Design, people: &[Scored]) -> Vec<FlagCount> {
    let counted = |flag: Flag| {
        let has = || people.iter().filter(move |one| one.flags.contains(&flag));
        let arms = if design.blinded { 0 } else { design.arms.len() };
        let arms = (0..arms).map(|arm| count(has().filter(|one| one.arm == arm).count())).collect();
        FlagCount { flag, label: language.flag(flag).to_owned(), people: count(has().count()), arms }
    };
    Flag::ALL.map(counted).into()
}
