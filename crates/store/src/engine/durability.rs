//! The durability settings that the database reports, for each engine.

use std::collections::BTreeMap;

use rusqlite::types::Value;

use super::tx::{Link, Tx};
use super::{Kind, Store};
use crate::StoreError;

const PRAGMAS: [&str; 5] = ["journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync", "foreign_keys"];
/// The values of `pragma synchronous`.
const SYNCHRONOUS: [&str; 4] = ["off", "normal", "full", "extra"];

/// The values of the session, not the server's defaults. Without the privilege to see other sessions, no standby is
/// counted.
const POSTGRES: &str = "select name::text, setting::text from pg_settings where name in ('synchronous_commit',
        'fsync', 'full_page_writes', 'synchronous_standby_names', 'server_version', 'transaction_read_only')
    union all
    select 'synchronous_standbys', count(*)::text from pg_stat_replication where sync_state in ('sync', 'quorum')";

impl Store {
    /// The settings that determine durability, from the connection that writes.
    pub async fn durability(&self) -> Result<BTreeMap<String, String>, StoreError> {
        match &self.0 {
            Kind::Sqlite(_) => self.write(async move |tx: &mut Tx| pragmas(tx)).await,
            Kind::Postgres(pool) => {
                let rows = sqlx::query_as::<_, (String, String)>(POSTGRES).fetch_all(&**pool).await;
                Ok(rows.map_err(|e| StoreError::postgres("durability", &e))?.into_iter().collect())
            }
        }
    }
}

fn pragmas(tx: &Tx) -> Result<BTreeMap<String, String>, StoreError> {
    let mut found = BTreeMap::from([("version".to_owned(), rusqlite::version().to_owned())]);
    let Link::Sqlite(connection) = &tx.link else { return Ok(found) };
    for name in PRAGMAS {
        let value = connection.pragma_query_value(None, name, |row| row.get::<_, Value>(0));
        let value = match value.map_err(|e| StoreError::sqlite(name, &e))? {
            Value::Integer(level) if name == "synchronous" => word(level),
            Value::Integer(0) => "off".into(),
            Value::Integer(1) => "on".into(),
            Value::Text(text) => text,
            other => format!("{other:?}"),
        };
        found.insert(name.to_owned(), value);
    }
    Ok(found)
}

fn word(level: i64) -> String {
    let word = usize::try_from(level).ok().and_then(|level| SYNCHRONOUS.get(level));
    word.map_or_else(|| level.to_string(), |word| (*word).to_owned())
}
