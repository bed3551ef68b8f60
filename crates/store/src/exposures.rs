//! What participants were shown, and when it was first visible: with or without an answer. Each is stored exactly once,
//! even if it is sent repeatedly.

use crate::prelude::*;

/// An exposure. Its natural key is (participant, item, file).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// ID, created by the caller; the number of the receipt.
    pub id: String,
    /// Participant ID.
    pub participant: String,
    /// The item on whose page it was shown, see `unmask_study::flow::Record`.
    pub item: String,
    /// The medium; empty for a post without one.
    pub file: String,
    /// When it was first visible, in milliseconds since the page was shown; none if that is not known.
    pub shown: Option<Millis>,
    /// The browser's key of this exposure.
    pub key: String,
    /// Hash of the bundle.
    pub study_version: String,
    /// Now.
    pub stamp: Stamp,
}

/// The result for one exposure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noted {
    /// Stored now.
    Stored,
    /// Already stored, with this ID at this time.
    Repeat(String, Millis),
    /// The same key with something else. The first one stays.
    Conflict,
    /// The participant has withdrawn meanwhile. Nothing is stored.
    Left,
}

/// Stores exposures, and returns the result for each.
pub async fn record(tx: &mut Tx, exposures: &[Exposure]) -> Result<Vec<Noted>, StoreError> {
    let mut noted = Vec::with_capacity(exposures.len());
    for exposure in exposures {
        noted.push(record_one(tx, exposure).await?);
    }
    Ok(noted)
}

async fn record_one(tx: &mut Tx, e: &Exposure) -> Result<Noted, StoreError> {
    let Stamp { at, measured } = e.stamp;
    let params = bind![&e.id, &e.participant, &e.item, &e.file, e.shown, &e.key, &e.study_version, at, measured];
    if tx.execute(sql!("exposure/insert"), &params).await? == 1 {
        return Ok(Noted::Stored);
    }
    let repeat = |row: &Row<'_>| {
        let (id, at, item, file): (_, _, String, String) = (row.next()?, row.next()?, row.next()?, row.next()?);
        Ok(if (item, file) == (e.item.clone(), e.file.clone()) { Noted::Repeat(id, at) } else { Noted::Conflict })
    };
    let params = bind![&e.participant, &e.key, &e.item, &e.file];
    Ok(tx.optional(sql!("exposure/repeat"), &params, repeat).await?.unwrap_or(Noted::Left))
}

/// Everything that a participant was shown, in order.
pub async fn exposures(store: &Store, participant: &str) -> Result<Vec<Exposure>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(columns!(row => Exposure { id, participant, item, file, shown, key, study_version, stamp: stamp }))
    };
    store.all(sql!("exposure/of_participant"), &bind![participant], read).await
}
