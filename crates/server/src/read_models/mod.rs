//! The read models of the console, counted by pure functions from one snapshot of the study. The snapshot is read at a
//! limited rate, on connections that no participant waits for.

pub mod arms;
pub mod due;
pub mod flow;
pub mod invitations;
pub mod list;
pub mod live;
pub mod overview;
pub mod status;
pub mod timeline;
pub mod times;
pub mod usage;
pub mod waves;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, Semaphore};
use tokio::time::timeout;
use unmask_store::export::{Revision, revision};
use unmask_store::read_models::{self, Entered, Person};
use unmask_store::rights::{self, Withdrawals};
use unmask_store::study::{self, Quotas, StudyStatus, Unblindings};
use unmask_store::waves::all_waves;
use unmask_store::{Stamp, Store, StoreError};
use unmask_study::StepKind;
use unmask_study::answers::Earlier;
use unmask_study::definition::{Outcome, WaveId};
use unmask_study::exclusion::{self, Excluded, Exclusions};
use unmask_study::quality::Flag;
use unmask_study::waves::Course;

use self::arms::Arms;
use self::flow::{Flow, Stage};
use crate::allocation::Schedule;
use crate::auth::step_of;
use crate::base::background::Turns;
use crate::base::clock::{Clock, Millis};
use crate::study_versions::{LoadedVersion, Versions};

/// At most one part in this many of the time is spent on reading the snapshot.
const SHARE: u32 = 10;
/// How long a request waits for a newer snapshot, if there is an older one to show.
const PATIENCE: Duration = Duration::from_millis(150);
/// Views of a participant by the same session within this time are one view, in milliseconds: 10 minutes.
const VIEWING: Millis = 10 * 60_000;

/// The last snapshot, shared by all requests of this process.
pub struct Console {
    store: Store,
    clock: Clock,
    versions: Versions,
    schedule: Schedule,
    /// Permits for listeners of the stream.
    pub listeners: Arc<Semaphore>,
    /// Held while a data package is written.
    pub exporting: Mutex<()>,
    /// Held while a study folder is uploaded or downloaded.
    pub moving_folder: Mutex<()>,
    /// Of those that compare the study folder with the active version.
    pub comparing: Turns,
    last: std::sync::Mutex<Option<Taken>>,
    /// Held while a snapshot is read.
    making: Mutex<()>,
    /// Number of changes by the researcher in this process.
    changes: AtomicU64,
    /// When a session last viewed a participant's timeline.
    viewed: std::sync::Mutex<HashMap<(String, String), Millis>>,
}

/// An entry into a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Number of the step in the arm.
    pub number: i64,
    pub kind: StepKind,
    pub stamp: Stamp,
}

impl Console {
    /// Reads nothing yet.
    pub fn new(store: Store, clock: Clock, versions: Versions, schedule: Schedule) -> Self {
        Self {
            store,
            clock,
            versions,
            schedule,
            listeners: Arc::new(Semaphore::new(live::LISTENERS)),
            exporting: Mutex::default(),
            moving_folder: Mutex::default(),
            comparing: Turns::default(),
            last: std::sync::Mutex::default(),
            making: Mutex::default(),
            changes: AtomicU64::default(),
            viewed: std::sync::Mutex::default(),
        }
    }
}

#[derive(Clone)]
struct Taken {
    snapshot: Snapshots,
    /// The number of changes that it contains, at least.
    changes: u64,
    /// When it was read.
    at: Instant,
    /// When it was last known to be current.
    checked: Instant,
    took: Duration,
}

/// A snapshot for those who are unblinded, and for those who are not.
#[derive(Clone)]
struct Snapshots {
    named: Arc<StudySnapshot>,
    /// The same one if no simulated participant and no reason reveals an arm.
    blinded: Arc<StudySnapshot>,
}

impl Snapshots {
    fn of(named: StudySnapshot, arms: &Arms) -> Self {
        let blinded = named.blinded(arms).map(Arc::new);
        let named = Arc::new(named);
        Self { blinded: blinded.unwrap_or_else(|| Arc::clone(&named)), named }
    }

    /// The one for this person, and whether they are unblinded.
    fn of_person(&self, person: &str) -> (&Arc<StudySnapshot>, bool) {
        let is_unblinded = self.named.unblindings.of(person).is_some();
        (if is_unblinded { &self.named } else { &self.blinded }, is_unblinded)
    }
}

/// The data from which all counts are computed, at one revision of the database.
#[derive(Clone, Debug)]
pub struct StudySnapshot {
    /// The revision of the database.
    pub revision: Revision,
    /// All participants, newest first, including simulated ones, without previews. For those who are blinded, the arm
    /// of a simulated participant is [the one in which it is counted](Arms::counted), and reasons for exclusions name
    /// no arm.
    pub people: Vec<Person>,
    /// The steps that a participant entered, in order, by participant ID.
    pub steps: HashMap<String, Vec<Visit>>,
    /// The later parts of the study that are planned for a participant, by participant ID.
    pub waves: HashMap<String, Vec<(WaveId, Course)>>,
    /// The quality flags and the flagged submissions of a participant, by participant ID.
    pub flags: HashMap<String, Vec<(Flag, String)>>,
    /// The exclusions of the active version's analysis plan.
    pub exclusions: Exclusions,
    /// The participants that the plan excludes, with the index of the exclusion.
    pub planned: HashMap<String, usize>,
    /// Withdrawals. Erased participants are counted only here.
    pub withdrawals: Vec<Withdrawals>,
    /// Number of previews.
    pub previews: i64,
    /// Recruitment status.
    pub status: StudyStatus,
    /// Quotas.
    pub quotas: Quotas,
    /// Who is unblinded.
    pub unblindings: Unblindings,
}

/// A snapshot with the names of arms and steps as one person may see them, blinded or not.
pub struct SnapshotView {
    pub snapshot: Arc<StudySnapshot>,
    /// The active version.
    pub version: Arc<LoadedVersion>,
    /// Names of the arms.
    pub arms: Arms,
    /// Names of the steps.
    pub flow: Flow,
    /// Maximum number of participants in all arms together.
    pub target: Option<u32>,
    pub now: Millis,
}

impl SnapshotView {
    /// The study as it is now, for [this person](crate::auth::Admin::person).
    pub async fn at(console: &Arc<Console>, person: &str) -> Result<Self, StoreError> {
        Ok(Self::of(console, &console.snapshots_within(Duration::ZERO).await?, person))
    }

    /// The same as of a moment ago, for live views: one query for all of them in each interval.
    pub async fn recent(console: &Arc<Console>, person: &str) -> Result<Self, StoreError> {
        Ok(Self::of(console, &console.snapshots_within(live::PACE / 2).await?, person))
    }

    fn of(console: &Console, snapshots: &Snapshots, person: &str) -> Self {
        let (snapshot, is_unblinded) = snapshots.of_person(person);
        let (snapshot, arms) = (Arc::clone(snapshot), console.arms(is_unblinded));
        let version = console.versions.active();
        let target = version.study.file.allocation.target.into_iter().chain(snapshot.quotas.total).min();
        Self { flow: Flow::of(&console.versions, &arms), arms, target, version, now: console.clock.now(), snapshot }
    }

    /// What is flagged about a participant and how often, as far as it may be shown: in the part that differs between
    /// blinded arms something may be flagged that not all of them have, and what the timeline lacks would be in it.
    pub fn flags(&self, person: &Person) -> BTreeMap<Flag, i64> {
        let flags = self.snapshot.flags.get(&person.id).into_iter().flatten();
        let mut shown = BTreeMap::new();
        for (flag, _) in flags.filter(|(_, item)| self.flow.stage_of_item(item) != Some(Stage::ArmSpecificPart)) {
            *shown.entry(*flag).or_default() += 1;
        }
        shown
    }
}

impl Console {
    /// The study as it is now. While it changes all the time, reading it takes no more than a tenth of the time, so
    /// that a snapshot may be as old as ten times what it takes to make one, and twice as old while a new one is made.
    /// A change that was made through this process shows at once. The database is not asked again within `unasked`.
    async fn snapshots_within(self: &Arc<Self>, unasked: Duration) -> Result<Snapshots, StoreError> {
        let last = self.last().clone().filter(|last| last.changes == self.changes.load(Ordering::SeqCst));
        if let Some(last) = &last {
            if last.is_recent() || last.checked.elapsed() < unasked {
                return Ok(last.snapshot.clone());
            }
            if revision(&self.store).await? == last.snapshot.named.revision {
                if let Some(present) = self.last().as_mut().filter(|present| present.at == last.at) {
                    present.checked = Instant::now();
                }
                return Ok(last.snapshot.clone());
            }
        }
        let own = Arc::clone(self);
        // In a separate task: if the client disconnects, the next request gets the snapshot.
        let mut making = tokio::spawn(async move { Box::pin(own.make()).await });
        let made = match last {
            Some(last) if last.is_of_now() => match timeout(PATIENCE, &mut making).await {
                Ok(made) => made,
                Err(_) => return Ok(last.snapshot),
            },
            _ => making.await,
        };
        made.map_err(|error| StoreError::Internal(format!("the snapshot of the study was not made: {error}")))?
    }

    /// One at a time. A caller that waited gets the snapshot that was read meanwhile.
    async fn make(&self) -> Result<Snapshots, StoreError> {
        let _turn = self.making.lock().await;
        let (changes, begun) = (self.changes.load(Ordering::SeqCst), Instant::now());
        if let Some(last) = self.last().as_ref().filter(|last| last.changes == changes && last.is_recent()) {
            return Ok(last.snapshot.clone());
        }
        let taken = Box::pin(StudySnapshot::take(self)).await?;
        let snapshot = Snapshots::of(taken, &self.arms(false));
        let at = Instant::now();
        *self.last() = Some(Taken { snapshot: snapshot.clone(), changes, at, checked: at, took: at - begun });
        Ok(snapshot)
    }

    fn last(&self) -> MutexGuard<'_, Option<Taken>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The arms, blinded or with their names.
    pub fn arms(&self, unblinded: bool) -> Arms {
        Arms::of(&self.versions, &self.schedule, unblinded)
    }

    /// After a change by the researcher: the next request reads a new snapshot.
    pub fn outdate(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    /// Whether a view of a participant is recorded in the audit log. An open page requests the data repeatedly.
    pub fn is_first_view(&self, session: &str, code: &str, now: Millis) -> bool {
        let mut viewed = self.viewed.lock().unwrap_or_else(PoisonError::into_inner);
        viewed.retain(|_, noted| now - *noted < VIEWING);
        viewed.insert((session.to_owned(), code.to_owned()), now).is_none()
    }
}

impl Taken {
    fn is_recent(&self) -> bool {
        self.at.elapsed() < self.took * SHARE
    }

    /// Whether it may be shown while a new one is read: while the console is open, but not the next morning.
    fn is_of_now(&self) -> bool {
        self.checked.elapsed() < self.took * SHARE * 2
    }
}

impl StudySnapshot {
    pub fn person(&self, id: &str) -> Option<&Person> {
        self.people.iter().find(|person| person.id == id)
    }

    /// The reason for a participant's exclusion, if any.
    pub fn excluded<'a>(&'a self, person: &'a Person) -> Option<Excluded<'a>> {
        let decided = person.excluded.as_ref().map(|(reason, _)| reason.as_str());
        let excluded = self.exclusions.excluded(decided, self.planned.get(&person.id).copied());
        // Who was turned away before the arms differ is in no analysis from which they could be excluded.
        excluded.filter(|_| person.exposed.is_some() || !person.outcome.is_some_and(Outcome::is_turned_away))
    }

    /// Runs the queries one after another, so that connections stay free for participants. The revision is read first:
    /// later changes then cause a new snapshot.
    async fn take(console: &Console) -> Result<Self, StoreError> {
        let store = &console.store;
        let revision = revision(store).await?;
        let exclusions = Exclusions::of(&console.versions.active().study);
        let mut flags: HashMap<String, Vec<(Flag, String)>> = HashMap::new();
        for flagged in read_models::flags(store).await? {
            flags.entry(flagged.participant).or_default().push((flagged.flag, flagged.item));
        }
        let mut waves: HashMap<String, Vec<(WaveId, Course)>> = HashMap::new();
        for (participant, wave) in all_waves(store).await? {
            waves.entry(participant).or_default().push(wave);
        }
        let planned = planned(store, &console.versions, &exclusions).await?;
        Ok(Self {
            exclusions,
            planned,
            revision,
            people: read_models::people(store).await?,
            steps: visits(read_models::steps(store).await?),
            waves,
            flags,
            withdrawals: rights::withdrawals(store).await?,
            previews: read_models::previews(store).await?,
            status: study::status(store).await?,
            quotas: study::quotas(store).await?,
            unblindings: study::unblindings(store).await?,
        })
    }

    /// The same for those who are blinded; none if nothing reveals an arm. `arms` are blinded.
    fn blinded(&self, arms: &Arms) -> Option<Self> {
        let shown = |(reason, at): &(String, Millis)| (arms.concealed(reason.clone()), *at);
        let reveals = |person: &Person| person.simulated || person.excluded.as_ref().map(shown) != person.excluded;
        if !self.people.iter().any(reveals) && !self.withdrawals.iter().any(|gone| gone.simulated) {
            return None;
        }
        let mut blinded = self.clone();
        blinded.count_simulated_by(arms);
        for person in &mut blinded.people {
            person.excluded = person.excluded.as_ref().map(shown);
        }
        Some(blinded)
    }

    fn count_simulated_by(&mut self, arms: &Arms) {
        for simulated in self.people.iter_mut().filter(|person| person.simulated) {
            simulated.group = simulated.group.map(|group| arms.counted(group, true));
        }
        for gone in self.withdrawals.iter_mut().filter(|gone| gone.simulated) {
            let own = arms.all().into_iter().find(|group| gone.arm.as_deref() == Some(group.name()));
            gone.arm = own.map(|group| arms.counted(group, true).name().to_owned());
        }
    }
}

/// The entered steps by participant. Each distinct page is parsed once.
fn visits(entries: Vec<Entered>) -> HashMap<String, Vec<Visit>> {
    let mut known: HashMap<String, Option<StepKind>> = HashMap::new();
    let mut visits: HashMap<String, Vec<Visit>> = HashMap::new();
    for Entered { participant, step: number, page, stamp } in entries {
        let kind = *known.entry(page).or_insert_with_key(|page| page.parse().ok().as_ref().and_then(step_of));
        if let Some(kind) = kind {
            visits.entry(participant).or_default().push(Visit { number, kind, stamp });
        }
    }
    visits
}

/// The participants that the plan excludes, by their answers so far.
async fn planned(
    store: &Store,
    versions: &Versions,
    exclusions: &Exclusions,
) -> Result<HashMap<String, usize>, StoreError> {
    let versions = versions.all();
    let items: BTreeSet<String> =
        versions.iter().flat_map(|version| exclusion::submissions_asking(exclusions, &version.study)).collect();
    let mut answered: HashMap<String, Earlier> = HashMap::new();
    for item in items {
        for (participant, answers) in read_models::answers(store, &item).await? {
            let of_the_plan = answers.into_iter().filter(|(name, _)| exclusions.ask(name));
            answered.entry(participant).or_default().extend(of_the_plan);
        }
    }
    let planned = answered.into_iter().filter_map(|(id, answers)| Some((id, exclusions.excludes(&answers)?)));
    Ok(planned.collect())
}
