//! A clock that the laboratory sets forward, for all servers at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use tokio::time::Instant;

/// Milliseconds since the epoch, by the servers' clock.
pub type Millis = i64;

/// A point in time on both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// By the laboratory's clock, which is never set.
    pub at: Instant,
    /// By the servers' clock.
    pub time: Millis,
}

/// The servers' clock.
#[derive(Clone)]
pub struct MovedClock {
    file: PathBuf,
    seconds: Arc<AtomicI64>,
}

impl MovedClock {
    /// The library `machine.c` reads the file.
    pub fn new(folder: &Path) -> Self {
        Self { file: folder.join("clock"), seconds: Arc::default() }
    }

    /// The file from which the servers' clocks read by how much they are set forward.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Sets it forward. The file is replaced, so that no server reads half a number.
    pub fn advance(&self, by: Duration) -> Result<()> {
        let by = i64::try_from(by.as_secs())?;
        let seconds = self.seconds.fetch_add(by, Ordering::SeqCst) + by;
        let new = self.file.with_extension("new");
        fs::write(&new, format!("{seconds}\n"))?;
        fs::rename(new, &self.file)?;
        Ok(())
    }

    /// The present moment.
    #[expect(clippy::disallowed_methods, reason = "the servers' clock is the machine's, set forward")]
    pub fn now(&self) -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let ahead = self.seconds.load(Ordering::SeqCst) * 1000;
        Moment { at: Instant::now(), time: i64::try_from(since.as_millis()).unwrap_or(i64::MAX) + ahead }
    }
}
