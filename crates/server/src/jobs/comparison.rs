//! Compares the participants with the submissions at Prolific each night, and keeps its participant groups. Every
//! server runs this job; a comparison is reserved before it begins, so that only one of them makes it.

use std::time::Duration;

use anyhow::{Context as _, Result};
use unmask_store::audit::SERVER;
use unmask_store::comparison::{self, Case};
use unmask_store::{StoreError, unlink};

use crate::app::App;
use crate::base::clock::Millis;
use crate::read_models::due::own_parameter;
use crate::recruiters::prolific::{Failure, FailureKind, Prolific};
use crate::recruiters::{LocalStudy, PROLIFIC, PartComparison, ProlificResult, compare_parts, keep_groups};

/// How soon a comparison begins that somebody asked for.
const EVERY: Duration = Duration::from_secs(2);
const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;
/// The time of day of the nightly comparison, UTC.
const NIGHT: Millis = 2 * HOUR;

/// Time limit of a comparison.
const LIMIT: Duration = Duration::from_mins(10);
/// How long it stays reserved: longer than the time limit. If the program ends meanwhile, it begins again afterwards.
const RESERVED: Millis = 12 * MINUTE;

/// Runs until the server ends.
pub async fn run(app: App) {
    loop {
        if let Err(error) = once(&app).await {
            tracing::warn!(%error, "the comparison with the recruiter could not be recorded and will be retried");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Makes the comparison if it is due and no other server makes it; whether it was made, with or without success.
pub async fn once(app: &App) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let is_wanted = app.versions.active().study.file.recruitment.as_ref().is_some_and(|own| own.prolific.is_some());
    if !is_wanted || app.is_draining() || !is_due(app, now).await? {
        return Ok(false);
    }
    // Without a token there is nothing to do, and nothing to report: the console says so.
    let Some(prolific) = Prolific::open(&app.settings).transpose() else { return Ok(false) };
    if unlink::ended_at(&app.store).await?.is_some() {
        return Ok(false);
    }
    let reserved = app.store.write(async move |tx| {
        comparison::plan_first(tx, PROLIFIC, now).await?;
        comparison::reserve(tx, PROLIFIC, now, now + RESERVED).await
    });
    if !reserved.await? {
        return Ok(false);
    }
    let compared = match prolific {
        Ok(prolific) => match tokio::time::timeout(LIMIT, compare(app, &prolific, now)).await {
            Ok(compared) => compared,
            Err(_) => Err(Failure::of(FailureKind::Late).into()),
        },
        Err(failure) => Err(failure.into()),
    };
    match compared {
        Ok((result, cases)) => succeed(app, result, cases).await?,
        Err(error) => fail(app, &error).await?,
    }
    Ok(true)
}

async fn is_due(app: &App, now: Millis) -> Result<bool, StoreError> {
    let planned = comparison::comparison(&app.store, PROLIFIC).await?;
    Ok(planned.is_none_or(|own| own.next_at <= now && own.reserved_until.is_none_or(|until| until <= now)))
}

async fn compare(app: &App, prolific: &Prolific, now: Millis) -> Result<(ProlificResult, Vec<Case>)> {
    let version = app.versions.active();
    let study = &version.study;
    let parameter = own_parameter(study).context("the study names no parameter of the recruitment link")?;
    let local = LocalStudy { store: &app.store, key: Some(&app.key), study, parameter, actor: SERVER, now };
    let parts = compare_parts(local, prolific).await?;
    let groups = keep_groups(local, prolific, &parts).await?;
    let cases = parts.iter().flat_map(cases).collect();
    Ok((ProlificResult { parts: parts.iter().map(Into::into).collect(), groups }, cases))
}

/// The cases of a part by participant. Those without a participant are only counted.
fn cases(part: &PartComparison) -> impl Iterator<Item = Case> {
    part.found.iter().flat_map(|found| {
        found.participant.split_whitespace().map(|code| Case {
            code: code.to_owned(),
            wave: part.wave,
            finding: found.finding.name().to_owned(),
            status: found.status.clone(),
        })
    })
}

async fn succeed(app: &App, result: ProlificResult, cases: Vec<Case>) -> Result<(), StoreError> {
    let now = app.clock.now();
    tracing::info!(cases = cases.len(), "compared with the submissions at Prolific");
    for group in &result.groups {
        tracing::info!(wave = %group.wave, added = group.added, removed = group.removed, "participant group kept");
    }
    let record = async move |tx: &mut unmask_store::Tx| {
        comparison::record_success(tx, PROLIFIC, now, next_night(now), &result, &cases).await
    };
    app.store.write(record).await
}

async fn fail(app: &App, error: &anyhow::Error) -> Result<(), StoreError> {
    let now = app.clock.now();
    let failure = error.downcast_ref::<Failure>().cloned().unwrap_or_else(|| Failure::of(FailureKind::Internal));
    let attempts = comparison::comparison(&app.store, PROLIFIC).await?.map_or(0, |own| own.attempts);
    let asked = failure.retry_after.and_then(|wait| Millis::try_from(wait.as_millis()).ok()).unwrap_or_default();
    let next_at = now + pause(attempts + 1).max(asked.min(DAY));
    tracing::warn!(error = format!("{error:#}"), attempts = attempts + 1, "the comparison with Prolific failed");
    let record =
        async move |tx: &mut unmask_store::Tx| comparison::record_failure(tx, PROLIFIC, now, next_at, &failure).await;
    app.store.write(record).await
}

/// Until the next attempt: five minutes, doubled each time up to six hours.
fn pause(attempts: i64) -> Millis {
    ((5 * MINUTE) << (attempts - 1).clamp(0, 10)).min(6 * HOUR)
}

/// The next night after this time.
fn next_night(now: Millis) -> Millis {
    let tonight = now.div_euclid(DAY) * DAY + NIGHT;
    if tonight > now { tonight } else { tonight + DAY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_grows_up_to_six_hours() {
        let pauses: Vec<_> = [0, 1, 2, 3, 7, 8, 1000].map(|attempts| pause(attempts) / MINUTE).into();
        assert_eq!(pauses, [5, 5, 10, 20, 320, 360, 360]);
    }

    #[test]
    fn the_next_night_is_ahead_and_at_most_a_day_away() {
        let day = 20_000 * DAY;
        assert_eq!(next_night(day), day + NIGHT);
        assert_eq!(next_night(day + NIGHT - 1), day + NIGHT);
        assert_eq!(next_night(day + NIGHT), day + DAY + NIGHT);
        assert_eq!(next_night(day + 15 * HOUR), day + DAY + NIGHT);
    }
}
