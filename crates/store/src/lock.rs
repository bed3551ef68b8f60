//! Locks that allow one server for each SQLite database, the study's and the analytics'. They belong to the process:
//! the system releases them when it ends in any way.
//!
//! There are two, because neither is sufficient alone:
//!
//! - `<database>.lock`, an empty file next to the database, covers the *name*: `unmask restore` holds it while there is
//!   no database yet, and while it exchanges the file.
//! - A lock on the database covers the *file*, whatever name leads to it: a hard link or a bind mount has another
//!   `.lock` next to it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::StoreError;

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of symbolic links that are followed, as on Linux.
const LINKS: usize = 40;

/// The lock with which a process may serve a database. Drop it after the database is closed: closing a second
/// descriptor of the file releases SQLite's own (POSIX) locks of the whole process.
pub struct ServerLock {
    _name: File,
    _file: Option<File>,
}

/// What happens if there is no database yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// An empty file is created, which is an empty database.
    Create,
    /// Only the name is locked.
    Leave,
}

/// Takes the locks of an SQLite database; none if another process still holds one of them after the timeout.
pub async fn lock(database: &Path, missing: Missing, patience: Duration) -> Result<Option<ServerLock>, StoreError> {
    let until = Instant::now() + patience;
    let path = lock_file(database);
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: io::Error| {
            StoreError::Unavailable(format!("can't lock {path}: {error} (is the folder there and writable?)"))
        }
    };
    let name = OpenOptions::new().create(true).append(true).open(&path).map_err(failed(&path))?;
    if !try_until(&name, until).await.map_err(failed(&path))? {
        return Ok(None);
    }
    // On other systems, such a lock would exclude SQLite, too.
    let file = if cfg!(target_os = "linux") {
        match OpenOptions::new().read(true).append(true).create(missing == Missing::Create).open(database) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && missing == Missing::Leave => None,
            file => Some(file.map_err(failed(database))?),
        }
    } else {
        None
    };
    match &file {
        Some(file) if !try_until(file, until).await.map_err(failed(database))? => Ok(None),
        _ => Ok(Some(ServerLock { _name: name, _file: file })),
    }
}

async fn try_until(file: &File, until: Instant) -> io::Result<bool> {
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if Instant::now() < until => sleep(PAUSE).await,
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// The lock file for the name. It is next to the file to which links point, so that all links have the same one.
pub fn lock_file(database: &Path) -> PathBuf {
    PathBuf::from(format!("{}.lock", resolved(database).display()))
}

/// The file to which a name points through symbolic links, existing or not.
pub fn resolved(name: &Path) -> PathBuf {
    let mut path = name.to_owned();
    for _ in 0..LINKS {
        match path.read_link() {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => break,
        }
    }
    match (folder(&path).canonicalize(), path.file_name()) {
        (Ok(folder), Some(file)) => folder.join(file),
        _ => path,
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether the file has more than one name. SQLite keeps the newest commits in a file that it names after the database:
/// opened by another name, the database lacks them.
pub fn has_hard_links(database: &Path) -> bool {
    database.metadata().is_ok_and(|found| found.nlink() > 1)
}
