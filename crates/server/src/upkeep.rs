//! What has to be done from time to time: idle reservations go back to the schedule, what has ended is deleted.
//! Every server does it; doing it twice does no harm.

use std::time::Duration;

use unmask_store::{StoreError, allocation, previews, sessions, throttle};

use crate::http::admin::previews::LIFE;
use crate::{App, analytics};

const EVERY: Duration = Duration::from_mins(5);
const MINUTE: i64 = 60_000;
/// Ended sessions are kept for a while, so that showing a spent token is still recognised.
const KEEP_SESSIONS: i64 = 7 * 24 * 60 * MINUTE;

/// Runs until the server ends.
pub async fn run(app: App) {
    loop {
        tokio::time::sleep(EVERY).await;
        if let Err(error) = once(&app).await {
            tracing::warn!("upkeep failed and will be tried again: {error}");
        }
    }
}

/// One round.
pub async fn once(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let hold = i64::from(app.versions.active().study.file.allocation.hold_minutes) * MINUTE;
    let released = app.store.write(async move |tx| allocation::release_idle(tx, now - hold).await).await?;
    if !released.is_empty() {
        tracing::info!(places = released.len(), "idle places went back to the schedule");
    }
    app.store.write(async move |tx| sessions::prune(tx, now - KEEP_SESSIONS).await).await?;
    app.store.write(async move |tx| previews::forget(tx, now - LIFE).await).await?;
    app.store.write(async move |tx| throttle::prune(tx, now).await).await?;
    analytics::sweep(app).await
}
