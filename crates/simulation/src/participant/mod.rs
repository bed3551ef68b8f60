//! A participant who follows the page flow.

mod clock;
mod decide;
mod exposing;
mod sending;
mod timed;

use std::collections::{HashMap, HashSet, VecDeque};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use tokio::time::Instant;
use unmask_study::definition::ArmId;
use unmask_study::definition::consent::CONTACT_AGAIN;
use unmask_study::progress::Form;

use crate::api_client::ApiClient;
use crate::log::{Attempted, Receipt, Remembered};
use crate::random_stream::RandomStream;
use crate::response_model::{Dropout, Question, ResponseModel, values};

pub use clock::OwnClocks;
pub use sending::LABEL;
pub use timed::{Call, Timed};

/// The password of all simulated participants.
const PASSWORD: &str = "seven quiet lanterns by the river";

/// Time on a page where nothing is measured, in milliseconds: a text page, or a questionnaire submitted at once.
const READING: f64 = 5_000.0;

/// How simulated participants behave.
#[derive(Clone)]
pub struct Manner {
    /// The server of the study.
    pub server: ApiClient,
    /// Seed of the run.
    pub seed: u64,
    /// How long a simulated participant waits before an action.
    pub pacing: Pacing,
    /// One in this many replies is lost, and the request is repeated. None loses no reply.
    pub loses: Option<usize>,
    /// Whether the beginning of each medium is fetched.
    pub watches: bool,
    /// Headers for registration and sign-in, and for all calls of a participant with a clock of its own.
    pub headers: Option<Headers>,
    /// The participants' own clocks; none if they go by the server's.
    pub clocks: Option<OwnClocks>,
    /// How often a call is tried before the participant gives up.
    pub tries: u32,
}

impl Manner {
    /// Never gives up, and fetches all media.
    pub fn persistent(server: ApiClient, seed: u64, pacing: Pacing) -> Self {
        Self { server, seed, pacing, loses: None, watches: true, headers: None, clocks: None, tries: u32::MAX }
    }
}

/// How long simulated participants wait on a page.
#[derive(Clone, Copy, Debug)]
pub enum Pacing {
    /// A random time of at most this many milliseconds.
    AtMost(usize),
    /// The time that the participant reports, divided by this factor. With 1, the server measures a person's times.
    Faster(f64),
}

/// Creates the headers of the simulated participant with this number, whose clock is so many milliseconds behind the
/// server's, for each call.
pub type Headers = Arc<dyn Fn(usize, i64) -> Vec<(&'static str, String)> + Send + Sync>;

/// Looks up the slot of a simulated participant by code, where it is claimed after the registration.
pub type Slots = Arc<dyn Fn(String) -> Found + Send + Sync>;

/// Arm and test form; none without a slot.
pub type Found = Pin<Box<dyn Future<Output = Result<Option<(ArmId, Form)>>> + Send>>;

/// A simulated participant.
pub struct SimulatedParticipant<M> {
    manner: Manner,
    number: usize,
    chance: RandomStream,
    calls: u32,
    /// How far its own clock is behind the server's, in milliseconds; 0 without a clock of its own.
    behind: i64,
    tokens: Tokens,
    position: Position,
    knowledge: Knowledge,
    /// Parameters of the recruitment link.
    pub recruitment: Map<String, Value>,
    /// The consent statements with which it agrees besides those that are required.
    pub agrees: Vec<&'static str>,
    /// Where its slot is found, if the study allocates at a block.
    pub slots: Option<Slots>,
    /// Its response model.
    pub model: M,
    /// What it did, and the server's replies.
    pub remembered: Remembered,
    /// How long each reply took.
    pub timed: Vec<Timed>,
}

/// The share of simulated participants who agree to be invited to later parts.
const AGREE: f64 = 0.8;

#[derive(Default)]
struct Tokens {
    access: Option<String>,
    refresh: Option<String>,
    since: Option<Instant>,
}

impl Tokens {
    /// Refreshes the access token in time: it is valid for half an hour, and a simulated participant may stay longer on
    /// a page.
    fn are_old(&self) -> bool {
        self.since.is_some_and(|since| since.elapsed() > Duration::from_mins(10))
    }
}

/// The participant's position, by the server's reply.
#[derive(Default)]
struct Position {
    page: String,
    next: Option<String>,
    /// Another attempt at the present question is allowed.
    may_retry: bool,
}

/// The parts of the study that the simulated participant has fetched.
#[derive(Default)]
struct Knowledge {
    /// Answers of earlier sections, which conditions read.
    answers: Map<String, Value>,
    questions: HashMap<String, Question>,
    followup: Option<Value>,
    clips: VecDeque<Value>,
    /// Answers that are disabled, by question.
    disabled: HashMap<String, Vec<String>>,
    /// The signs that a second look offers, by question; empty if another attempt asks the question again.
    signs: HashMap<String, Vec<String>>,
    /// The items whose exposures have been reported.
    exposed: HashSet<String>,
    /// Texts without a medium in the section to be submitted, as their exposures name them.
    texts: Vec<String>,
    /// The later parts about which it is decided, by title and opening.
    parts: HashSet<String>,
    /// When the last of the declined parts is over, in milliseconds since 1970; 0 without any.
    declined_until: i64,
}

/// An action of the page.
enum Act {
    /// A move to another page, without answers.
    Move(String),
    /// A call with answers.
    Submit(String, Value),
}

impl<M: ResponseModel> SimulatedParticipant<M> {
    /// A simulated participant that has not registered yet. Its number selects its random numbers; its name is unique.
    pub fn new(manner: Manner, number: usize, username: String, model: M) -> Self {
        Self {
            chance: RandomStream::of(manner.seed, &format!("robot/{number}")),
            behind: manner.clocks.as_ref().map_or(0, |clocks| clocks.behind),
            manner,
            number,
            calls: 0,
            tokens: Tokens::default(),
            position: Position::default(),
            knowledge: Knowledge::default(),
            recruitment: Map::new(),
            agrees: Vec::new(),
            slots: None,
            model,
            remembered: Remembered { username, ..Remembered::default() },
            timed: Vec::new(),
        }
    }

    /// Takes part from the registration to the last page. It can be dropped at any await: its log stays correct.
    pub async fn take_part(&mut self) -> Result<()> {
        self.register().await?;
        self.walk().await
    }

    /// Registers and consents. What the server calls the participant is remembered.
    pub async fn register(&mut self) -> Result<()> {
        let study = self.call("GET", "/api/study", None).await?;
        let text = self.call("GET", "/api/study/consent", None).await?;
        let ticks = text["ticks"].as_array().context("ticks")?;
        // What is optional is not ticked, except that most agree to later parts.
        let comes_again = RandomStream::of(self.manner.seed, &format!("contact/{}", self.number)).happens(AGREE);
        self.model.agreed(comes_again);
        let ticked = |tick: &Value| {
            let id = tick["id"].as_str()?;
            let is_agreed = self.agrees.contains(&id) || id == CONTACT_AGAIN && comes_again;
            Some((id.to_owned(), json!(tick["required"] == true || is_agreed)))
        };
        let ticks: Map<String, Value> = ticks.iter().filter_map(ticked).collect();
        let mut form = json!({ "username": self.remembered.username, "password": PASSWORD,
            "consent": { "version": text["version"], "locale": study["locales"][0]["tag"], "ticks": ticks } });
        if !self.recruitment.is_empty() {
            form["recruitment"] = self.recruitment.clone().into();
        }
        let reply = self.exchange("POST", "/api/auth/register", Some(&form), None).await;
        // If the reply to the registration was lost, the name is taken by this participant.
        if reply.status == 409 { self.sign_in().await } else { self.signed_in(&reply) }
    }

    /// Continues from the present position to the last page, through all parts of the study for which it comes back, or
    /// until the response model leaves.
    pub async fn walk(&mut self) -> Result<()> {
        self.walk_part().await?;
        while self.remembered.left.is_none() {
            // Only now the server knows that the part is completed.
            self.look().await?;
            if !self.returns().await? {
                break;
            }
            self.go(self.position.next.clone().context("the open part")?).await?;
            self.walk_part().await?;
        }
        Ok(())
    }

    /// Comes back in another browser and continues: with the part that is open now, if there is one.
    pub async fn take_part_again(&mut self) -> Result<()> {
        self.come_back().await?;
        self.walk().await
    }

    /// Gives an e-mail address for invitations to later parts.
    pub async fn give_address(&mut self, address: &str) -> Result<()> {
        let body = json!({ "address": address });
        self.call("PUT", "/api/users/address", Some(&body)).await.map(|_| ())
    }

    /// Signs in again and makes a call that can end the session, such as a withdrawal. Returns its status: whoever
    /// repeats it because the reply was lost gets a 401.
    pub async fn call_in_new_session(&mut self, method: &str, path: &str, body: &Value) -> Result<u16> {
        self.tokens = Tokens::default();
        self.sign_in().await?;
        self.tokens.refresh = None;
        Ok(self.exchange(method, path, Some(body), None).await.status)
    }

    /// Confirms on the page to which a link in an e-mail leads, without a session. Returns the status.
    pub async fn confirm_link(&mut self, path: &str) -> u16 {
        self.tokens = Tokens::default();
        self.exchange("POST", path, None, None).await.status
    }

    /// Continues to the end of the present part.
    async fn walk_part(&mut self) -> Result<()> {
        self.look().await?;
        while self.position.page != "/end" {
            if self.remembered.arm.is_none() {
                self.ask_for_arm().await?;
            }
            match self.model.dropout(&self.position.page) {
                Dropout::Stay => {}
                Dropout::Return => self.come_back().await?,
                Dropout::Leave => {
                    self.remembered.left = Some(self.position.page.clone());
                    return Ok(());
                }
            }
            let act = self.decide().await?;
            self.expose(&act).await?;
            let pause = self.pause(&act);
            tokio::time::sleep(pause).await;
            match act {
                Act::Move(page) => self.go(page).await?,
                Act::Submit(path, body) => self.submit(path, body).await?,
            }
            if self.chance.one_in(40) || self.tokens.are_old() {
                self.refresh().await?;
            }
        }
        self.remembered.finished = true;
        Ok(())
    }

    fn pause(&mut self, act: &Act) -> Duration {
        match self.manner.pacing {
            Pacing::AtMost(milliseconds) => self.chance.milliseconds(milliseconds),
            Pacing::Faster(times) => {
                let told = match act {
                    Act::Submit(_, body) => body["timing"]["submit"].as_f64(),
                    Act::Move(_) => None,
                };
                Duration::from_secs_f64(told.unwrap_or(READING) / 1_000.0 / times)
            }
        }
    }

    /// Changes to another browser: everything that was stored only in this one is lost.
    async fn come_back(&mut self) -> Result<()> {
        self.tokens = Tokens::default();
        self.knowledge.questions.clear();
        self.knowledge.clips.clear();
        self.sign_in().await?;
        self.look().await
    }

    async fn look(&mut self) -> Result<()> {
        let state = self.call("GET", "/api/users/current-state", None).await?;
        self.arrive(&state)
    }

    /// Asks for the arm, which there is once the block of allocation is reached.
    async fn ask_for_arm(&mut self) -> Result<()> {
        let user = self.call("GET", "/api/users/profile", None).await?;
        let Some(arm) = user["groupType"].as_str() else { return Ok(()) };
        self.remembered.arm = Some(arm.to_owned());
        let (Some(slots), Some(code)) = (&self.slots, &self.remembered.code) else { return Ok(()) };
        let (arm, form) = slots(code.clone()).await?.context("the participant has an arm, but no slot")?;
        self.model.allocated(arm, form);
        Ok(())
    }

    async fn go(&mut self, page: String) -> Result<()> {
        let body = json!({ "currentState": page });
        let (path, key) = ("/api/users/current-state", self.key());
        let reply = self.exchange("PUT", path, Some(&body), Some(&key)).await;
        if reply.status >= 300 {
            return self.rejected("PUT", path, Some(&body), &reply);
        }
        self.arrive(&reply.body)
    }

    /// An `Idempotency-Key`, made before the first try.
    fn key(&mut self) -> String {
        uuid::Builder::from_random_bytes(self.chance.bytes()).into_uuid().hyphenated().to_string()
    }

    async fn submit(&mut self, path: String, body: Value) -> Result<()> {
        let key = self.key();
        let page = self.position.page.clone();
        let mut told = body.clone();
        if let Some(told) = told.as_object_mut() {
            told.remove("timing");
        }
        self.remembered.submissions.push(Attempted {
            key: key.clone(),
            page,
            path: path.clone(),
            body: told,
            tries: 0,
            receipts: Vec::new(),
            rejections: Vec::new(),
        });
        // Sometimes repeated after the receipt, like from a second tab: the reply must be the same receipt.
        let times = if self.chance.one_in(12) { 2 } else { 1 };
        let mut receipt = Value::Null;
        for _ in 0..times {
            receipt = self.send_submission(&path, &body, &key).await?;
        }
        if let (Some(question), Some(verdict)) = (path.split('/').nth(4), receipt["verdict"].as_object()) {
            let disabled = verdict.get("disabledAnswers").map(strings).unwrap_or_default();
            self.knowledge.disabled.insert(question.to_owned(), disabled);
            self.knowledge.signs.insert(question.to_owned(), values(&receipt["verdict"]["secondLook"]["options"]));
        }
        self.arrive(&receipt)?;
        self.position.may_retry = receipt["verdict"]["mayRetry"] == true;
        Ok(())
    }

    async fn send_submission(&mut self, path: &str, body: &Value, key: &str) -> Result<Value> {
        let reply = self.exchange("POST", path, Some(body), Some(key)).await;
        let attempted = self.remembered.submissions.last_mut().context("an attempt")?;
        if reply.status >= 300 {
            attempted.rejections.push(reply.outcome());
            return self.rejected("POST", path, Some(body), &reply);
        }
        let text = |field: &str| reply.body[field].as_str().unwrap_or_default().to_owned();
        attempted.receipts.push(Receipt { id: text("receipt"), at: text("storedAt") });
        Ok(reply.body)
    }

    fn arrive(&mut self, state: &Value) -> Result<()> {
        let page = state["currentState"].as_str().with_context(|| format!("no page in {state}"))?.to_owned();
        self.position = Position { page, next: state["nextState"].as_str().map(str::to_owned), may_retry: false };
        Ok(())
    }
}

/// The texts of a list.
fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_owned())).collect()
}
