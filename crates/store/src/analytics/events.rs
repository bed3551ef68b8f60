//! Events: written in batches, each once, however often it is sent.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::Analytics;
use crate::prelude::*;

/// Bytes of a row next to its properties, about.
const ROW: usize = 400;

/// What one participant may have of it all: ten times what half an hour leaves. Otherwise one account could take the
/// room of all others, and its own data would not fit into memory when it asks for them.
pub const EVENTS_EACH: i64 = 5_000;
/// The same in bytes of properties.
pub const BYTES_EACH: i64 = 4 * 1024 * 1024;

/// An event to store.
#[derive(Clone, Debug)]
pub struct Event {
    /// Id of the row; ids lie in the order of arrival.
    pub id: String,
    /// Equal for two events that are the same.
    pub same: Digest,
    /// What happened, as the sender calls it.
    pub name: String,
    /// Which of the program's own kinds it is.
    pub kind: Option<&'static str>,
    /// Whose it is, if that is proven.
    pub participant: Option<String>,
    /// Whose it is, as the sender says.
    pub distinct_id: String,
    /// The browser.
    pub device: Option<String>,
    /// The browser's session.
    pub session: Option<String>,
    /// The sender's time.
    pub happened_at: Millis,
    /// The server's time.
    pub received_at: Millis,
    /// It came by the import and not from a client at work.
    pub imported: bool,
    /// Everything else, a JSON object.
    pub properties: String,
    /// The pattern of the page's address, of a page view.
    pub page: Option<String>,
}

/// An event as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredEvent {
    /// Id of the row.
    pub id: String,
    /// What happened.
    pub name: String,
    /// Which of the program's own kinds it is.
    pub kind: Option<String>,
    /// Whose it is, if that is proven.
    pub participant: Option<String>,
    /// Whose it is, as the sender says.
    pub distinct_id: String,
    /// The sender's time.
    pub happened_at: Millis,
    /// The server's time.
    pub received_at: Millis,
    /// It came by the import.
    pub imported: bool,
    /// Everything else.
    pub properties: Value,
}

/// What became of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// New events.
    pub stored: u64,
    /// Events that were there already.
    pub repeated: u64,
    /// Positions in the batch of those that are not stored, because their participant's share is used up.
    pub beyond: Vec<usize>,
}

/// A participant's events, as far as they fit into the share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Own {
    /// The oldest ones.
    pub events: Vec<StoredEvent>,
    /// How many there are next to them; only where a database is older than the share.
    pub left_out: i64,
}

/// How often something happened, and to how many people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// Name of the event.
    pub what: String,
    /// Number of events.
    pub events: i64,
    /// To how many people, of those that are proven.
    pub people: i64,
}

/// When a participant first viewed a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Whose view it was.
    pub participant: String,
    /// The pattern of the page's address.
    pub page: String,
    /// When, by the browser's clock.
    pub at: Millis,
}

impl Analytics {
    /// When each participant first viewed each page, in no order.
    pub async fn first_views(&self) -> Result<Vec<View>, StoreError> {
        let read = |row: &Row<'_>| Ok(View { participant: row.next()?, page: row.next()?, at: row.next()? });
        self.store.list(sql!("analytics/first_views"), read).await
    }

    /// How often each kind of event happened.
    pub async fn by_kind(&self) -> Result<Vec<Used>, StoreError> {
        self.store.list(sql!("analytics/by_kind"), used).await
    }

    /// How often each page was viewed, the most viewed first.
    pub async fn by_page(&self) -> Result<Vec<Used>, StoreError> {
        self.store.list(sql!("analytics/by_page"), used).await
    }

    /// Stores a batch in one transaction.
    pub async fn add(&self, events: Vec<Event>) -> Result<Added, StoreError> {
        let events: Arc<[Event]> = events.into();
        self.count(events.iter().map(|event| event.properties.len() + ROW).sum());
        self.store.write(async move |tx| add(tx, &events).await).await
    }

    /// The events of a participant in the order of their own time, [`EVENTS_EACH`] and [`BYTES_EACH`] of them at most.
    pub async fn events_of(&self, participant: &str) -> Result<Own, StoreError> {
        let params = bind![participant, EVENTS_EACH, BYTES_EACH];
        let events = self.store.all(sql!("analytics/events_of"), &params, event).await?;
        let all = self.store.optional(sql!("analytics/share"), &bind![participant], value::<i64>).await?.unwrap_or(0);
        let left_out = (all - i64::try_from(events.len()).unwrap_or(i64::MAX)).max(0);
        Ok(Own { events, left_out })
    }

    /// Some hundred events that arrived after the one with this id; from the first one with an empty id.
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
    let properties = stored::Place { table: "event", column: "properties", row: &id };
    Ok(columns!(row => StoredEvent { name, kind, participant, distinct_id, happened_at, received_at, imported: flag,
        properties: json(properties); id }))
}
