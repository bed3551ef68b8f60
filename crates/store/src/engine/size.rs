//! The size of a database, for each engine.

use super::{Kind, Store};
use crate::StoreError;

/// Pages in use. Deleted rows leave free pages, which later rows use.
const SQLITE: &str = "select (page_count - freelist_count) * page_size
    from pragma_page_count, pragma_freelist_count, pragma_page_size";
const POSTGRES: &str = "select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'";

impl Store {
    /// Size of the tables of this database (PostgreSQL: of its schema), in bytes.
    pub(crate) async fn size(&self) -> Result<i64, StoreError> {
        match &self.0 {
            Kind::Sqlite(store) => {
                let size = store.reader().query_row(SQLITE, [], |row| row.get(0));
                size.map_err(|e| StoreError::sqlite("size", &e))
            }
            Kind::Postgres(pool) => {
                let size = sqlx::query_scalar(POSTGRES).fetch_one(&**pool).await;
                size.map_err(|e| StoreError::postgres("size", &e))
            }
        }
    }
}
