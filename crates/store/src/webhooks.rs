//! Webhooks: addresses of other programs, and the events that are to be sent to them.
//!
//! An event is written for each webhook that is for its kind, in the transaction of what it reports. Before it is sent
//! it is reserved, and afterwards recorded. If the program ends in between, it is sent again when the reservation is
//! over, under the same ID. The events of a participant are sent to a webhook in their order: one that is still to be
//! sent holds back those after it.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use unmask_study::definition::WaveId;
use unmask_study::hex;
use unmask_study::webhooks::{DeliveryFailure, EventKind};

pub use crate::invitations::Failure;
use crate::prelude::*;

/// A webhook without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// ID.
    pub id: String,
    /// Where events are sent.
    pub url: String,
    /// The events that it is for.
    pub events: Vec<EventKind>,
    /// Whether events are sent only to addresses outside the server's own network.
    pub outside: bool,
    /// It gets the events from then on.
    pub created_at: Millis,
    /// Since when it gets no events, because its receiver replied that it wants none.
    pub disabled_at: Option<Millis>,
}

/// An event to be sent to a webhook.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// ID, the same for each attempt.
    pub id: String,
    /// ID of the webhook.
    pub webhook: String,
    /// Where it is sent.
    pub url: String,
    /// Whether only to an address outside the server's own network.
    pub outside: bool,
    /// The webhook's secret, sealed with the server key.
    pub secret: Vec<u8>,
    /// What it reports.
    pub kind: EventKind,
    /// The part that it is about; none for all parts, and for tests.
    pub wave: Option<WaveId>,
    /// When that happened.
    pub at: Millis,
    /// Failed attempts so far.
    pub attempts: i64,
    /// Whom it is about; none for tests, and after erasure.
    pub participant: Option<Subject>,
}

/// The participant of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// Participant code.
    pub code: String,
    /// Parameters of the recruitment link.
    pub recruitment: Option<Value>,
    /// Hash of their study version.
    pub study_version: String,
}

/// An event in the delivery log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// ID.
    pub id: String,
    /// ID of the webhook.
    pub webhook: String,
    /// Its URL.
    pub url: String,
    /// What it reports.
    pub kind: EventKind,
    /// The part that it is about.
    pub wave: Option<WaveId>,
    /// When that happened.
    pub at: Millis,
    /// Attempts with a result.
    pub attempts: i64,
    /// When it is tried next; none if it is not.
    pub next_at: Option<Millis>,
    /// When the receiver accepted it.
    pub delivered_at: Option<Millis>,
    /// When it was given up.
    pub failed_at: Option<Millis>,
    /// HTTP status of the last reply.
    pub last_status: Option<i64>,
    /// Why the last attempt failed.
    pub last_error: Option<DeliveryFailure>,
    /// Participant code; none for tests, and after erasure.
    pub code: Option<String>,
    /// Hash of the participant's study version.
    pub study_version: Option<String>,
}

/// A later part that has opened for a participant, who was not reported yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Participant ID.
    pub participant: String,
    /// The part.
    pub wave: WaveId,
    /// When it opened.
    pub at: Millis,
}

/// Adds a webhook. `secret` is sealed.
pub async fn add(tx: &mut Tx, webhook: &Webhook, secret: &[u8]) -> Result<(), StoreError> {
    let events = stored::json(&webhook.events)?;
    let params = bind![&webhook.id, &webhook.url, secret, &events, i64::from(webhook.outside), webhook.created_at];
    tx.execute(sql!("webhook/insert"), &params).await.map(|_| ())
}

/// All webhooks, the oldest first.
pub async fn webhooks(store: &Store) -> Result<Vec<Webhook>, StoreError> {
    store.all(sql!("webhook/all"), &[], webhook).await
}

/// Those that get events.
pub async fn enabled(store: &Store) -> Result<Vec<Webhook>, StoreError> {
    store.all(sql!("webhook/enabled"), &[], webhook).await
}

/// Deletes a webhook with its events; false if there is none with this ID.
pub async fn remove(tx: &mut Tx, id: &str) -> Result<bool, StoreError> {
    tx.execute(sql!("webhook/delete_deliveries"), &bind![id]).await?;
    Ok(tx.execute(sql!("webhook/delete"), &bind![id]).await? == 1)
}

/// Writes an event of a participant for each webhook that is for its kind. Simulated participants and previews have no
/// events. The same event is written once.
pub(crate) async fn queue(
    tx: &mut Tx,
    participant: &str,
    kind: EventKind,
    wave: Option<WaveId>,
    at: Millis,
) -> Result<(), StoreError> {
    let webhooks = tx.all(sql!("webhook/enabled"), &[], webhook).await?;
    for webhook in webhooks.iter().filter(|webhook| webhook.events.contains(&kind)) {
        queue_for(tx, &webhook.id, participant, kind, wave, at).await?;
    }
    Ok(())
}

async fn queue_for(
    tx: &mut Tx,
    webhook: &str,
    participant: &str,
    kind: EventKind,
    wave: Option<WaveId>,
    at: Millis,
) -> Result<bool, StoreError> {
    let wave = wave.as_ref().map(WaveId::name);
    let id = event_id(webhook, participant, kind, wave);
    let params = bind![&id, webhook, participant, kind.name(), wave, at];
    Ok(tx.execute(sql!("webhook/queue"), &params).await? == 1)
}

/// The ID of an event: the same whenever it is derived, so that nothing is reported twice under two IDs. It shows
/// nothing of what it is derived from.
fn event_id(webhook: &str, participant: &str, kind: EventKind, wave: Option<&str>) -> String {
    let parts = [webhook, participant, kind.name(), wave.unwrap_or_default()];
    format!("msg_{}", &hex(&Sha256::digest(parts.join("\n")))[..32])
}

/// The later parts that have opened since a webhook was added, of participants who have not begun them, without those
/// that were reported to it; the earliest first, at most 500.
pub async fn opened(store: &Store, webhook: &Webhook, now: Millis) -> Result<Vec<Opened>, StoreError> {
    let read = |row: &Row<'_>| {
        let participant: String = row.next()?;
        let wave = row.word(stored::ValueLocation { table: "participant_wave", column: "wave", row: &participant })?;
        Ok(Opened { participant, wave, at: row.next()? })
    };
    store.all(sql!("webhook/due"), &bind![&webhook.id, now, webhook.created_at], read).await
}

/// Writes the event that a part has opened, if the participant has not begun it meanwhile.
pub async fn queue_opened(tx: &mut Tx, webhook: &str, opened: &Opened, now: Millis) -> Result<bool, StoreError> {
    let Opened { participant, wave, at } = opened;
    // What happens to the participant on another server is complete, or waits: the order of their events is one.
    tx.execute(sql!("progress/hold"), &bind![participant]).await?;
    let is_due = tx.optional(sql!("webhook/is_due"), &bind![participant, wave.name(), now], value::<i64>).await?;
    match is_due {
        Some(_) => queue_for(tx, webhook, participant, EventKind::WaveDue, Some(*wave), *at).await,
        None => Ok(false),
    }
}

/// Writes a test under a new ID; false if there is no such webhook, or if it is disabled.
pub async fn queue_test(tx: &mut Tx, id: &str, webhook: &str, at: Millis) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("webhook/queue_test"), &bind![id, webhook, at]).await? == 1)
}

/// IDs of the events that can be sent to a webhook now, at most one of each participant and `most` in all, those first
/// that wait longest. [`reserve`] decides.
pub async fn waiting(store: &Store, webhook: &str, now: Millis, most: i64) -> Result<Vec<String>, StoreError> {
    store.all(sql!("webhook/waiting"), &bind![webhook, now, most], value).await
}

/// Reserves an event until a time, if it can be sent and nobody else is sending it.
pub async fn reserve(tx: &mut Tx, id: &str, now: Millis, until: Millis) -> Result<Option<Delivery>, StoreError> {
    if tx.execute(sql!("webhook/reserve"), &bind![id, now, until]).await? == 0 {
        return Ok(None);
    }
    tx.optional(sql!("webhook/one"), &bind![id], delivery).await
}

/// Records that the receiver accepted an event, with the status of its reply.
pub async fn record_delivered(tx: &mut Tx, id: &str, status: u16, at: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("webhook/delivered"), &bind![id, at, i64::from(status)]).await.map(|_| ())
}

/// Records why an event could not be sent, with the status of the reply if there was one.
pub async fn record_failure(
    tx: &mut Tx,
    id: &str,
    (error, status): (DeliveryFailure, Option<u16>),
    then: Failure,
) -> Result<(), StoreError> {
    let (again, failed) = match then {
        Failure::Again(at) => (Some(at), None),
        Failure::Permanent(at) => (None, Some(at)),
    };
    let error = stored::word(error)?;
    let params = bind![id, status.map(i64::from), &error, again, failed];
    tx.execute(sql!("webhook/failed"), &params).await.map(|_| ())
}

/// Ends an event without sending it, and without a line in the log: it would reveal an arm.
pub async fn withhold(tx: &mut Tx, id: &str) -> Result<(), StoreError> {
    tx.execute(sql!("webhook/withhold"), &bind![id]).await.map(|_| ())
}

/// Ends a webhook whose receiver wants no more events. Those that are still to be sent are given up.
pub async fn disable(tx: &mut Tx, id: &str, at: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("webhook/disable"), &bind![id, at]).await?;
    tx.execute(sql!("webhook/give_up"), &bind![id, at]).await.map(|_| ())
}

/// The last `most` events of all webhooks, the newest first; all, or those whose last attempt failed.
pub async fn log(store: &Store, failed: bool, most: i64) -> Result<Vec<Logged>, StoreError> {
    store.all(sql!("webhook/log"), &bind![failed, most], logged).await
}

/// Sends an event again that was delivered, given up, or waits after a failed attempt: as if it were new. False if
/// there is no such event, if it is being sent, or if its webhook is disabled.
pub async fn redeliver(tx: &mut Tx, id: &str, at: Millis) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("webhook/redeliver"), &bind![id, at]).await? == 1)
}

/// An event as participants read of it in their own data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnEvent {
    /// What was reported.
    pub kind: EventKind,
    /// The part that it is about.
    pub wave: Option<WaveId>,
    /// When that happened.
    pub at: Millis,
    /// When the receiver accepted it.
    pub delivered_at: Option<Millis>,
    /// The host of the receiver. The rest of its address may be a secret.
    pub receiver: String,
}

/// What was reported of a participant, in order.
pub async fn of_participant(store: &Store, participant: &str) -> Result<Vec<OwnEvent>, StoreError> {
    let at = |column| location(column, participant);
    let read = |row: &Row<'_>| {
        let (kind, wave) = (row.word(at("kind"))?, row.optional_word(at("wave"))?);
        let (at, delivered_at, url): (_, _, String) = (row.next()?, row.next()?, row.next()?);
        Ok(OwnEvent { kind, wave, at, delivered_at, receiver: host(&url).to_owned() })
    };
    store.all(sql!("webhook/of_participant"), &bind![participant], read).await
}

fn host(url: &str) -> &str {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

fn location<'a>(column: &'static str, row: &'a str) -> stored::ValueLocation<'a> {
    stored::ValueLocation { table: "webhook_delivery", column, row }
}

fn webhook(row: &Row<'_>) -> Result<Webhook, StoreError> {
    let (id, url): (String, String) = (row.next()?, row.next()?);
    let events = row.json(stored::ValueLocation { table: "webhook", column: "events", row: &id })?;
    Ok(columns!(row => Webhook { outside: flag, created_at, disabled_at; id, url, events }))
}

fn delivery(row: &Row<'_>) -> Result<Delivery, StoreError> {
    let id: String = row.next()?;
    let at = |column| location(column, &id);
    let (webhook, url, outside, secret) = (row.next()?, row.next()?, row.flag()?, row.next()?);
    let (kind, wave) = (row.word(at("kind"))?, row.optional_word(at("wave"))?);
    let (happened, attempts) = (row.next()?, row.next()?);
    let code: Option<String> = row.next()?;
    let recruitment =
        row.optional_json(stored::ValueLocation { table: "participant", column: "recruitment", row: &id })?;
    let study_version: Option<String> = row.next()?;
    let participant = code.zip(study_version);
    let participant = participant.map(|(code, study_version)| Subject { code, recruitment, study_version });
    Ok(Delivery { id, webhook, url, outside, secret, kind, wave, at: happened, attempts, participant })
}

fn logged(row: &Row<'_>) -> Result<Logged, StoreError> {
    let id: String = row.next()?;
    let own = id.clone();
    let location = |column| location(column, &own);
    Ok(columns!(row => Logged { webhook, url, kind: word(location("kind")), wave: optional_word(location("wave")), at,
        attempts, next_at, delivered_at, failed_at, last_status, last_error: optional_word(location("last_error")), code,
        study_version; id }))
}
