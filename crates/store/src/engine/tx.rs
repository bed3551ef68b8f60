//! The transaction that a write closure sees, and the statements on it.

use std::borrow::Cow;

use rusqlite::Connection;
use sqlx::AssertSqlSafe;

use super::connection::{PooledConnection, within};
use super::damage::Damage;
use super::row::{Param, Row};
use super::{postgres, sqlite};
use crate::StoreError;
use crate::error::is_conflict;
use crate::statement::Statement;

/// A transaction. After the first failed statement it is invalid: the write queue rejects the closure even if it hides
/// the error, because PostgreSQL would turn the commit into a rollback.
pub struct Tx {
    pub(super) link: Link,
    /// The first error of a statement.
    pub(super) failed: Option<StoreError>,
    /// Whether a concurrent transaction came first, so that the closure can run again.
    pub(super) conflict: bool,
    /// Whether personal data were deleted or replaced ([`Tx::erases`]).
    pub(super) erases: bool,
    damage: Damage,
}

pub(super) enum Link {
    Sqlite(Connection),
    Postgres(PooledConnection),
}

impl Tx {
    pub(super) fn new(link: Link, damage: Damage) -> Self {
        Self { link, failed: None, conflict: false, erases: false, damage }
    }

    /// Gives back the memory that the connection keeps ([`super::Store::release_memory`]).
    pub(super) fn release_memory(&self) -> Result<(), StoreError> {
        match &self.link {
            Link::Sqlite(connection) => sqlite::release_memory(connection),
            Link::Postgres(_) => Ok(()),
        }
    }

    /// Runs a statement; the number of rows that it changed.
    pub(crate) async fn execute(&mut self, statement: Statement, params: &[Param<'_>]) -> Result<u64, StoreError> {
        let result = match &mut self.link {
            Link::Sqlite(connection) => sqlite::execute(connection, statement, params),
            Link::Postgres(tx) => match within(tx.limit(), postgres::query(statement, params).execute(&mut **tx)).await
            {
                Ok(done) => Ok(done.rows_affected()),
                Err(error) => Err(self.postgres_failed(statement, &error)),
            },
        };
        self.noted(result)
    }

    /// Runs a statement; its first row.
    pub(crate) async fn optional<T>(
        &mut self,
        statement: Statement,
        params: &[Param<'_>],
        read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let result = match &mut self.link {
            Link::Sqlite(connection) => sqlite::optional(connection, statement, params, read),
            Link::Postgres(tx) => {
                match within(tx.limit(), postgres::query(statement, params).fetch_optional(&mut **tx)).await {
                    Ok(row) => row.map(|row| read(&Row::postgres(statement, &row))).transpose(),
                    Err(error) => Err(self.postgres_failed(statement, &error)),
                }
            }
        };
        self.noted(result)
    }

    /// Runs a statement; all its rows.
    pub(crate) async fn all<T>(
        &mut self,
        statement: Statement,
        params: &[Param<'_>],
        read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let result = match &mut self.link {
            Link::Sqlite(connection) => sqlite::all(connection, statement, params, read),
            Link::Postgres(tx) => {
                match within(tx.limit(), postgres::query(statement, params).fetch_all(&mut **tx)).await {
                    Ok(rows) => rows.iter().map(|row| read(&Row::postgres(statement, row))).collect(),
                    Err(error) => Err(self.postgres_failed(statement, &error)),
                }
            }
        };
        self.noted(result)
    }

    /// Runs statements without parameters: migrations. The text must not contain anything that a user has typed.
    pub(crate) async fn script(&mut self, text: impl Into<Cow<'static, str>>) -> Result<(), StoreError> {
        let text = text.into();
        let result = match &mut self.link {
            Link::Sqlite(connection) => {
                connection.execute_batch(&text).map_err(|e| StoreError::sqlite("migration", &e))
            }
            Link::Postgres(tx) => {
                let done = sqlx::raw_sql(AssertSqlSafe(text.into_owned())).execute(&mut **tx).await;
                done.map(|_| ()).map_err(|e| StoreError::postgres("migration", &e))
            }
        };
        self.noted(result)
    }

    /// Reports that a concurrent transaction came first between two statements. Return this error, and the write queue
    /// runs the closure again. Never happens on SQLite, which has one writer.
    pub(crate) fn conflict(&mut self, what: &str) -> StoreError {
        self.conflict = true;
        StoreError::Unavailable(format!("{what}: others were first, too often"))
    }

    /// Reports that personal data were deleted or replaced. On SQLite, the write-ahead log still has them: the write
    /// queue empties it after the commit.
    pub(crate) fn erases(&mut self) {
        self.erases = true;
    }

    fn postgres_failed(&mut self, statement: Statement, error: &sqlx::Error) -> StoreError {
        self.conflict |= is_conflict(error);
        StoreError::postgres(statement.name, error)
    }

    fn noted<T>(&mut self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        let result = result.map_err(|error| self.damage.noted(error));
        if let Err(error) = &result {
            self.failed.get_or_insert_with(|| error.clone());
        }
        result
    }
}
