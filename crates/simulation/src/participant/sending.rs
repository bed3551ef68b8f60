//! Repeats calls like the browser's outbox until there is a definite reply.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use reqwest::header;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use super::{Call, PASSWORD, SimulatedParticipant, Timed};
use crate::random_stream::RandomStream;
use crate::response_model::ResponseModel;

/// The header in which a simulated participant labels a request: its number, the call, the try.
pub const LABEL: &str = "x-participant-label";

/// How long a simulated participant waits for a reply. The browser waits 30 s; time is compressed here.
const PATIENCE: Duration = Duration::from_secs(8);
/// The first wait before a repeat, in milliseconds; it doubles. The browser begins with a second.
const FIRST_WAIT: u64 = 20;
const LONGEST_WAIT: u64 = 800;
/// Maximum time before a simulated participant gives up on a reply that is to be lost, in milliseconds.
const LOST_WITHIN: usize = 40;
/// Number of bytes of a medium that are fetched.
const GLANCE: usize = 16;

/// Maximum number of requests for new addresses of media.
#[derive(Clone, Copy)]
pub(super) struct Renewals(u8);

impl Renewals {
    /// From the first try to the last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=3).rev().map(Self)
    }

    fn are_left(self) -> bool {
        self.0 > 0
    }
}

/// A definite reply.
pub(super) struct Reply {
    pub status: u16,
    pub body: Value,
    /// Length of the body in bytes.
    pub length: usize,
}

impl Reply {
    /// Status and code.
    pub fn outcome(&self) -> String {
        format!("{} {}", self.status, self.body["code"].as_str().unwrap_or("without a code"))
    }
}

impl<M: ResponseModel> SimulatedParticipant<M> {
    /// Makes a call that the page flow allows. A rejection is recorded as a violation and ends the walk.
    pub(super) async fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let reply = self.exchange(method, path, body, None).await;
        if reply.status < 300 { Ok(reply.body) } else { self.rejected(method, path, body, &reply) }
    }

    /// Records a rejection and ends the walk.
    pub(super) fn rejected<T>(&mut self, method: &str, path: &str, body: Option<&Value>, reply: &Reply) -> Result<T> {
        let (page, body) = (&self.position.page, body.map(Value::to_string).unwrap_or_default());
        let message = format!("{method} {path} {body} on {page}: {} {}", reply.outcome(), reply.body);
        self.remembered.rejections.push(message.clone());
        bail!(message)
    }

    /// Sends until there is a definite reply. An expired token is refreshed once.
    pub(super) async fn exchange(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Reply {
        let reply = self.insist(method, path, body, key).await;
        if reply.status != 401 || self.tokens.refresh.is_none() || self.refresh().await.is_err() {
            return reply;
        }
        self.insist(method, path, body, key).await
    }

    async fn insist(&mut self, method: &str, path: &str, body: Option<&Value>, key: Option<&str>) -> Reply {
        self.calls += 1;
        // A separate stream, so that later choices do not depend on the number of waits.
        let mut waits = RandomStream::of(self.manner.seed, &format!("waits/{}/{}", self.number, self.calls));
        for repeat in 0..self.manner.tries {
            if let Some(attempted) = self.remembered.submissions.last_mut()
                && key == Some(attempted.key.as_str())
            {
                attempted.tries += 1;
            }
            let sent = timeout(PATIENCE, self.send_once(method, path, body, key, repeat)).await;
            match sent {
                Ok(Ok(reply)) if !(reply.status >= 500 || matches!(reply.status, 408 | 429)) => return reply,
                // A server may be busy or shutting down. An internal error is a violation.
                Ok(Ok(reply)) if reply.status == 500 => {
                    self.remembered.rejections.push(format!("{method} {path}: {}", reply.body));
                }
                _ => {}
            }
            let wait = (FIRST_WAIT << repeat.min(10)).min(LONGEST_WAIT);
            sleep(Duration::from_millis(wait / 2) + waits.milliseconds(usize::try_from(wait).unwrap_or(1))).await;
        }
        let tries = self.manner.tries;
        let body = json!({ "code": "no_answer", "message": format!("no answer in {tries} tries") });
        Reply { status: 599, body, length: 0 }
    }

    async fn send_once(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
        repeat: u32,
    ) -> Result<Reply> {
        let label = format!("{}/{}/{repeat}", self.number, self.calls);
        let mut request = self.manner.server.request(method.parse()?, path).header(LABEL, label);
        if let Some(token) = &self.tokens.access {
            request = request.bearer_auth(token);
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let is_own = path.starts_with("/api/auth/") || self.behind > 0 && !path.starts_with("/api/media/");
        let own = self.manner.headers.as_ref().filter(|_| is_own);
        for (name, value) in own.into_iter().flat_map(|headers| headers(self.number, self.behind)) {
            request = request.header(name, value);
        }
        if path.starts_with("/api/media/") {
            request = request.header(header::RANGE, format!("bytes=0-{}", GLANCE - 1));
        }
        if let Some(body) = body {
            request = request.header(header::CONTENT_TYPE, "application/json").body(body.to_string());
        }
        let started = Instant::now();
        if let Some(patience) = self.loses(repeat) {
            // Disconnects, usually before the reply, so that the request may be completed or not.
            let _ = timeout(patience, request.send()).await;
            bail!("lost");
        }
        let reply = request.send().await?;
        let status = reply.status().as_u16();
        let kind = reply.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| kind.contains("json"));
        let body = reply.bytes().await?;
        self.timed.push(Timed { call: Call::of(method, path), took: started.elapsed() });
        let length = body.len();
        let body = if is_json { serde_json::from_slice(&body)? } else { Value::Null };
        Ok(Reply { status, body, length })
    }

    /// Fetches the beginning of a medium. Its ticket is valid for hours, at any server. If it has expired nevertheless
    /// (the clock was set), this returns `false`, and the caller requests a new one, as the web app does; on the last
    /// try it is an error.
    pub(super) async fn watch(&mut self, media: &Value, renewals: Renewals) -> Result<bool> {
        if !self.manner.watches || !media.is_object() {
            return Ok(true);
        }
        let address = media["sources"][0]["url"].as_str().with_context(|| format!("no medium in {media}"))?.to_owned();
        let reply = self.insist("GET", &address, None, None).await;
        match (reply.status, reply.length) {
            (206, GLANCE) => Ok(true),
            (404, _) if renewals.are_left() => Ok(false),
            _ => self.rejected("GET", &address, None, &reply),
        }
    }

    /// Time to wait for this reply if it is to be lost. It depends on the seed, not on the arrival of the reply.
    fn loses(&self, repeat: u32) -> Option<Duration> {
        let mut chance = RandomStream::of(self.manner.seed, &format!("loss/{}/{}/{repeat}", self.number, self.calls));
        self.manner.loses.filter(|one_in| chance.one_in(*one_in)).map(|_| chance.milliseconds(LOST_WITHIN))
    }

    /// Gets a new pair of tokens. A rejection ends the session and is a violation.
    pub(super) async fn refresh(&mut self) -> Result<()> {
        let body = json!({ "refresh_token": self.tokens.refresh });
        let reply = self.insist("POST", "/api/auth/refresh", Some(&body), None).await;
        if reply.status < 300 {
            self.keep_tokens(&reply.body)
        } else {
            self.rejected("POST", "/api/auth/refresh", None, &reply)
        }
    }

    pub(super) async fn sign_in(&mut self) -> Result<()> {
        let body = json!({ "username": self.remembered.username, "password": PASSWORD });
        let reply = self.insist("POST", "/api/auth/login", Some(&body), None).await;
        self.signed_in(&reply)
    }

    pub(super) fn signed_in(&mut self, reply: &Reply) -> Result<()> {
        if reply.status >= 300 {
            return self.rejected("POST", "/api/auth", None, reply);
        }
        self.remembered.code = reply.body["user"]["code"].as_str().map(str::to_owned);
        self.remembered.arm = reply.body["user"]["groupType"].as_str().map(str::to_owned);
        self.keep_tokens(&reply.body)
    }

    fn keep_tokens(&mut self, body: &Value) -> Result<()> {
        let token = |name: &str| body[name].as_str().map(str::to_owned).with_context(|| format!("no {name}"));
        self.tokens.access = Some(token("access_token")?);
        self.tokens.refresh = Some(token("refresh_token")?);
        self.tokens.since = Some(Instant::now());
        Ok(())
    }
}
