//! The error of the crate, with a variant for each case that callers distinguish.

use rusqlite::ffi;

/// An error of the database. Nothing of the closure is stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database can't be reached or is busy for too long. Retry later.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// The disk is full. Reads still work, and writes work again once there is space.
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
    /// SQLite or PostgreSQL can't read its data. A backup must be restored.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The same for the analytics database. A backup must not be restored for it, because that would replace the
    /// study's database too.
    #[error(
        "the analytics database '{file}' is damaged; answers are not affected. To collect usage events again, stop \
         the server, move it away and start the server ({why})"
    )]
    DamagedAnalytics {
        /// The file; on PostgreSQL the schema.
        file: String,
        /// The damage.
        why: String,
    },
    /// The schedule comes from another allocation seed than this server's.
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
    /// An error in this program.
    #[error("the database rejected the statement: {0}")]
    Internal(String),
}

impl StoreError {
    /// What is damaged, if the error is damage to the database. Then neither a retry nor another server helps.
    pub fn damage(&self) -> Option<String> {
        match self {
            Self::Damaged(what) => Some(what.clone()),
            Self::Corrupt { .. } => Some(self.to_string()),
            _ => None,
        }
    }

    /// The same error for the analytics database with this file.
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
                // `Protocol`: a connection that is closed while it is opened looks like an invalid reply.
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
            // connection, resources, operator, read-only after a failover, serialization failures, wrong password or
            // database
            ("08" | "53" | "57" | "40" | "28" | "3D", _) | (_, "25006" | "55P03") => Self::Unavailable(text),
            _ => Self::Internal(text),
        }
    }
}

/// SQLite's extended codes for a disk that can't read (`EIO` and the like) and for a wrong checksum.
const UNREADABLE: [i32; 2] = [ffi::SQLITE_IOERR_CORRUPTFS, ffi::SQLITE_IOERR_DATA];

/// Whether a concurrent transaction came first, so that the closure can run again: a serialization failure, a deadlock,
/// or a row that another row refers to and that was deleted meanwhile (an erasure).
pub(crate) fn is_conflict(error: &sqlx::Error) -> bool {
    matches!(postgres_code(error).as_deref(), Some("40001" | "40P01" | "23503"))
}

/// The SQLSTATE of the error, if any.
pub(crate) fn postgres_code(error: &sqlx::Error) -> Option<String> {
    let code = error.as_database_error()?.code()?.into_owned();
    (code.len() == 5).then_some(code)
}
