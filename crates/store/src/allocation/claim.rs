//! Claiming a place: the next one of a stratum, each given to one person, and never more than the target.

use unmask_study::allocation::Stratum;

use super::{Place, place_row};
use crate::engine::{bind, value};
use crate::statement::sql;
use crate::{Millis, StoreError, Tx};

/// Each failed try means that somebody else got a place, so this is reached only by that many at once.
const TRIES: usize = 1000;

/// Who asks for a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// Only places of this stratum.
    pub stratum: Stratum,
    /// None once so many places of all strata are taken.
    pub target: Option<u32>,
}

/// Claims the next place of a stratum, by compare-and-set: on PostgreSQL another one may be first, and then the next
/// place is tried. None if no place is free or the target is reached.
///
/// Places that somebody has given back come last. If they came first, whoever registers under names of no importance
/// until one has the wished-for arm, and leaves, would get that place with the next name: it would be known in
/// advance, which is what concealment of the allocation (CONSORT) is to prevent.
pub(crate) async fn claim(tx: &mut Tx, asks: Asks, at: Millis) -> Result<Option<Place>, StoreError> {
    if is_complete(tx, asks).await? {
        return Ok(None);
    }
    for _ in 0..TRIES {
        let Some(number) = next(tx, asks.stratum).await? else { return Ok(None) };
        if let Some(place) = tx.optional(sql!("allocation/claim"), &bind![number, at], place_row).await? {
            return Ok(Some(place.into()));
        }
    }
    Err(tx.lost_race("claim a place"))
}

async fn next(tx: &mut Tx, stratum: Stratum) -> Result<Option<i64>, StoreError> {
    match tx.optional(sql!("allocation/next_unused"), &bind![stratum.name()], value::<i64>).await? {
        None => tx.optional(sql!("allocation/next_free"), &bind![stratum.name()], value::<i64>).await,
        unused => Ok(unused),
    }
}

/// Whether the target is reached. A schedule without strata ends there; with strata more places are free than may be
/// taken, so that one counts at a time: whoever comes next waits until this transaction has ended.
async fn is_complete(tx: &mut Tx, asks: Asks) -> Result<bool, StoreError> {
    let Some(target) = asks.target.filter(|_| asks.stratum != Stratum::Whole) else { return Ok(false) };
    tx.execute(sql!("allocation/one_by_one"), &[]).await?;
    let taken = tx.optional(sql!("allocation/taken"), &[], value::<i64>).await?.unwrap_or(0);
    Ok(taken >= i64::from(target))
}
