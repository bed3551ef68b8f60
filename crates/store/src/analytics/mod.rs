//! Usage analytics. They are not research data.
//!
//! They have a separate database (SQLite: a file next to the study's; PostgreSQL: a schema and a pool) with its own
//! writer and a size limit, so that they can neither delay answers nor use up their space. A commit does not wait for
//! the disk: a power cut can lose the last moments.

mod events;
mod profiles;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

pub use events::{Added, BYTES_EACH, EVENTS_EACH, Event, Own, StoredEvent, Used, View};
pub use profiles::{PEOPLE, ProfileKey, Properties, StoredProfile};

use crate::engine::schema_of;
use crate::prelude::*;
use crate::{Options, Purpose};

/// Bytes of a page of SQLite.
const PAGE: i64 = 4096;
/// Minimum time between two queries of the size, because they take long in a large PostgreSQL database.
const SIZE_IS_NEWS: Duration = Duration::from_millis(500);

/// The analytics database. Cheap to clone.
#[derive(Clone)]
pub struct Analytics {
    store: Store,
    quota: i64,
    /// When the size was queried, and the size including everything added since.
    taken: Arc<Mutex<Option<(Instant, i64)>>>,
}

impl Analytics {
    /// Opens or creates the analytics database of the study database with this URL.
    pub async fn open(study_url: &str, quota: i64) -> Result<Self, StoreError> {
        let options = Options {
            readers: 1,
            connections: 2,
            max_pages: Some((quota / PAGE).max(64)),
            schema: Some(schema(study_url)),
            durable: false,
            purpose: Purpose::Analytics,
            ..Options::default()
        };
        let store = Store::open(&analytics_url(study_url), options).await?;
        store.migrate_analytics().await?;
        Ok(Self { store, quota, taken: Arc::default() })
    }

    /// Opens an existing analytics database for reading, next to a server; none if it does not exist.
    pub async fn visit(study_url: &str) -> Result<Option<Self>, StoreError> {
        let url = analytics_url(study_url);
        if url.strip_prefix("sqlite:").is_some_and(|file| !Path::new(file).exists()) {
            return Ok(None);
        }
        let options = Options {
            readers: 1,
            connections: 2,
            schema: Some(schema(study_url)),
            visiting: true,
            purpose: Purpose::Analytics,
            ..Options::default()
        };
        let store = Store::open(&url, options).await?;
        let made = store.schema().await?.0 > 0;
        Ok(made.then(|| Self { store, quota: i64::MAX, taken: Arc::default() }))
    }

    /// As [`Store::release_memory`].
    pub async fn release_memory(&self) -> Result<(), StoreError> {
        self.store.release_memory().await
    }

    /// The size in bytes.
    pub async fn size(&self) -> Result<i64, StoreError> {
        self.store.size().await
    }

    /// Whether the database is below its size limit. SQLite also enforces the limit, to the page.
    pub async fn has_room(&self) -> Result<bool, StoreError> {
        Ok(self.taken().await? < self.quota)
    }

    /// Whether there is room for items without a proven owner. They may use only half of the space.
    pub async fn has_room_for_strangers(&self) -> Result<bool, StoreError> {
        Ok(self.taken().await? < self.quota / 2)
    }

    async fn taken(&self) -> Result<i64, StoreError> {
        if let Some((asked, taken)) = *self.taken.lock()
            && asked.elapsed() < SIZE_IS_NEWS
        {
            return Ok(taken);
        }
        let taken = self.store.size().await?;
        *self.taken.lock() = Some((Instant::now(), taken));
        Ok(taken)
    }

    fn count(&self, bytes: usize) {
        if let Some((_, taken)) = &mut *self.taken.lock() {
            *taken += i64::try_from(bytes).unwrap_or(i64::MAX / 2);
        }
    }

    /// All participants with events or profiles.
    pub async fn participants(&self) -> Result<Vec<String>, StoreError> {
        self.store.list(sql!("analytics/participants"), value).await
    }

    /// Deletes everything about a participant, including what their devices sent before the ID was proven.
    pub async fn erase(&self, participant: &str) -> Result<u64, StoreError> {
        let participant = participant.to_owned();
        self.store
            .write(async move |tx| {
                let events = tx.execute(sql!("analytics/erase_events"), &bind![&participant]).await?;
                tx.execute(sql!("analytics/erase_profiles"), &bind![&participant]).await?;
                Ok(events)
            })
            .await
    }

    /// Deletes all events and profiles, including those without a proven owner.
    pub async fn erase_all(&self) -> Result<u64, StoreError> {
        self.store
            .write(async |tx| {
                let events = tx.execute(sql!("analytics/erase_all_events"), &[]).await?;
                tx.execute(sql!("analytics/erase_all_profiles"), &[]).await?;
                Ok(events)
            })
            .await
    }

    /// Prepares a statement of [`crate::statement::ANALYTICS`] without running it.
    pub async fn prepare(&self, statement: Statement) -> Result<(), StoreError> {
        self.store.prepare(statement).await
    }

    /// Completes all queued work, then closes.
    pub async fn close(self) {
        self.store.close().await;
    }
}

/// On PostgreSQL, the schema of the analytics of the study database with this URL.
fn schema(study_url: &str) -> String {
    schema_of(study_url).map_or_else(|| "analytics".to_owned(), |study| format!("{study}_analytics"))
}

/// For `sqlite:data/unmask.db`, it is `sqlite:data/analytics.db`. Any other file name becomes part of it, because two
/// studies can share a folder. On PostgreSQL it is the same database.
pub(crate) fn analytics_url(study_url: &str) -> String {
    let Some(path) = study_url.strip_prefix("sqlite:").map(Path::new) else { return study_url.to_owned() };
    let name = match path.file_stem().and_then(|stem| stem.to_str()) {
        None | Some("unmask") => "analytics.db".to_owned(),
        Some(other) => format!("{other}-analytics.db"),
    };
    format!("sqlite:{}", path.with_file_name(name).display())
}

#[cfg(test)]
mod tests {
    use super::analytics_url;

    #[test]
    fn the_file_is_next_to_the_studys() {
        assert_eq!(analytics_url("sqlite:data/unmask.db"), "sqlite:data/analytics.db");
        assert_eq!(analytics_url("sqlite:/srv/second.db"), "sqlite:/srv/second-analytics.db");
        assert_eq!(analytics_url("postgres://host/study"), "postgres://host/study");
    }
}
