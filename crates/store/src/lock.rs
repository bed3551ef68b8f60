//! One server for each SQLite file. The lock belongs to the process: the system releases it however that ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::StoreError;

/// How long to wait between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// The right to serve a database, and the analytics beside it, for as long as this lives.
pub struct ServerLock {
    _file: File,
}

/// Takes the lock of an SQLite file; none if another process still has it when the time is over.
///
/// The lock is on an empty file of its own beside the database, which stays: closing the database's file here would take
/// SQLite's own locks away.
pub async fn lock(database: &Path, patience: Duration) -> Result<Option<ServerLock>, StoreError> {
    let path = lock_file(database);
    let failed = |error: std::io::Error| {
        StoreError::Unavailable(format!("can't lock {}: {error} (is the folder there and writable?)", path.display()))
    };
    let file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
    let started = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(ServerLock { _file: file })),
            Err(TryLockError::WouldBlock) if started.elapsed() < patience => tokio::time::sleep(PAUSE).await,
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// The file of the lock: beside the file that a link leads to, so that one database has one lock whatever it is called.
pub fn lock_file(database: &Path) -> PathBuf {
    let real = database.canonicalize().unwrap_or_else(|_| database.to_owned());
    PathBuf::from(format!("{}.lock", real.display()))
}
