//! Damage to the database. A check after the start, a statement or a stored value can detect it; it is logged once and
//! remembered until the process ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use rusqlite::ErrorCode;

use super::{Engine, Kind, Purpose, Store, sqlite};
use crate::StoreError;

/// The first damage that was found in a database. Cheap to clone.
#[derive(Clone)]
pub(super) struct Damage(Arc<Found>);

struct Found {
    engine: Engine,
    database: String,
    purpose: Purpose,
    first: OnceLock<String>,
}

impl Damage {
    /// No damage yet, for the database with this name.
    pub(super) fn of(engine: Engine, database: impl Into<String>, purpose: Purpose) -> Self {
        Self(Arc::new(Found { engine, database: database.into(), purpose, first: OnceLock::new() }))
    }

    /// Returns the error, and logs the first one that is damage.
    pub(super) fn noted(&self, error: StoreError) -> StoreError {
        let Some(what) = error.damage() else { return error };
        let Found { engine, database, purpose, first } = &*self.0;
        let is_first = first.set(what.clone()).is_ok();
        match purpose {
            Purpose::Study | Purpose::Control => {
                if is_first {
                    tracing::error!(database, damage = what, remedy = engine.remedy(), "the database is damaged");
                }
                error
            }
            Purpose::Analytics => {
                let error = error.of_analytics(database);
                if is_first {
                    tracing::error!("{error}");
                }
                error
            }
        }
    }
}

impl Engine {
    /// The remedy for a damaged study database.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Sqlite => "stop the server, restore the last backup (unmask restore), then run `unmask doctor`",
            Self::Postgres => {
                "stop the servers, restore the last backup with PostgreSQL's own tools (docs/OPERATING.md, \"Backups with \
                 PostgreSQL\"), then run `unmask doctor`"
            }
        }
    }
}

impl Store {
    /// Records damage that a caller found in a stored value, and returns the error.
    pub fn noted(&self, error: StoreError) -> StoreError {
        self.1.noted(error)
    }

    /// The first damage that was found since the database was opened.
    pub fn damage(&self) -> Option<&str> {
        self.1.0.first.get().map(String::as_str)
    }

    /// Checks the structure of every page of an SQLite file, on a separate connection; false if it did not finish
    /// within the limit. It blocks its thread. PostgreSQL has checksums and its own tools.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if a page is damaged.
    pub fn check_pages(&self, limit: Duration) -> Result<bool, StoreError> {
        let Kind::Sqlite(store) = &self.0 else { return Ok(true) };
        let connection = sqlite::open_reader(&store.path, &store.options).map_err(|e| self.1.noted(e))?;
        let interrupt = connection.get_interrupt_handle();
        let (running, ended) = channel::<()>();
        let checked = thread::scope(|scope| {
            scope.spawn(move || {
                let mut wait = limit;
                // An interrupt ends only a running statement, so one may not be enough.
                while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    interrupt.interrupt();
                    wait = Duration::from_millis(10);
                }
            });
            let checked = connection.query_row("pragma quick_check(1)", [], |row| row.get::<_, String>(0));
            drop(running);
            checked
        });
        match checked {
            Ok(found) if found == "ok" => Ok(true),
            Ok(found) => Err(self.1.noted(StoreError::Damaged(found.replace('\n', " ")))),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => Ok(false),
            Err(error) => Err(self.1.noted(StoreError::sqlite("check the pages", &error))),
        }
    }
}
