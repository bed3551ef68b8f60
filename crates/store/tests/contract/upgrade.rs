//! A database of each released schema, with something in every column, is brought up to date: nothing of it is lost.
//!
//! `upgrade/<migration>.sql` has the rows that a program of that schema adds. A database of schema 7 is made by the
//! first seven migrations, each followed by its rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use unmask_store::identity::researchers;
use unmask_store::outcomes::{Ended, outcomes};
use unmask_store::participants::participant;
use unmask_store::progress::steps;
use unmask_store::study;
use unmask_store::submissions::submissions;
use unmask_store::testing::{self, Database};
use unmask_store::{Engine, Stamp};
use unmask_study::definition::Outcome;
use unmask_study::definition::wave::MAIN;
use unmask_study::flow::Stage;

const VERSIONS: &str = "create table schema_version (number bigint not null primary key, name text not null);";
const VERSIONS_STRICT: &str =
    "create table schema_version (number integer not null primary key, name text not null) strict;";

/// What each new column has to be in rows of an earlier schema, in SQL.
const NEW_COLUMNS: [(&str, &str); 11] = [
    ("participant.kind", "'person'"),
    ("withdrawal.consented", "1"),
    ("submission.measured_at", "null"),
    ("step_event.measured_at", "null"),
    ("progress.measured_at", "null"),
    ("participant.exposed_measured_at", "null"),
    ("participant.completed_measured_at", "null"),
    ("submission.stage", "'only'"),
    ("account.researcher", "0"),
    ("account.person", "null"),
    ("webhook.outside", "0"),
];

/// The migration that brought accounts of researchers.
const RESEARCHERS: usize = 17;

/// Columns that have another name since then.
const RENAMED: [(&str, &str); 1] = [("participant.place", "participant.slot")];

/// The migration that made rows of what was there.
const OUTCOMES: usize = 11;

/// The rows it has to make, and the schema of the rows from which they follow.
const OUTCOMES_OF_EARLIER: [(usize, &str); 6] = [
    (1, "participant-r main completed 1790000000008"),
    (1, "participant-w main withdrawn 1790000000011"),
    // no time of the withdrawal: when they registered
    (1, "participant-e main withdrawn 1790000000012"),
    (1, "participant-c main completed 1790000000013"),
    (5, "participant-5 main completed 1790000000058"),
    (10, "participant-c week_1 completed 1790000000105"),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_row_of_each_released_schema_is_kept_on_sqlite() {
    for schema in 1..migrations(Engine::Sqlite).len() {
        every_row_is_kept(&testing::empty_sqlite().await, schema).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_row_of_each_released_schema_is_kept_on_postgres() {
    for schema in 1..migrations(Engine::Postgres).len() {
        every_row_is_kept(&testing::empty_postgres().await, schema).await;
    }
}

/// The rows of the newest schema are rows of a released one once the next migration is there.
#[tokio::test(flavor = "multi_thread")]
async fn each_migration_has_rows_with_every_column() {
    for db in [testing::empty_sqlite().await, testing::empty_postgres().await] {
        let all = migrations(db.engine());
        assert_eq!(i64::try_from(all.len()).unwrap(), db.store.schema().await.unwrap().1, "a migration is not listed");
        filled(&db, all.len()).await;
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Names and statements of the migrations of the study's database, in order.
fn migrations(engine: Engine) -> Vec<(String, String)> {
    let folder = folder(if engine == Engine::Sqlite { "migrations/sqlite" } else { "migrations/postgres" });
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = files.filter(|path| path.extension().is_some_and(|ending| ending == "sql")).map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    });
    named.collect::<BTreeMap<_, _>>().into_iter().collect()
}

/// Makes the database one of this schema, with something in every column.
async fn filled(db: &Database, schema: usize) {
    let (versions, bytes) = if db.engine() == Engine::Sqlite { (VERSIONS_STRICT, "blob") } else { (VERSIONS, "bytea") };
    db.run(versions).await;
    for (number, (name, statements)) in (1..).zip(migrations(db.engine())).take(schema) {
        let rows = folder("tests/contract/upgrade").join(format!("{name}.sql"));
        let rows = fs::read_to_string(&rows)
            .unwrap_or_else(|error| panic!("write the rows of this migration to {}: {error}", rows.display()));
        let applied = format!("insert into schema_version (number, name) values ({number}, '{name}');");
        db.run(&format!("{statements}\n;{applied}{}", rows.replace("BYTES", bytes))).await;
    }
    for (table, columns) in columns(db).await {
        for column in columns {
            let something = format!("select count(*) from {table} where {column} is not null");
            assert!(db.number(&something).await > 0, "schema {schema}: nothing in {table}.{column}");
        }
    }
}

async fn every_row_is_kept(db: &Database, schema: usize) {
    filled(db, schema).await;
    let known = db.store.schema().await.unwrap().1;
    let mut was = columns(db).await;
    let mut before = rows(db, &was).await;
    before.remove("schema_version");

    db.migrate().await.unwrap();
    assert_eq!(db.store.schema().await.unwrap(), (known, known));
    assert_eq!(db.number("select count(*) from schema_version").await, known);
    was.remove("schema_version");
    rename(&mut was);
    assert_eq!(rows(db, &was).await, before, "from schema {schema}");

    let now = columns(db).await;
    for (table, columns) in &now {
        let Some(known) = was.get(table).or_else(|| (table == "schema_version").then_some(columns)) else {
            is_new_table_right(db, table, schema).await;
            continue;
        };
        for column in columns.difference(known) {
            is_new_column_right(db, &format!("{table}.{column}"), schema).await;
        }
    }
    if db.engine() == Engine::Sqlite {
        assert_eq!(db.texts("select \"table\" from pragma_foreign_key_check").await, Vec::<String>::new());
        assert_eq!(db.texts("select integrity_check from pragma_integrity_check").await, ["ok"]);
    }
    is_read_as_it_was(db, schema).await;
}

fn rename(columns: &mut BTreeMap<String, BTreeSet<String>>) {
    for (old, new) in RENAMED.map(|(old, new)| (old.split_once('.').unwrap(), new.split_once('.').unwrap())) {
        let own = columns.get_mut(old.0).unwrap();
        if own.remove(old.1) {
            own.insert(new.1.to_owned());
        }
    }
}

async fn is_new_column_right(db: &Database, name: &str, schema: usize) {
    let found = NEW_COLUMNS.iter().find(|(column, _)| *column == name);
    let (_, value) = found.unwrap_or_else(|| panic!("add to NEW_COLUMNS what {name} has to be in earlier rows"));
    let (table, column) = name.split_once('.').unwrap();
    let other = format!("select count(*) from {table} where {column} is distinct from {value}");
    assert_eq!(db.number(&other).await, 0, "{name} from schema {schema}");
}

/// A new table has no rows, except that of the outcomes.
async fn is_new_table_right(db: &Database, table: &str, schema: usize) {
    if table != "outcome" {
        assert_eq!(db.number(&format!("select count(*) from {table}")).await, 0, "{table} from schema {schema}");
        return;
    }
    assert!(schema < OUTCOMES);
    let made = db.texts("select participant || ' ' || wave || ' ' || outcome || ' ' || at from outcome").await;
    let follows = OUTCOMES_OF_EARLIER.iter().filter(|(of, _)| *of <= schema).map(|(_, row)| (*row).to_owned());
    assert_eq!(made.into_iter().collect::<BTreeSet<_>>(), follows.collect(), "outcomes from schema {schema}");
}

/// The program reads rows of the first schema as what they were.
async fn is_read_as_it_was(db: &Database, schema: usize) {
    let heron = participant(&db.store, "participant-a").await.unwrap().unwrap();
    assert_eq!((heron.code.as_str(), heron.seed), ("CODE-a", -9_007_199_254_740_993));
    // The measured times of earlier rows are those that there were.
    assert_eq!(heron.exposed, Some(Stamp::from(1_790_000_000_005)));
    let entered = steps(&db.store, "participant-a").await.unwrap();
    assert_eq!(entered[0].stamp, Stamp::from(1_790_000_000_002));
    let answers = submissions(&db.store, "participant-a").await.unwrap();
    let answers: Vec<_> = answers.iter().map(|one| (one.id.as_str(), one.stage)).collect();
    assert_eq!(answers, [("submission-1", Stage::Only)]);
    let ended = outcomes(&db.store, "participant-r").await.unwrap();
    assert_eq!(ended, [Ended { wave: MAIN, outcome: Outcome::Completed, at: 1_790_000_000_008 }]);
    assert_eq!(outcomes(&db.store, "participant-a").await.unwrap(), []);
    // Unblinding was of everybody.
    let unblindings = study::unblindings(&db.store).await.unwrap();
    assert_eq!(unblindings.of("whoever"), unblindings.of_everybody());
    assert_eq!(unblindings.of_everybody().unwrap().reason, "the data are complete");
    let researchers = researchers(&db.store).await.unwrap();
    let names: Vec<_> = researchers.iter().map(|account| account.username.as_str()).collect();
    assert_eq!(names, if schema < RESEARCHERS { &[][..] } else { &["Robin"] });
}

/// The columns of each table.
async fn columns(db: &Database) -> BTreeMap<String, BTreeSet<String>> {
    let sql = if db.engine() == Engine::Sqlite {
        "select m.name || ' ' || c.name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'"
    } else {
        "select table_name || ' ' || column_name from information_schema.columns where table_schema = 'public'"
    };
    let mut columns: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for found in db.texts(sql).await {
        let (table, column) = found.split_once(' ').unwrap();
        columns.entry(table.into()).or_default().insert(column.into());
    }
    columns
}

/// Each table's rows in these columns, as text. Every cell has its column's name in the present schema.
async fn rows(db: &Database, columns: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, Vec<String>> {
    let renamed: BTreeMap<_, _> = RENAMED.into_iter().collect();
    let mut rows = BTreeMap::new();
    for (table, columns) in columns {
        let cell = |column: &String| {
            let quoted = match db.engine() {
                Engine::Sqlite => format!("quote({column})"),
                Engine::Postgres => format!("coalesce(quote_literal({column}), 'NULL')"),
            };
            let name = format!("{table}.{column}");
            let name = (*renamed.get(name.as_str()).unwrap_or(&name.as_str())).to_owned();
            (name.clone(), format!("'{name} = ' || {quoted}"))
        };
        // in the order of the present names
        let cells: BTreeMap<String, String> = columns.iter().map(cell).collect();
        let row = cells.into_values().collect::<Vec<_>>().join(" || ', ' || ");
        rows.insert(table.clone(), db.texts(&format!("select {row} from {table} order by 1")).await);
    }
    rows
}
