//! The simulated participants register one after the other, and take part concurrently.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use unmask_simulation::api_client::ApiClient;
use unmask_simulation::log::Remembered;
use unmask_simulation::participant::{Manner, OwnClocks, Pacing, SimulatedParticipant, Slots, Timed};
use unmask_simulation::random_stream::RandomStream;
use unmask_simulation::response_model::person::{Person, World};
use unmask_store::simulated as stored;
use unmask_study::progress::Form;
use unmask_study::waves::SimulatedTimes;

use super::Args;
use crate::auth::simulated::{self, SimulatedParticipant as Permitted};
use crate::base::secrets::ServerKey;
use crate::cli::prelude::*;

/// About a minute without a reply.
const TRIES: u32 = 80;

/// Of those who register with a phone.
const PHONES: f64 = 0.55;
const PHONE: &str = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
const COMPUTER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Left for the first part by the participants' own clocks, in milliseconds: what `--pace 1` needs, and a reserve.
pub(super) const FIRST_PART: Millis = 24 * 60 * 60 * 1000;

/// All simulated participants of the run.
pub(super) struct Crowd<'a> {
    pub world: World,
    pub server: ApiClient,
    pub key: ServerKey,
    /// Distinguishes the simulated participants of this run from those of all others.
    pub run: String,
    pub store: Store,
    /// When they take part, by their own clocks; none in a study without later parts.
    pub times: Option<SimulatedTimes>,
    pub args: &'a Args,
}

/// The outcome of a run.
pub(super) struct Visit {
    /// In the order of their numbers.
    pub participants: Vec<Remembered>,
    pub timed: Vec<Timed>,
    pub took: Duration,
    /// Why not all of them finished, if so: a registration failed, or Ctrl-C.
    pub cut_short: Option<String>,
}

type Gone = (usize, Remembered, Vec<Timed>);

impl Crowd<'_> {
    /// The prefix of all their names.
    pub fn names(&self) -> String {
        format!("robot-{}-", self.run)
    }

    /// Runs all of them. They register one after the other, so that a repetition assigns the same slots; everything
    /// else runs concurrently. Ctrl-C stops those that are left. After a rejected registration no more start, and those
    /// in progress continue, because what they did can be compared. If the first registration is rejected, that is an
    /// error.
    pub async fn take_part(&self) -> Result<Visit> {
        let started = Instant::now();
        let progress = Progress::new(self.args.participants);
        let limit = if self.args.rate.is_some() { Semaphore::MAX_PERMITS } else { self.args.concurrent };
        let slots = Arc::new(Semaphore::new(limit));
        let (stop, stopped) = watch::channel(false);
        let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
        let (mut tasks, mut gone) = (JoinSet::new(), BTreeMap::new());
        let (mut arrivals, mut due) = (RandomStream::of(self.world.seed, "arrivals"), started);
        let (mut number, mut cut_short) = (0, None);
        while number < self.args.participants || !tasks.is_empty() {
            let more = number < self.args.participants && !*stopped.borrow();
            tokio::select! {
                biased;
                _ = &mut interrupted, if !*stopped.borrow() => {
                    progress.say("Stopping: no more will start, and those in progress stop where they are.");
                    stop.send_replace(true);
                    let (came, all) = (number, self.args.participants);
                    cut_short.get_or_insert_with(|| {
                        format!("stopped by Ctrl-C after {came} of {all} had started; those in progress did not continue")
                    });
                    number = self.args.participants;
                }
                Some(ended) = tasks.join_next(), if !tasks.is_empty() => {
                    let (number, remembered, timed): Gone = ended?;
                    progress.one_done();
                    gone.insert(number, (remembered, timed));
                }
                slot = turn(&slots, due), if more => {
                    number += 1;
                    match self.register(number).await {
                        Ok(participant) => drop(tasks.spawn(walk(participant, number, slot?, stopped.clone()))),
                        Err(error) if number == 1 => return Err(error),
                        Err(error) => {
                            progress.say(&format!("No more will start; those in progress continue: {error:#}"));
                            cut_short = Some(format!("{}{number:05} and those after it did not start: {error:#}", self.names()));
                            number = self.args.participants;
                        }
                    }
                    due = self.args.rate.map_or(due, |rate| due + wait(&mut arrivals, rate));
                }
            }
        }
        progress.end();
        let (participants, timed): (Vec<_>, Vec<_>) = gone.into_values().unzip();
        Ok(Visit { participants, timed: timed.into_iter().flatten().collect(), took: started.elapsed(), cut_short })
    }

    async fn register(&self, number: usize) -> Result<SimulatedParticipant<Person>> {
        let name = format!("{}{number:05}", self.names());
        let mut participant =
            SimulatedParticipant::new(self.manner(), number, name.clone(), Person::new(self.world.clone(), number));
        participant.recruitment = self.link(&name, number);
        if let Err(error) = participant.register().await {
            let said = participant.remembered.rejections.last().cloned().unwrap_or_else(|| format!("{error:#}"));
            bail!("{}", rejection(&said));
        }
        let code = participant.remembered.code.clone().context("the server's reply has no participant code")?;
        let slot = stored::slot(&self.store, &code).await?;
        let Some((arm, form)) = slot else {
            bail!(
                "the server that answers uses another database than --database-url: it registered {name}, but this \
                 database has no participant with the pseudonym {code}"
            );
        };
        // Before the form is drawn, nothing depends on it.
        participant.model.assign(arm, form.unwrap_or(Form::X));
        participant.slots = Some(self.slots());
        Ok(participant)
    }

    fn slots(&self) -> Slots {
        let store = self.store.clone();
        Arc::new(move |code| {
            let store = store.clone();
            Box::pin(async move {
                let found = stored::slot(&store, &code).await?;
                Ok(found.and_then(|(arm, form)| arm.zip(form)))
            })
        })
    }

    fn manner(&self) -> Manner {
        let (key, seed, clock) = (self.key.clone(), self.world.seed, Clock::system());
        let (now, times) = (clock.clone(), self.times);
        let clocks = times.map(|times| OwnClocks { behind: times.behind, now: Arc::new(move || now.now()) });
        let earlier = times.map_or(0, |times| times.earlier);
        let headers = move |number: usize, behind: Millis| {
            let orders = i64::from_le_bytes(RandomStream::of(seed, &format!("orders/{number}")).bytes());
            let phone = RandomStream::of(seed, &format!("device/{number}")).happens(PHONES);
            vec![
                (simulated::HEADER, simulated::permit(&key, Permitted { seed: orders, behind, earlier }, clock.now())),
                ("user-agent", if phone { PHONE } else { COMPUTER }.to_owned()),
            ]
        };
        Manner {
            server: self.server.clone(),
            seed: self.world.seed,
            pacing: self.args.pace.map_or(Pacing::AtMost(1), Pacing::Faster),
            loses: Some(self.args.lose_one_in).filter(|one_in| *one_in > 0),
            watches: false,
            headers: Some(Arc::new(headers)),
            clocks,
            tries: TRIES,
        }
    }

    /// The parameters of the link that a recruiter would have sent.
    fn link(&self, name: &str, number: usize) -> Map<String, Value> {
        let unit = self.world.study.file.allocation.unit.as_ref();
        let parameters = self.world.study.file.recruitment.iter().flat_map(|recruitment| {
            let own = recruitment.one_place_per.clone();
            recruitment.parameters.iter().map(move |parameter| (parameter.clone(), own.as_ref() == Some(parameter)))
        });
        let value = |(parameter, own): (String, bool)| {
            let of_unit = unit.filter(|plan| plan.parameter == parameter).map(|plan| plan.code_in_turn(number));
            let value = of_unit.unwrap_or(if own { name } else { "rehearsal" });
            (parameter, json!(value))
        };
        parameters.map(value).collect()
    }
}

/// Waits for the arrival time and for a slot among the concurrent participants.
async fn turn(slots: &Arc<Semaphore>, due: Instant) -> Result<OwnedSemaphorePermit> {
    sleep_until(due).await;
    Ok(Arc::clone(slots).acquire_owned().await?)
}

/// Time between two independent arrivals: exponential, as in a Poisson process.
fn wait(arrivals: &mut RandomStream, rate: f64) -> Duration {
    Duration::from_secs_f64((-(1.0 - arrivals.share()).ln() / rate).min(3_600.0))
}

async fn walk(
    mut participant: SimulatedParticipant<Person>,
    number: usize,
    slot: OwnedSemaphorePermit,
    mut stopped: watch::Receiver<bool>,
) -> Gone {
    let ended = tokio::select! {
        ended = participant.walk() => ended,
        _ = stopped.wait_for(|stopped| *stopped) => {
            participant.remembered.left = Some("where the simulation was stopped".into());
            Ok(())
        }
    };
    // An unknown page is a failure, like a rejection by the server.
    if let Err(error) = ended
        && participant.remembered.rejections.is_empty()
    {
        participant.remembered.rejections.push(format!("gave up: {error:#}"));
    }
    drop(slot);
    (number, participant.remembered, participant.timed)
}

/// Why a registration was rejected, and what to do about it.
fn rejection(said: &str) -> String {
    let because = |code: &str| said.contains(code);
    if because("study_closed") {
        "the study is not open to new participants; open it in the console first".into()
    } else if because("403 invalid_permit") {
        "the server uses another key: give the --data folder or --server-key with which it was started".into()
    } else {
        format!("a simulated participant could not register: {said}")
    }
}

/// A bar on a terminal, otherwise a line now and then.
struct Progress {
    bar: ProgressBar,
    of: usize,
    plain: bool,
}

impl Progress {
    fn new(of: usize) -> Self {
        let bar = ProgressBar::new(of as u64);
        let style = ProgressStyle::with_template(
            "{bar:40} {pos} of {len} simulated participants, {elapsed} (about {eta} left)",
        );
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self { bar, of, plain: !std::io::stderr().is_terminal() }
    }

    fn one_done(&self) {
        self.bar.inc(1);
        let done = usize::try_from(self.bar.position()).unwrap_or(self.of);
        let tenth = |n: usize| n * 10 / self.of.max(1);
        if self.plain && tenth(done) > tenth(done - 1) {
            eprintln!("{done} of {} simulated participants", self.of);
        }
    }

    fn say(&self, words: &str) {
        self.bar.suspend(|| eprintln!("{words}"));
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
