//! Who came back for the later parts of the study.

use serde::Serialize;
use unmask_store::participants::Status;
use unmask_store::read_models::Person;
use unmask_study::definition::{ArmId, Wave, WaveId};
use unmask_study::waves::{Course, WaveState};
use utoipa::ToSchema;

use super::SnapshotView;
use super::arms::ArmName;
use super::times::{Times, When};

/// A later part of the study.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WaveOverview {
    /// Its ID in the data.
    #[schema(value_type = String)]
    pub id: WaveId,
    /// Its name for participants, in the study's language.
    pub title: String,
    /// All arms together. Null for those who are blinded if some arms do not have the part: with the numbers of those
    /// who completed the earlier part, it would reveal them.
    pub all: Option<WaveCounts>,
    /// By arm. Empty for those for whom `all` is null.
    pub arms: Vec<ArmWaveCounts>,
}

/// Participants of an arm in a later part.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ArmWaveCounts {
    pub arm: ArmName,
    #[serde(flatten)]
    pub counts: WaveCounts,
}

/// Participants for whom a later part is planned, because they completed the earlier one. Each is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaveCounts {
    /// It opens later for them.
    pub waiting: i64,
    /// It is open for them, and they have not begun it.
    pub open: i64,
    /// They have begun it and can complete it.
    pub started: i64,
    /// They have completed it.
    pub completed: i64,
    /// It is over for them, and they have not completed it.
    pub missed: i64,
    /// They said before they began it that they will not take part in it.
    pub declined: i64,
    /// Its time limit passed.
    #[serde(rename = "timedOut")]
    pub timed_out: i64,
    /// They failed checks in it.
    pub failed: i64,
    /// They withdrew before they completed it; their data are kept.
    pub withdrawn: i64,
}

/// The later parts of the active version.
pub fn waves<'a>(view: &SnapshotView, people: &(impl Iterator<Item = &'a Person> + Clone)) -> Vec<WaveOverview> {
    let count = |wave: WaveId, arm: Option<ArmId>| {
        let mut counts = WaveCounts::default();
        for person in people.clone().filter(|person| arm.is_none() || person.group == arm) {
            let own = view.snapshot.waves.get(&person.id).into_iter().flatten();
            for (_, course) in own.filter(|(own, _)| *own == wave) {
                *counts.of(person, course, view.now) += 1;
            }
        }
        counts
    };
    let arms = view.arms.all();
    let of_wave = |(number, wave): (usize, &Wave)| {
        let has_it = |arm: &ArmId| shown_in(view, *arm).any(|own| own.id == wave.id);
        let own = |arm: &ArmId| ArmWaveCounts { arm: view.arms.name(*arm), counts: count(wave.id, Some(*arm)) };
        WaveOverview {
            id: wave.id,
            title: wave.title.0.clone(),
            all: is_shown(view, number).then(|| count(wave.id, None)),
            arms: arms.iter().filter(|arm| has_it(arm)).map(own).collect(),
        }
    };
    (1..).zip(&view.version.study.file.waves).map(of_wave).collect()
}

/// The later parts of an arm in the active version. While the study is blinded, only parts that all arms have.
pub fn shown_in(view: &SnapshotView, arm: ArmId) -> impl Iterator<Item = &Wave> {
    let waves = (1..).zip(&view.version.study.file.waves);
    waves.filter(move |(number, _)| has(view, arm, *number) && is_shown(view, *number)).map(|(_, wave)| wave)
}

/// Whether an arm has the part with this number.
fn has(view: &SnapshotView, arm: ArmId, number: usize) -> bool {
    !view.version.study.steps_in(Some(arm), number).is_empty()
}

/// Whether the part may be shown by arm and by participant: not while the study is blinded if only some arms have it.
fn is_shown(view: &SnapshotView, number: usize) -> bool {
    !view.arms.blinded || view.arms.all().iter().all(|arm| has(view, *arm, number))
}

/// A later part of the study for one participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantWave {
    /// Its ID in the data.
    #[schema(value_type = String)]
    pub id: WaveId,
    /// Its name for participants, in the study's language.
    pub title: String,
    pub state: WaveState,
    pub opens_at: When,
    pub closes_at: When,
}

/// A later part of a participant, with its times.
pub struct Planned<'a> {
    wave: &'a Wave,
    /// When it opens, closes, was started and completed.
    pub course: &'a Course,
}

impl Planned<'_> {
    /// The part as it is shown at a time.
    pub fn at(&self, now: i64, times: Times) -> ParticipantWave {
        let Course { window, .. } = self.course;
        ParticipantWave {
            id: self.wave.id,
            title: self.wave.title.0.clone(),
            state: self.course.state(now),
            opens_at: times.when(window.opens),
            closes_at: times.when(window.closes),
        }
    }
}

/// The later parts that are planned for a participant, in the order of the study. While the study is blinded, parts
/// that only some arms have are left out.
pub fn planned<'a>(view: &'a SnapshotView, person: &Person) -> Vec<Planned<'a>> {
    let own = view.snapshot.waves.get(&person.id);
    let of_wave = |(number, wave): (usize, &'a Wave)| {
        let (_, course) = own?.iter().find(|(id, _)| *id == wave.id)?;
        is_shown(view, number).then_some(Planned { wave, course })
    };
    (1..).zip(&view.version.study.file.waves).filter_map(of_wave).collect()
}

impl WaveCounts {
    fn of(&mut self, person: &Person, course: &Course, now: i64) -> &mut i64 {
        match course.state(now) {
            WaveState::Completed => &mut self.completed,
            _ if person.status == Status::Withdrawn => &mut self.withdrawn,
            WaveState::Waiting => &mut self.waiting,
            WaveState::Open => &mut self.open,
            WaveState::Started => &mut self.started,
            WaveState::Missed => &mut self.missed,
            WaveState::TimedOut => &mut self.timed_out,
            WaveState::Failed => &mut self.failed,
            WaveState::Declined => &mut self.declined,
        }
    }
}
