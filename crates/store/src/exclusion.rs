//! Whom a researcher leaves out of the analysis, and why. Their data stay.

use crate::prelude::*;

/// An exclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The researcher's reason.
    pub reason: String,
    /// Who decided it.
    pub actor: String,
    /// UTC milliseconds.
    pub at: Millis,
}

/// Excludes a participant; false if they are excluded already: the first reason stays.
pub async fn exclude(tx: &mut Tx, participant: &str, exclusion: &Exclusion) -> Result<bool, StoreError> {
    let params = bind![participant, &exclusion.reason, &exclusion.actor, exclusion.at];
    Ok(tx.execute(sql!("exclusion/insert"), &params).await? == 1)
}

/// Takes a participant in again; false if they were not excluded.
pub async fn include(tx: &mut Tx, participant: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("exclusion/delete"), &bind![participant]).await? == 1)
}

/// The exclusion of a participant, if there is one.
pub async fn exclusion(store: &Store, participant: &str) -> Result<Option<Exclusion>, StoreError> {
    let read = |row: &Row<'_>| Ok(Exclusion { reason: row.next()?, actor: row.next()?, at: row.next()? });
    store.optional(sql!("exclusion/of_participant"), &bind![participant], read).await
}
