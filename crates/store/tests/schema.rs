//! One text for two engines: every statement prepares on both, and both schemas are equal.
#![expect(clippy::unwrap_used, reason = "a test that can not go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use unmask_store::statement::{ALL, ANALYTICS, CONTROL, Statement};
use unmask_store::testing::{self, Database};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

fn names(folder: &str) -> BTreeSet<String> {
    let (folder, mut found) = (root().join(folder), Vec::new());
    files(&folder, &mut found);
    let name = |path: PathBuf| path.strip_prefix(&folder).unwrap().with_extension("").display().to_string();
    found.into_iter().map(name).collect()
}

async fn prepares_all(db: &Database) {
    prepares(db, ALL).await;
    prepares(&testing::analytics(db, 1 << 20).await.raw, ANALYTICS).await;
    prepares(&testing::control(db).await, CONTROL).await;
}

async fn prepares(db: &Database, statements: &[Statement]) {
    let mut rejected = Vec::new();
    for statement in statements {
        if let Err(error) = db.prepare(*statement).await {
            rejected.push(error.to_string());
        }
    }
    assert!(rejected.is_empty(), "{rejected:#?}");
}

#[tokio::test]
async fn every_statement_prepares_on_sqlite() {
    prepares_all(&testing::sqlite().await).await;
}

#[tokio::test]
async fn every_statement_prepares_on_postgres() {
    prepares_all(&testing::postgres().await).await;
}

#[test]
fn every_file_is_listed_and_used() {
    let listed: BTreeSet<String> =
        ALL.iter().chain(ANALYTICS).chain(CONTROL).map(|statement| statement.name.to_owned()).collect();
    assert_eq!(names("sql"), listed);
    let mut sources = Vec::new();
    files(&root().join("src"), &mut sources);
    let code: String = sources.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let unused: Vec<_> = listed.iter().filter(|name| !code.contains(&format!("sql!(\"{name}\")"))).collect();
    assert!(unused.is_empty(), "nobody uses {unused:?}");
}

#[test]
fn migrations_have_equal_names() {
    assert_eq!(names("migrations/sqlite"), names("migrations/postgres"));
}

/// Table, column, type, whether it may be null.
const SQLITE_COLUMNS: &str = "select m.name || '.' || c.name || ' '
    || case c.type when 'INTEGER' then 'bigint' when 'BLOB' then 'bytea' else lower(c.type) end
    || case c.\"notnull\" when 1 then '' else ' null' end
    from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'";
const POSTGRES_COLUMNS: &str = "select table_name || '.' || column_name || ' ' || data_type
    || case is_nullable when 'NO' then '' else ' null' end
    from information_schema.columns where table_schema = current_schema()";

/// Table and the columns of a primary key, unique constraint or index.
const SQLITE_KEYS: &str = "select m.name || case i.\"unique\" when 1 then ' unique ' else ' index ' end
    || (select group_concat(c.name, ',') from pragma_index_info(i.name) c)
    from sqlite_schema m, pragma_index_list(m.name) i where m.type = 'table'
    union
    select m.name || ' unique ' || group_concat(c.name, ',') from sqlite_schema m, pragma_table_info(m.name) c
    where m.type = 'table' and c.pk > 0 group by m.name";
const POSTGRES_KEYS: &str = "select t.relname || case when i.indisunique then ' unique ' else ' index ' end
    || (select string_agg(a.attname, ',' order by k.position)
        from unnest(i.indkey) with ordinality as k(attnum, position)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum)
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema()";

/// Table, column, and what it refers to.
const SQLITE_REFERENCES: &str = "select m.name || '.' || f.\"from\" || ' -> ' || f.\"table\" || '.' || f.\"to\" || ' '
    || lower(f.on_delete) from sqlite_schema m, pragma_foreign_key_list(m.name) f where m.type = 'table'";
const POSTGRES_REFERENCES: &str =
    "select t.relname || '.' || a.attname || ' -> ' || o.relname || '.' || b.attname || ' '
    || case c.confdeltype when 'c' then 'cascade' else 'no action' end
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class o on o.oid = c.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = o.oid and b.attnum = c.confkey[1]
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace";

#[tokio::test]
async fn both_schemas_are_equal() {
    let (sqlite, postgres) = (testing::sqlite().await, testing::postgres().await);
    equal(&sqlite, &postgres, 10).await;
    equal(&testing::control(&sqlite).await, &testing::control(&postgres).await, 3).await;
    let (sqlite, postgres) = (testing::analytics(&sqlite, 1 << 20).await, testing::analytics(&postgres, 1 << 20).await);
    equal(&sqlite.raw, &postgres.raw, 0).await;
}

async fn equal(sqlite: &Database, postgres: &Database, at_least: usize) {
    for (what, on_sqlite, on_postgres) in [
        ("columns", SQLITE_COLUMNS, POSTGRES_COLUMNS),
        ("keys", SQLITE_KEYS, POSTGRES_KEYS),
        ("references", SQLITE_REFERENCES, POSTGRES_REFERENCES),
    ] {
        let there: BTreeSet<String> = sqlite.texts(on_sqlite).await.into_iter().collect();
        let here: BTreeSet<String> = postgres.texts(on_postgres).await.into_iter().collect();
        assert!(there.len() >= at_least, "{what}: {there:?}");
        let only_one: Vec<_> = there.symmetric_difference(&here).collect();
        assert!(only_one.is_empty(), "{what} on one engine only: {only_one:#?}");
    }
}
