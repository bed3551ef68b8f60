//! The collector of product analytics: the wire format of the official clients in, rows out.
//!
//! A delivery is read ([`delivery`]: who may send, how much, in which format) and parsed ([`wire`]). Each item is
//! validated separately ([`event`], [`people`]); valid ones are stored in a separate database. The owner of an item
//! follows from the session or the signed ID ([`identity`]), never from what the sender claims. `docs/ANALYTICS.md` has
//! the rules with their reasons.

pub mod clean;
pub mod delivery;
pub mod event;
pub mod export;
#[cfg(test)]
mod fuzz;
pub mod identity;
pub mod kinds;
mod limit;
mod origin;
pub mod people;
pub mod reply;
pub mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use anyhow::Result;
use unmask_store::analytics::Analytics;
use unmask_store::{Store, StoreError};

use crate::api::error::{ApiError, Code, Result as ApiResult};
use crate::base::clock::{Clock, Millis};
use crate::base::config::{AnalyticsSettings, Settings, Switch};
use crate::base::secrets::ServerKey;
use crate::study_versions::Versions;
use limit::Limit;

/// Bytes in a mebibyte.
const MIB: i64 = 1024 * 1024;
/// How often the log reports that the database is full.
const SAY_FULL_EVERY: Millis = 60_000;
/// Seconds after which a client may try again if the database is full.
const FULL_FOR: u32 = 600;
/// Seconds after which a client may try again if the collector is closed: the operator has to act first.
const CLOSED_FOR: u32 = 600;

/// The collector's own state.
pub struct Collector {
    /// The database of events and profiles.
    pub store: Analytics,
    /// Separate limits for proven participants and all other senders, so that others can't use up the participants'
    /// limit.
    participants: Limit,
    strangers: Limit,
    said_full: AtomicI64,
}

impl Collector {
    /// Opens the collector, unless analytics are disabled or their database is damaged. The study runs without them.
    /// The log contains the remedy.
    pub async fn open(settings: &AnalyticsSettings, database_url: &str) -> Result<Option<Self>> {
        if settings.analytics == Switch::Off {
            return Ok(None);
        }
        let store = match Analytics::open(database_url, i64::from(settings.analytics_quota) * MIB).await {
            Err(StoreError::DamagedAnalytics { .. }) => return Ok(None),
            opened => opened?,
        };
        let limit = || Limit::new(settings.analytics_limit);
        Ok(Some(Self { store, participants: limit(), strangers: limit(), said_full: AtomicI64::new(0) }))
    }

    /// Rejects deliveries when the size limit is reached, because the answers need the disk.
    async fn require_room(&self, now: Millis) -> ApiResult<()> {
        if self.store.has_room().await? {
            return Ok(());
        }
        Err(self.full(now))
    }

    /// The reply when the database is full.
    pub fn full(&self, now: Millis) -> ApiError {
        if now - self.said_full.load(Ordering::Relaxed) > SAY_FULL_EVERY {
            self.said_full.store(now, Ordering::Relaxed);
            tracing::warn!(
                "analytics have reached --analytics-quota: new events are rejected, answers are not affected"
            );
        }
        ApiError::too_many_requests(FULL_FOR)
    }
}

/// The state for a delivery: the collector, if it is open, and the parts of the server that identify the owner of an
/// item.
#[derive(Clone)]
pub struct Intake {
    pub collector: Option<Arc<Collector>>,
    pub settings: Arc<Settings>,
    pub clock: Clock,
    /// The key that signs IDs.
    pub key: ServerKey,
    /// The database of the study.
    pub store: Store,
    /// The study versions.
    pub versions: Versions,
}

impl Intake {
    /// The collector, for a call that needs it. The error is "not found" if analytics are off, and "unavailable" if
    /// their database is damaged, so that clients keep their items.
    pub fn require(&self) -> ApiResult<&Collector> {
        self.collector.as_deref().ok_or_else(|| match self.settings.analytics.analytics {
            Switch::Off => ApiError::not_found(),
            Switch::On => ApiError::of(Code::AnalyticsUnavailable).retry_after(CLOSED_FOR),
        })
    }
}

/// Deletes the events and profiles of participants who are no longer in the study, because their erasure was
/// interrupted between the two databases.
pub async fn sweep(collector: &Collector, store: &Store) -> Result<(), StoreError> {
    for participant in collector.store.participants().await? {
        if unmask_store::participants::participant(store, &participant).await?.is_none() {
            collector.store.erase(&participant).await?;
            tracing::info!("analytics of an erased participant deleted");
        }
    }
    Ok(())
}
