//! Usage events. They are written in batches; each is stored once, even if it is sent repeatedly.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::Analytics;
use crate::prelude::*;

/// Approximate size of a row without its properties, in bytes.
const ROW: usize = 400;

/// Maximum number of events of one participant: ten times as many as in half an hour of use. Otherwise one account
/// could use up the space of all others, and its data would not fit into memory when they are downloaded.
pub const EVENTS_EACH: i64 = 5_000;
/// The same in bytes of properties.
pub const BYTES_EACH: i64 = 4 * 1024 * 1024;

/// An event to store.
#[derive(Clone, Debug)]
pub struct Event {
    /// ID of the row; IDs are in the order of arrival.
    pub id: String,
    /// Equal for two events that are the same.
    pub same: Digest,
    /// Name of the event, from the sender.
    pub name: String,
    /// The kind, if the event is one of our web app.
    pub kind: Option<&'static str>,
    /// The participant, if the ID is proven.
    pub participant: Option<String>,
    /// The owner, as the sender claims.
    pub distinct_id: String,
    /// The browser.
    pub device: Option<String>,
    /// The browser's session.
    pub session: Option<String>,
    /// The sender's time.
    pub happened_at: Millis,
    /// The server's time.
    pub received_at: Millis,
    /// Whether it was imported, and not sent by a client in use.
    pub imported: bool,
    /// All other properties, a JSON object.
    pub properties: String,
    /// The route of the page, for page views.
    pub page: Option<String>,
}

/// An event as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredEvent {
    /// Id of the row.
    pub id: String,
    /// Name of the event.
    pub name: String,
    /// The kind, if the event is one of our web app.
    pub kind: Option<String>,
    /// The participant, if the ID is proven.
    pub participant: Option<String>,
    /// The owner, as the sender claims.
    pub distinct_id: String,
    /// The sender's time.
    pub happened_at: Millis,
    /// The server's time.
    pub received_at: Millis,
    /// Whether it was imported.
    pub imported: bool,
    /// All other properties.
    pub properties: Value,
}

/// The result of storing a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// New events.
    pub stored: u64,
    /// Events that were already stored.
    pub repeated: u64,
    /// Positions in the batch of events that are not stored, because their participant's share is used up.
    pub beyond: Vec<usize>,
}

/// A participant's events, up to the share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Own {
    /// The oldest events.
    pub events: Vec<StoredEvent>,
    /// Number of further events; not 0 only in databases that are older than the share.
    pub left_out: i64,
}

/// The number of events, and of participants with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// Name of the event.
    pub what: String,
    /// Number of events.
    pub events: i64,
    /// Number of participants with a proven ID.
    pub people: i64,
}

/// When a participant first viewed a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The participant.
    pub participant: String,
    /// The route of the page.
    pub page: String,
    /// The time of the browser's clock.
    pub at: Millis,
}

impl Analytics {
    /// The first view of each page by each participant, in no particular order.
    pub async fn first_views(&self) -> Result<Vec<View>, StoreError> {
        let read = |row: &Row<'_>| Ok(View { participant: row.next()?, page: row.next()?, at: row.next()? });
        self.store.list(sql!("analytics/first_views"), read).await
    }

    /// The number of events by kind.
    pub async fn by_kind(&self) -> Result<Vec<Used>, StoreError> {
        self.store.list(sql!("analytics/by_kind"), used).await
    }

    /// The number of views by page, most viewed first.
    pub async fn by_page(&self) -> Result<Vec<Used>, StoreError> {
        self.store.list(sql!("analytics/by_page"), used).await
    }

    /// Stores a batch in one transaction.
    pub async fn add(&self, events: Vec<Event>) -> Result<Added, StoreError> {
        let events: Arc<[Event]> = events.into();
        self.count(events.iter().map(|event| event.properties.len() + ROW).sum());
        self.store.write(async move |tx| add(tx, &events).await).await
    }

    /// The events of a participant in the order of the sender's time, at most [`EVENTS_EACH`] events and [`BYTES_EACH`]
    /// bytes.
    pub async fn events_of(&self, participant: &str) -> Result<Own, StoreError> {
        let params = bind![participant, EVENTS_EACH, BYTES_EACH];
        let events = self.store.all(sql!("analytics/events_of"), &params, event).await?;
        let all = self.store.optional(sql!("analytics/share"), &bind![participant], value::<i64>).await?.unwrap_or(0);
        let left_out = (all - i64::try_from(events.len()).unwrap_or(i64::MAX)).max(0);
        Ok(Own { events, left_out })
    }

    /// Some hundred events that arrived after the one with this ID. An empty ID starts at the first.
    pub async fn events_after(&self, id: &str) -> Result<Vec<StoredEvent>, StoreError> {
        self.store.all(sql!("analytics/events_after"), &bind![id], event).await
    }
}

async fn add(tx: &mut Tx, events: &[Event]) -> Result<Added, StoreError> {
    let mut added = Added::default();
    let mut shares: HashMap<&str, Share> = HashMap::new();
    for (position, event) in events.iter().enumerate() {
        if let Some(participant) = event.participant.as_deref() {
            if !shares.contains_key(participant) {
                shares.insert(participant, share(tx, participant).await?);
            }
            let used = shares.get(participant).copied().unwrap_or_default();
            if used.events >= EVENTS_EACH || used.bytes + bytes(event) > BYTES_EACH {
                added.beyond.push(position);
                continue;
            }
        }
        let params = bind![
            &event.id,
            &event.same,
            &event.name,
            event.kind,
            &event.participant,
            &event.distinct_id,
            &event.device,
            &event.session,
            event.happened_at,
            event.received_at,
            event.imported,
            &event.properties,
            &event.page,
        ];
        let new = tx.execute(sql!("analytics/insert_event"), &params).await?;
        added.stored += new;
        added.repeated += 1 - new;
        if let Some(share) = event.participant.as_deref().and_then(|participant| shares.get_mut(participant))
            && new == 1
        {
            *share = Share { events: share.events + 1, bytes: share.bytes + bytes(event) };
        }
    }
    Ok(added)
}

/// What a participant has used up.
#[derive(Clone, Copy, Default)]
struct Share {
    events: i64,
    bytes: i64,
}

async fn share(tx: &mut Tx, participant: &str) -> Result<Share, StoreError> {
    let read = |row: &Row<'_>| Ok(Share { events: row.next()?, bytes: row.next()? });
    Ok(tx.optional(sql!("analytics/share"), &bind![participant], read).await?.unwrap_or_default())
}

fn bytes(event: &Event) -> i64 {
    i64::try_from(event.properties.len()).unwrap_or(i64::MAX / 2)
}

fn used(row: &Row<'_>) -> Result<Used, StoreError> {
    Ok(columns!(row => Used { what, events, people }))
}

fn event(row: &Row<'_>) -> Result<StoredEvent, StoreError> {
    let id: String = row.next()?;
    let properties = stored::ValueLocation { table: "event", column: "properties", row: &id };
    Ok(columns!(row => StoredEvent { name, kind, participant, distinct_id, happened_at, received_at, imported: flag,
        properties: json(properties); id }))
}
