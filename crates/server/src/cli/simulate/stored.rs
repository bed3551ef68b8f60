//! The stored data of a run's simulated participants, from one snapshot.

use serde::Serialize;
use serde::de::DeserializeOwned;
use unmask_simulation::stored::Stored;
use unmask_store::simulated;

use crate::cli::prelude::*;

/// Reads it. `names` is what the simulated participants' names begin with.
pub(super) async fn read(store: &Store, names: &str) -> Result<Stored> {
    let mut snapshot = store.snapshot().await?;
    let people = same(&simulated::participants(&mut snapshot, names).await?)?;
    let rows = same(&simulated::submissions(&mut snapshot, names).await?)?;
    let exposures = same(&simulated::exposures(&mut snapshot, names).await?)?;
    let parts = same(&simulated::parts(&mut snapshot, names).await?)?;
    Ok(Stored { people, rows, exposures, parts, ..Stored::default() })
}

/// The same rows in another type, whose fields have the same names.
fn same<T: DeserializeOwned>(rows: &impl Serialize) -> Result<T> {
    Ok(serde_json::from_value(serde_json::to_value(rows)?)?)
}
