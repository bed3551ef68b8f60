//! One error for the whole crate. What the caller has to distinguish is a variant.

use rusqlite::ffi;

/// Why the database did not do what it was asked. Nothing of the closure is stored then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database can't be reached or is busy for too long: try again later.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// No room on the disk. Reading still works, and writing does again once there is room.
    #[error("the database has no room left: {0}")]
    Full(String),
    /// A stored value is not what this program writes.
    #[error("{table}.{column} of row {row} is damaged: {why}")]
    Corrupt {
        /// Table.
        table: &'static str,
        /// Column.
        column: &'static str,
        /// Key of the row.
        row: String,
        /// What is wrong with the value.
        why: String,
    },
    /// SQLite or PostgreSQL can't read what it has stored. It stays so until a backup is restored.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The same of the analytics' own database. Nobody needs a backup for it: that would replace the study's database
    /// too.
    #[error(
        "the analytics database '{file}' is damaged; answers are not affected. To collect usage events again, stop \
         the server, move it away and start the server ({why})"
    )]
    DamagedAnalytics {
        /// Its file; on PostgreSQL its schema.
        file: String,
        /// What was found.
        why: String,
    },
    /// The schedule was made from another allocation seed than this server has.
    #[error("the schedule of study '{study}' was made from another allocation seed than this server's")]
    OtherSeed {
        /// The study's id.
        study: String,
    },
    /// The database was written by a newer version of this program.
    #[error("the database has schema {found}, and this program supports schemas up to {known}: use the newer program")]
    Newer {
        /// Schema of the database.
        found: i64,
        /// Newest schema that this program knows.
        known: i64,
    },
    /// A mistake in this program.
    #[error("the database rejected the statement: {0}")]
    Internal(String),
}

impl StoreError {
    /// What is damaged, if the error is damage to the database: neither another try nor another server helps.
    pub fn damage(&self) -> Option<String> {
        match self {
            Self::Damaged(what) => Some(what.clone()),
            Self::Corrupt { .. } => Some(self.to_string()),
            _ => None,
        }
    }

    /// The error, met in the analytics' database with this file.
    #[must_use]
    pub fn of_analytics(self, file: &str) -> Self {
        match self.damage() {
            Some(why) => Self::DamagedAnalytics { file: file.to_owned(), why },
            None => self,
        }
    }

    /// An error of SQLite while doing `what` (the name of a statement, or a step of the engine).
    pub(crate) fn sqlite(what: &str, error: &rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        let text = format!("{what}: {error}");
        if matches!(error.sqlite_error(), Some(error) if UNREADABLE.contains(&error.extended_code)) {
            return Self::Damaged(text);
        }
        match error.sqlite_error_code() {
            Some(Code::DiskFull) => Self::Full(text),
            Some(Code::DatabaseCorrupt | Code::NotADatabase) => Self::Damaged(text),
            Some(
                Code::DatabaseBusy
                | Code::DatabaseLocked
                | Code::CannotOpen
                | Code::ReadOnly
                | Code::PermissionDenied
                | Code::SystemIoFailure,
            ) => Self::Unavailable(text),
            _ => Self::Internal(text),
        }
    }

    /// An error of PostgreSQL while doing `what`.
    pub(crate) fn postgres(what: &str, error: &sqlx::Error) -> Self {
        let text = format!("{what}: {error}");
        let Some(code) = postgres_code(error) else {
            return match error {
                // `Protocol`: a connection that was closed while it was made looks like a reply that makes no sense.
                sqlx::Error::Io(_)
                | sqlx::Error::Protocol(_)
                | sqlx::Error::Tls(_)
                | sqlx::Error::PoolTimedOut
                | sqlx::Error::PoolClosed
                | sqlx::Error::WorkerCrashed => Self::Unavailable(text),
                _ => Self::Internal(text),
            };
        };
        match (&code[..2], code.as_str()) {
            (_, "53100") => Self::Full(text),
            // Internal errors, damaged data and indexes among them; a file that is missing or can't be read.
            ("XX", _) | (_, "58030" | "58P01") => Self::Damaged(text),
            // connection, resources, operator, read-only after a failover, lost races, wrong password or database
            ("08" | "53" | "57" | "40" | "28" | "3D", _) | (_, "25006" | "55P03") => Self::Unavailable(text),
            _ => Self::Internal(text),
        }
    }
}

/// SQLite's extended codes for a disk that can't read (`EIO` and the like) and for a wrong checksum.
const UNREADABLE: [i32; 2] = [ffi::SQLITE_IOERR_CORRUPTFS, ffi::SQLITE_IOERR_DATA];

/// Whether another transaction was first, so that running the closure again will help: a serialization failure, a
/// deadlock, or a row that another row refers to and that was deleted meanwhile (an erasure).
pub(crate) fn is_conflict(error: &sqlx::Error) -> bool {
    matches!(postgres_code(error).as_deref(), Some("40001" | "40P01" | "23503"))
}

/// SQLSTATE, if the server said one.
pub(crate) fn postgres_code(error: &sqlx::Error) -> Option<String> {
    let code = error.as_database_error()?.code()?.into_owned();
    (code.len() == 5).then_some(code)
}
