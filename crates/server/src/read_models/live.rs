//! The overview as it changes. Every process looks at the database once a second, however many listen; several servers
//! on one database need nothing more, because all of them look at the same one.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::OwnedSemaphorePermit;
use unmask_store::sessions;

use super::overview::overview;
use super::{Console, SnapshotView};
use crate::auth::tokens::Hash;

/// Listeners of a process at most: a researcher has a few tabs.
pub const LISTENERS: usize = 32;
/// Seconds after which a listener who found no room may ask again.
pub const FULL_FOR: u32 = 30;
/// A comment is sent after so long without an event, so that proxies keep the connection.
pub const HEARTBEAT: Duration = Duration::from_secs(15);
/// How often is looked.
pub const PACE: Duration = Duration::from_secs(1);

struct Listener {
    console: Arc<Console>,
    stopping: Box<dyn Fn() -> bool + Send + Sync>,
    token: Hash,
    simulated: bool,
    said: String,
    _place: OwnedSemaphorePermit,
}

/// The events for one listener, until the server is `stopping`; none if there are too many.
pub fn events(
    console: Arc<Console>,
    stopping: impl Fn() -> bool + Send + Sync + 'static,
    token: Hash,
    simulated: bool,
) -> Option<impl Stream<Item = Result<Event, Infallible>>> {
    let place = Arc::clone(&console.listeners).try_acquire_owned().ok()?;
    let listener =
        Listener { console, stopping: Box::new(stopping), token, simulated, said: String::new(), _place: place };
    Some(unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    }))
}

impl Listener {
    /// Waits for the next change; none when it is time to end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            // The first look is at once, the others at the pace.
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

    /// Whether the token is still worth something. If the database does not answer, it may be later.
    async fn is_signed_in(&self) -> bool {
        let found = sessions::authenticate(&self.console.store, &self.token, self.console.clock.now()).await;
        found.map_or(true, |session| session.is_some())
    }

    async fn news(&mut self) -> Option<String> {
        match SnapshotView::recent(&self.console).await {
            Ok(view) => serde_json::to_string(&overview(&view, self.simulated)).ok().filter(|new| *new != self.said),
            Err(error) => {
                tracing::debug!(%error, "the console's stream waits for the database");
                // Otherwise the first look would be tried again and again without a pause.
                tokio::time::sleep(PACE).await;
                None
            }
        }
    }
}
