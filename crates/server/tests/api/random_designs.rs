//! Random designs through both stores: 2 to 24 arms with weights from 1 to 5, and up to four factors that make the
//! strata, one of them an answer before the block of allocation. Sixty participants at a time claim their slots. Then
//! every whole block is exact, `unmask check --ledger` derives the sequence again, and the slots of each arm were
//! assigned in their order, so that its test forms are balanced at this number of participants.
//!
//! `make designs` runs 1,000 of them on each engine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use unmask_server::app::App;
use unmask_server::cli::inspect_ledger;
use unmask_server::study_versions::LoadedVersion;
use unmask_store::StoreError;
use unmask_store::allocation::{self, SlotState};
use unmask_store::identity::{Account, Role};
use unmask_store::outcomes;
use unmask_store::participants::{self, Later, NewParticipant, Registered};
use unmask_store::testing::{self, Database};
use unmask_study::Study;
use unmask_study::allocation::{Newcomer, Stratum};
use unmask_study::answers::Answers;
use unmask_study::order::{below, generator};
use unmask_study::progress::Form;

use crate::strata::PHONE;
use crate::support::{Server, at_once, copy, fixture, rewrite};

/// How many designs, in the place of these few.
const DESIGNS: &str = "UNMASK_DESIGNS";
const FEW: usize = 12;

/// Participants who claim a slot at the same time.
const AT_ONCE: usize = 60;

/// No more groups of participants for a design, so that large blocks in many strata take no hours: of the few designs,
/// and of those of a long run.
const MOST_GROUPS: [usize; 2] = [3, 12];

/// Of a long run, at least this share of the designs has whole blocks.
const WITH_WHOLE_BLOCKS: f64 = 0.6;

/// Attempts to claim a slot, if others claim the slots of an extended schedule first.
const ATTEMPTS: usize = 60;

/// Attempts to reach the database, on a machine on which sixty participants wait too long for its eight connections.
const TRIES: usize = 60;

/// A line about the progress of a long run after so many designs.
const REPORT_EVERY: usize = 10;

/// Factors with two levels each. The last one is an answer.
const FACTORS: [&str; 4] = [
    "device",
    "{ parameter: STUDY_ID, levels: [north] }",
    "{ parameter: SESSION_ID, levels: [first] }",
    "{ answer: gender, levels: [woman] }",
];
const ANSWER: usize = 3;

/// What differs between the arms.
const TRAININGS: [&str; 4] = [
    "/control-flow",
    "/treatment-questionnaire, /flow-a/start, /dashboard",
    "/control-flow, /flow-a/start",
    "/dashboard",
];

struct Design {
    /// One for each arm.
    weights: Vec<usize>,
    /// Rounds of each block size.
    rounds: Vec<usize>,
    factors: Vec<usize>,
    places: usize,
    draw_among: usize,
}

impl Design {
    /// The first two are the smallest and the largest design.
    fn random(number: usize) -> Self {
        let mut random = generator(&[7], &format!("design/{number}"));
        let mut draw = |least: usize, most: usize| least + below(&mut random, most - least + 1);
        match number {
            0 => Self { weights: vec![1, 1], rounds: vec![1], factors: vec![], places: 1, draw_among: 1 },
            1 => Self {
                weights: vec![5; 24],
                rounds: vec![1, 2],
                factors: (0..FACTORS.len()).collect(),
                places: 600,
                draw_among: 24,
            },
            _ => Self {
                // Every second one is so small that its participants fill several blocks.
                weights: (0..draw(2, if number.is_multiple_of(2) { 4 } else { 24 })).map(|_| draw(1, 5)).collect(),
                rounds: (0..draw(1, 3)).map(|_| draw(1, 3)).collect(),
                factors: (0..FACTORS.len()).filter(|_| draw(0, 1) == 1).collect(),
                places: draw(1, 200),
                draw_among: draw(1, 24),
            },
        }
    }

    fn block_sizes(&self) -> Vec<usize> {
        let round: usize = self.weights.iter().sum();
        self.rounds.iter().map(|rounds| rounds * round).collect()
    }

    /// Enough participants for two whole blocks of each stratum, if they come equally often. If that is more than the
    /// maximum, one group, which tests claiming slots of a large schedule.
    fn groups(&self) -> usize {
        let largest = self.block_sizes().into_iter().max().unwrap();
        let enough = ((2 * largest) << self.factors.len()).div_ceil(AT_ONCE);
        let most = MOST_GROUPS[usize::from(count() > FEW)];
        if enough > most { 1 } else { enough }
    }

    /// The `study.yaml` of the fixture with this design in it.
    fn written(&self, text: &str) -> String {
        let (before, rest) = text.split_once("arms:\n").unwrap();
        let (_, after) = rest.split_once("recruitment:\n").unwrap();
        let (after, _) = after.split_once("# What `unmask simulate` assumes.").unwrap();
        let steps = |training: &str| format!("[/pre-questionnaire, /home, {training}, /post-questionnaire, /end]");
        let arm = |(arm, weight): (usize, &usize)| {
            let steps = steps(TRAININGS[arm % TRAININGS.len()]);
            format!("  arm_{arm}: {{ label: Arm {arm}, weight: {weight}, steps: {steps} }}\n")
        };
        let arms: String = self.weights.iter().enumerate().map(arm).collect();
        let at = if self.factors.contains(&ANSWER) { "  at: practice\n" } else { "" };
        let factors: Vec<&str> = self.factors.iter().map(|factor| FACTORS[*factor]).collect();
        let strata = if factors.is_empty() { String::new() } else { format!("  strata: [{}]\n", factors.join(", ")) };
        format!(
            "{before}arms:\n{arms}allocation:\n{at}{strata}  block_sizes: {:?}\n  places: {}\n  draw_among: {}\n\
             recruitment:\n{after}analysis:\n  control: arm_0\n  primary: [{{ hypothesis: H1, arm: arm_1 }}]\n",
            self.block_sizes(),
            self.places,
            self.draw_among,
        )
    }

    fn study(&self, folder: &Path) -> PathBuf {
        let study = folder.join("random");
        for part in ["", "../screening", "../at-a-block"] {
            copy(&fixture().join(part), &study);
        }
        rewrite(&study.join("study.yaml"), |text| self.written(&text));
        study
    }
}

/// A participant: which of two levels they have of each factor.
#[derive(Clone, Copy)]
struct Person {
    number: usize,
    levels: [bool; FACTORS.len()],
}

impl Person {
    fn random(number: usize) -> Self {
        let mut random = generator(&[7], &format!("person/{number}"));
        Self { number, levels: [(); FACTORS.len()].map(|()| below(&mut random, 2) == 1) }
    }

    fn registration(self, study: &Study, start: i64) -> NewParticipant {
        let id = format!("person-{}", self.number);
        let seed = i64::try_from(self.number).unwrap();
        let page = "/pre-questionnaire".to_owned();
        let later = (study.steps_before_allocation() > 0)
            .then(|| Later { form: study.form_before_allocation(seed), page: page.clone() });
        NewParticipant {
            account: Account {
                id: id.clone(),
                username_key: id.clone(),
                username: id.clone(),
                password_hash: "!".into(),
                role: Role::Participant,
                first_name: None,
                last_name: None,
                created_at: start,
            },
            participant_id: id.clone(),
            code: id,
            asks: allocation::SlotRequest::default(),
            later,
            seed,
            study_version: study.hash.clone(),
            locale: "en".into(),
            simulated: false,
            recruitment: None,
            person: None,
            at: start,
            consent: None,
            start_page: study.file.arms.keys().map(|arm| (*arm, page.clone())).collect(),
        }
    }

    /// Registers, and reaches the block of allocation if there is one. Returns the stratum.
    async fn join(self, app: App, version: Arc<LoadedVersion>) -> Stratum {
        let study = &version.study;
        let level = |factor: usize, own: &str| if self.levels[factor] { own.to_owned() } else { "x".to_owned() };
        let link =
            BTreeMap::from([("STUDY_ID".to_owned(), level(1, "north")), ("SESSION_ID".to_owned(), level(2, "first"))]);
        let user_agent = self.levels[0].then_some(PHONE.1);
        let first = study.stratum(&Newcomer { user_agent, language: "en", link: &link });
        let new = self.registration(study, app.clock.now());
        for attempt in 0.. {
            let asks = app.schedule.request(study, first, &link);
            let new = NewParticipant { asks, ..new.clone() };
            let registered = until_reached(|| {
                let new = new.clone();
                app.store.write(async move |tx| participants::register(tx, &new).await)
            });
            match registered.await {
                Registered::Unallocated => break,
                Registered::Full => extend(&app, study, attempt).await,
                // Stored by an attempt whose reply was lost.
                Registered::NameTaken if study.steps_before_allocation() > 0 => break,
                Registered::Done(_) | Registered::NameTaken => return first,
                Registered::PersonTaken => panic!("nobody has a recruitment ID"),
            }
        }
        let gender = if self.levels[ANSWER] { "woman" } else { "man" };
        let answers = Answers::from_iter([("gender".to_owned(), json!(gender))]);
        let stratum = study.stratum_by_answers(&first, &answers);
        for attempt in 0.. {
            let asks = app.schedule.request(study, stratum, &link);
            let claimed = until_reached(|| {
                let (id, at, asks) = (new.participant_id.clone(), new.at, asks.clone());
                app.store.write(async move |tx| outcomes::come_back(tx, &id, asks, &[], at).await)
            });
            if claimed.await {
                break;
            }
            extend(&app, study, attempt).await;
        }
        stratum
    }
}

async fn extend(app: &App, study: &Study, attempt: usize) {
    assert!(attempt < ATTEMPTS, "others are always first");
    let extended = until_reached(|| app.schedule.extend_for(false, &app.store, study)).await;
    assert!(extended, "the study has no target");
}

/// Tries again while no connection is free in time.
async fn until_reached<T, F>(mut attempt: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<T, StoreError>>,
{
    for _ in 0..TRIES {
        match attempt().await {
            Err(StoreError::Unavailable(_)) => tokio::time::sleep(Duration::from_millis(100)).await,
            result => return result.unwrap(),
        }
    }
    panic!("the database could not be reached {TRIES} times");
}

/// What was seen, so that a run can say how much it tested.
#[derive(Debug, Default)]
struct Seen {
    designs: usize,
    at_a_block: usize,
    people: usize,
    whole_blocks: usize,
    designs_with_whole_blocks: usize,
}

async fn is_exact(number: usize, database: Database, seen: &mut Seen) {
    let design = Design::random(number);
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(database, &design.study(folder.path())).await;
    let version = server.app.versions.active();
    let study = &version.study;
    let mut expected: BTreeMap<Stratum, usize> = BTreeMap::new();
    for group in 0..design.groups() {
        let joined = at_once(AT_ONCE, |index| {
            let person = Person::random(group * AT_ONCE + index);
            person.join(server.app.clone(), Arc::clone(&version))
        });
        for stratum in joined.await {
            *expected.entry(stratum).or_default() += 1;
        }
    }
    let report = inspect_ledger(&server.app.store, server.app.schedule.seed()).await.unwrap();
    assert!(report.problems.is_empty(), "design {number}: {:?}", report.problems);

    let rows = allocation::ledger(&server.app.store).await.unwrap();
    let mut whole = 0;
    for stratum in study.strata() {
        let own: Vec<_> = rows.iter().filter(|row| row.slot.stratum == stratum).collect();
        let taken = own.iter().filter(|row| row.code.is_some()).count();
        assert_eq!(taken, expected.remove(&stratum).unwrap_or(0), "design {number}, {stratum}: one slot for each");
        for arm in study.file.arms.keys() {
            let of_arm = || own.iter().filter(|row| row.slot.group == *arm);
            let in_order = of_arm().is_sorted_by_key(|row| row.code.is_none());
            assert!(in_order, "design {number}, {stratum}, {arm}: a slot was passed over");
            let with = |form: Form| of_arm().filter(|row| row.code.is_some() && row.slot.form == form).count();
            assert!(with(Form::X).abs_diff(with(Form::Y)) <= 1, "design {number}, {stratum}, {arm}: test forms");
        }
        let blocks: Vec<_> = own.chunk_by(|a, b| a.slot.block == b.slot.block).collect();
        // The last block of a schedule may be cut.
        let (_, blocks) = blocks.split_last().unwrap();
        for block in blocks.iter().filter(|block| block.iter().all(|row| row.state == SlotState::Reserved)) {
            assert!(design.block_sizes().contains(&block.len()), "design {number}: a block of {}", block.len());
            let round: usize = design.weights.iter().sum();
            for (arm, weight) in study.file.arms.keys().zip(&design.weights) {
                let of_arm = block.iter().filter(|row| row.held_as == Some(*arm)).count();
                assert_eq!(of_arm * round, block.len() * weight, "design {number}, {stratum}, {arm}");
            }
            whole += 1;
        }
    }
    assert!(expected.is_empty(), "design {number}: {expected:?}");
    seen.designs += 1;
    seen.at_a_block += usize::from(study.steps_before_allocation() > 0);
    seen.people += design.groups() * AT_ONCE;
    seen.whole_blocks += whole;
    seen.designs_with_whole_blocks += usize::from(whole > 0);
    server.database.dispose().await;
}

fn count() -> usize {
    std::env::var(DESIGNS).map_or(FEW, |count| count.parse().expect("UNMASK_DESIGNS is a number"))
}

/// Tells of a long run how far it is.
fn report(seen: &Seen, count: usize, started: Instant) {
    if seen.designs.is_multiple_of(REPORT_EVERY) {
        println!("{:5.0} s: {} of {count} designs, {seen:?}", started.elapsed().as_secs_f64(), seen.designs);
    }
}

/// The designs must not be so large that nothing is compared.
fn says(seen: &Seen) {
    println!("{seen:?}");
    assert!(seen.designs_with_whole_blocks > 0 && seen.at_a_block > 0, "{seen:?}");
    let share = seen.designs_with_whole_blocks as f64 / seen.designs as f64;
    assert!(seen.designs <= FEW || share >= WITH_WHOLE_BLOCKS, "{seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn random_designs_are_exact_sqlite() {
    let (mut seen, started) = (Seen::default(), Instant::now());
    for number in 0..count() {
        is_exact(number, testing::sqlite().await, &mut seen).await;
        report(&seen, count(), started);
    }
    says(&seen);
}

#[tokio::test(flavor = "multi_thread")]
async fn random_designs_are_exact_postgres() {
    let (mut seen, started) = (Seen::default(), Instant::now());
    for number in 0..count() {
        is_exact(number, testing::postgres().await, &mut seen).await;
        report(&seen, count(), started);
    }
    says(&seen);
}
