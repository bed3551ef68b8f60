//! A participant who follows the page flow.

mod decide;
mod sending;
mod timed;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use crate::api_client::ApiClient;
use crate::chance::Chance;
use crate::log::{Attempted, Receipt, Remembered};
use crate::response_model::{Dropout, Question, ResponseModel};

pub use sending::LABEL;
pub use timed::{Call, Timed};

/// The same for all simulated participants; they are distinguished by name.
const PASSWORD: &str = "seven quiet lanterns by the river";

/// How long a person takes where nothing is measured, in milliseconds: a page to be read, a questionnaire in one piece.
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
    /// One in so many replies is lost, and the request is repeated; none without it.
    pub loses: Option<usize>,
    /// Whether media are fetched, each from its beginning.
    pub watches: bool,
    /// Headers to sign up and in with.
    pub headers: Option<Headers>,
    /// How often a call is tried before the participant gives up.
    pub tries: u32,
}

impl Manner {
    /// Never gives up, and fetches all media.
    pub fn persistent(server: ApiClient, seed: u64, pacing: Pacing) -> Self {
        Self { server, seed, pacing, loses: None, watches: true, headers: None, tries: u32::MAX }
    }
}

/// How long simulated participants wait on a page.
#[derive(Clone, Copy, Debug)]
pub enum Pacing {
    /// At most so many milliseconds, by chance.
    AtMost(usize),
    /// As long as the participant reports, so many times faster; with 1 the server measures a person's times.
    Faster(f64),
}

/// Creates the headers of the simulated participant with this number, for each call.
pub type Headers = Arc<dyn Fn(usize) -> Vec<(&'static str, String)> + Send + Sync>;

/// A simulated participant.
pub struct SimulatedParticipant<M> {
    manner: Manner,
    number: usize,
    chance: Chance,
    calls: u32,
    tokens: Tokens,
    position: Position,
    knowledge: Knowledge,
    /// Parameters of the link that it came with.
    pub recruitment: Map<String, Value>,
    /// What it answers.
    pub model: M,
    /// What it did and was told.
    pub remembered: Remembered,
    /// How long each reply took.
    pub timed: Vec<Timed>,
}

#[derive(Default)]
struct Tokens {
    access: Option<String>,
    refresh: Option<String>,
    since: Option<Instant>,
}

impl Tokens {
    /// The access token lasts half an hour, and a simulated participant may take its time on a page.
    fn are_old(&self) -> bool {
        self.since.is_some_and(|since| since.elapsed() > Duration::from_mins(10))
    }
}

/// Where the server says that the participant is.
#[derive(Default)]
struct Position {
    page: String,
    next: Option<String>,
    /// Another attempt at the present question is allowed.
    may_retry: bool,
}

/// What the simulated participant has read of the study.
#[derive(Default)]
struct Knowledge {
    /// Answers of earlier sections, which conditions read.
    answers: Map<String, Value>,
    questions: HashMap<String, Question>,
    followup: Option<Value>,
    clips: VecDeque<Value>,
    /// Answers that are disabled, by question.
    disabled: HashMap<String, Vec<String>>,
}

/// Something to do.
enum Act {
    /// To a page that asks for nothing first.
    Move(String),
    /// A call with answers.
    Submit(String, Value),
}

impl<M: ResponseModel> SimulatedParticipant<M> {
    /// A simulated participant that has not registered yet. Its number selects its random numbers; its name is unique.
    pub fn new(manner: Manner, number: usize, username: String, model: M) -> Self {
        Self {
            chance: Chance::of(manner.seed, &format!("robot/{number}")),
            manner,
            number,
            calls: 0,
            tokens: Tokens::default(),
            position: Position::default(),
            knowledge: Knowledge::default(),
            recruitment: Map::new(),
            model,
            remembered: Remembered { username, ..Remembered::default() },
            timed: Vec::new(),
        }
    }

    /// Takes part from the registration to the last page. May be dropped at any await: what it remembers is true.
    pub async fn take_part(&mut self) -> Result<()> {
        self.register().await?;
        self.walk().await
    }

    /// Registers and consents. What the server calls the participant is remembered.
    pub async fn register(&mut self) -> Result<()> {
        let study = self.call("GET", "/api/study", None).await?;
        let text = self.call("GET", "/api/study/consent", None).await?;
        let ticks = text["ticks"].as_array().context("ticks")?;
        let ticks: Map<String, Value> =
            ticks.iter().filter_map(|tick| Some((tick["id"].as_str()?.to_owned(), tick["required"].clone()))).collect();
        let mut form = json!({ "username": self.remembered.username, "password": PASSWORD,
            "consent": { "version": text["version"], "locale": study["locales"][0]["tag"], "ticks": ticks } });
        if !self.recruitment.is_empty() {
            form["recruitment"] = self.recruitment.clone().into();
        }
        let reply = self.exchange("POST", "/api/auth/register", Some(&form), None).await;
        // If the reply to the registration was lost, the name is taken by this participant.
        if reply.status == 409 { self.sign_in().await } else { self.signed_in(&reply) }
    }

    /// From wherever the participant is to the last page, or to where the response model leaves.
    pub async fn walk(&mut self) -> Result<()> {
        self.look().await?;
        while self.position.page != "/end" {
            match self.model.dropout(&self.position.page) {
                Dropout::Stay => {}
                Dropout::Return => self.come_back().await?,
                Dropout::Leave => {
                    self.remembered.left = Some(self.position.page.clone());
                    return Ok(());
                }
            }
            let act = self.decide().await?;
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

    /// Another browser: everything that was only known here is forgotten.
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
        // Now and then once more after the receipt, as from a second tab: the same receipt must come.
        let times = if self.chance.one_in(12) { 2 } else { 1 };
        let mut receipt = Value::Null;
        for _ in 0..times {
            receipt = self.send_submission(&path, &body, &key).await?;
        }
        if let (Some(question), Some(verdict)) = (path.split('/').nth(4), receipt["verdict"].as_object()) {
            let disabled = verdict.get("disabledAnswers").map(strings).unwrap_or_default();
            self.knowledge.disabled.insert(question.to_owned(), disabled);
        }
        self.arrive(&receipt)?;
        self.position.may_retry = receipt["verdict"]["mayRetry"] == true;
        Ok(())
    }

    async fn send_submission(&mut self, path: &str, body: &Value, key: &str) -> Result<Value> {
        let reply = self.exchange("POST", path, Some(body), Some(key)).await;
        let attempted = self.remembered.submissions.last_mut().context("an attempt")?;
        if reply.status >= 300 {
            attempted.rejections.push(reply.said());
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
