//! How the allocation schedule was drawn, for the manifest: with the seed, `analysis/allocation.py` derives it again.

use unmask_store::{Store, allocation as stored};
use unmask_study::hex;

use crate::bundle::Versions;
use crate::prelude::*;

/// The commitment to the seed, the seed if it is asked for, and the plans of the versions that wrote the schedule.
pub async fn described(store: &Store, versions: &Versions, seed: Option<&[u8; 32]>) -> Result<Value> {
    let written = stored::stretches(store, &versions.active().study.file.id).await?;
    let plans = written.iter().map(|by| {
        let study = &versions.get(&by.version)?.study;
        let file = &study.file;
        let arms: Vec<Value> =
            file.arms.iter().map(|(group, arm)| json!({ "group": group.name(), "weight": arm.weight })).collect();
        Ok(json!({
            "from": by.from,
            "version": by.version,
            "blockSizes": file.allocation.block_sizes,
            "drawAmong": file.allocation.draw_among,
            "arms": arms,
            "strata": study.strata(),
        }))
    });
    Ok(json!({
        "commitment": stored::seed_commitment(store).await?,
        "seed": seed.map(|seed| hex(seed)),
        "plans": plans.collect::<Result<Vec<_>>>()?,
    }))
}
