//! How slots were drawn, for the manifest: with the seed, `analysis/allocation.py` derives it again.

use std::collections::HashMap;

use unmask_store::Store;
use unmask_store::allocation::{self as stored, LedgerRow, RecordedDraw, RecordedUnit};
use unmask_study::allocation::minimisation::Draw;
use unmask_study::hex;

use crate::bundle::Versions;
use crate::prelude::*;

/// The commitment to the seed, the seed if it is asked for, and the plans of the versions that wrote the schedule or
/// drew. The draws of minimisation, and the units and slots of their members, come with the seed: they show slots that
/// were released.
pub async fn described(store: &Store, versions: &Versions, seed: Option<&[u8; 32]>) -> Result<Value> {
    let by_unit = versions.active().study.file.allocation.unit.is_some();
    let minimises = versions.active().study.file.allocation.minimises().is_some();
    let units = if by_unit { stored::units(store, false).await? } else { Vec::new() };
    let draws = if minimises { stored::draws(store).await? } else { Vec::new() };
    let plans = if by_unit {
        let mut first: Vec<&RecordedUnit> = units.iter().collect();
        first.dedup_by(|later, one| later.version == one.version);
        first.into_iter().map(|one| plan(versions, one.number, &one.version)).collect::<Result<Vec<_>>>()?
    } else if minimises {
        let mut first: Vec<&RecordedDraw> = draws.iter().collect();
        first.dedup_by(|later, one| later.version == one.version);
        first.into_iter().map(|one| plan(versions, one.draw.number.into(), &one.version)).collect::<Result<Vec<_>>>()?
    } else {
        let written = stored::stretches(store, &versions.active().study.file.id).await?;
        written.iter().map(|by| plan(versions, by.from, &by.version)).collect::<Result<Vec<_>>>()?
    };
    let mut described = json!({
        "commitment": stored::seed_commitment(store).await?,
        "seed": seed.map(|seed| hex(seed)),
        "plans": plans,
    });
    if by_unit && seed.is_some() {
        described["units"] = units.iter().map(allocated).collect();
        described["members"] = members(store).await?;
    }
    if minimises && seed.is_some() {
        described["draws"] = draws.iter().map(|one| drawn(&one.draw)).collect();
    }
    Ok(described)
}

fn plan(versions: &Versions, from: i64, version: &str) -> Result<Value> {
    let study = &versions.get(version)?.study;
    let plan = &study.file.allocation;
    let arms: Vec<Value> =
        study.file.arms.iter().map(|(group, arm)| json!({ "group": group.name(), "weight": arm.weight })).collect();
    let mut described = json!({ "from": from, "version": version, "arms": arms });
    if let Some(probability) = plan.minimises() {
        described["minimises"] = json!(probability);
        described["factors"] = json!(study.factors());
    } else {
        described["blockSizes"] = json!(plan.block_sizes);
        described["drawAmong"] = json!(plan.draw_among);
        described["strata"] = json!(study.strata());
    }
    if plan.unit.is_some() {
        described["byUnit"] = json!(true);
    }
    if !study.file.within.is_empty() {
        described["forms"] = json!(study.file.forms());
    }
    if plan.is_list() {
        described["list"] = json!(plan.file);
    }
    Ok(described)
}

fn allocated(one: &RecordedUnit) -> Value {
    let unit = &one.unit;
    json!({
        "number": one.number, "stratum": unit.stratum, "slot": unit.slot, "block": unit.block, "arm": unit.group,
    })
}

/// The slots of all members of units, in order.
async fn members(store: &Store) -> Result<Value> {
    let units: HashMap<i64, i64> = stored::members(store).await?.into_iter().collect();
    let slots = stored::ledger(store).await?;
    let member = |row: &LedgerRow| {
        let slot = &row.slot;
        json!({ "slot": slot.number, "unit": units.get(&slot.number), "arm": slot.group, "form": slot.form })
    };
    Ok(slots.iter().map(member).collect())
}

fn drawn(draw: &Draw) -> Value {
    json!({
        "number": draw.number,
        "levels": draw.levels,
        "before": draw.before,
        "random": draw.random,
        "arm": draw.group,
        "form": draw.form,
    })
}
