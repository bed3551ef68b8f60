//! Exclusions by the researcher. The data of excluded participants are kept.

use crate::prelude::*;

/// An exclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The researcher's reason.
    pub reason: String,
    /// The researcher who excluded the participant.
    pub actor: String,
    /// UTC milliseconds.
    pub at: Millis,
}

/// Excludes a participant; false if they are already excluded: the first reason stays.
pub async fn exclude(tx: &mut Tx, participant: &str, exclusion: &Exclusion) -> Result<bool, StoreError> {
    let params = bind![participant, &exclusion.reason, &exclusion.actor, exclusion.at];
    Ok(tx.execute(sql!("exclusion/insert"), &params).await? == 1)
}

/// Re-includes a participant; false if they were not excluded.
pub async fn include(tx: &mut Tx, participant: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("exclusion/delete"), &bind![participant]).await? == 1)
}

/// The exclusion of a participant, if any.
pub async fn exclusion(store: &Store, participant: &str) -> Result<Option<Exclusion>, StoreError> {
    let read = |row: &Row<'_>| Ok(Exclusion { reason: row.next()?, actor: row.next()?, at: row.next()? });
    store.optional(sql!("exclusion/of_participant"), &bind![participant], read).await
}
