//! The allocation schedule in the database: written before the first participant, extended from the same seed
//! when it runs out, never beyond the study's target.

use anyhow::Result;
use unmask_store::allocation::{self, SlotRow};
use unmask_store::{Store, StoreError, study};
use unmask_study::Study;
use unmask_study::allocation::{self as sequence, SIMULATED_SEED};

use crate::base::secrets::commitment;

#[derive(Clone)]
pub struct Schedule {
    seed: [u8; 32],
}

impl Schedule {
    /// From the seed.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { seed }
    }

    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// Writes the first slots, if there are none; false if those that are there were made from another seed.
    pub async fn prepare(&self, store: &Store, study: &Study) -> Result<bool, StoreError> {
        if allocation::schedule_size(store).await? == 0 {
            match self.extend(store, study).await {
                Ok(_) | Err(StoreError::OtherSeed { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.is_own(store).await
    }

    /// Whether the recorded schedule was made from this seed, or there is none.
    pub async fn is_own(&self, store: &Store) -> Result<bool, StoreError> {
        match allocation::seed_commitment(store).await? {
            Some(recorded) => Ok(recorded == commitment(&self.seed)),
            None => Ok(!allocation::is_unrecorded(store).await?),
        }
    }

    /// Adds as many slots as the bundle asks for; false if the target is reached. Two servers that do it at once
    /// write the same slots. With strata there are more slots than the target says, because nobody knows
    /// beforehand how many people each stratum will have; then the target is kept when a slot is claimed.
    pub async fn extend(&self, store: &Store, study: &Study) -> Result<bool, StoreError> {
        let plan = &study.file.allocation;
        let size = u32::try_from(allocation::schedule_size(store).await?).unwrap_or(u32::MAX);
        // Arms that the researcher has closed leave slots that nobody takes: then the target is kept by counting, too.
        let by_arm = !study::quotas(store).await?.arms.is_empty();
        let last = plan.target.filter(|_| plan.strata.is_none() && !by_arm).unwrap_or(u32::MAX);
        let wanted = size.saturating_add(plan.places).min(last);
        if wanted <= size || !self.has_places(store, study).await? {
            return Ok(false);
        }
        let slots: Vec<SlotRow> = sequence::schedule(plan, &study.file.arms, &self.seed, wanted)
            .into_iter()
            .filter(|slot| slot.number > size && slot.number <= last)
            .map(|slot| row(slot, slot.number.into()))
            .collect();
        let (id, version, commitment) = (study.file.id.clone(), study.hash.clone(), commitment(&self.seed));
        store.write(async move |tx| allocation::write_schedule(tx, &id, &version, &commitment, &slots).await).await?;
        Ok(true)
    }

    /// Adds slots for simulated participants, who have a schedule of their own without an end.
    pub async fn extend_for_simulated(&self, store: &Store, study: &Study) -> Result<(), StoreError> {
        let plan = &study.file.allocation;
        let size = u32::try_from(allocation::schedule_size_of_robots(store).await?).unwrap_or(u32::MAX);
        let wanted = size.saturating_add(plan.places.max(1));
        let slots: Vec<SlotRow> = sequence::schedule(plan, &study.file.arms, &SIMULATED_SEED, wanted)
            .into_iter()
            .filter(|slot| slot.number > size)
            .map(|slot| row(slot, -i64::from(slot.number)))
            .collect();
        store.write(async move |tx| allocation::write_schedule_of_robots(tx, &slots).await).await
    }

    /// Whether one more person can be randomised: below the bundle's target and the researcher's limits.
    pub async fn has_places(&self, store: &Store, study: &Study) -> Result<bool, StoreError> {
        let quotas = study::quotas(store).await?;
        let most = study.file.allocation.target.into_iter().chain(quotas.total).min();
        if most.is_none() && quotas.arms.is_empty() {
            return Ok(true);
        }
        let taken = allocation::taken(store).await?;
        let below = |group, most: &u32| taken.get(group).copied().unwrap_or(0) < i64::from(*most);
        let room = study.file.arms.keys().any(|group| quotas.arms.get(group).is_none_or(|most| below(group, most)));
        Ok(room && most.is_none_or(|most| taken.values().sum::<i64>() < i64::from(most)))
    }
}

fn row(slot: sequence::Slot, number: i64) -> SlotRow {
    SlotRow { number, stratum: slot.stratum, block: slot.block.into(), group: slot.group, form: slot.form }
}
