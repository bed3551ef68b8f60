//! The installation: which studies it has, and who works with them.
//!
//! It has a separate database (SQLite: a file in the data folder; PostgreSQL: a schema), because each study has a
//! database of its own. No call of a participant reads it.

pub mod people;
pub mod programs;
pub mod sign_in;
mod studies;

use std::path::Path;

pub use studies::{HostedStudy, add_study, remove_study, set_archived, set_host, studies};

use crate::engine::with_schema;
use crate::prelude::*;
use crate::{Engine, Options, Purpose};

/// The schema on PostgreSQL.
const SCHEMA: &str = "control";

/// The URL of the control database: a file in the data folder, or a schema of the database of the study at the root.
pub fn control_url(root_url: &str, data: &Path) -> String {
    match Engine::of(root_url) {
        Engine::Sqlite => format!("sqlite:{}", data.join("control.db").display()),
        Engine::Postgres => with_schema(root_url, SCHEMA),
    }
}

/// The URL of the database of a further study: a file in its folder, or a schema of the database of the study at the
/// root.
pub fn study_url(root_url: &str, folder: &Path, id: &str) -> String {
    match Engine::of(root_url) {
        Engine::Sqlite => format!("sqlite:{}", folder.join("unmask.db").display()),
        Engine::Postgres => with_schema(root_url, &schema(id)),
    }
}

/// A name of PostgreSQL without quotes. IDs have no underscores, so no two IDs have the same.
fn schema(id: &str) -> String {
    format!("study_{}", id.replace('-', "_"))
}

/// Opens the control database, and creates it if it does not exist.
pub async fn open(url: &str) -> Result<Store, StoreError> {
    let store = Store::open(url, options()).await?;
    store.migrate_control().await?;
    Ok(store)
}

/// Whether the database is a file that was not created yet, as of a study that was never started.
pub fn is_missing_file(url: &str) -> bool {
    url.strip_prefix("sqlite:").is_some_and(|file| !Path::new(file).exists())
}

/// Opens an existing control database next to a server; none if it does not exist.
pub async fn visit(url: &str) -> Result<Option<Store>, StoreError> {
    if is_missing_file(url) {
        return Ok(None);
    }
    let store = Store::open(url, Options { visiting: true, ..options() }).await?;
    let exists = store.schema().await?.0 > 0;
    Ok(exists.then_some(store))
}

fn options() -> Options {
    Options { readers: 1, connections: 4, purpose: Purpose::Control, ..Options::default() }
}

impl Store {
    /// Deletes the schema of a further study with everything in it (PostgreSQL).
    pub async fn drop_study(&self, id: &str) -> Result<(), StoreError> {
        let study = schema(id);
        let script = format!("drop schema if exists {study} cascade; drop schema if exists {study}_analytics cascade");
        self.write(async move |tx| tx.script(script.clone()).await).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_study_has_a_file_or_a_schema_of_its_own() {
        let folder = Path::new("data/studies/pilot-2");
        assert_eq!(control_url("sqlite:data/unmask.db", Path::new("data")), "sqlite:data/control.db");
        assert_eq!(study_url("sqlite:data/unmask.db", folder, "pilot-2"), "sqlite:data/studies/pilot-2/unmask.db");
        let url = study_url("postgres://host/lab?sslmode=require", folder, "pilot-2");
        assert_eq!(url, "postgres://host/lab?sslmode=require&options[search_path]=study_pilot_2");
        assert_eq!(crate::engine::schema_of(&url).as_deref(), Some("study_pilot_2"));
    }
}
