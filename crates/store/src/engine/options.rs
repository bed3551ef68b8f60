//! Which database, and how it is opened.

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

/// What a database is for, which decides what helps if it is damaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// The study: a backup is restored.
    #[default]
    Study,
    /// Usage analytics: the study goes on without them.
    Analytics,
}

/// How to open a database. The defaults suit everything but tests.
#[derive(Clone, Debug)]
pub struct Options {
    /// SQLite: connections for reading.
    pub readers: usize,
    /// SQLite: how long to wait for another process that writes.
    pub busy_timeout: Duration,
    /// SQLite: upper limit of the file's pages, to rehearse a full disk.
    pub max_pages: Option<i64>,
    /// PostgreSQL: upper limit of connections.
    pub connections: u32,
    /// PostgreSQL: how long to wait for a connection.
    pub acquire_timeout: Duration,
    /// PostgreSQL: how long one statement may take. Twice as long is waited for any answer, a commit's included.
    pub statement_timeout: Duration,
    /// PostgreSQL: the schema to work in, if it is not the usual one.
    pub schema: Option<&'static str>,
    /// Whether a commit waits for the disk. Without it the last moments before a power cut may be lost,
    /// the database stays whole, and nobody else waits for the disk because of it.
    pub durable: bool,
    /// The database is another process's: it is not created, its settings and its log are left as they are.
    pub visiting: bool,
    /// What is in it.
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
