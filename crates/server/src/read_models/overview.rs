//! The counts of the first page: enrolment by arm and day, who is where, how far people come.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use unmask_export::consort::{Counted, erased};
use unmask_store::participants::Status;
use unmask_store::read_models::Person;
use unmask_store::rights::Mode;
use unmask_study::blinding::TOGETHER;
use unmask_study::consort::DispositionCounts;
use unmask_study::definition::Group;
use unmask_study::quality::{self, Flag, Presence};
use utoipa::ToSchema;

use super::arms::{ArmName, Arms};
use super::flow::{Flow, Stage};
use super::status::StudyStatus;
use super::times::{DAY, Times, day_of, is_under_way};
use super::{SnapshotView, StudySnapshot};
use crate::base::clock::Millis;

/// Everything that the first page shows.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Whether the study takes people.
    pub status: StudyStatus,
    /// Whether the arms are blinded.
    pub masked: bool,
    /// Whether simulated participants are counted.
    pub with_simulated: bool,
    /// People at most, all arms together; null without a limit.
    pub target: Option<u32>,
    /// All arms together, with those who have no slot at present.
    pub all: Enrolment,
    /// By arm, blinded or not.
    pub arms: Vec<ArmOverview>,
    /// By day (UTC), the first one first; only days on which something happened.
    pub days: Vec<Day>,
    /// All arms together: how far people come.
    pub steps: Vec<StepCounts>,
    /// People for each sign; a participant can have several.
    pub signs: Signs,
    /// How many rows of each kind there are.
    pub kinds: Kinds,
}

/// How many people came how far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Enrolment {
    /// Registered. In an arm: with a slot in it. Who had everything erased is counted.
    pub allocated: u32,
    /// Saw the first page that differs between the arms.
    pub exposed: u32,
    /// Reached the end, whether or not they withdrew afterwards.
    pub finished: u32,
    /// Under way: neither reached the end nor withdrew.
    pub under_way: u32,
    /// Withdrew, with or without their data.
    pub withdrawn: u32,
    /// Of these, had everything erased.
    pub erased: u32,
    /// Left out of the analysis, as planned or by the researcher.
    pub excluded: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArmOverview {
    pub arm: ArmName,
    /// People at most; null without a limit of its own.
    pub quota: Option<u32>,
    #[serde(flatten)]
    pub enrolment: Enrolment,
    /// How far they come. Nothing while the arms are blinded: it would reveal them.
    pub steps: Vec<StepCounts>,
}

/// What happened on a day.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Day {
    /// `2026-11-20`.
    pub day: String,
    /// By arm; who has no slot at present is in none.
    pub arms: Vec<ArmDay>,
}

/// What happened in an arm on a day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArmDay {
    /// The arm's id.
    pub arm: String,
    pub allocated: i64,
    /// Saw the first page that differs between the arms.
    pub exposed: i64,
    /// Reached the end.
    pub finished: i64,
    /// Withdrew and left their data.
    pub withdrawn: i64,
}

/// How many came to a step, went on, stopped, and are there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepCounts {
    /// Path of its first page; `/consent` before the first one, `/group-part` for what differs between blinded arms.
    #[schema(value_type = String)]
    pub step: Stage,
    pub entered: i64,
    /// Went on, or finished there.
    pub passed: i64,
    /// Withdrew there, with their data left.
    pub withdrawn: i64,
    pub active: i64,
    /// Moved some minutes ago.
    pub idle: i64,
    /// Perhaps stuck: no move for half an hour.
    pub stuck: i64,
    /// No move for a day.
    pub gone: i64,
    /// Median time from entering to passing, in seconds; null if nobody has passed, or too few the part that differs
    /// between blinded arms.
    pub median_seconds: Option<f64>,
}

/// People for each sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Signs {
    pub too_fast: i64,
    pub straight_lining: i64,
    pub failed_attention: i64,
    pub media_failed: i64,
    pub stuck: i64,
    /// With any of them.
    pub any: i64,
}

/// What there is in the database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Kinds {
    pub people: i64,
    pub simulated: i64,
    /// Previews of the researcher; they are in nothing else.
    pub previews: i64,
}

/// Counts everything. Simulated participants are left out unless asked for.
pub fn overview(view: &SnapshotView, simulated: bool) -> Overview {
    let SnapshotView { snapshot, arms, target, .. } = view;
    let people = || snapshot.people.iter().filter(move |person| simulated || !person.simulated);
    let of = |group: Option<Group>| people().filter(move |person| group.is_none() || person.group == group);
    let arm = |group: Group| ArmOverview {
        arm: arms.name(group),
        quota: Arms::quota(&snapshot.quotas, group),
        enrolment: enrolment(snapshot, of(Some(group)), Some(group), simulated),
        steps: if arms.blinded { Vec::new() } else { steps(view, of(Some(group)), Some(group)) },
    };
    Overview {
        status: snapshot.status.into(),
        masked: arms.blinded,
        with_simulated: simulated,
        target: *target,
        all: enrolment(snapshot, people(), None, simulated),
        arms: arms.all().into_iter().map(arm).collect(),
        days: days(people(), arms),
        steps: steps(view, people(), None),
        signs: signs(view, people()),
        kinds: Kinds {
            people: count(snapshot.people.iter().filter(|person| !person.simulated)),
            simulated: count(snapshot.people.iter().filter(|person| person.simulated)),
            previews: snapshot.previews,
        },
    }
}

fn count<T>(of: impl Iterator<Item = T>) -> i64 {
    i64::try_from(of.count()).unwrap_or(i64::MAX)
}

fn enrolment<'a>(
    snapshot: &StudySnapshot,
    people: impl Iterator<Item = &'a Person>,
    group: Option<Group>,
    simulated: bool,
) -> Enrolment {
    let mut all = DispositionCounts::of(people.map(|person| (counted(snapshot, person).standing(), 1)));
    let gone = snapshot.withdrawals.iter().filter(|gone| gone.mode == Mode::Erase && (simulated || !gone.simulated));
    for gone in gone.filter(|gone| group.is_none_or(|group| gone.arm.as_deref() == Some(group.name()))) {
        all.add(erased(gone), u32::try_from(gone.people).unwrap_or(u32::MAX));
    }
    Enrolment {
        allocated: all.people,
        exposed: all.exposed,
        finished: all.completed,
        under_way: all.under_way,
        withdrawn: all.withdrawn_kept + all.withdrawn_erased,
        erased: all.withdrawn_erased,
        excluded: all.excluded,
    }
}

/// A participant as the flow diagram counts them.
pub fn counted<'a>(snapshot: &'a StudySnapshot, person: &'a Person) -> Counted<'a> {
    Counted {
        group: person.group,
        exposed: person.exposed.is_some(),
        completed: person.completed.is_some(),
        status: person.status,
        simulated: person.simulated,
        page: Some(&person.page),
        excluded: snapshot.excluded(person),
    }
}

/// How long a participant under way has not moved; none for who has finished or left. For counts by step: of one
/// person, and of those in the part that differs between blinded arms, there is [what may be shown](Times::presence).
fn presence(person: &Person, now: Millis) -> Option<Presence> {
    is_under_way(person).then(|| quality::presence(now - person.moved.measured))
}

fn steps<'a>(view: &SnapshotView, people: impl Iterator<Item = &'a Person>, group: Option<Group>) -> Vec<StepCounts> {
    let SnapshotView { snapshot, flow, now, .. } = view;
    let stages = flow.stages(group);
    let mut found: Vec<(StepCounts, Vec<Millis>)> =
        stages.iter().map(|&step| (StepCounts { step, ..StepCounts::default() }, vec![])).collect();
    let index: HashMap<Stage, usize> = stages.iter().enumerate().map(|(index, stage)| (*stage, index)).collect();
    for person in people {
        let way = way(snapshot, flow, person);
        for (number, (stage, at)) in way.iter().enumerate() {
            let Some((counts, took)) = index.get(stage).map(|index| &mut found[*index]) else { continue };
            counts.entered += 1;
            let next = way.get(number + 1).map(|(_, next)| *next);
            counts.passed += i64::from(next.is_some() || person.completed.is_some());
            // A time that ends before it began was measured while the clock was set.
            took.extend(next.map(|next| next - at).filter(|took| *stage != Stage::Consent && *took >= 0));
        }
        let place = flow.place(person);
        let Some((counts, _)) = index.get(&place).map(|index| &mut found[*index]) else { continue };
        if person.completed.is_none() {
            counts.withdrawn += i64::from(person.status == Status::Withdrawn);
        }
        // Of few people in the part that differs between blinded arms, the counts would reveal each move.
        let hidden = place == Stage::ArmSpecificPart;
        match if hidden { Times::of(view, person).presence(person, *now) } else { presence(person, *now) } {
            Some(Presence::Active) => counts.active += 1,
            Some(Presence::Idle) => counts.idle += 1,
            Some(Presence::Inactive) => counts.stuck += 1,
            Some(Presence::DroppedOut) => counts.gone += 1,
            None => {}
        }
    }
    found
        .into_iter()
        .map(|(counts, took)| StepCounts { median_seconds: shown_median(counts.step, took), ..counts })
        .collect()
}

/// The stages that a participant has entered, each once, and when.
fn way(snapshot: &StudySnapshot, flow: &Flow, person: &Person) -> Vec<(Stage, Millis)> {
    let mut way = vec![(Stage::Consent, person.created_at)];
    if !person.consented {
        return way;
    }
    for visit in snapshot.steps.get(&person.id).map_or(&[][..], Vec::as_slice) {
        let stage = flow.stage(visit.step);
        if !way.iter().any(|(known, _)| *known == stage) {
            way.push((stage, visit.stamp.measured));
        }
    }
    way
}

/// The median, where it is nobody's own time in the part that differs between blinded arms.
pub(super) fn shown_median(step: Stage, took: Vec<Millis>) -> Option<f64> {
    let is_shown = step != Stage::ArmSpecificPart || took.len() >= TOGETHER;
    is_shown.then(|| median(took)).flatten()
}

/// In seconds. Of an even number, the mean of the two in the middle.
#[expect(clippy::cast_precision_loss, reason = "times of people are far below 2^52 milliseconds")]
fn median(mut took: Vec<Millis>) -> Option<f64> {
    took.sort_unstable();
    let middle = took.len() / 2;
    let upper = *took.get(middle)?;
    let lower = if took.len().is_multiple_of(2) { took[middle - 1] } else { upper };
    Some((lower + upper) as f64 / 2_000.0)
}

/// One of the figures of a day.
type Figure = fn(&mut ArmDay) -> &mut i64;

fn days<'a>(people: impl Iterator<Item = &'a Person>, arms: &Arms) -> Vec<Day> {
    let all = arms.all();
    let mut days: BTreeMap<Millis, Vec<ArmDay>> = BTreeMap::new();
    let none = || all.iter().map(|group| ArmDay { arm: arms.name(*group).id, ..ArmDay::default() }).collect();
    for person in people {
        let Some(index) = person.group.and_then(|group| all.iter().position(|own| *own == group)) else { continue };
        let moments: [(Option<Millis>, Figure); 4] = [
            (Some(person.created_at), |day| &mut day.allocated),
            (person.exposed.map(|stamp| stamp.measured), |day| &mut day.exposed),
            (person.completed.map(|stamp| stamp.measured), |day| &mut day.finished),
            (person.withdrawn_at, |day| &mut day.withdrawn),
        ];
        for (at, figure) in moments {
            if let Some(at) = at {
                *figure(&mut days.entry(at.div_euclid(DAY)).or_insert_with(none)[index]) += 1;
            }
        }
    }
    days.into_iter().map(|(day, arms)| Day { day: day_of(day * DAY), arms }).collect()
}

/// As the list shows them: each figure leads there.
fn signs<'a>(view: &SnapshotView, people: impl Iterator<Item = &'a Person>) -> Signs {
    let mut signs = Signs::default();
    for person in people {
        let flags = view.flags(person);
        for flag in flags.keys() {
            *match flag {
                Flag::TooFast => &mut signs.too_fast,
                Flag::StraightLining => &mut signs.straight_lining,
                Flag::FailedAttention => &mut signs.failed_attention,
                Flag::MediaFailed => &mut signs.media_failed,
            } += 1;
        }
        let stuck = Times::of(view, person).presence(person, view.now) == Some(Presence::Inactive);
        signs.stuck += i64::from(stuck);
        signs.any += i64::from(stuck || !flags.is_empty());
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_a_few_in_the_part_that_differs_is_not_told() {
        let of = |step, people| shown_median(step, vec![1_000; people]);
        assert_eq!((of(Stage::ArmSpecificPart, TOGETHER - 1), of(Stage::ArmSpecificPart, TOGETHER)), (None, Some(1.0)));
        assert_eq!(of(Stage::Consent, 1), Some(1.0));
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "halves are exact")]
    fn a_median_lies_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3_000, 1_000, 2_000]).unwrap(), 2.0);
        assert_eq!(median(vec![4_000, 1_000, 2_000, 3_000]).unwrap(), 2.5);
    }
}
