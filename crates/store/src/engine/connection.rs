//! The connections of PostgreSQL's pool, each with a deadline: the server's timeouts end slow statements, but do not
//! arrive if its machine or the network fails.

use std::io::{Error, ErrorKind};
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Postgres};
use tokio::time::{Instant, sleep};

use super::Options;
use super::postgres::query;
use super::row::Param;
use crate::error::postgres_code;
use crate::statement::Statement;

/// A commit waits for the standby without the statement's timeout: PostgreSQL would answer that timeout with *success*
/// and a warning ("canceling wait for synchronous replication"), and an answer would be acknowledged that the standby
/// does not have. Our deadline ends the wait instead; then it is unknown whether the commit is stored.
const COMMIT: &str = "set local statement_timeout = 0; commit";

/// The pause before a new connection is tried again.
const PAUSE: Duration = Duration::from_millis(100);

/// The pool.
#[derive(Clone)]
pub(super) struct Pool {
    all: PgPool,
    limit: Duration,
    patience: Duration,
    connections: u32,
}

impl Pool {
    pub(super) fn new(all: PgPool, options: &Options) -> Self {
        let (limit, patience) = (2 * options.statement_timeout, options.acquire_timeout);
        Self { all, limit, patience, connections: options.connections }
    }

    /// After a restart of the database, every connection of the pool may be broken, and each fails once.
    pub(super) fn tries(&self) -> u32 {
        self.connections + 1
    }

    /// A connection, as soon as one is free. While a standby takes over, a proxy in front of the database accepts
    /// connections and breaks them; the pool retries only refused connections.
    pub(super) async fn connect(&self) -> sqlx::Result<PooledConnection> {
        let until = Instant::now() + self.patience;
        loop {
            match self.all.acquire().await {
                Ok(connection) => {
                    return Ok(PooledConnection { connection: Some(connection), limit: self.limit, idle: false });
                }
                Err(sqlx::Error::Io(_) | sqlx::Error::Protocol(_)) if Instant::now() < until => sleep(PAUSE).await,
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads rows; retries over another connection if this one broke.
    pub(super) async fn rows(&self, statement: Statement, params: &[Param<'_>]) -> sqlx::Result<Vec<PgRow>> {
        let mut tries = self.tries();
        loop {
            let mut connection = self.connect().await?;
            let rows = within(connection.limit, query(statement, params).fetch_all(&mut *connection)).await;
            tries -= 1;
            match rows {
                Err(error) if is_broken(&error) && tries > 0 => {}
                rows => {
                    connection.idle = rows.as_ref().err().is_none_or(is_answer);
                    return rows;
                }
            }
        }
    }
}

impl Deref for Pool {
    type Target = PgPool;

    fn deref(&self) -> &PgPool {
        &self.all
    }
}

/// A connection of the pool. It returns to the pool only if it is known to be between transactions. Otherwise its
/// socket is closed immediately, which ends the transaction without waiting for the server.
pub(super) struct PooledConnection {
    connection: Option<PoolConnection<Postgres>>,
    limit: Duration,
    idle: bool,
}

impl PooledConnection {
    /// Begins a transaction.
    pub(super) async fn begin(&mut self) -> sqlx::Result<()> {
        self.send("begin").await
    }

    /// Time limit of a call.
    pub(super) fn limit(&self) -> Duration {
        self.limit
    }

    pub(super) async fn commit(mut self) -> sqlx::Result<()> {
        let done = self.send(COMMIT).await;
        // An error reply ends the transaction, too.
        self.idle = done.as_ref().err().is_none_or(is_answer);
        done
    }

    pub(super) async fn rollback(mut self) {
        self.idle = self.send("rollback").await.is_ok();
    }

    async fn send(&mut self, text: &'static str) -> sqlx::Result<()> {
        let limit = self.limit;
        within(limit, sqlx::raw_sql(text).execute(&mut **self)).await.map(|_| ())
    }
}

impl Deref for PooledConnection {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        self.connection.as_ref().expect("the connection is there until this is dropped")
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.connection.as_mut().expect("the connection is there until this is dropped")
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take().filter(|_| !self.idle) {
            drop(connection.detach());
        }
    }
}

/// Waits for the database up to the limit.
pub(super) async fn within<T>(limit: Duration, call: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let late = || sqlx::Error::Io(Error::new(ErrorKind::TimedOut, "no answer in time"));
    tokio::time::timeout(limit, call).await.unwrap_or_else(|_| Err(late()))
}

/// Whether the connection is broken, so that another one may work. A timeout is not retried.
pub(super) fn is_broken(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() != ErrorKind::TimedOut,
        // Errors that PostgreSQL sends before it closes a connection (class 08, 57P).
        _ => postgres_code(error).is_some_and(|code| code.starts_with("08") || code.starts_with("57P")),
    }
}

/// Whether the server replied, even with an error, and the connection is usable.
fn is_answer(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(_)) && !is_broken(error)
}
