//! The list of participants, filtered and paged in memory: the snapshot contains all of them.

use serde::{Deserialize, Serialize};
use unmask_store::participants::Status;
use unmask_store::read_models::Person;
use unmask_study::definition::Outcome;
use unmask_study::quality::{Flag, Presence};
use unmask_study::waves::WaveState;
use utoipa::{IntoParams, ToSchema};

use super::SnapshotView;
use super::arms::ArmName;
use super::flow::Stage;
use super::times::{Times, When};
use super::waves::{ParticipantWave, planned};
use crate::base::clock::rfc3339;
use crate::base::ids;

/// Default and maximum number of rows of a page.
const DEFAULT_LIMIT: usize = 50;
const MAX_LIMIT: usize = 200;

/// A quality flag: an indicator of careless or disturbed participation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QualityFlag {
    /// Faster than the page can be read.
    TooFast,
    /// The same answer to many statements in a row.
    StraightLining,
    /// An attention check was failed.
    FailedAttention,
    /// A medium could not be played.
    MediaFailed,
    /// Judged a medium that had not been played or shown.
    AnsweredUnseen,
    /// Judged a post with none of its evidence opened.
    AnsweredUnchecked,
    /// No times were measured, or impossible ones were sent.
    NotTimed,
    /// In progress, without a move for half an hour.
    Inactive,
}

impl From<Flag> for QualityFlag {
    fn from(flag: Flag) -> Self {
        match flag {
            Flag::TooFast => Self::TooFast,
            Flag::StraightLining => Self::StraightLining,
            Flag::FailedAttention => Self::FailedAttention,
            Flag::MediaFailed => Self::MediaFailed,
            Flag::AnsweredUnseen => Self::AnsweredUnseen,
            Flag::AnsweredUnchecked => Self::AnsweredUnchecked,
            Flag::NotTimed => Self::NotTimed,
        }
    }
}

/// A quality flag and the number of times it was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct QualityFlagCount {
    pub flag: QualityFlag,
    /// Number of times. Always 1 for those who are blinded, because some arms have more submissions.
    pub times: i64,
}

/// Participant status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParticipantStatus {
    /// In progress: neither completed, nor withdrawn, nor turned away.
    UnderWay,
    /// Reached the end.
    Finished,
    /// Turned away by an answer, before the arms differ.
    ScreenedOut,
    /// Turned away before the arms differ, because a quota on answers was full.
    QuotaFull,
    /// The time limit passed.
    TimedOut,
    /// Failed checks.
    Failed,
    /// Withdrew; their data are kept.
    Withdrawn,
}

impl ParticipantStatus {
    pub fn of(person: &Person) -> Self {
        match (person.status, person.outcome) {
            (Status::Active, Some(Outcome::ScreenedOut)) => Self::ScreenedOut,
            (Status::Active, Some(Outcome::QuotaFull)) => Self::QuotaFull,
            (Status::Active, Some(Outcome::TimedOut)) => Self::TimedOut,
            (Status::Active, Some(Outcome::Failed)) => Self::Failed,
            (Status::Active, _) => Self::UnderWay,
            (Status::Completed, _) => Self::Finished,
            (Status::Withdrawn, _) => Self::Withdrawn,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantRow {
    /// Participant code. Identifies the participant in all calls.
    pub code: String,
    /// Null for participants without a slot, and for all for those who are blinded: the pages of some participants
    /// would reveal the arm behind a blinded label.
    pub arm: Option<ArmName>,
    /// Participant status.
    pub status: ParticipantStatus,
    /// Time since the last move, by category. Null if the participant has completed or withdrawn, or if the day of the
    /// last move does not determine it.
    pub presence: Option<Presence>,
    /// The step that the participant is on or was on last.
    #[schema(value_type = String)]
    pub step: Stage,
    /// Whether this is a simulated participant.
    pub simulated: bool,
    pub locale: String,
    pub registered_at: String,
    /// When the participant arrived on their current page. While the study is blinded and they are in the arm-specific
    /// part: when they entered that part.
    pub moved_at: When,
    pub finished_at: Option<When>,
    /// The later parts of the study that are planned for the participant. While the study is blinded, without those
    /// that only some arms have.
    pub waves: Vec<ParticipantWave>,
    /// Reason for the exclusion from the analysis; null if not excluded.
    pub excluded: Option<String>,
    /// Whether the plan excludes them. If false, the researcher does.
    pub excluded_as_planned: bool,
    /// Quality flags.
    pub flags: Vec<QualityFlagCount>,
}

/// A page of the list of participants.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParticipantList {
    /// Newest first.
    pub participants: Vec<ParticipantRow>,
    /// Position of the first row among the matching participants, from 1. On an empty page, one more than `matching`.
    pub from: usize,
    /// Value of `after` for the next page; null on the last page.
    pub next: Option<String>,
    /// Number of participants who match.
    pub matching: usize,
    /// Number of participants, matching or not.
    pub all: usize,
    /// Whether the person who asks is blinded.
    pub blinded: bool,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Part of a participant code (case and hyphen are ignored), or a complete recruitment ID.
    #[param(nullable = false)]
    pub q: Option<String>,
    /// Participant status.
    #[param(inline, nullable = false)]
    pub status: Option<ParticipantStatus>,
    /// ID of an arm, or `none` for participants without a slot. For those who are blinded, no participant has an arm.
    #[param(nullable = false)]
    pub arm: Option<String>,
    /// Path of the step that the participant is on or was on last.
    #[param(nullable = false)]
    pub step: Option<String>,
    /// ID of a later part of the study: only participants for whom it is planned.
    #[param(nullable = false)]
    pub wave: Option<String>,
    /// State of the later part `wave`, or of any later part.
    #[param(inline, nullable = false)]
    pub wave_state: Option<WaveState>,
    /// Only participants with this quality flag.
    #[param(inline, nullable = false)]
    pub flag: Option<QualityFlag>,
    /// Whether participants are excluded from the analysis: only those who are, or only those who are not.
    #[param(nullable = false)]
    pub excluded: Option<bool>,
    /// Include simulated participants.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
    /// `next` of the previous page.
    #[param(nullable = false)]
    pub after: Option<String>,
    /// Number of rows, at most 200. Default: 50.
    #[param(nullable = false)]
    pub limit: Option<usize>,
}

/// The rows that match the query. `recruited` are IDs of participants whose recruitment ID matches its `q`.
pub fn list(view: &SnapshotView, query: &ListQuery, recruited: &[String]) -> ParticipantList {
    let all = || view.snapshot.people.iter().filter(|person| query.simulated || !person.simulated);
    let described = |person: &Person| (row(view, person), key(person));
    let code = query.q.as_deref().map(str::trim).filter(|code| !code.is_empty());
    let named = |person: &&Person| {
        code.is_none_or(|code| ids::is_in_code(code, &person.code) || recruited.contains(&person.id))
    };
    let matching: Vec<(ParticipantRow, String)> =
        all().filter(named).map(described).filter(|(row, _)| query.matches(row)).collect();
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT);
    let start = query.after.as_ref().map_or(0, |after| matching.partition_point(|(_, key)| key <= after));
    let rest = &matching[start..];
    ParticipantList {
        participants: rest.iter().take(limit).map(|(row, _)| row.clone()).collect(),
        from: start + 1,
        next: (rest.len() > limit).then(|| rest[limit - 1].1.clone()),
        matching: matching.len(),
        all: all().count(),
        blinded: view.arms.blinded,
    }
}

/// The sort key of a row, ascending along the list.
fn key(person: &Person) -> String {
    format!("{:016}-{}", i64::MAX / 1000 - person.created_at, person.code)
}

impl ListQuery {
    fn matches(&self, row: &ParticipantRow) -> bool {
        let arm = row.arm.as_ref().map_or("none", |arm| arm.id.as_str());
        self.status.is_none_or(|status| status == row.status)
            && self.arm.as_deref().is_none_or(|id| id == arm)
            && self.step.as_deref().is_none_or(|step| step == row.step.path())
            && self.matches_wave(&row.waves)
            && self.flag.is_none_or(|flag| row.flags.iter().any(|counted| counted.flag == flag))
            && self.excluded.is_none_or(|excluded| excluded == row.excluded.is_some())
    }

    fn matches_wave(&self, waves: &[ParticipantWave]) -> bool {
        let matches = |wave: &ParticipantWave| {
            self.wave.as_deref().is_none_or(|id| id == wave.id.name())
                && self.wave_state.is_none_or(|state| state == wave.state)
        };
        (self.wave.is_none() && self.wave_state.is_none()) || waves.iter().any(matches)
    }
}

/// One participant as a row.
pub fn row(view: &SnapshotView, person: &Person) -> ParticipantRow {
    let (times, excluded) = (Times::of(view, person), view.snapshot.excluded(person));
    let presence = times.presence(person, view.now);
    // For those who are blinded, the number of times is hidden, as it is for submissions of the arm-specific part.
    let counted = |often: i64| if view.arms.blinded { 1 } else { often };
    let flagged = view.flags(person).into_iter();
    let flagged =
        flagged.map(|(flag, often)| QualityFlagCount { flag: QualityFlag::from(flag), times: counted(often) });
    let inactive =
        (presence == Some(Presence::Inactive)).then_some(QualityFlagCount { flag: QualityFlag::Inactive, times: 1 });
    let status = ParticipantStatus::of(person);
    let is_left = |wave: &ParticipantWave| status != ParticipantStatus::Withdrawn || !wave.state.is_to_come();
    let waves = planned(view, person).iter().map(|wave| wave.at(view.now, times)).filter(is_left).collect();
    ParticipantRow {
        code: person.code.clone(),
        arm: person.group.filter(|_| !view.arms.blinded).map(|group| view.arms.name(group)),
        status,
        presence,
        step: view.flow.stage_of_person(person),
        simulated: person.simulated,
        locale: person.locale.clone(),
        registered_at: rfc3339(person.created_at),
        moved_at: times.moved(person),
        finished_at: person.completed.map(|stamp| times.when(stamp)),
        waves,
        excluded: excluded.map(|out| out.reason.to_owned()),
        excluded_as_planned: excluded.is_some_and(|out| out.as_planned),
        flags: flagged.chain(inactive).collect(),
    }
}
