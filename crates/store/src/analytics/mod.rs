//! Product analytics: what participants did, next to the research record and never part of it.
//!
//! They have a database of their own (SQLite: a file next to the study's; PostgreSQL: a schema and a pool), with
//! its own writer and a limit on its size, so that they can neither delay answers nor take the room for them. A
//! commit does not wait for the disk: a power cut may cost the last moments of it.

mod events;
mod profiles;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

pub use events::{Added, BYTES_EACH, EVENTS_EACH, Event, Own, StoredEvent, Used, View};
pub use profiles::{PEOPLE, ProfileKey, Properties, StoredProfile};

use crate::prelude::*;
use crate::{Options, Purpose};

/// Bytes of a page of SQLite.
const PAGE: i64 = 4096;
/// Asking a large PostgreSQL database for its size takes some time; so much may come between two questions.
const SIZE_IS_NEWS: Duration = Duration::from_millis(500);

/// The analytics' database. Cheap to clone.
#[derive(Clone)]
pub struct Analytics {
    store: Store,
    quota: i64,
    /// When the size was asked for, and what it is with everything added since.
    taken: Arc<Mutex<Option<(Instant, i64)>>>,
}

impl Analytics {
    /// Opens (and creates) the database that belongs to the study's database of this address.
    pub async fn open(study_url: &str, quota: i64) -> Result<Self, StoreError> {
        let options = Options {
            readers: 1,
            connections: 2,
            max_pages: Some((quota / PAGE).max(64)),
            schema: Some("analytics"),
            durable: false,
            purpose: Purpose::Analytics,
            ..Options::default()
        };
        let store = Store::open(&url_beside(study_url), options).await?;
        store.migrate_analytics().await?;
        Ok(Self { store, quota, taken: Arc::default() })
    }

    /// Opens one that is there, to look at it while a server uses it; none if it was never made.
    pub async fn visit(study_url: &str) -> Result<Option<Self>, StoreError> {
        let url = url_beside(study_url);
        if url.strip_prefix("sqlite:").is_some_and(|file| !Path::new(file).exists()) {
            return Ok(None);
        }
        let options = Options {
            readers: 1,
            connections: 2,
            schema: Some("analytics"),
            visiting: true,
            purpose: Purpose::Analytics,
            ..Options::default()
        };
        let store = Store::open(&url, options).await?;
        let made = store.schema().await?.0 > 0;
        Ok(made.then(|| Self { store, quota: i64::MAX, taken: Arc::default() }))
    }

    /// Bytes that it takes.
    pub async fn size(&self) -> Result<i64, StoreError> {
        self.store.size().await
    }

    /// Whether the limit on size leaves room. SQLite keeps the limit by itself too, to the page.
    pub async fn has_room(&self) -> Result<bool, StoreError> {
        Ok(self.taken().await? < self.quota)
    }

    /// Whether there is room for what nobody can prove to be theirs: half of it all is not for strangers.
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

    /// Everybody about whom something is stored.
    pub async fn participants(&self) -> Result<Vec<String>, StoreError> {
        self.store.list(sql!("analytics/participants"), value).await
    }

    /// Deletes everything about a participant, also what their devices sent before it was known whose they are.
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

    /// Deletes everything about everybody, also what nobody could prove to be theirs.
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

    /// Answers everything that is queued, then closes.
    pub async fn close(self) {
        self.store.close().await;
    }
}

/// `sqlite:data/unmask.db` has `sqlite:data/analytics.db`. Any other name stays part of it: two studies may
/// share a folder. On PostgreSQL it is the same database.
pub(crate) fn url_beside(study_url: &str) -> String {
    let Some(path) = study_url.strip_prefix("sqlite:").map(Path::new) else { return study_url.to_owned() };
    let name = match path.file_stem().and_then(|stem| stem.to_str()) {
        None | Some("unmask") => "analytics.db".to_owned(),
        Some(other) => format!("{other}-analytics.db"),
    };
    format!("sqlite:{}", path.with_file_name(name).display())
}

#[cfg(test)]
mod tests {
    use super::url_beside;

    #[test]
    fn the_file_lies_beside_the_studys() {
        assert_eq!(url_beside("sqlite:data/unmask.db"), "sqlite:data/analytics.db");
        assert_eq!(url_beside("sqlite:/srv/second.db"), "sqlite:/srv/second-analytics.db");
        assert_eq!(url_beside("postgres://host/study"), "postgres://host/study");
    }
}
