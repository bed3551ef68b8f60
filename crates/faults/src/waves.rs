//! A run of a study in three parts, with invitations by e-mail: servers are killed, the clock is set forward again and
//! again, the mail server is unreliable, and some participants leave. Afterwards, data and messages are compared.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use crate::api_client::ApiClient;
use crate::bundle;
use crate::check::{Kind, Violation, check};
use crate::database::{Database, Engine};
use crate::exported::export;
use crate::fleet::{Fleet, Setting};
use crate::killer::{End, Killed};
use crate::log::Remembered;
use crate::machine;
use crate::messages::{Comparison, Course, Leave, Span};
use crate::moved_clock::MovedClock;
use crate::participant::{Manner, Pacing, SimulatedParticipant};
use crate::proxy::Proxy;
use crate::random_stream::RandomStream;
use crate::relay::Relay;
use crate::report::{MessageReport, Report};
use crate::response_model::Random;
use crate::run::{Plan, copy_of};

/// The layers of the study, each over the one before.
const LAYERS: [&str; 4] = ["small", "two-waves", "invitations", "three-waves"];

/// The study's later parts are over after this time: twice five days, and a little more.
const WHOLE: Duration = Duration::from_hours(24 * 10 + 6);
/// When a later part opens and closes, after the completion of the part before.
const OPENS: Duration = Duration::from_hours(48);
const CLOSES: Duration = Duration::from_hours(120);

/// The domain of all addresses. Nothing else has this name.
const DOMAIN: &str = "robots.example.org";

/// At most this many participants at a time.
const CONCURRENT: usize = 20;
/// A participant who has not completed a part by then has failed.
const PATIENCE: Duration = Duration::from_mins(5);
/// A server starts at least this often.
const NEXT_START: Duration = Duration::from_mins(1);

/// What a participant does, by number of settings of the clock.
struct Script {
    /// When they come back for each later part, after they completed the one before.
    returns: [Option<u32>; 2],
    leaves: Option<(Leave, u32)>,
}

impl Script {
    fn new(seed: u64, number: usize, jump: Duration) -> Self {
        let mut chance = RandomStream::of(seed, &format!("script/{number}"));
        let ticks = |time: Duration| usize::try_from(time.as_secs() / jump.as_secs()).unwrap_or(1);
        let number = |ticks: usize| u32::try_from(ticks).unwrap_or(u32::MAX);
        let returns = [(); 2].map(|()| {
            let after = ticks(OPENS) + chance.below(ticks(CLOSES) - ticks(OPENS));
            // A quarter does not come back.
            (!chance.one_in(4)).then_some(number(after))
        });
        let leave = *chance.pick(&[Leave::Keep, Leave::Erase, Leave::Unsubscribe, Leave::RemoveAddress]);
        let after = 1 + chance.below(ticks(WHOLE));
        Self { returns, leaves: chance.one_in(5).then_some((leave, number(after))) }
    }
}

/// A simulated participant with its course so far.
struct Person {
    participant: SimulatedParticipant<Random>,
    course: Course,
    script: Script,
    /// After how many settings of the clock each part was completed.
    completed: Vec<u32>,
}

/// What the participants share.
#[derive(Clone)]
struct Scene {
    manner: Manner,
    clock: MovedClock,
    relay: Arc<Relay>,
    jump: Duration,
}

/// Runs the plan in a folder, which keeps database and logs. `jump` is by how much the clock is set forward each time.
pub async fn run(plan: &Plan, jump: Duration, folder: PathBuf) -> Result<Report> {
    let servers = match plan.engine {
        Engine::Sqlite => 1,
        Engine::Postgres => 2,
        Engine::Cluster => anyhow::bail!("--waves needs the engine sqlite or postgres"),
    };
    let bundle = folder.join("study");
    write_study(&bundle)?;
    let study = bundle::read(&bundle)?;
    let database = Database::new(plan.engine, &folder, None).await;
    let clock = MovedClock::new(&folder);
    let relay = Relay::start(servers, plan.seed, clock.clone()).await?;
    let library = machine::build(&folder)?;
    let environment = vec![
        ("LD_PRELOAD", library.display().to_string()),
        ("UNMASK_CLOCK", clock.file().display().to_string()),
        ("UNMASK_PUBLIC_URL", "https://study.example.org".to_owned()),
    ];
    let binary = copy_of(&plan.binary, &folder)?;
    let setting = Setting {
        database_url: database.url.clone(),
        seed: plan.seed,
        environment,
        mail: relay.addresses.clone(),
        ..Setting::new(binary, bundle, folder)
    };
    let mut fleet = Fleet::start(setting.clone(), servers).await?;
    let proxy = Proxy::start(fleet.addresses(), plan.seed).await?;
    let server = ApiClient::new(&format!("http://{}", proxy.address))?;
    let manner = Manner::persistent(server, plan.seed, Pacing::AtMost(plan.pause));
    let scene = Scene { manner, clock: clock.clone(), relay: Arc::new(relay), jump };

    let started = Instant::now();
    let (starts, seen) = watch::channel(0);
    let (done, over) = watch::channel(false);
    let people = {
        let (scene, plan) = (scene.clone(), plan.clone());
        tokio::spawn(async move {
            let people = take_part(&scene, &plan, seen).await;
            done.send_replace(true);
            people
        })
    };
    let mut killed = kill_until(over, &mut fleet, plan, &starts).await?;
    let (people, jumps) = people.await??;
    killed.failures.extend(fleet.stop().await.err().map(|error| error.to_string()));
    let end = clock.now();
    let faults = proxy.stop();
    let relay = Arc::into_inner(scene.relay).context("the mail server is still used")?;
    let post = relay.stop();

    // Before the tables are read, and with every server stopped: the export needs none.
    let exported = export(&setting).await?;
    let stored = database.read()?;
    let (participants, courses): (Vec<Remembered>, Vec<Course>) =
        people.into_iter().map(|person| (person.participant.remembered, person.course)).unzip();
    let has_erased = |course: &Course| matches!(course.left, Some((Leave::Erase, _)));
    let erased: BTreeSet<&str> =
        courses.iter().filter(|course| has_erased(course)).map(|course| course.username.as_str()).collect();
    // Whoever was erased is unknown: anything left of them is found as invented.
    let participants: Vec<Remembered> =
        participants.into_iter().filter(|one| !erased.contains(one.username.as_str())).collect();
    let mut violations = check(&study, &setting.allocation_seed(), &participants, &stored, &exported);
    violations.extend(killed.failures.iter().map(|failure| Violation::new(Kind::Process, failure)));
    let ends: &[End] = &killed.ends;
    let comparison =
        Comparison { waves: &study.file.waves, courses: &courses, post: &post, ends, jumps: &jumps, jump, end };
    let (counts, found) = comparison.check();
    violations.extend(found);
    violations.extend(addresses_in(&setting.folder)?);
    violations.sort_by_key(|violation| violation.kind);
    let messages = MessageReport {
        counts,
        troubles: post.troubles,
        completed: (0..=study.file.waves.len()).map(|part| completed(&courses, part)).collect(),
        jumps: jumps.len(),
    };
    Ok(Report {
        seed: plan.seed,
        engine: plan.engine,
        study: study.file.id.clone(),
        time: started.elapsed(),
        participants,
        rows: exported.submissions.len(),
        faults,
        killed,
        messages: Some(messages),
        violations,
    })
}

fn completed(courses: &[Course], part: usize) -> usize {
    courses.iter().filter(|course| course.parts[part].is_some()).count()
}

/// Files of the run in which an address can be read: logs, the package, the database.
fn addresses_in(folder: &Path) -> Result<Vec<Violation>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(addresses_in(&path)?);
        } else if has_bytes(&fs::read(&path)?, DOMAIN.as_bytes()) {
            found.push(Violation::new(Kind::Invented, format!("an address in '{}'", path.display())));
        }
    }
    Ok(found)
}

fn has_bytes(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Lays the fixtures over each other.
fn write_study(into: &Path) -> Result<()> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/_fixtures");
    LAYERS.iter().try_for_each(|layer| lay(&fixtures.join(layer), into))
}

fn lay(from: &Path, into: &Path) -> Result<()> {
    fs::create_dir_all(into)?;
    for entry in fs::read_dir(from).with_context(|| format!("can't read '{}'", from.display()))? {
        let entry = entry?;
        let to = into.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            lay(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Ends servers until the participants are done; counts their starts.
async fn kill_until(
    over: watch::Receiver<bool>,
    fleet: &mut Fleet,
    plan: &Plan,
    starts: &watch::Sender<u32>,
) -> Result<Killed> {
    let mut chance = RandomStream::of(plan.seed, "killer");
    let mut killed = Killed::default();
    let gap = plan.time / plan.kills.max(1);
    let mut next = Instant::now();
    while !*over.borrow() {
        sleep_until(next + chance.milliseconds(usize::try_from(gap.as_millis())?)).await;
        killed.one(fleet, &mut chance, plan.forget).await?;
        starts.send_modify(|starts| *starts += 1);
        // After a slow start, the next end is not hurried.
        next = (next + gap).max(Instant::now());
    }
    Ok(killed)
}

/// The participants' whole course. Returns when the clock was set, too.
async fn take_part(
    scene: &Scene,
    plan: &Plan,
    mut starts: watch::Receiver<u32>,
) -> Result<(Vec<Person>, Vec<Instant>)> {
    let (seed, jump) = (plan.seed, scene.jump);
    let new = (0..plan.participants).map(|number| Person::new(scene, seed, number, jump));
    let mut people = concurrently(new.collect(), scene, 0).await;
    let ticks = u32::try_from(WHOLE.as_secs().div_ceil(jump.as_secs()))?;
    let mut jumps = Vec::new();
    for tick in 1..=ticks {
        scene.relay.until_quiet().await;
        scene.clock.advance(jump)?;
        jumps.push(Instant::now());
        let (busy, idle): (Vec<_>, Vec<_>) = people.into_iter().partition(|person| person.acts_at(tick));
        people = concurrently(busy, scene, tick).await;
        people.extend(idle);
        starts.borrow_and_update();
        until_sent(&scene.relay, &mut starts).await?;
    }
    Ok((people, jumps))
}

/// After this many starts without a message nothing is due any more. One start is not enough: the server may have been
/// killed before it looked.
const QUIET_STARTS: u32 = 2;

/// Waits until what is due has been sent: a server that starts sends it, until it is killed or the mail server breaks
/// off.
async fn until_sent(relay: &Relay, starts: &mut watch::Receiver<u32>) -> Result<()> {
    let (mut seen, mut quiet) = (relay.messages(), 0);
    // What was sent before the first start says nothing about the servers that start.
    ensure!(timeout(NEXT_START, starts.changed()).await.is_ok(), "no server started for a minute");
    while quiet < QUIET_STARTS {
        ensure!(timeout(NEXT_START, starts.changed()).await.is_ok(), "no server started for a minute");
        let now = relay.messages();
        quiet = if now == seen { quiet + 1 } else { 0 };
        seen = now;
    }
    Ok(())
}

/// Lets them act, some at a time.
async fn concurrently(people: Vec<Person>, scene: &Scene, tick: u32) -> Vec<Person> {
    let slots = Arc::new(Semaphore::new(CONCURRENT));
    let mut tasks = JoinSet::new();
    for mut person in people {
        let (slots, scene) = (slots.clone(), scene.clone());
        tasks.spawn(async move {
            let _slot = slots.acquire().await;
            let ended = timeout(PATIENCE, person.act(&scene, tick)).await;
            let failure = match ended {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(format!("gave up: {error:#}")),
                Err(_) => Some("did not complete a part in time".to_owned()),
            };
            let known = &mut person.participant.remembered.rejections;
            known.extend(failure.filter(|_| known.is_empty()));
            person
        });
    }
    tasks.join_all().await
}

impl Person {
    fn new(scene: &Scene, seed: u64, number: usize, jump: Duration) -> Self {
        let username = format!("robot-{number}");
        let mut participant =
            SimulatedParticipant::new(scene.manner.clone(), number, username.clone(), Random::new(seed, number));
        participant.agrees = vec!["contact_again"];
        let address = format!("{username}@{DOMAIN}");
        let course = Course { username, address, parts: vec![None; 3], left: None };
        Self { participant, course, script: Script::new(seed, number, jump), completed: Vec::new() }
    }

    /// The first part, and the address at its end.
    async fn begin(&mut self, scene: &Scene) -> Result<()> {
        let from = scene.clock.now();
        self.participant.take_part().await?;
        self.participant.give_address(&self.course.address).await?;
        self.course.parts[0] = Some(Span { from, until: scene.clock.now() });
        self.completed.push(0);
        Ok(())
    }

    fn returns_at(&self, tick: u32) -> bool {
        let is_away = matches!(self.course.left, Some((Leave::Keep | Leave::Erase, _)));
        let earlier = self.completed.last().zip(self.completed.len().checked_sub(1));
        let after = earlier.and_then(|(at, part)| Some(at + (*self.script.returns.get(part)?)?));
        !is_away && after == Some(tick)
    }

    fn leaves_at(&self, tick: u32) -> Option<Leave> {
        let is_new = self.course.left.is_none() && !self.completed.is_empty();
        self.script.leaves.filter(|(_, at)| is_new && *at <= tick).map(|(leave, _)| leave)
    }

    fn acts_at(&self, tick: u32) -> bool {
        self.returns_at(tick) || self.leaves_at(tick).is_some()
    }

    /// What its script has for the time after this many settings of the clock.
    async fn act(&mut self, scene: &Scene, tick: u32) -> Result<()> {
        if tick == 0 {
            return self.begin(scene).await;
        }
        if self.returns_at(tick) {
            let from = scene.clock.now();
            self.participant.take_part_again().await?;
            let part = self.completed.len();
            self.course.parts[part] = Some(Span { from, until: scene.clock.now() });
            self.completed.push(tick);
        }
        match self.leaves_at(tick) {
            Some(leave) => self.leave(scene, leave).await,
            None => Ok(()),
        }
    }

    async fn leave(&mut self, scene: &Scene, leave: Leave) -> Result<()> {
        let from = scene.clock.now();
        let participant = &mut self.participant;
        let status = match leave {
            Leave::Keep => withdraw(participant, "keep").await?,
            Leave::Erase => withdraw(participant, "erase").await?,
            Leave::RemoveAddress => {
                participant.call_in_new_session("DELETE", "/api/users/address", &Value::Null).await?
            }
            Leave::Unsubscribe => {
                // Not before the first message.
                let Some(path) = scene.relay.unsubscribe_path(&self.course.address) else { return Ok(()) };
                participant.confirm_link(&path).await
            }
        };
        let repeated = matches!(leave, Leave::Keep | Leave::Erase) && status == 401;
        ensure!(status < 300 || repeated, "{leave:?}: {status}");
        self.course.left = Some((leave, Span { from, until: scene.clock.now() }));
        Ok(())
    }
}

async fn withdraw(participant: &mut SimulatedParticipant<Random>, mode: &str) -> Result<u16> {
    participant.call_in_new_session("POST", "/api/users/withdraw", &json!({ "mode": mode })).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_study_passes_every_check() {
        let folder = tempfile::tempdir().unwrap();
        write_study(folder.path()).unwrap();
        let study = bundle::read(folder.path()).unwrap();
        assert_eq!(study.file.waves.len(), 2);
        for wave in &study.file.waves {
            let days = [&wave.opens, &wave.closes].map(|when| Duration::from_hours(24 * u64::from(when.days.unwrap())));
            assert_eq!((days, wave.reminders.len()), ([OPENS, CLOSES], 3));
        }
    }
}
