//! One moment of the database, for reading at length.

use futures_util::TryStreamExt as _;
use rusqlite::Connection;
use sqlx::Postgres;

use super::row::{Param, Row};
use super::{Kind, Store, postgres, sqlite};
use crate::StoreError;
use crate::statement::Statement;

/// The database as it was when this was made; what is written later does not show. On a connection of its
/// own, so that nobody waits for it. On SQLite a read keeps its thread busy: use it where that may wait.
pub struct Snapshot(Link);

enum Link {
    Sqlite(Connection),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Store {
    /// The database as it is now, until the snapshot is dropped.
    pub async fn snapshot(&self) -> Result<Snapshot, StoreError> {
        match &self.0 {
            Kind::Sqlite(store) => {
                let connection = sqlite::open_reader(&store.path, &store.options)?;
                // The first read is the moment; `begin` alone is not.
                let begun = connection.execute_batch("begin; select count(*) from sqlite_schema;");
                begun.map_err(|e| StoreError::sqlite("snapshot", &e))?;
                Ok(Snapshot(Link::Sqlite(connection)))
            }
            Kind::Postgres(pool) => {
                let fail = |e: sqlx::Error| StoreError::postgres("snapshot", &e);
                let mut tx = (**pool).begin().await.map_err(fail)?;
                // A whole table takes longer than a participant would wait, and writing files idles.
                let begun = sqlx::raw_sql(
                    "set transaction isolation level repeatable read, read only; \
                     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; \
                     select 1",
                );
                begun.execute(&mut *tx).await.map_err(fail)?;
                Ok(Snapshot(Link::Postgres(tx)))
            }
        }
    }
}

impl Snapshot {
    /// Hands over the rows one by one; memory does not grow with their number.
    pub(crate) async fn each<E: From<StoreError>>(
        &mut self,
        statement: Statement,
        params: &[Param<'_>],
        mut take: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match &mut self.0 {
            Link::Sqlite(connection) => sqlite::each(connection, statement, params, |row| take(row)),
            Link::Postgres(tx) => {
                let mut rows = postgres::query(statement, params).fetch(&mut **tx);
                let fail = |e: sqlx::Error| E::from(StoreError::postgres(statement.name, &e));
                while let Some(row) = rows.try_next().await.map_err(fail)? {
                    take(&Row::postgres(&row))?;
                }
                Ok(())
            }
        }
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
