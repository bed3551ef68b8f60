//! SQLite: connections, and statements that are reset when they return.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{CachedStatement, Connection, OpenFlags};

use super::Options;
use super::row::{Param, Row};
use crate::StoreError;
use crate::statement::Statement;

/// More than the number of statements, so that all stay prepared.
const PREPARED: usize = 256;

/// Opens (and creates) the database. With `synchronous=FULL`, a commit survives a power cut; with a lower setting, it
/// does not in WAL mode.
pub(super) fn open(path: &Path, options: &Options) -> Result<Connection, StoreError> {
    let fail = |e: rusqlite::Error| {
        let shown = path.display();
        match StoreError::sqlite(&format!("can't open {shown}"), &e) {
            damaged @ StoreError::Damaged(_) => damaged,
            _ if options.visiting && !path.exists() => StoreError::Unavailable(format!("there is no file {shown}")),
            _ if options.visiting => StoreError::Unavailable(format!("can't open {shown}: {e}")),
            _ => StoreError::Unavailable(format!("can't open {shown}: {e} (is the folder there and writable?)")),
        }
    };
    let create = if options.visiting { OpenFlags::empty() } else { OpenFlags::SQLITE_OPEN_CREATE };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
    let connection = Connection::open_with_flags(path, flags).map_err(fail)?;
    connection.busy_timeout(options.busy_timeout).map_err(fail)?;
    check_writable(&connection, path)?;
    // Otherwise SQLite reads the bound values of some statements and plans them again at every call: authenticating a
    // caller would cost more than the rest of the call.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(fail)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    if options.visiting {
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(fail)?;
        connection
            .execute_batch("pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on")
            .map_err(fail)?;
        return Ok(connection);
    }
    connection
        .execute_batch(
            "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on;
             pragma journal_size_limit = 67108864;",
        )
        .map_err(fail)?;
    check_durable(&connection, path)?;
    if !options.durable {
        connection.pragma_update(None, "synchronous", "normal").map_err(fail)?;
    }
    if let Some(pages) = options.max_pages {
        connection.pragma_update(None, "max_page_count", pages).map_err(fail)?;
    }
    Ok(connection)
}

/// SQLite opens a read-only file without an error, and fails at the first write.
fn check_writable(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    match connection.is_readonly("main") {
        Ok(false) => Ok(()),
        _ => Err(StoreError::Unavailable(format!(
            "{} can't be written to; does it belong to the user that runs this program, and is it on a writable disk?",
            path.display()
        ))),
    }
}

/// SQLite silently ignores a setting that the file system does not support.
fn check_durable(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let journal = connection.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0));
    let synchronous = connection.pragma_query_value(None, "synchronous", |row| row.get::<_, i64>(0));
    let keys = connection.pragma_query_value(None, "foreign_keys", |row| row.get::<_, i64>(0));
    match (journal.as_deref(), synchronous, keys) {
        (Ok("wal"), Ok(2), Ok(1)) => Ok(()),
        settings => Err(StoreError::Unavailable(format!(
            "{} is on a file system that SQLite can't store durably on ({settings:?})",
            path.display()
        ))),
    }
}

/// A connection that can't write.
pub(super) fn open_reader(path: &Path, options: &Options) -> Result<Connection, StoreError> {
    let connection = open(path, options)?;
    connection.pragma_update(None, "query_only", true).map_err(|e| StoreError::sqlite("open a reader", &e))?;
    Ok(connection)
}

/// Gives back the pages and statements that a connection keeps. It reads and prepares them again as it needs them.
pub(super) fn release_memory(connection: &Connection) -> Result<(), StoreError> {
    connection.flush_prepared_statement_cache();
    connection.execute_batch("pragma shrink_memory").map_err(|e| StoreError::sqlite("release memory", &e))
}

/// Checkpoints the write-ahead log, so that a stopped server leaves one file.
pub(super) fn checkpoint(connection: &Connection) {
    if connection.db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE).unwrap_or(false) {
        return;
    }
    let _ = connection.busy_timeout(Duration::from_millis(100));
    if let Err(error) = connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())) {
        tracing::warn!(%error, "the checkpoint failed and will be repeated at the next start");
    }
}

/// Copies the write-ahead log into the database and empties it, so that nothing that was deleted stays on the disk.
/// Returns false if a reader still needs the log.
pub(super) fn empty_log(connection: &Connection, usual: Duration) -> bool {
    let _ = connection.busy_timeout(Duration::from_millis(50));
    let is_busy = connection.query_row("pragma wal_checkpoint(truncate)", [], |row| row.get::<_, bool>(0));
    let _ = connection.busy_timeout(usual);
    match is_busy {
        Ok(is_busy) => !is_busy,
        Err(error) => {
            tracing::warn!(%error, "the write-ahead log could not be emptied; it will be tried again");
            false
        }
    }
}

pub(super) fn execute(connection: &Connection, statement: Statement, params: &[Param<'_>]) -> Result<u64, StoreError> {
    let mut prepared = prepare(connection, statement, params)?;
    let changed = prepared.raw_execute().map_err(|e| StoreError::sqlite(statement.name, &e))?;
    Ok(changed as u64)
}

pub(super) fn optional<T>(
    connection: &Connection,
    statement: Statement,
    params: &[Param<'_>],
    read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    let mut prepared = prepare(connection, statement, params)?;
    let mut rows = prepared.raw_query();
    let first = match rows.next().map_err(|e| StoreError::sqlite(statement.name, &e))? {
        Some(row) => read(&Row::sqlite(statement, row))?,
        None => return Ok(None),
    };
    // A statement has written everything only after it was stepped to its end.
    rows.next().map_err(|e| StoreError::sqlite(statement.name, &e))?;
    Ok(Some(first))
}

pub(super) fn all<T>(
    connection: &Connection,
    statement: Statement,
    params: &[Param<'_>],
    read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let mut found = Vec::new();
    each(connection, statement, params, |row| {
        found.push(read(row)?);
        Ok::<_, StoreError>(())
    })?;
    Ok(found)
}

/// Passes the rows one by one.
pub(super) fn each<E: From<StoreError>>(
    connection: &Connection,
    statement: Statement,
    params: &[Param<'_>],
    mut take: impl FnMut(&Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut prepared = prepare(connection, statement, params)?;
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next().map_err(|e| StoreError::sqlite(statement.name, &e))? {
        take(&Row::sqlite(statement, row))?;
    }
    Ok(())
}

/// For SQLite, `$3` is a name, numbered by its first appearance. Bound by position, values would be swapped.
fn prepare<'c>(
    connection: &'c Connection,
    statement: Statement,
    params: &[Param<'_>],
) -> Result<CachedStatement<'c>, StoreError> {
    let fail = |e: rusqlite::Error| StoreError::sqlite(statement.name, &e);
    let mut prepared = connection.prepare_cached(statement.text).map_err(fail)?;
    for position in 1..=prepared.parameter_count() {
        let number = prepared.parameter_name(position).and_then(|name| name[1..].parse::<usize>().ok());
        let param = number.and_then(|number| params.get(number.checked_sub(1)?));
        let param = param.ok_or_else(|| StoreError::Internal(format!("{}: a parameter is missing", statement.name)))?;
        prepared.raw_bind_parameter(position, param).map_err(fail)?;
    }
    Ok(prepared)
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;
    use crate::statement::sql;

    #[test]
    fn a_read_only_file_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        check_writable(&open(&path, &Options::default()).unwrap(), &path).unwrap();
        let reading = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let refused = check_writable(&reading, &path).unwrap_err().to_string();
        assert!(refused.contains("test.db can't be written to"), "{refused}");
    }

    #[tokio::test]
    async fn a_statement_is_planned_once_whatever_is_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let options = Options::default();
        let store = crate::Store::open(&format!("sqlite:{}", path.display()), options.clone()).await.unwrap();
        store.migrate().await.unwrap();
        for options in [Options { visiting: true, ..options.clone() }, options] {
            let connection = open_reader(&path, &options).unwrap();
            for now in 1..=5_i64 {
                let bound = crate::engine::bind![&[0_u8; 32], now];
                assert_eq!(optional(&connection, sql!("session/authenticate"), &bound, |_| Ok(())), Ok(None));
            }
            let statement = connection.prepare_cached(sql!("session/authenticate").text).unwrap();
            let planned_anew = statement.get_status(StatementStatus::RePrepare);
            assert_eq!(planned_anew, 0, "{options:?}");
        }
    }

    /// Statements and pages are forgotten, and nothing else: a transaction that is open goes on.
    #[test]
    fn memory_is_released_and_the_connection_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let connection = open(&folder.path().join("test.db"), &Options::default()).unwrap();
        connection.execute_batch("create table t (x); begin immediate; insert into t values (7)").unwrap();
        let read = || {
            let mut statement = connection.prepare_cached("select x from t").unwrap();
            let found: i64 = statement.query_row([], |row| row.get(0)).unwrap();
            (found, statement.get_status(StatementStatus::Run))
        };
        assert_eq!((read(), read()), ((7, 1), (7, 2)));
        release_memory(&connection).unwrap();
        assert_eq!(read(), (7, 1));
        connection.execute_batch("commit").unwrap();
        assert_eq!(read(), (7, 2));
    }
}
