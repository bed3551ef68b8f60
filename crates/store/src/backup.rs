//! Backups of SQLite databases, made while a server writes, and verified. A copy of the file is no backup: the last
//! commits are in the write-ahead log.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::analytics::analytics_url;
use crate::{Millis, StoreError};

/// How long to wait for a server that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Files of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Databases {
    /// The study database.
    pub study: PathBuf,
    /// The analytics database; it may not exist.
    pub analytics: PathBuf,
}

/// The database files of a URL; none for PostgreSQL.
pub fn databases(study_url: &str) -> Option<Databases> {
    let file = |url: &str| url.strip_prefix("sqlite:").map(PathBuf::from);
    Some(Databases { study: file(study_url)?, analytics: file(&analytics_url(study_url))? })
}

/// The contents of a database file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Rows by table.
    pub rows: BTreeMap<String, i64>,
    /// The newest time in it, if it is a study database.
    pub newest: Option<Millis>,
}

impl Contents {
    /// The number of rows of a table; 0 if it does not exist.
    pub fn count(&self, table: &str) -> i64 {
        self.rows.get(table).copied().unwrap_or(0)
    }
}

/// Writes a consistent copy to a new file, and waits until it is durable. It does not block writers, and contains no
/// erased data: free pages are not copied.
pub async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let (from, to) = (from.to_owned(), to.to_owned());
    blocking(move || {
        let target = to.to_str().ok_or_else(|| StoreError::Internal("the file's name is not Unicode".into()))?;
        let connection = visit(&from, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.execute("vacuum into ?1", [target]).map_err(|e| StoreError::sqlite("copy the database", &e))?;
        sync(&to)
    })
    .await
}

/// Checks every page, index and reference of a database file, and counts its rows.
pub async fn check(file: &Path) -> Result<Contents, StoreError> {
    let file = file.to_owned();
    blocking(move || {
        let connection = visit(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let fail = |e: rusqlite::Error| StoreError::sqlite("check the database", &e);
        let damage: String = connection.query_row("pragma integrity_check(1)", [], |row| row.get(0)).map_err(fail)?;
        if damage != "ok" {
            return Err(StoreError::Damaged(format!("{}: {damage}", file.display())));
        }
        let dangling = connection.prepare("pragma foreign_key_check").and_then(|mut check| check.exists([]));
        if dangling.map_err(fail)? {
            return Err(StoreError::Damaged(format!("{} has rows that refer to nothing", file.display())));
        }
        contents(&connection).map_err(fail)
    })
    .await
}

fn contents(connection: &Connection) -> rusqlite::Result<Contents> {
    let mut tables = connection.prepare("select name from sqlite_schema where type = 'table' order by name")?;
    let names = tables.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()?;
    let mut rows = BTreeMap::new();
    for name in names {
        let count = connection.query_row(&format!("select count(*) from \"{name}\""), [], |row| row.get(0))?;
        rows.insert(name, count);
    }
    let newest = if rows.contains_key("progress") {
        connection.query_row(include_str!("../sql/meta/newest.sql"), [], |row| row.get(0))?
    } else {
        None
    };
    Ok(Contents { rows, newest })
}

/// Checkpoints the write-ahead log of a database that is not in use, so that it is one file. Fails if another process
/// has it open; false if the database is too damaged.
pub async fn settle(file: &Path) -> Result<bool, StoreError> {
    match journal(file, "delete").await {
        Ok(()) => Ok(true),
        Err(StoreError::Damaged(_) | StoreError::Internal(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Prepares a copy for a server, and waits until it is durable.
pub async fn make_ready(file: &Path) -> Result<(), StoreError> {
    journal(file, "wal").await?;
    let file = file.to_owned();
    blocking(move || sync(&file)).await
}

async fn journal(file: &Path, mode: &'static str) -> Result<(), StoreError> {
    let file = file.to_owned();
    blocking(move || {
        let fail = |e: rusqlite::Error| StoreError::sqlite("journal mode", &e);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&file, flags).map_err(fail)?;
        connection.busy_timeout(Duration::from_millis(500)).map_err(fail)?;
        let set = connection.pragma_update_and_check(None, "journal_mode", mode, |row| row.get::<_, String>(0));
        match set.map_err(fail)? {
            now if now == mode => Ok(()),
            now => Err(StoreError::Unavailable(format!("{}: the journal stays '{now}'", file.display()))),
        }
    })
    .await
}

/// A connection that does not change the database's settings and log.
fn visit(file: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    let fail = |e: rusqlite::Error| StoreError::Unavailable(format!("can't open {}: {e}", file.display()));
    let connection = Connection::open_with_flags(file, access | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(fail)?;
    connection.busy_timeout(PATIENCE).map_err(fail)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(fail)?;
    Ok(connection)
}

fn sync(file: &Path) -> Result<(), StoreError> {
    let synced = File::open(file).and_then(|file| file.sync_all());
    synced.map_err(|e| StoreError::Unavailable(format!("{} can't be synced to disk: {e}", file.display())))
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|e| StoreError::Internal(format!("a thread ended: {e}")))?
}
