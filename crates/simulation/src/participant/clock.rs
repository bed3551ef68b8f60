//! The own clock of a simulated participant. Later parts of a study are days apart: the participation begins in the
//! past, and the clock is set forward to a random time in the window of each part for which the participant comes back.

use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use chrono::DateTime;
use serde_json::Value;

use super::SimulatedParticipant;
use crate::log::Returned;
use crate::random_stream::RandomStream;
use crate::response_model::ResponseModel;

/// Where the own clocks of a simulation begin. Times are in milliseconds.
#[derive(Clone)]
pub struct OwnClocks {
    /// How far the clock of each participant is behind the server's at registration.
    pub behind: i64,
    /// The server's time, since 1970.
    pub now: Arc<dyn Fn() -> i64 + Send + Sync>,
}

/// The last hour of a window is left for calls that take long.
const BEFORE_CLOSING: i64 = 60 * 60 * 1000;

impl<M: ResponseModel> SimulatedParticipant<M> {
    /// Whether the participant comes back for a later part, which is open then. Its own clock is set to the time at
    /// which it does: a random one in the window, all equally likely.
    pub(super) async fn returns(&mut self) -> Result<bool> {
        let Some(clocks) = self.manner.clocks.clone() else {
            return Ok(self.position.next.is_some() && self.model.comes_back(true));
        };
        let user = self.call("GET", "/api/users/profile", None).await?;
        let mut parts = user["waves"].as_array().into_iter().flatten();
        let (opens, closes) = loop {
            let Some(part) = parts.next() else { return Ok(false) };
            let (opens, closes) = (millis(&part["opensAt"])?, millis(&part["closesAt"])?);
            if self.comes_back_for(part, closes) {
                break (opens, closes);
            }
        };
        let number = self.remembered.returned.len() + 1;
        let mut chance = RandomStream::of(self.manner.seed, &format!("comes back/{}/{number}", self.number));
        // The part may be open already, because it is on fixed days or opens at once.
        let first = opens.max((clocks.now)() - self.behind).max(self.knowledge.declined_until);
        let at = first + within(chance.share(), closes - BEFORE_CLOSING - first);
        self.behind = ((clocks.now)() - at).max(0);
        self.remembered.returned.push(Returned { opens, closes, at });
        self.look().await?;
        if self.position.next.is_none() {
            bail!("no part is open at {at}, though one opens at {opens} and closes at {closes}");
        }
        Ok(true)
    }
}

impl<M: ResponseModel> SimulatedParticipant<M> {
    /// Decides once about each part. Who declines a part can't begin a later one until the first is over.
    fn comes_back_for(&mut self, part: &Value, closes: i64) -> bool {
        if !self.knowledge.parts.insert(format!("{} {}", part["title"], part["opensAt"])) {
            return false;
        }
        let is_to_come = part["state"] == "waiting" || part["state"] == "open";
        let comes = self.model.comes_back(is_to_come && self.knowledge.declined_until < closes - BEFORE_CLOSING);
        if !comes {
            self.knowledge.declined_until = self.knowledge.declined_until.max(closes);
        }
        comes
    }
}

/// A share of a span, in milliseconds.
#[expect(clippy::cast_possible_truncation, reason = "a time in the window of a part")]
fn within(share: f64, span: i64) -> i64 {
    (share * span.max(0) as f64) as i64
}

fn millis(time: &Value) -> Result<i64> {
    let text = time.as_str().context("a part without its time")?;
    Ok(DateTime::parse_from_rfc3339(text)?.timestamp_millis())
}
