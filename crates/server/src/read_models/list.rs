//! The list of participants: filtered and cut in memory, because all of them are there already.

use serde::{Deserialize, Serialize};
use unmask_store::participants::Status;
use unmask_store::read_models::Person;
use unmask_study::quality::{Flag, Presence};
use utoipa::{IntoParams, ToSchema};

use super::SnapshotView;
use super::arms::ArmName;
use super::flow::Stage;
use super::times::{Times, When};
use crate::base::clock::rfc3339;
use crate::base::ids;

/// Rows of a page, if nobody says otherwise, and at most.
const USUAL: usize = 50;
const MOST: usize = 200;

/// Something that deserves a second look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QualityFlag {
    /// Faster than anybody reads.
    TooFast,
    /// The same answer to many statements in a row.
    StraightLining,
    /// An attention check was not passed.
    FailedAttention,
    /// A medium could not be played.
    MediaFailed,
    /// Under way, and no move for half an hour.
    Stuck,
}

impl From<Flag> for QualityFlag {
    fn from(flag: Flag) -> Self {
        match flag {
            Flag::TooFast => Self::TooFast,
            Flag::StraightLining => Self::StraightLining,
            Flag::FailedAttention => Self::FailedAttention,
            Flag::MediaFailed => Self::MediaFailed,
        }
    }
}

/// A sign, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct QualityFlagCount {
    pub sign: QualityFlag,
    /// How often; once as long as the arms are blinded, because some arms have more to submit.
    pub times: i64,
}

/// Where a participant is in their life in the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParticipantStatus {
    /// Neither finished nor withdrawn.
    UnderWay,
    /// Reached the end.
    Finished,
    /// Left; what was collected is kept.
    Withdrawn,
}

impl ParticipantStatus {
    /// That of a participant.
    pub fn of(person: &Person) -> Self {
        match person.status {
            Status::Active => Self::UnderWay,
            Status::Completed => Self::Finished,
            Status::Withdrawn => Self::Withdrawn,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantRow {
    /// The pseudonym, which names them in all calls.
    pub code: String,
    /// Null while they have no slot, and for everybody while the arms are blinded: the way that people take would
    /// reveal the arm of all who share their letter.
    pub arm: Option<ArmName>,
    /// Where they are in their life in the study.
    pub status: ParticipantStatus,
    /// How long ago they moved; null for who has finished or left, and where the day of the last move does not say.
    pub presence: Option<Presence>,
    /// The step that they are on, or were on last.
    #[schema(value_type = String)]
    pub step: Stage,
    /// A simulated participant.
    pub simulated: bool,
    pub locale: String,
    pub registered_at: String,
    /// Arrival on the page that they are on, or, while the arms are blinded, in the part that differs between the arms
    /// if they are there.
    pub moved_at: When,
    pub finished_at: Option<When>,
    /// Why they are left out of the analysis, if they are.
    pub excluded: Option<String>,
    /// Whether the plan leaves them out, and not the researcher's own decision.
    pub excluded_as_planned: bool,
    /// What deserves a second look.
    pub signs: Vec<QualityFlagCount>,
}

/// One page of the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParticipantList {
    /// The newest first.
    pub participants: Vec<ParticipantRow>,
    /// Which one the first row is of those that match, from 1; one more than there are if there is no row.
    pub from: usize,
    /// For `after` of the next page; null on the last one.
    pub next: Option<String>,
    /// How many there are in all that match.
    pub matching: usize,
    /// How many there are.
    pub all: usize,
    /// Whether the arms are blinded.
    pub masked: bool,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// Part of the code, in small letters or without its hyphen too, or the whole of an id of the recruiter's link.
    #[param(nullable = false)]
    pub q: Option<String>,
    /// Where they are in their life in the study.
    #[param(inline, nullable = false)]
    pub status: Option<ParticipantStatus>,
    /// Id of the arm; `none` for who has no slot. While the arms are blinded nobody is shown with one.
    #[param(nullable = false)]
    pub arm: Option<String>,
    /// Path of a step.
    #[param(nullable = false)]
    pub step: Option<String>,
    /// With this sign.
    #[param(inline, nullable = false)]
    pub sign: Option<QualityFlag>,
    /// Only those who are left out of the analysis, or only those who are not.
    #[param(nullable = false)]
    pub excluded: Option<bool>,
    /// Simulated participants too.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
    /// `next` of the page before.
    #[param(nullable = false)]
    pub after: Option<String>,
    /// Rows, 50 if it is not said, 200 at most.
    #[param(nullable = false)]
    pub limit: Option<usize>,
}

/// The rows that are wanted; `recruited` are the ids of those whom the search means by a recruiter's id.
pub fn list(view: &SnapshotView, wanted: &Wanted, recruited: &[String]) -> ParticipantList {
    let all = || view.snapshot.people.iter().filter(|person| wanted.simulated || !person.simulated);
    let described = |person: &Person| (row(view, person), key(person));
    let code = wanted.q.as_deref().map(str::trim).filter(|code| !code.is_empty());
    let named = |person: &&Person| {
        code.is_none_or(|code| ids::is_in_code(code, &person.code) || recruited.contains(&person.id))
    };
    let matching: Vec<(ParticipantRow, String)> =
        all().filter(named).map(described).filter(|(row, _)| wanted.takes(row)).collect();
    let limit = wanted.limit.unwrap_or(USUAL).clamp(1, MOST);
    let start = wanted.after.as_ref().map_or(0, |after| matching.partition_point(|(_, key)| key <= after));
    let rest = &matching[start..];
    ParticipantList {
        participants: rest.iter().take(limit).map(|(row, _)| row.clone()).collect(),
        from: start + 1,
        next: (rest.len() > limit).then(|| rest[limit - 1].1.clone()),
        matching: matching.len(),
        all: all().count(),
        masked: view.arms.blinded,
    }
}

/// Where a row stands among all: it goes up along the list.
fn key(person: &Person) -> String {
    format!("{:016}-{}", i64::MAX / 1000 - person.created_at, person.code)
}

impl Wanted {
    fn takes(&self, row: &ParticipantRow) -> bool {
        let arm = row.arm.as_ref().map_or("none", |arm| arm.id.as_str());
        self.status.is_none_or(|status| status == row.status)
            && self.arm.as_deref().is_none_or(|id| id == arm)
            && self.step.as_deref().is_none_or(|step| step == row.step.path())
            && self.sign.is_none_or(|sign| row.signs.iter().any(|signed| signed.sign == sign))
            && self.excluded.is_none_or(|excluded| excluded == row.excluded.is_some())
    }
}

/// One participant as a row.
pub fn row(view: &SnapshotView, person: &Person) -> ParticipantRow {
    let (times, excluded) = (Times::of(view, person), view.snapshot.excluded(person));
    let presence = times.presence(person, view.now);
    // How often something was odd is not shown, as it is not for what was submitted in the part that differs.
    let counted = |often: i64| if view.arms.blinded { 1 } else { often };
    let flagged = view.flags(person).into_iter();
    let flagged =
        flagged.map(|(flag, often)| QualityFlagCount { sign: QualityFlag::from(flag), times: counted(often) });
    let stuck =
        (presence == Some(Presence::Inactive)).then_some(QualityFlagCount { sign: QualityFlag::Stuck, times: 1 });
    ParticipantRow {
        code: person.code.clone(),
        arm: person.group.filter(|_| !view.arms.blinded).map(|group| view.arms.name(group)),
        status: ParticipantStatus::of(person),
        presence,
        step: view.flow.place(person),
        simulated: person.simulated,
        locale: person.locale.clone(),
        registered_at: rfc3339(person.created_at),
        moved_at: times.moved(person),
        finished_at: person.completed.map(|stamp| times.when(stamp)),
        excluded: excluded.map(|out| out.reason.to_owned()),
        excluded_as_planned: excluded.is_some_and(|out| out.as_planned),
        signs: flagged.chain(stuck).collect(),
    }
}
