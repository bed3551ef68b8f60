//! Options for opening a database.

use std::time::Duration;

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// One file, one server.
    Sqlite,
    /// Several servers may share it.
    Postgres,
}

impl Engine {
    /// The engine that a database URL names.
    pub fn of(url: &str) -> Self {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") { Self::Postgres } else { Self::Sqlite }
    }
}

/// The purpose of a database, which determines the remedy for damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// The study. Remedy: restore a backup.
    #[default]
    Study,
    /// Usage analytics. The study continues without them.
    Analytics,
    /// The installation: its studies and their people. Remedy: restore a backup.
    Control,
}

/// Options for opening a database. Only tests need other values than the defaults.
#[derive(Clone, Debug)]
pub struct Options {
    /// SQLite: connections for reading.
    pub readers: usize,
    /// SQLite: how long to wait for another process that writes.
    pub busy_timeout: Duration,
    /// SQLite: maximum number of pages of the file, to simulate a full disk.
    pub max_pages: Option<i64>,
    /// PostgreSQL: maximum number of connections.
    pub connections: u32,
    /// PostgreSQL: how long to wait for a connection.
    pub acquire_timeout: Duration,
    /// PostgreSQL: time limit of a statement. Every call, including a commit, is cancelled after twice this time.
    pub statement_timeout: Duration,
    /// PostgreSQL: the schema, if it is not the default.
    pub schema: Option<String>,
    /// Whether a commit waits for the disk. Without it, a power cut can lose the last moments, but the database stays
    /// consistent, and commits do not wait for the disk.
    pub durable: bool,
    /// Whether another process uses the database: it is not created, and its settings and log are not changed.
    pub visiting: bool,
    /// The purpose of the database.
    pub purpose: Purpose,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            readers: 2,
            busy_timeout: Duration::from_secs(5),
            max_pages: None,
            connections: 16,
            acquire_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(5),
            schema: None,
            durable: true,
            visiting: false,
            purpose: Purpose::Study,
        }
    }
}
