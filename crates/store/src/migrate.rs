//! Numbered migrations, forward only, the same names for both engines.

use crate::Engine;
use crate::prelude::*;

struct Migration {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! migrations {
    ($($name:literal),* $(,)?) => {
        &[$(Migration {
            name: $name,
            sqlite: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/postgres/", $name, ".sql")),
        }),*]
    };
}

/// In order; the number is the position, from 1. The statements of a released migration are never changed.
const STUDY: &[Migration] = migrations![
    "0001_start",
    "0002_console",
    "0003_append_only",
    "0004_consented",
    "0005_measured",
    "0006_slot",
    "0007_unseen",
    "0008_not_timed",
    "0009_allocation",
    "0010_waves",
    "0011_outcomes",
    "0012_exposures",
    "0013_invitations",
    "0014_units",
    "0015_stages",
    "0016_endings",
    "0017_researchers",
    "0018_declined",
    "0019_links",
    "0020_bonus",
    "0021_webhooks",
    "0022_comparison",
    "0023_webhook_outside"
];
/// The migrations of the analytics database, a separate file or schema.
const ANALYTICS: &[Migration] = migrations!["analytics/0001_start", "analytics/0002_pages"];
/// The migrations of the control database, a separate file or schema.
const CONTROL: &[Migration] = migrations!["control/0001_start", "control/0002_sign_in"];

const VERSIONS_SQLITE: &str = "create table if not exists schema_version
    (number integer not null primary key, name text not null) strict";
const VERSIONS_POSTGRES: &str =
    "create table if not exists schema_version (number bigint not null primary key, name text not null)";
/// Two servers can start concurrently. The lock makes the second one wait; then it has nothing to do.
const ALONE_POSTGRES: &str = "set local statement_timeout = 0; select pg_advisory_xact_lock(7305221)";
/// Creates the schema of the connection, unless it exists. If the role may not create schemas, the operator creates it.
const SCHEMA_POSTGRES: &str = "do $$ begin if current_schema() is null then \
     execute format('create schema %I', current_setting('search_path')); end if; end $$";
const FIRST_POSTGRES: &[&str] = &[ALONE_POSTGRES, SCHEMA_POSTGRES, VERSIONS_POSTGRES];

impl Store {
    /// Brings the schema up to date, all or nothing. Rejects a schema that is newer than the program.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        let engine = self.engine();
        self.write(async move |tx| migrate(tx, engine, STUDY, FIRST_POSTGRES).await).await
    }

    /// The statements of all migrations of a study's database.
    #[cfg(feature = "testing")]
    pub(crate) fn postgres_statements() -> impl Iterator<Item = &'static str> {
        STUDY.iter().map(|migration| migration.postgres)
    }

    /// The schema of the database (0 if it is empty), and the newest schema that this program knows.
    pub async fn schema(&self) -> Result<(i64, i64), StoreError> {
        let known = newest(STUDY);
        if self.prepare(sql!("migrate/found")).await.is_err() {
            self.ping().await?;
            return Ok((0, known));
        }
        Ok((self.optional(sql!("migrate/found"), &[], value).await?.unwrap_or(0), known))
    }

    /// The migrations that [`Store::migrate`] would run, in order. Nothing is changed.
    pub async fn pending(&self) -> Result<Vec<&'static str>, StoreError> {
        let (found, known) = self.schema().await?;
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        Ok((1..).zip(STUDY).filter(|(number, _)| *number > found).map(|(_, migration)| migration.name).collect())
    }

    /// The same for the control database.
    pub async fn pending_control(&self) -> Result<Vec<&'static str>, StoreError> {
        let (found, _) = self.schema().await?;
        let known = newest(CONTROL);
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        Ok((1..).zip(CONTROL).filter(|(number, _)| *number > found).map(|(_, migration)| migration.name).collect())
    }

    /// The same for the analytics database.
    pub(crate) async fn migrate_analytics(&self) -> Result<(), StoreError> {
        let engine = self.engine();
        self.write(async move |tx| migrate(tx, engine, ANALYTICS, FIRST_POSTGRES).await).await
    }

    /// The same for the control database.
    pub(crate) async fn migrate_control(&self) -> Result<(), StoreError> {
        let engine = self.engine();
        self.write(async move |tx| migrate(tx, engine, CONTROL, FIRST_POSTGRES).await).await
    }
}

fn newest(migrations: &[Migration]) -> i64 {
    (1..).zip(migrations).map(|(number, _)| number).last().unwrap_or(0)
}

async fn migrate(
    tx: &mut Tx,
    engine: Engine,
    migrations: &'static [Migration],
    first_on_postgres: &'static [&'static str],
) -> Result<(), StoreError> {
    let first = if engine == Engine::Sqlite { &[VERSIONS_SQLITE] } else { first_on_postgres };
    for text in first {
        tx.script(*text).await?;
    }
    let found: i64 = tx.optional(sql!("migrate/found"), &[], value).await?.unwrap_or(0);
    let known = newest(migrations);
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (number, migration) in (1..).zip(migrations).filter(|(number, _)| *number > found) {
        tx.script(if engine == Engine::Sqlite { migration.sqlite } else { migration.postgres }).await?;
        tx.execute(sql!("migrate/record"), &bind![number, migration.name]).await?;
        tracing::info!(number, name = migration.name, "schema migrated");
    }
    Ok(())
}
