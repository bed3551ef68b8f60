//! A participant who answers as fast as receipts come.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::client::Client;
use crate::stats::Latencies;

static NAMES: AtomicU64 = AtomicU64::new(0);

const PASSWORD: &str = "seven quiet lanterns by the river";

/// One participant on one connection.
pub struct Participant {
    /// What it signs in as.
    pub name: String,
    client: Client,
    /// Where the server says that the participant is.
    page: String,
    /// Where "Continue" leads, if no answer is wanted.
    next: Option<String>,
    /// Clips of the control flow, once fetched.
    clips: Vec<String>,
    done: usize,
}

impl Participant {
    /// Registers with consent.
    pub async fn register(address: SocketAddr) -> Result<Self> {
        let mut client = Client::connect(address).await?;
        let name = format!("bench-{}-{}", std::process::id(), NAMES.fetch_add(1, Ordering::Relaxed));
        let body = json!({
            "username": name, "password": PASSWORD,
            "consent": { "version": "1", "locale": "en", "ticks": { "take_part": true } }
        });
        let reply = client.call("POST", "/api/auth/register", Some(&body)).await?;
        client.token = Some(text(&reply, "access_token")?);
        let page = text(&reply["user"], "currentState")?;
        let mut participant = Self { name, client, page, next: None, clips: Vec::new(), done: 0 };
        participant.look().await?;
        Ok(participant)
    }

    /// Signs in with an account that exists.
    pub async fn sign_in(address: SocketAddr, name: &str) -> Result<()> {
        let body = json!({ "username": name, "password": PASSWORD });
        Client::connect(address).await?.call("POST", "/api/auth/login", Some(&body)).await.map(drop)
    }

    /// Registers and goes to the training, whose list is fetched: what follows are writes only.
    pub async fn ready(address: SocketAddr) -> Result<Self> {
        let mut participant = Self::register(address).await?;
        let mut unseen = Latencies::default();
        while !participant.is_in_flow_a() && participant.page != "/control-flow" {
            participant.step(&mut unseen).await?;
        }
        if participant.page == "/control-flow" {
            participant.fetch_clips().await?;
        }
        Ok(participant)
    }

    /// Whether it is at a question of Flow A.
    pub fn is_in_flow_a(&self) -> bool {
        self.page.starts_with("/flow-a/question")
    }

    async fn fetch_clips(&mut self) -> Result<()> {
        let reply = self.client.call("GET", "/api/control-flow", None).await?;
        let clips = reply["clips"].as_array().context("clips")?;
        self.clips = clips.iter().map(|clip| text(clip, "id")).collect::<Result<_>>()?;
        Ok(())
    }

    /// One write: an answer, or a move over a page that wants none. False at the end of the study.
    pub async fn step(&mut self, seen: &mut Latencies) -> Result<bool> {
        if self.page == "/end" {
            return Ok(false);
        }
        let (method, path, body) = self.write()?;
        let submission = method == "POST";
        let started = Instant::now();
        let reply = self.client.call(method, &path, Some(&body)).await?;
        seen.record(started.elapsed(), submission);
        if path.starts_with("/api/control-flow") {
            self.done += 1;
        }
        self.page = text(&reply, "currentState")?;
        self.next = reply["nextState"].as_str().map(str::to_owned);
        Ok(true)
    }

    fn write(&self) -> Result<(&'static str, String, Value)> {
        if let Some(next) = &self.next {
            return Ok(("PUT", "/api/users/current-state".into(), json!({ "currentState": next })));
        }
        let parts: Vec<&str> = self.page.trim_start_matches('/').split('/').collect();
        let (path, body) = match parts.as_slice() {
            ["pre-questionnaire"] => ("/api/users/save-pre-questionnaire-answers".into(), questionnaire("pre")),
            ["post-questionnaire"] => ("/api/users/save-post-questionnaire-answers".into(), questionnaire("post")),
            ["home"] => ("/api/practice/answer".into(), json!({ "answer": "original" })),
            ["control-flow"] => (
                format!("/api/control-flow/clips/{}/ratings", self.clips.get(self.done).context("no clip is left")?),
                json!({ "answers": { "clear": 3 } }),
            ),
            ["flow-a", "question", id] => {
                (format!("/api/flow-a/questions/{id}/answer"), json!({ "answer": "original", "confidence": 70 }))
            }
            _ => bail!("the bench's study has no page {}", self.page),
        };
        Ok(("POST", path, body))
    }

    async fn look(&mut self) -> Result<()> {
        let reply = self.client.call("GET", "/api/users/current-state", None).await?;
        self.page = text(&reply, "currentState")?;
        self.next = reply["nextState"].as_str().map(str::to_owned);
        Ok(())
    }
}

fn questionnaire(prefix: &str) -> Value {
    let answers: serde_json::Map<String, Value> = (1..=10).map(|n| (format!("{prefix}_{n}"), json!(4))).collect();
    json!({ "answers": answers })
}

fn text(value: &Value, field: &str) -> Result<String> {
    value[field].as_str().map(str::to_owned).with_context(|| format!("{field} in {value}"))
}
