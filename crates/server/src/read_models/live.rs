//! Streams the overview when it changes. Each process polls the database once a second, for any number of listeners.
//! Several servers need no coordination, because they poll the same database.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::OwnedSemaphorePermit;

use super::overview::overview;
use super::{Console, SnapshotView};
use crate::auth::Sessions;
use crate::auth::tokens::Hash;

/// Maximum number of listeners of a process. A researcher has a few tabs.
pub const LISTENERS: usize = 32;
/// Seconds after which a rejected listener may try again.
pub const FULL_FOR: u32 = 30;
/// A comment is sent after this time without an event, so that proxies keep the connection.
pub const HEARTBEAT: Duration = Duration::from_secs(15);
/// Interval of polling.
pub const PACE: Duration = Duration::from_secs(1);

struct Listener {
    console: Arc<Console>,
    stopping: Box<dyn Fn() -> bool + Send + Sync>,
    sessions: Sessions,
    token: Hash,
    /// Who listens: it depends on them whether the arms are blinded.
    person: String,
    simulated: bool,
    said: String,
    _permit: OwnedSemaphorePermit,
}

/// The events for one listener, until the server is `stopping`. None if there are too many listeners.
pub fn events(
    console: Arc<Console>,
    stopping: impl Fn() -> bool + Send + Sync + 'static,
    (sessions, token, person): (Sessions, Hash, String),
    simulated: bool,
) -> Option<impl Stream<Item = Result<Event, Infallible>>> {
    let permit = Arc::clone(&console.listeners).try_acquire_owned().ok()?;
    let listener = Listener {
        console,
        stopping: Box::new(stopping),
        sessions,
        token,
        person,
        simulated,
        said: String::new(),
        _permit: permit,
    };
    Some(unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    }))
}

impl Listener {
    /// Waits for the next change; none when the stream ends.
    async fn next(&mut self) -> Option<Event> {
        loop {
            // The first event is sent immediately.
            if !self.said.is_empty() {
                tokio::time::sleep(PACE).await;
            }
            if (self.stopping)() || !self.is_signed_in().await {
                return None;
            }
            if let Some(new) = self.news().await {
                self.said.clone_from(&new);
                return Some(Event::default().event("overview").data(new));
            }
        }
    }

    /// Whether the token is valid. If the database does not reply, the token is kept.
    async fn is_signed_in(&self) -> bool {
        let found = self.sessions.find(&self.token, self.console.clock.now()).await;
        // Nor without the role that they had.
        found.map_or(true, |found| found.is_some_and(|found| found.rights.is_some()))
    }

    async fn news(&mut self) -> Option<String> {
        match SnapshotView::recent(&self.console, &self.person).await {
            Ok(view) => serde_json::to_string(&overview(&view, self.simulated)).ok().filter(|new| *new != self.said),
            Err(error) => {
                tracing::debug!(%error, "the console's stream waits for the database");
                // Otherwise the first read would be repeated without a pause.
                tokio::time::sleep(PACE).await;
                None
            }
        }
    }
}
