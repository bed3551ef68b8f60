//! Maintenance jobs: release idle slots, end participations after their time limit, delete ended sessions and old
//! previews. Every server runs them; they are idempotent.

use std::time::Duration;

use unmask_store::meta::{meta_get, meta_set};
use unmask_store::{StoreError, allocation, outcomes, previews, sessions, throttle};
use unmask_study::definition::wave::MAIN;
use unmask_study::ending::GRACE;

use crate::app::App;
use crate::base::background;
use crate::base::clock::Millis;
use crate::collector;
use crate::routes::admin::previews::LIFE;

const EVERY: Duration = Duration::from_mins(5);
const MINUTE: i64 = 60_000;
/// Ended sessions are kept for a while, so that showing a spent token is still recognised.
const KEEP_SESSIONS: i64 = 7 * DAY;
const DAY: i64 = 24 * 60 * MINUTE;
/// The key in `meta` of the period during which rounds saw no clock change.
const STEADY: &str = "clock_steady";
/// If two rounds are farther apart, the clock was set, or the server was not running.
const LEAP: i64 = DAY;

/// Time limit of the check of the database's pages: a large file is not read completely.
const CHECK: Duration = Duration::from_secs(10);

/// Runs until the server ends.
pub async fn run(app: App) {
    check_pages(&app).await;
    if let Err(error) = release_memory(&app).await {
        tracing::warn!(%error, "memory could not be released and will be after the next round");
    }
    loop {
        tokio::time::sleep(EVERY).await;
        if let Err(error) = once(&app).await {
            tracing::warn!(%error, "maintenance jobs failed and will be retried");
        }
    }
}

/// How soon a server serves a version that another process has activated.
const FOLLOW: Duration = Duration::from_secs(2);

/// Follows the active version until the server ends.
pub async fn follow(app: App) {
    loop {
        tokio::time::sleep(FOLLOW).await;
        if let Err(error) = app.follow().await {
            tracing::warn!(
                error = format!("{error:#}"),
                "the active study version could not be loaded; it will be retried"
            );
        }
    }
}

/// Looks for damaged pages, once after the start: nothing waits for it, and `/readyz` reports what it finds.
pub async fn check_pages(app: &App) {
    let store = app.store.clone();
    match background::run(move || store.check_pages(CHECK)).await {
        // Damage is logged where it is found.
        Ok(Ok(true)) => {}
        Ok(Err(error)) if error.damage().is_some() => {}
        Ok(Ok(false)) => {
            tracing::info!(limit = ?CHECK, "not all of the database's pages were checked in time; `unmask doctor` checks all");
        }
        Ok(Err(error)) => tracing::warn!(%error, "the database's pages could not be checked"),
        Err(error) => tracing::warn!(error = format!("{error:#}"), "the database's pages could not be checked"),
    }
}

/// Gives back the memory that the databases' connections keep, so that many studies that wait need little.
async fn release_memory(app: &App) -> Result<(), StoreError> {
    app.store.release_memory().await?;
    match &app.collector {
        Some(collector) => collector.store.release_memory().await,
        None => Ok(()),
    }
}

pub async fn once(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let hold = i64::from(app.versions.active().study.file.allocation.hold_minutes) * MINUTE;
    let released = app.store.write(async move |tx| allocation::release_idle(tx, now - hold).await).await?;
    if !released.is_empty() {
        tracing::info!(slots = released.len(), "idle slots released");
    }
    let since = steady_since(app, now).await?;
    time_out(app, now, since).await?;
    if now - since >= KEEP_SESSIONS {
        app.store.write(async move |tx| sessions::prune(tx, now - KEEP_SESSIONS).await).await?;
    }
    app.store.write(async move |tx| previews::forget(tx, now - LIFE).await).await?;
    app.store.write(async move |tx| throttle::prune(tx, now).await).await?;
    if let Some(collector) = &app.collector {
        collector::sweep(collector, &app.store).await?;
    }
    release_memory(app).await
}

/// Ends the parts whose time limit has passed. Those who began one before the clock was last changed are left to their
/// next submission: by a clock that is ahead, everybody would be over the limit.
async fn time_out(app: &App, now: Millis, steady_since: Millis) -> Result<(), StoreError> {
    let mut ended = 0;
    for version in app.versions.all() {
        let study = &version.study;
        for number in 0..=study.file.waves.len() {
            let Some(limit) = study.deadline(number, 0) else { continue };
            let begun_by = now - limit - GRACE;
            if steady_since > begun_by {
                continue;
            }
            let wave = study.wave_id(number);
            let overdue = if wave == MAIN {
                outcomes::overdue(&app.store, &study.hash, begun_by).await?
            } else {
                outcomes::overdue_later(&app.store, &study.hash, wave, begun_by, limit).await?
            };
            for id in overdue {
                let time_out = app.store.write(async move |tx| outcomes::time_out(tx, &id, wave, now).await);
                ended += usize::from(time_out.await?);
            }
        }
    }
    if ended > 0 {
        tracing::info!(participants = ended, "the time limit passed");
    }
    Ok(())
}

/// Returns since when the clock has not changed, and records this round. By a clock that is a year ahead, all sessions
/// have ended; if they were deleted then, correcting the clock would not restore them. After a week of a steady clock,
/// right or wrong, deleting is safe: earlier sessions have been idle for too long.
async fn steady_since(app: &App, now: Millis) -> Result<Millis, StoreError> {
    let since = steady(meta_get(&app.store, STEADY).await?.as_deref(), now);
    app.store.write(async move |tx| meta_set(tx, STEADY, &format!("{since} {now}")).await).await?;
    Ok(since)
}

/// From the note of the last round; without one, from now on.
fn steady(note: Option<&str>, now: Millis) -> Millis {
    let times = note.and_then(|note| note.split_once(' '));
    let times: Option<(Millis, Millis)> =
        times.and_then(|(since, last)| Some((since.parse().ok()?, last.parse().ok()?)));
    times.filter(|(_, last)| (now - last).abs() < LEAP).map_or(now, |(since, _)| since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_steady_while_no_round_is_a_day_from_the_last() {
        let now = 1_795_168_800_000;
        assert_eq!(steady(None, now), now);
        assert_eq!(steady(Some("5 not a time"), now), now);
        assert_eq!(steady(Some(&format!("5 {}", now - 5 * MINUTE)), now), 5);
        assert_eq!(steady(Some(&format!("5 {}", now + MINUTE)), now), 5, "a little back, as time servers do");
        for leap in [DAY, -DAY, 365 * DAY, -365 * DAY] {
            assert_eq!(steady(Some(&format!("5 {}", now - leap)), now), now, "{leap}");
        }
    }
}
