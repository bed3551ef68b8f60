//! A run of a study in three parts, with invitations by e-mail and a webhook: servers are killed, the clock is set
//! forward again and again, mail server and receiver are unreliable, and some participants leave. Afterwards, data,
//! messages and events are compared.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use unmask_study::definition::Wave;
use unmask_study::invitations::MessageId;

use crate::api_client::ApiClient;
use crate::bundle;
use crate::check::{Kind, Violation, check};
use crate::database::{Database, Engine, Unsent};
use crate::events;
use crate::exported::export;
use crate::fleet::{Fleet, Setting};
use crate::hook::Hook;
use crate::killer::{End, Killed};
use crate::log::Remembered;
use crate::machine;
use crate::messages::{Comparison, Course, InHand, Leave, Span, Step};
use crate::moved_clock::{Millis, Moment, MovedClock};
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
/// If no due message is sent for this long, though servers start, none will be.
const NO_PROGRESS: Duration = Duration::from_mins(2);
/// How long a message stays reserved.
const RESERVED: Millis = 15 * 60 * 1000;
/// A server that is still alive has recorded the result of a message by then.
const IN_HAND: Duration = Duration::from_secs(3);
/// How often a server looks for events, and a little more.
const PASSING: Duration = Duration::from_secs(3);
/// The pause between two looks at the database.
const LOOK: Duration = Duration::from_millis(150);

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
    hook: Arc<Hook>,
    database: Arc<Database>,
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
    let database = Arc::new(Database::new(plan.engine, &folder, None).await);
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
    let hook = Hook::start(plan.seed).await?;
    add_webhook(&setting, &hook).await?;
    let proxy = Proxy::start(fleet.addresses(), plan.seed).await?;
    let server = ApiClient::new(&format!("http://{}", proxy.address))?;
    let manner = Manner::persistent(server, plan.seed, Pacing::AtMost(plan.pause));
    let scene = Scene {
        manner,
        clock: clock.clone(),
        relay: Arc::new(relay),
        hook: Arc::new(hook),
        database: database.clone(),
        jump,
    };

    let started = Instant::now();
    let (done, over) = watch::channel(false);
    let people = {
        let (scene, plan, waves) = (scene.clone(), plan.clone(), study.file.waves.clone());
        tokio::spawn(async move {
            let people = take_part(&scene, &plan, &waves).await;
            done.send_replace(true);
            people
        })
    };
    let mut killed = kill_until(over, &mut fleet, plan).await?;
    let (people, steps) = people.await??;
    let end = clock.now();
    until_all_is_reported(&scene).await?;
    killed.failures.extend(fleet.stop().await.err().map(|error| error.to_string()));
    let faults = proxy.stop();
    let relay = Arc::into_inner(scene.relay).context("the mail server is still used")?;
    let post = relay.stop();
    let (arrivals, hook_troubles) = Arc::into_inner(scene.hook).context("the receiver is still used")?.stop();

    // Before the tables are read, and with every server stopped: the export needs none.
    let exported = export(&setting).await?;
    let stored = database.read()?;
    let (participants, courses): (Vec<Remembered>, Vec<Course>) =
        people.into_iter().map(|person| (person.participant.remembered, person.course)).unzip();
    let codes = participants.iter().map(|participant| participant.code.clone());
    let reported: Vec<_> = codes.zip(&courses).collect();
    let parts: Vec<String> = (0..=study.file.waves.len()).map(|part| study.wave_id(part).name().to_owned()).collect();
    let comparison = events::Comparison { parts: &parts, courses: &reported, arrivals: &arrivals };
    let (events, in_events) = comparison.check();
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
        Comparison { waves: &study.file.waves, courses: &courses, post: &post, ends, steps: &steps, jump, end };
    let (counts, found) = comparison.check();
    violations.extend(found);
    violations.extend(in_events);
    violations.extend(addresses_in(&setting.folder)?);
    violations.sort_by_key(|violation| violation.kind);
    let messages = MessageReport {
        counts,
        events: events::Counts { troubles: hook_troubles, ..events },
        troubles: post.troubles,
        completed: (0..=study.file.waves.len()).map(|part| completed(&courses, part)).collect(),
        jumps: steps.len(),
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

/// Adds a webhook for all events, as an operator does.
async fn add_webhook(setting: &Setting, hook: &Hook) -> Result<()> {
    let url = format!("http://{}/events", hook.address);
    let added = setting.command("webhook").args(["add", &url]).output().await?;
    let said = String::from_utf8_lossy(&added.stdout).into_owned();
    ensure!(added.status.success(), "unmask webhook add failed: {}", String::from_utf8_lossy(&added.stderr));
    hook.expect(said.split_whitespace().last().unwrap_or_default())
}

/// Waits until every event was accepted. The clock is set forward for those that wait for another attempt.
async fn until_all_is_reported(scene: &Scene) -> Result<()> {
    let started = Instant::now();
    loop {
        let database = scene.database.clone();
        let unsent = spawn_blocking(move || database.unsent_events()).await??;
        if unsent == 0 {
            return Ok(());
        }
        ensure!(started.elapsed() < NO_PROGRESS, "{unsent} events are not sent");
        sleep(PASSING).await;
        scene.hook.until_quiet().await;
        scene.clock.advance(scene.jump)?;
    }
}

/// Ends servers until the participants are done.
async fn kill_until(over: watch::Receiver<bool>, fleet: &mut Fleet, plan: &Plan) -> Result<Killed> {
    let mut chance = RandomStream::of(plan.seed, "killer");
    let mut killed = Killed::default();
    let gap = plan.time / plan.kills.max(1);
    let mut next = Instant::now();
    while !*over.borrow() {
        sleep_until(next + chance.milliseconds(usize::try_from(gap.as_millis())?)).await;
        killed.one(fleet, &mut chance, plan.forget).await?;
        // After a slow start, the next end is not hurried.
        next = (next + gap).max(Instant::now());
    }
    Ok(killed)
}

/// The participants' whole course. Returns when the clock was set, too.
async fn take_part(scene: &Scene, plan: &Plan, waves: &[Wave]) -> Result<(Vec<Person>, Vec<Step>)> {
    let (seed, jump) = (plan.seed, scene.jump);
    let new = (0..plan.participants).map(|number| Person::new(scene, seed, number, jump));
    let mut people = concurrently(new.collect(), scene, 0).await;
    let ticks = u32::try_from(WHOLE.as_secs().div_ceil(jump.as_secs()))?;
    let mut steps = Vec::new();
    for tick in 1..=ticks {
        scene.relay.until_quiet().await;
        scene.hook.until_quiet().await;
        let from = Instant::now();
        scene.clock.advance(jump)?;
        let (busy, idle): (Vec<_>, Vec<_>) = people.into_iter().partition(|person| person.acts_at(tick));
        people = concurrently(busy, scene, tick).await;
        people.extend(idle);
        steps.push(settle(scene, waves, from).await?);
    }
    Ok((people, steps))
}

/// Waits until every message that is due was sent or tried, by the database: a server sends what is due after its
/// start, until it is killed or the mail server breaks off.
async fn settle(scene: &Scene, waves: &[Wave], from: Instant) -> Result<Step> {
    let (mut last, mut since) = (None, Instant::now());
    loop {
        let (database, now) = (scene.database.clone(), scene.clock.now());
        match spawn_blocking(move || database.unsent(now.time)).await? {
            Ok(unsent) => {
                let is_free = |one: &&Unsent| one.reserved_until.is_none_or(|until| until <= now.time);
                let free = unsent.iter().filter(is_free).count();
                let in_hand = unsent.iter().filter(|one| !is_free(one) && one.last_error.is_none());
                let in_hand = in_hand.map(|one| in_hand_since(one, now, waves)).collect::<Result<Vec<_>>>()?;
                let is_fresh = |one: &InHand| now.at.duration_since(one.since) < IN_HAND;
                if free == 0 && !in_hand.iter().any(is_fresh) {
                    let settled = Moment { at: Instant::now(), ..now };
                    return Ok(Step { from, settled, in_hand });
                }
                if last != Some(free) {
                    (last, since) = (Some(free), Instant::now());
                }
            }
            // SQLite's file can't be read while its server starts.
            Err(error) => ensure!(since.elapsed() < NO_PROGRESS, "the database can't be read: {error:#}"),
        }
        let due = last.unwrap_or_default();
        ensure!(
            since.elapsed() < NO_PROGRESS,
            "no server sends the {due} messages that are due, or records those in hand"
        );
        sleep(LOOK).await;
    }
}

fn in_hand_since(unsent: &Unsent, now: Moment, waves: &[Wave]) -> Result<InHand> {
    let before =
        waves.iter().position(|wave| wave.id.name() == unsent.wave).context("a message about an unknown part")?;
    let MessageId(message) = unsent.message.parse().map_err(anyhow::Error::msg)?;
    let ago = now.time - (unsent.reserved_until.unwrap_or(now.time) - RESERVED);
    // It may have been reserved after this look began.
    let ago = Duration::from_millis(u64::try_from(ago).unwrap_or_default());
    let since = now.at.checked_sub(ago).context("before the start")?;
    Ok(InHand { username: unsent.username.clone(), wave: before + 1, message: usize::try_from(message)?, since })
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
        // A second copy of the request finds no session any more, or that the person has left.
        let repeated = matches!(leave, Leave::Keep | Leave::Erase) && matches!(status, 401 | 403);
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
