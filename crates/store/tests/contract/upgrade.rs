//! A database of an earlier schema, with something in every table, is brought up to date: nothing of it is lost.

use std::collections::BTreeMap;

use unmask_store::outcomes::{Ended, outcomes};
use unmask_store::participants::participant;
use unmask_store::progress::steps;
use unmask_store::submissions::submissions;
use unmask_store::testing::{self, Database};
use unmask_store::{Engine, Stamp};
use unmask_study::definition::Outcome;
use unmask_study::definition::wave::MAIN;
use unmask_study::flow::Stage;

/// What the first schema was, as it stays: a migration that was released is never changed.
const FIRST_SQLITE: &str = include_str!("../../migrations/sqlite/0001_start.sql");
const FIRST_POSTGRES: &str = include_str!("../../migrations/postgres/0001_start.sql");
const VERSIONS: &str = "create table schema_version (number bigint not null primary key, name text not null);";
const VERSIONS_STRICT: &str =
    "create table schema_version (number integer not null primary key, name text not null) strict;";
const ROWS: &str = include_str!("upgrade.sql");

#[tokio::test(flavor = "multi_thread")]
async fn every_row_of_the_first_schema_is_kept_on_sqlite() {
    let db = testing::empty_sqlite().await;
    db.run(&format!("{FIRST_SQLITE}{VERSIONS_STRICT}{}", ROWS.replace("BYTES", "blob"))).await;
    every_row_is_kept(&db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_row_of_the_first_schema_is_kept_on_postgres() {
    let db = testing::empty_postgres().await;
    db.run(&format!("{FIRST_POSTGRES}{VERSIONS}{}", ROWS.replace("BYTES", "bytea"))).await;
    every_row_is_kept(&db).await;
}

async fn every_row_is_kept(db: &Database) {
    let known = db.store.schema().await.unwrap().1;
    assert!(known > 1, "there is nothing to bring up to date");
    let before = rows(db, &columns(db).await).await;
    let empty: Vec<_> = before.iter().filter(|(_, rows)| rows.is_empty()).map(|(table, _)| table).collect();
    assert!(before.len() > 15 && empty.is_empty(), "nothing in {empty:?}");
    let mut was = columns(db).await;

    db.migrate().await.unwrap();
    // 0006_slot.sql
    let place = was.get_mut("participant").unwrap().iter_mut().find(|column| *column == "place").unwrap();
    "slot".clone_into(place);
    assert_eq!(db.store.schema().await.unwrap(), (known, known));
    let mut after = rows(db, &was).await;
    let applied = after.insert("schema_version".into(), before["schema_version"].clone()).unwrap();
    assert_eq!(applied.len(), usize::try_from(known).unwrap(), "{applied:?}");
    assert_eq!(after, before);

    // And it is read as what it was.
    let heron = participant(&db.store, "participant-a").await.unwrap().unwrap();
    assert_eq!((heron.code.as_str(), heron.seed), ("CODE-a", -9_007_199_254_740_993));
    // The measured times of earlier rows are those that there were.
    assert_eq!(heron.exposed, Some(Stamp::from(1_790_000_000_005)));
    let entered = steps(&db.store, "participant-a").await.unwrap();
    assert_eq!(entered[0].stamp, Stamp::from(1_790_000_000_002));
    // 0015_stages.sql: earlier answers were given once.
    let answers = submissions(&db.store, "participant-a").await.unwrap();
    assert_eq!(
        answers.iter().map(|one| (one.id.as_str(), one.stage)).collect::<Vec<_>>(),
        [("submission-1", Stage::Only)]
    );
    // 0011_outcomes.sql: how earlier participations ended.
    let ended = outcomes(&db.store, "participant-r").await.unwrap();
    assert_eq!(ended, [Ended { wave: MAIN, outcome: Outcome::Completed, at: 1_790_000_000_008 }]);
    assert_eq!(outcomes(&db.store, "participant-a").await.unwrap(), []);
}

/// The columns of each table.
async fn columns(db: &Database) -> BTreeMap<String, Vec<String>> {
    let sql = if db.engine() == Engine::Sqlite {
        "select m.name || ' ' || c.name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'"
    } else {
        "select table_name || ' ' || column_name from information_schema.columns where table_schema = 'public'"
    };
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for found in db.texts(sql).await {
        let (table, column) = found.split_once(' ').unwrap();
        columns.entry(table.into()).or_default().push(column.into());
    }
    columns
}

/// Each table's rows in these columns, as text.
async fn rows(db: &Database, columns: &BTreeMap<String, Vec<String>>) -> BTreeMap<String, Vec<String>> {
    let mut rows = BTreeMap::new();
    for (table, columns) in columns {
        let cell = |name: &String| match db.engine() {
            Engine::Sqlite => format!("quote({name})"),
            Engine::Postgres => format!("coalesce(quote_literal({name}), 'NULL')"),
        };
        let row = columns.iter().map(cell).collect::<Vec<_>>().join(" || ' ' || ");
        rows.insert(table.clone(), db.texts(&format!("select {row} from {table} order by 1")).await);
    }
    rows
}
