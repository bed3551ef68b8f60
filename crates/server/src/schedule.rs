//! The allocation schedule in the database: written before the first participant, extended from the same seed
//! when it runs out, never beyond the study's target.

use anyhow::Result;
use unmask_store::allocation::{self, PlaceRow, PlaceState};
use unmask_store::{Store, StoreError};
use unmask_study::Study;
use unmask_study::allocation::schedule;

use crate::secrets::commitment;

/// Makes places.
pub struct Schedule {
    seed: [u8; 32],
}

impl Schedule {
    /// From the seed.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { seed }
    }

    /// The seed.
    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// Writes the first places, if there are none.
    pub async fn prepare(&self, store: &Store, study: &Study) -> Result<(), StoreError> {
        if allocation::schedule_size(store).await? == 0 {
            self.extend(store, study).await?;
        }
        Ok(())
    }

    /// Adds as many places as the bundle asks for; false if the target is reached. Two servers that do it at once
    /// write the same places. With strata there are more places than the target says, because nobody knows
    /// beforehand how many people each stratum will have; then the target is kept when a place is claimed.
    pub async fn extend(&self, store: &Store, study: &Study) -> Result<bool, StoreError> {
        let plan = &study.file.allocation;
        let size = u32::try_from(allocation::schedule_size(store).await?).unwrap_or(u32::MAX);
        let last = plan.target.filter(|_| plan.strata.is_none()).unwrap_or(u32::MAX);
        let wanted = size.saturating_add(plan.places).min(last);
        if wanted <= size || !self.has_places(store, study).await? {
            return Ok(false);
        }
        let places: Vec<PlaceRow> = schedule(plan, &study.file.arms, &self.seed, wanted)
            .into_iter()
            .filter(|place| place.number > size && place.number <= last)
            .map(|place| PlaceRow {
                number: place.number.into(),
                stratum: place.stratum,
                block: place.block.into(),
                group: place.group,
                form: place.form,
            })
            .collect();
        let (id, version, commitment) = (study.file.id.clone(), study.hash.clone(), commitment(&self.seed));
        store.write(async move |tx| allocation::write_schedule(tx, &id, &version, &commitment, &places).await).await?;
        Ok(true)
    }

    /// Whether one more person can be randomised.
    pub async fn has_places(&self, store: &Store, study: &Study) -> Result<bool, StoreError> {
        let Some(target) = study.file.allocation.target else { return Ok(true) };
        let counts = allocation::counts(store).await?;
        let taken: i64 = counts.iter().filter(|count| count.state != PlaceState::Free).map(|count| count.places).sum();
        Ok(taken < i64::from(target))
    }
}
