//! Claiming a slot: the next one of a stratum, each given to one person, and never more than the target.

use unmask_study::allocation::Stratum;
use unmask_study::definition::Group;

use super::{Slot, slot_row, taken_in};
use crate::prelude::*;
use crate::study;

/// Each failed try means that another registration got a slot, so this is reached only by that many at once.
const TRIES: usize = 1000;

/// Who asks for a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotRequest {
    /// Only slots of this stratum.
    pub stratum: Stratum,
    /// None once so many slots of all strata are taken.
    pub target: Option<u32>,
    /// A simulated participant: it gets a slot of the simulated participants' schedule, and no target counts it. The
    /// participant says so.
    pub simulated: bool,
    /// Any number, drawn anew for each: it chooses among the slots that were given back.
    pub draw: u32,
}

/// Claims the next slot of a stratum, by compare-and-set: on PostgreSQL another one may be first, and then the next
/// slot is tried. None if no slot is free or the target is reached.
///
/// Slots that were released come last. If they came first, anyone who registers under names of no importance
/// until one has the wished-for arm, and leaves, would get that slot with the next name: it would be known in
/// advance, which is what concealment of the allocation (CONSORT) is to prevent. Once only such slots are left, each of
/// them is as likely to be the next one: they are handed out in the order of the draws and not of their numbers. That
/// changes nothing about whose arm a slot is, so that every block is as the seed says in the end.
pub(crate) async fn claim(tx: &mut Tx, asks: SlotRequest, at: Millis) -> Result<Option<Slot>, StoreError> {
    let Some(full) = full_arms(tx, asks).await? else { return Ok(None) };
    for _ in 0..TRIES {
        let Some(number) = next(tx, asks, &full).await? else { return Ok(None) };
        if let Some(slot) = tx.optional(sql!("allocation/claim"), &bind![number, at], slot_row).await? {
            return Ok(Some(slot.into()));
        }
    }
    Err(tx.conflict("claim a place"))
}

/// The next slot of an arm that is not full.
async fn next(tx: &mut Tx, asks: SlotRequest, full: &[Group]) -> Result<Option<i64>, StoreError> {
    let stratum = asks.stratum.name();
    if asks.simulated {
        return tx.optional(sql!("allocation/next_of_robots"), &bind![stratum], value).await;
    }
    let arm = |index: usize| full.get(index).map(|group| group.name());
    let [a, b, c] = [arm(0), arm(1), arm(2)];
    match tx.optional(sql!("allocation/next_unused"), &bind![stratum, a, b, c], value::<i64>).await? {
        None => {
            let free = tx.optional(sql!("allocation/free"), &bind![stratum, a, b, c], value::<i64>).await?;
            let chosen = i64::from(asks.draw) % free.unwrap_or(0).max(1);
            tx.optional(sql!("allocation/given_back"), &bind![stratum, a, b, c, chosen], value).await
        }
        unused => Ok(unused),
    }
}

/// The arms that are full; none if all of the study is. A schedule without strata ends at the target, and nobody needs
/// to count. With strata, or with limits that the researcher has set, more slots are free than may be taken, so that
/// one counts at a time: anyone who comes next waits until this transaction has ended.
async fn full_arms(tx: &mut Tx, asks: SlotRequest) -> Result<Option<Vec<Group>>, StoreError> {
    if asks.simulated {
        return Ok(Some(Vec::new()));
    }
    let quotas = study::quotas_in(tx).await?;
    let target = asks.target.filter(|_| asks.stratum != Stratum::Whole || !quotas.arms.is_empty());
    let most = target.into_iter().chain(quotas.total).min();
    if most.is_none() && quotas.arms.is_empty() {
        return Ok(Some(Vec::new()));
    }
    tx.execute(sql!("allocation/one_by_one"), &[]).await?;
    let taken = taken_in(tx).await?;
    if most.is_some_and(|most| taken.values().sum::<i64>() >= i64::from(most)) {
        return Ok(None);
    }
    let is_full = |(group, quota): &(&Group, &u32)| taken.get(group).copied().unwrap_or(0) >= i64::from(**quota);
    Ok(Some(quotas.arms.iter().filter(is_full).map(|(group, _)| *group).collect()))
}
