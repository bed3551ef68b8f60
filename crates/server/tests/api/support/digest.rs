use std::collections::BTreeMap;

use unmask_store::Engine;
use unmask_store::testing::Database;

/// Every row of every table, as text. Two that are equal mean that nothing was stored in between.
#[derive(Clone, PartialEq, Eq)]
pub struct Digest(BTreeMap<String, Vec<String>>);

/// Counts attempts to sign in, which a rejected attempt changes, too.
const NOT_OF_THE_STUDY: &str = "throttle";

/// Reads a whole database.
pub async fn digest(database: &Database) -> Digest {
    let sqlite = database.engine() == Engine::Sqlite;
    let tables = if sqlite {
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%'"
    } else {
        "select table_name::text from information_schema.tables where table_schema = 'public'"
    };
    let mut rows = BTreeMap::new();
    for table in database.texts(tables).await.into_iter().filter(|table| table != NOT_OF_THE_STUDY) {
        let row = if sqlite {
            let columns = database.texts(&format!("select name from pragma_table_info('{table}')")).await;
            columns.iter().map(|column| format!("quote(\"{column}\")")).collect::<Vec<_>>().join("||' '||")
        } else {
            "t::text".to_owned()
        };
        let content = database.texts(&format!("select {row} from \"{table}\" as t order by 1")).await;
        rows.insert(table, content);
    }
    Digest(rows)
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(table, rows)| (table, rows.len()))).finish()
    }
}

impl Digest {
    /// Asserts that nothing was stored since `before`; names the rows that differ.
    #[track_caller]
    pub fn is_still(&self, before: &Self, when: &str) {
        for (table, rows) in &self.0 {
            let known = before.0.get(table).map_or(&[][..], Vec::as_slice);
            let new: Vec<_> = rows.iter().filter(|row| !known.contains(row)).collect();
            assert!(rows == known, "{when}: {table} was changed: {new:#?}");
        }
    }
}
