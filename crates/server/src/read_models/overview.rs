//! The counts of the console's first page: enrolment by arm and day, completion funnel, quality flags.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use unmask_export::consort::{Counted, erased};
use unmask_store::participants::Status;
use unmask_store::read_models::Person;
use unmask_store::rights::Mode;
use unmask_study::blinding::TOGETHER;
use unmask_study::consort::DispositionCounts;
use unmask_study::definition::{ArmId, Outcome};
use unmask_study::quality::{self, Flag, Presence};
use utoipa::ToSchema;

use super::arms::{ArmName, Arms};
use super::flow::{Flow, Stage};
use super::status::StudyStatus;
use super::times::{DAY, Times, day_of, is_under_way};
use super::waves::{self, WaveOverview};
use super::{SnapshotView, StudySnapshot};
use crate::base::clock::Millis;

/// The data of the console's first page.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Recruitment status.
    pub status: StudyStatus,
    /// Whether the person who asks is blinded.
    pub blinded: bool,
    /// Whether the counts include simulated participants.
    pub with_simulated: bool,
    /// Maximum number of participants in all arms together; null without a limit.
    pub target: Option<u32>,
    /// All arms together, including participants without a slot.
    pub all: Enrolment,
    /// By arm.
    pub arms: Vec<ArmOverview>,
    /// By day (UTC), oldest first. Days without events are omitted.
    pub days: Vec<Day>,
    /// The completion funnel of all arms together.
    pub steps: Vec<StepCounts>,
    /// The later parts of the study, in its order. Empty if there are none.
    pub waves: Vec<WaveOverview>,
    /// Number of participants with each quality flag. A participant can have several.
    pub flags: ParticipantsByFlag,
    /// Number of participants of each kind in the database.
    pub kinds: Kinds,
}

/// Participant counts of the study or of an arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Enrolment {
    /// Registered participants; of an arm, those with a slot in it. Includes erased participants.
    pub allocated: u32,
    /// Exposed: saw the first page that differs between the arms.
    pub exposed: u32,
    /// Reached the end, including those who withdrew afterwards.
    pub finished: u32,
    /// In progress: neither completed nor withdrawn.
    pub under_way: u32,
    /// Ended before the last page, and not withdrawn: turned away by their answers, timed out, or failed checks.
    pub turned_away: u32,
    /// Withdrew; their data are kept or erased.
    pub withdrawn: u32,
    /// Of these, participants whose data are erased.
    pub erased: u32,
    /// Excluded from the analysis, by the plan or by the researcher.
    pub excluded: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArmOverview {
    pub arm: ArmName,
    /// Quota of the arm; null without a quota.
    pub quota: Option<u32>,
    #[serde(flatten)]
    pub enrolment: Enrolment,
    /// The completion funnel of the arm. Empty for those who are blinded: it would reveal the arm.
    pub steps: Vec<StepCounts>,
}

/// Counts of one day.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Day {
    /// The day (UTC), such as `2026-11-20`.
    pub day: String,
    /// By arm. Participants without a slot are in no arm.
    pub arms: Vec<ArmDay>,
}

/// Counts of one arm on one day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArmDay {
    /// ID of the arm.
    pub arm: String,
    pub allocated: i64,
    /// Exposed: saw the first page that differs between the arms.
    pub exposed: i64,
    /// Reached the end.
    pub finished: i64,
    /// Withdrew; their data are kept.
    pub withdrawn: i64,
}

/// The completion funnel at one step: number of participants who entered it, completed it, dropped out there, or are
/// there now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepCounts {
    /// Path of the first page of the step; `/consent` before the first step, `/group-part` for the arm-specific part
    /// for those who are blinded.
    #[schema(value_type = String)]
    pub step: Stage,
    pub entered: i64,
    /// Went on to the next step, or reached the end.
    pub completed: i64,
    /// Withdrew at this step; their data are kept.
    pub withdrawn: i64,
    /// Ended at this step: turned away by their answers, timed out, or failed checks.
    pub turned_away: i64,
    /// Active: there now, last move less than 10 minutes ago.
    pub active: i64,
    /// Idle: there now, last move 10 to 30 minutes ago.
    pub idle: i64,
    /// Inactive: there now, without a move for half an hour.
    pub inactive: i64,
    /// Dropped out: there now, without a move for a day.
    pub dropped_out: i64,
    /// Median time from entering to completing the step, in seconds. Null if no participant has completed it, or too
    /// few to show for those who are blinded.
    pub median_seconds: Option<f64>,
}

/// Number of participants with each quality flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantsByFlag {
    pub too_fast: i64,
    pub straight_lining: i64,
    pub failed_attention: i64,
    pub media_failed: i64,
    pub answered_unseen: i64,
    pub answered_unchecked: i64,
    pub not_timed: i64,
    pub inactive: i64,
    /// Participants with at least one of these flags.
    pub any: i64,
}

/// Number of participants of each kind in the database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Kinds {
    pub people: i64,
    pub simulated: i64,
    /// Previews. They are in no other count.
    pub previews: i64,
}

/// Counts everything. Includes simulated participants only if `simulated`.
pub fn overview(view: &SnapshotView, simulated: bool) -> Overview {
    let SnapshotView { snapshot, arms, target, .. } = view;
    let people = || snapshot.people.iter().filter(move |person| simulated || !person.simulated);
    let of = |group: Option<ArmId>| people().filter(move |person| group.is_none() || person.group == group);
    let arm = |group: ArmId| ArmOverview {
        arm: arms.name(group),
        quota: Arms::quota(&snapshot.quotas, group),
        enrolment: enrolment(snapshot, of(Some(group)), Some(group), simulated),
        steps: if arms.blinded { Vec::new() } else { steps(view, of(Some(group)), Some(group)) },
    };
    Overview {
        status: snapshot.status.into(),
        blinded: arms.blinded,
        with_simulated: simulated,
        target: *target,
        all: enrolment(snapshot, people(), None, simulated),
        arms: arms.all().into_iter().map(arm).collect(),
        days: days(people(), arms),
        steps: steps(view, people(), None),
        waves: waves::waves(view, &people()),
        flags: flags(view, people()),
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
    group: Option<ArmId>,
    simulated: bool,
) -> Enrolment {
    let mut all = DispositionCounts::of(people.map(|person| (counted(snapshot, person).disposition(), 1)));
    let erasures = snapshot.withdrawals.iter().filter(|one| one.mode == Mode::Erase && (simulated || !one.simulated));
    for erasure in erasures.filter(|one| group.is_none_or(|group| one.arm.as_deref() == Some(group.name()))) {
        all.add(erased(erasure), u32::try_from(erasure.people).unwrap_or(u32::MAX));
    }
    Enrolment {
        allocated: all.people,
        exposed: all.exposed,
        finished: all.completed,
        under_way: all.under_way,
        turned_away: all.screened_out + all.quota_full + all.timed_out + all.failed,
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
        turned_away: person.outcome.filter(|outcome| outcome.is_turned_away()),
        simulated: person.simulated,
        page: Some(&person.page),
        excluded: snapshot.excluded(person),
    }
}

/// The presence of a participant in progress. For counts by step only: a single participant, and those in the
/// arm-specific part for those who are blinded, have the presence that [may be shown](Times::presence).
fn presence(person: &Person, now: Millis) -> Option<Presence> {
    is_under_way(person).then(|| quality::presence(now - person.moved.measured))
}

fn steps<'a>(view: &SnapshotView, people: impl Iterator<Item = &'a Person>, group: Option<ArmId>) -> Vec<StepCounts> {
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
            counts.completed += i64::from(next.is_some() || stage.is_end());
            // A negative time was measured across a clock change. At an end, participants wait for the next part.
            let is_timed = *stage != Stage::Consent && !stage.is_end();
            took.extend(next.map(|next| next - at).filter(|took| is_timed && *took >= 0));
        }
        let stage = flow.stage_of_person(person);
        let Some((counts, _)) = index.get(&stage).map(|index| &mut found[*index]) else { continue };
        if person.completed.is_none() {
            let withdrew = person.status == Status::Withdrawn;
            counts.withdrawn += i64::from(withdrew);
            counts.turned_away += i64::from(!withdrew && person.outcome.is_some_and(Outcome::is_turned_away));
        }
        // With few participants in the arm-specific part, the counts would reveal each move.
        let hidden = stage == Stage::ArmSpecificPart;
        match if hidden { Times::of(view, person).presence(person, *now) } else { presence(person, *now) } {
            Some(Presence::Active) => counts.active += 1,
            Some(Presence::Idle) => counts.idle += 1,
            Some(Presence::Inactive) => counts.inactive += 1,
            Some(Presence::DroppedOut) => counts.dropped_out += 1,
            None => {}
        }
    }
    found
        .into_iter()
        .map(|(counts, took)| StepCounts { median_seconds: shown_median(counts.step, took), ..counts })
        .collect()
}

/// The stages that a participant entered, each once, with the time.
fn way(snapshot: &StudySnapshot, flow: &Flow, person: &Person) -> Vec<(Stage, Millis)> {
    let mut way = vec![(Stage::Consent, person.created_at)];
    if !person.consented {
        return way;
    }
    for visit in snapshot.steps.get(&person.id).map_or(&[][..], Vec::as_slice) {
        let stage = flow.stage_at(person, visit.number, visit.kind);
        if !way.iter().any(|(known, _)| *known == stage) {
            way.push((stage, visit.stamp.measured));
        }
    }
    way
}

/// The median; none for few participants in the arm-specific part, because it would reveal single times.
pub(super) fn shown_median(step: Stage, took: Vec<Millis>) -> Option<f64> {
    let is_shown = step != Stage::ArmSpecificPart || took.len() >= TOGETHER;
    is_shown.then(|| median(took)).flatten()
}

/// The median in seconds.
#[expect(clippy::cast_precision_loss, reason = "times of people are far below 2^52 milliseconds")]
fn median(mut took: Vec<Millis>) -> Option<f64> {
    took.sort_unstable();
    let middle = took.len() / 2;
    let upper = *took.get(middle)?;
    let lower = if took.len().is_multiple_of(2) { took[middle - 1] } else { upper };
    Some((lower + upper) as f64 / 2_000.0)
}

/// A count of a day.
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

/// Counts as the list of participants shows them, because each count links to the list.
fn flags<'a>(view: &SnapshotView, people: impl Iterator<Item = &'a Person>) -> ParticipantsByFlag {
    let mut counts = ParticipantsByFlag::default();
    for person in people {
        let flags = view.flags(person);
        for flag in flags.keys() {
            *match flag {
                Flag::TooFast => &mut counts.too_fast,
                Flag::StraightLining => &mut counts.straight_lining,
                Flag::FailedAttention => &mut counts.failed_attention,
                Flag::MediaFailed => &mut counts.media_failed,
                Flag::AnsweredUnseen => &mut counts.answered_unseen,
                Flag::AnsweredUnchecked => &mut counts.answered_unchecked,
                Flag::NotTimed => &mut counts.not_timed,
            } += 1;
        }
        let inactive = Times::of(view, person).presence(person, view.now) == Some(Presence::Inactive);
        counts.inactive += i64::from(inactive);
        counts.any += i64::from(inactive || !flags.is_empty());
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_few_people_in_the_arm_specific_part_is_hidden() {
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
