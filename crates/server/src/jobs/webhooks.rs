//! Sends events to webhooks. Every server runs this job; an event is reserved before it is sent, so that only one of
//! them sends it at a time. A receiver can get an event again: if its reply was lost, or if the server was stopped
//! before it recorded the reply.

use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::task::JoinSet;
use unmask_store::webhooks::{self, Delivery, Failure, Webhook};
use unmask_store::{StoreError, Tx};
use unmask_study::webhooks::{DeliveryFailure, EventKind, pause};

use crate::app::App;
use crate::base::clock::Millis;
use crate::webhooks::{Request, SigningSecret, body, is_withheld};

const EVERY: Duration = Duration::from_secs(2);

/// How long an event stays reserved: longer than [`TIMEOUT`](crate::webhooks::TIMEOUT) and recording take. If the
/// program ends meanwhile, it is sent again afterwards.
const RESERVED: Millis = 30_000;

/// The most events that are sent to a webhook concurrently, by each server. They are of different participants.
const CONCURRENT: i64 = 8;

/// The reply of a receiver that wants no more events.
const GONE: u16 = 410;

/// Runs until the server ends.
pub async fn run(app: App) {
    loop {
        if let Err(error) = once(&app).await {
            tracing::warn!(%error, "events could not be sent to webhooks and will be retried");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Sends what is due to all webhooks. One that does not reply delays no other one. Returns how many events were
/// accepted.
pub async fn once(app: &App) -> Result<usize, StoreError> {
    let mut webhooks = JoinSet::new();
    for webhook in webhooks::enabled(&app.store).await? {
        webhooks.spawn(send_all(app.clone(), webhook));
    }
    total(webhooks).await
}

async fn send_all(app: App, webhook: Webhook) -> Result<usize, StoreError> {
    if webhook.events.contains(&EventKind::WaveDue) {
        report_opened(&app, &webhook).await?;
    }
    let mut accepted = 0;
    while !app.is_draining() {
        let waiting = webhooks::waiting(&app.store, &webhook.id, app.clock.now(), CONCURRENT).await?;
        if waiting.is_empty() {
            break;
        }
        let mut events = JoinSet::new();
        for id in waiting {
            let app = app.clone();
            events.spawn(async move { send(&app, id).await.map(usize::from) });
        }
        accepted += total(events).await?;
    }
    if accepted > 0 {
        tracing::info!(webhook = webhook.id, events = accepted, "events sent");
    }
    Ok(accepted)
}

/// The sum of what tasks return. A task that fails does not end the others.
async fn total(tasks: JoinSet<Result<usize, StoreError>>) -> Result<usize, StoreError> {
    let done: Result<Vec<usize>, StoreError> = tasks.join_all().await.into_iter().collect();
    Ok(done?.into_iter().sum())
}

/// Writes an event for each later part that has opened.
async fn report_opened(app: &App, webhook: &Webhook) -> Result<(), StoreError> {
    let now = app.clock.now();
    for opened in webhooks::opened(&app.store, webhook, now).await? {
        let id = webhook.id.clone();
        app.store.write(async move |tx| webhooks::queue_opened(tx, &id, &opened, now).await).await?;
    }
    Ok(())
}

/// Sends an event, unless another server does; whether it was accepted.
async fn send(app: &App, id: String) -> Result<bool, StoreError> {
    let (own, now) = (id.clone(), app.clock.now());
    let reserved = app.store.write(async move |tx| webhooks::reserve(tx, &own, now, now + RESERVED).await);
    let Some(delivery) = reserved.await? else { return Ok(false) };
    let request = match request(app, &delivery).await {
        Ok(Some(request)) => request,
        Ok(None) => {
            app.store.write(async move |tx| webhooks::withhold(tx, &id).await).await?;
            return Ok(false);
        }
        Err(error) => {
            tracing::warn!(event = id, error = format!("{error:#}"), "an event can't be composed");
            fail(app, delivery, DeliveryFailure::Unreadable, None).await?;
            return Ok(false);
        }
    };
    match app.webhooks.send(request).await {
        Ok(status) if (200..300).contains(&status) => {
            let at = app.clock.now();
            app.store.write(async move |tx| webhooks::record_delivered(tx, &id, status, at).await).await?;
            Ok(true)
        }
        Ok(GONE) => {
            let at = app.clock.now();
            tracing::warn!(webhook = delivery.webhook, "a receiver wants no more events; its webhook is disabled");
            let work = app.store.write(async move |tx| {
                let why = (DeliveryFailure::Gone, Some(GONE));
                webhooks::record_failure(tx, &id, why, Failure::Permanent(at)).await?;
                webhooks::disable(tx, &delivery.webhook, at).await
            });
            work.await?;
            Ok(false)
        }
        Ok(status) => fail(app, delivery, DeliveryFailure::Rejected, Some(status)).await.map(|()| false),
        Err(failure) => fail(app, delivery, failure, None).await.map(|()| false),
    }
}

/// The signed event; none if it is not sent at all.
async fn request<'a>(app: &App, delivery: &'a Delivery) -> Result<Option<Request<'a>>> {
    let loaded = match &delivery.participant {
        Some(participant) => app.versions.load(&participant.study_version).await?,
        None => app.versions.active(),
    };
    if is_withheld(&loaded.study, delivery.wave) {
        return Ok(None);
    }
    let secret = SigningSecret::open(&app.key, &delivery.webhook, &delivery.secret);
    let secret = secret.context("the server key can't read the secret of the webhook")?;
    let (body, seconds) = (body(&app.settings.site, &loaded.study, delivery), app.clock.now() / 1000);
    let signature = secret.sign(&delivery.id, seconds, &body);
    let Delivery { url, outside, .. } = delivery;
    Ok(Some(Request { url, outside: *outside, id: &delivery.id, seconds, signature, body }))
}

async fn fail(app: &App, delivery: Delivery, failure: DeliveryFailure, status: Option<u16>) -> Result<(), StoreError> {
    let now = app.clock.now();
    let then = pause(delivery.attempts + 1).map_or(Failure::Permanent(now), |pause| Failure::Again(now + pause));
    let given_up = matches!(then, Failure::Permanent(_));
    tracing::warn!(
        event = delivery.id,
        webhook = delivery.webhook,
        ?failure,
        status,
        given_up,
        "an event was not accepted"
    );
    let record = async move |tx: &mut Tx| webhooks::record_failure(tx, &delivery.id, (failure, status), then).await;
    app.store.write(record).await
}
