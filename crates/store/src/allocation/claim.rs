//! Claims the next slot of a stratum. Each slot is assigned to one participant, and never more than the target.

use std::sync::Arc;

use unmask_study::allocation::Stratum;
use unmask_study::definition::ArmId;

use super::{DrawRule, Slot, draw, slot_row, taken_in};
use crate::prelude::*;
use crate::study::{self, Quotas};

/// Each failed attempt means that another registration got a slot, so this limit is reached only with that many
/// concurrent registrations.
const TRIES: usize = 1000;

/// A request for a slot.
#[derive(Clone, Debug, Default)]
pub struct SlotRequest {
    /// Only slots of this stratum.
    pub stratum: Stratum,
    /// No slot is claimed once this many slots of all strata are assigned.
    pub target: Option<u32>,
    /// Whether to claim a slot of the schedule of simulated participants, which counts toward no target.
    pub simulated: bool,
    /// Number of unused slots among which the arm is drawn; 0 like 1.
    pub nearest: u32,
    /// A random number for this request, which chooses among the nearest unused slots, or among the released ones.
    pub draw: u32,
    /// Draws a new slot; none to claim one of the schedule.
    pub rule: Option<Arc<DrawRule>>,
}

/// Claims a slot of a stratum by compare-and-set. On PostgreSQL a concurrent request may get it; then another slot is
/// tried. None if no slot is free or the target is reached.
///
/// One of the nearest unused slots is drawn, because the reply to a registration contains the arm: whoever registers
/// several times sees the blocks, and could otherwise tell the arm of the next account. The participant gets the first
/// unused slot of its arm. So the slots of an arm are assigned in their order, and its test forms or lists stay
/// balanced.
///
/// Released slots come last. If they came first, a person could register several times until one account gets the
/// desired arm, withdraw, and get that slot again with the next registration: the assignment would be known in advance,
/// which allocation concealment (CONSORT) must prevent. Once only released slots are left, they are assigned in random
/// order and not in the order of their numbers. The arm of a slot does not change, so that in the end every block is as
/// the seed gives it.
pub(crate) async fn claim(tx: &mut Tx, asks: &SlotRequest, at: Millis) -> Result<Option<Slot>, StoreError> {
    if let Some(rule) = &asks.rule {
        return draw::draw(tx, asks, rule, at).await;
    }
    let Some(full) = full_arms_of_schedule(tx, asks).await? else { return Ok(None) };
    for _ in 0..TRIES {
        let Some(number) = next(tx, asks, &full).await? else { return Ok(None) };
        if let Some(slot) = tx.optional(sql!("allocation/claim"), &bind![number, at], slot_row).await? {
            return Ok(Some(slot.into()));
        }
    }
    Err(tx.conflict("claim a slot"))
}

/// A slot of an arm that is not full.
async fn next(tx: &mut Tx, asks: &SlotRequest, full: &[ArmId]) -> Result<Option<i64>, StoreError> {
    let stratum = asks.stratum.name();
    if asks.simulated {
        return tx.optional(sql!("allocation/next_simulated"), &bind![stratum], value).await;
    }
    // ",control,label,": both engines can look for an ID in it.
    let full = &full.iter().fold(",".to_owned(), |list, arm| list + arm.name() + ",");
    let (nearest, draw) = (i64::from(asks.nearest.max(1)), i64::from(asks.draw));
    match tx.optional(sql!("allocation/next_unused"), &bind![stratum, full, nearest, draw], value::<i64>).await? {
        None => {
            // Only slots that somebody had: another server may have extended the schedule since the first query, and
            // its new slots are assigned in the order of their arms.
            let free = tx.optional(sql!("allocation/free"), &bind![stratum, full], value::<i64>).await?;
            let chosen = draw % free.unwrap_or(0).max(1);
            tx.optional(sql!("allocation/released"), &bind![stratum, full, chosen], value).await
        }
        unused => Ok(unused),
    }
}

/// The arms of a schedule that are full; none if the study is. A schedule without strata ends at the target, so that
/// counting is not necessary. With strata or quotas, more slots are free than may be assigned. Then counting is
/// serialised: the next registration waits until this transaction has ended.
async fn full_arms_of_schedule(tx: &mut Tx, asks: &SlotRequest) -> Result<Option<Vec<ArmId>>, StoreError> {
    if asks.simulated {
        return Ok(Some(Vec::new()));
    }
    let quotas = study::quotas_in(tx).await?;
    let target = asks.target.filter(|_| asks.stratum != Stratum::WHOLE || !quotas.arms.is_empty());
    if target.or(quotas.total).is_some() || !quotas.arms.is_empty() {
        tx.execute(sql!("allocation/one_by_one"), &[]).await?;
    }
    full_arms(tx, target, &quotas).await
}

/// The arms that are full; none if the study is. No other transaction may claim a slot at the same time.
pub(super) async fn full_arms(
    tx: &mut Tx,
    target: Option<u32>,
    quotas: &Quotas,
) -> Result<Option<Vec<ArmId>>, StoreError> {
    let most = target.into_iter().chain(quotas.total).min();
    if most.is_none() && quotas.arms.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let taken = taken_in(tx).await?;
    if most.is_some_and(|most| taken.values().sum::<i64>() >= i64::from(most)) {
        return Ok(None);
    }
    let is_full = |(group, quota): &(&ArmId, &u32)| taken.get(group).copied().unwrap_or(0) >= i64::from(**quota);
    Ok(Some(quotas.arms.iter().filter(is_full).map(|(group, _)| *group).collect()))
}
