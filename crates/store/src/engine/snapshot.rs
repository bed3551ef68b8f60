//! A snapshot of the database for long reads.

use futures_util::TryStreamExt as _;
use rusqlite::Connection;
use sqlx::Postgres;

use super::damage::Damage;
use super::row::{Param, Row};
use super::{Kind, Store, postgres, sqlite};
use crate::StoreError;
use crate::statement::Statement;

/// The database at the moment when this was created. It uses a separate connection, so that other calls don't wait. On
/// SQLite, a read blocks its thread.
pub struct Snapshot(Link, Damage);

/// Why reading ended early.
enum Ended<E> {
    Database(StoreError),
    Taker(E),
}

impl<E> From<StoreError> for Ended<E> {
    fn from(error: StoreError) -> Self {
        Self::Database(error)
    }
}

enum Link {
    Sqlite(Connection),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Store {
    /// A snapshot of the current database.
    pub async fn snapshot(&self) -> Result<Snapshot, StoreError> {
        match &self.0 {
            Kind::Sqlite(store) => {
                let connection = sqlite::open_reader(&store.path, &store.options).map_err(|e| self.1.noted(e))?;
                // The first read defines the snapshot, not `begin`.
                let begun = connection.execute_batch("begin; select count(*) from sqlite_schema;");
                begun.map_err(|e| self.1.noted(StoreError::sqlite("snapshot", &e)))?;
                Ok(Snapshot(Link::Sqlite(connection), self.1.clone()))
            }
            Kind::Postgres(pool) => {
                let fail = |e: sqlx::Error| self.1.noted(StoreError::postgres("snapshot", &e));
                let mut tx = (**pool).begin().await.map_err(fail)?;
                // Reading a whole table takes longer than a participant would wait, and the connection is idle while
                // files are written.
                let begun = sqlx::raw_sql(
                    "set transaction isolation level repeatable read, read only; \
                     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; \
                     select 1",
                );
                begun.execute(&mut *tx).await.map_err(fail)?;
                Ok(Snapshot(Link::Postgres(tx), self.1.clone()))
            }
        }
    }
}

impl Snapshot {
    /// Passes the rows one by one; memory does not grow with their number.
    pub(crate) async fn each<E: From<StoreError>>(
        &mut self,
        statement: Statement,
        params: &[Param<'_>],
        mut take: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut take = |row: &Row<'_>| take(row).map_err(Ended::Taker);
        let read = match &mut self.0 {
            Link::Sqlite(connection) => sqlite::each(connection, statement, params, take),
            Link::Postgres(tx) => {
                let mut rows = postgres::query(statement, params).fetch(&mut **tx);
                loop {
                    match rows.try_next().await {
                        Ok(Some(row)) => {
                            if let ended @ Err(_) = take(&Row::postgres(statement, &row)) {
                                break ended;
                            }
                        }
                        Ok(None) => break Ok(()),
                        Err(error) => break Err(StoreError::postgres(statement.name, &error).into()),
                    }
                }
            }
        };
        read.map_err(|ended| match ended {
            Ended::Database(error) => self.1.noted(error).into(),
            Ended::Taker(error) => error,
        })
    }

    /// All rows of a small result.
    pub(crate) async fn all<T>(
        &mut self,
        statement: Statement,
        params: &[Param<'_>],
        read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        let take = |row: &Row<'_>| {
            found.push(read(row)?);
            Ok::<_, StoreError>(())
        };
        self.each(statement, params, take).await?;
        Ok(found)
    }
}
