//! How the allocation schedule was drawn, for the manifest: with the seed, `analysis/allocation.py` derives it again.

use unmask_store::{Store, allocation as stored};
use unmask_study::allocation::Stratum;
use unmask_study::hex;

use crate::bundle::Versions;
use crate::prelude::*;

/// The commitment to the seed, the seed if it is asked for, and the plans of the versions that wrote the schedule.
pub async fn described(store: &Store, versions: &Versions, seed: Option<&[u8; 32]>) -> Result<Value> {
    let written = stored::stretches(store, &versions.active().study.file.id).await?;
    let plans = written.iter().map(|by| {
        let file = &versions.get(&by.version)?.study.file;
        let arms: Vec<Value> =
            file.arms.iter().map(|(group, arm)| json!({ "group": group.name(), "weight": arm.weight })).collect();
        let strata: Vec<&str> = file.allocation.strata().iter().copied().map(Stratum::name).collect();
        Ok(json!({
            "from": by.from,
            "version": by.version,
            "blockSizes": file.allocation.block_sizes,
            "drawAmong": file.allocation.draw_among,
            "arms": arms,
            "strata": strata,
        }))
    });
    Ok(json!({
        "commitment": stored::seed_commitment(store).await?,
        "seed": seed.map(|seed| hex(seed)),
        "plans": plans.collect::<Result<Vec<_>>>()?,
    }))
}
