//! The allocation schedule in the database: written before the first participant, extended from the same seed when all
//! slots are assigned, but never beyond the study's target. With minimisation, and where units are allocated, there is
//! no schedule: a slot is drawn when a participant registers.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use unmask_store::allocation::{self, DrawMethod, DrawRule, SlotRequest, SlotRow, UnitRequest};
use unmask_store::{Store, StoreError, study};
use unmask_study::Study;
use unmask_study::allocation::minimisation::Minimisation;
use unmask_study::allocation::{self as sequence, SIMULATED_SEED, Scheme, Stratum, units};
use unmask_study::definition::allocation::UnitPlan;

use crate::base::ids;
use crate::base::secrets::commitment;

#[derive(Clone)]
pub struct Schedule {
    seed: [u8; 32],
}

impl Schedule {
    /// The schedule that `seed` gives.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { seed }
    }

    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// Writes the first slots, if there are none. Returns false if the existing ones come from another seed.
    pub async fn prepare(&self, store: &Store, study: &Study) -> Result<bool, StoreError> {
        if allocation::schedule_size(store).await? == 0 {
            match self.extend(store, study).await {
                Ok(_) | Err(StoreError::OtherSeed { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.is_own(store).await
    }

    /// Whether the stored schedule comes from this seed, or there is none.
    pub async fn is_own(&self, store: &Store) -> Result<bool, StoreError> {
        match allocation::seed_commitment(store).await? {
            Some(recorded) => Ok(recorded == commitment(&self.seed)),
            None => Ok(!allocation::is_unrecorded(store).await?),
        }
    }

    /// Adds the number of slots that the bundle states; false if the target is reached. Two servers that do it
    /// concurrently write the same slots. With strata there are more slots than the target, because the size of each
    /// stratum is not known in advance; then claiming a slot enforces the target.
    pub async fn extend(&self, store: &Store, study: &Study) -> Result<bool, StoreError> {
        let plan = &study.file.allocation;
        if plan.draws_slots() {
            self.record(store, study, Vec::new()).await?;
            return Ok(false);
        }
        let size = u32::try_from(allocation::schedule_size(store).await?).unwrap_or(u32::MAX);
        // Arms with a quota leave free slots. Then claiming a slot enforces the target, too.
        let by_arm = !study::quotas(store).await?.arms.is_empty();
        let listed = u32::try_from(plan.rows.len()).unwrap_or(u32::MAX);
        let last = match plan.target {
            _ if plan.is_list() => listed,
            Some(target) if plan.strata.is_none() && !by_arm => target,
            _ => u32::MAX,
        };
        let wanted = size.saturating_add(plan.places).min(last);
        if wanted <= size || !self.has_slots(store, study).await? {
            return Ok(false);
        }
        let slots: Vec<SlotRow> = sequence::schedule(&Scheme::of(study), &self.seed, wanted)
            .into_iter()
            .filter(|slot| slot.number > size && slot.number <= last)
            .map(|slot| row(slot, slot.number.into()))
            .collect();
        self.record(store, study, slots).await?;
        Ok(true)
    }

    /// Stores slots, and the commitment to the seed.
    async fn record(&self, store: &Store, study: &Study, slots: Vec<SlotRow>) -> Result<(), StoreError> {
        let (id, version, commitment) = (study.file.id.clone(), study.hash.clone(), commitment(&self.seed));
        store.write(async move |tx| allocation::write_schedule(tx, &id, &version, &commitment, &slots).await).await
    }

    /// A request for a slot of a stratum, for a participant whose link has these parameters.
    pub fn request(&self, study: &Study, stratum: Stratum, link: &BTreeMap<String, String>) -> SlotRequest {
        let plan = &study.file.allocation;
        let unit = plan.unit.as_ref().map(|plan| unit(study, plan, link));
        let stratum = unit.as_ref().map_or(stratum, |unit| unit.stratum.unwrap_or_default());
        let method = unit
            .map(|unit| DrawMethod::Unit(unit.into()))
            .or_else(|| Minimisation::of(study).map(DrawMethod::Minimisation));
        let rule = |method| Arc::new(DrawRule { method, study_version: study.hash.clone(), seed: self.seed });
        SlotRequest {
            stratum,
            target: plan.most(),
            nearest: plan.nearest(),
            draw: ids::draw(),
            rule: method.map(rule),
            ..SlotRequest::default()
        }
    }

    /// Adds slots to the schedule of a participant; false if the target is reached.
    pub async fn extend_for(&self, simulated: bool, store: &Store, study: &Study) -> Result<bool, StoreError> {
        if !simulated {
            return self.extend(store, study).await;
        }
        self.extend_for_simulated(store, study).await.map(|()| true)
    }

    /// Adds slots for simulated participants, who use a separate schedule without a target.
    pub async fn extend_for_simulated(&self, store: &Store, study: &Study) -> Result<(), StoreError> {
        let plan = &study.file.allocation;
        if plan.draws_slots() {
            return Ok(());
        }
        let size = u32::try_from(allocation::simulated_schedule_size(store).await?).unwrap_or(u32::MAX);
        let wanted = size.saturating_add(plan.places.max(1));
        let scheme = Scheme::of(study).repeated(wanted);
        let slots: Vec<SlotRow> = sequence::schedule(&scheme, &SIMULATED_SEED, wanted)
            .into_iter()
            .filter(|slot| slot.number > size)
            .map(|slot| row(slot, -i64::from(slot.number)))
            .collect();
        store.write(async move |tx| allocation::write_simulated_schedule(tx, &slots).await).await
    }

    /// Whether another participant can be randomised: neither the target nor the quotas are reached.
    pub async fn has_slots(&self, store: &Store, study: &Study) -> Result<bool, StoreError> {
        let quotas = study::quotas(store).await?;
        let most = study.file.allocation.most().into_iter().chain(quotas.total).min();
        if most.is_none() && quotas.arms.is_empty() {
            return Ok(true);
        }
        let taken = allocation::taken(store).await?;
        let below = |group, most: &u32| taken.get(group).copied().unwrap_or(0) < i64::from(*most);
        let room = study.file.arms.keys().any(|group| quotas.arms.get(group).is_none_or(|most| below(group, most)));
        Ok(room && most.is_none_or(|most| taken.values().sum::<i64>() < i64::from(most)))
    }
}

/// The unit that the link names.
fn unit(study: &Study, plan: &UnitPlan, link: &BTreeMap<String, String>) -> UnitRequest {
    let code = link.get(&plan.parameter).map(|code| code.trim().to_owned()).unwrap_or_default();
    let stratum = plan.get(&code).map(units::stratum);
    UnitRequest { code, stratum, limit: plan.limit, scheme: Scheme::of(study) }
}

fn row(slot: sequence::Slot, number: i64) -> SlotRow {
    SlotRow { number, stratum: slot.stratum, block: slot.block.into(), group: slot.group, form: slot.form }
}
