//! The allocation must follow the schedule from the seed: one slot for each participant, each drawn among the nearest
//! unused slots of its stratum.

use std::collections::{BTreeMap, HashMap};

use serde_json::json;
use unmask_study::allocation::{Scheme, Slot as Scheduled, verify};
use unmask_study::{Study, definition::ArmId};

use super::violation::{Kind, Violation};
use crate::stored::{Person, Slot, Stored};

pub(super) fn check(study: &Study, seed: &[u8; 32], stored: &Stored) -> Vec<Violation> {
    let ledger: Result<Vec<Scheduled>, _> = stored.slots.iter().map(scheduled).collect();
    let wrong = match ledger {
        Ok(ledger) => verify(&Scheme::of(study), seed, &ledger).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    let mut found: Vec<String> = wrong.into_iter().collect();
    found.extend(holders(study, stored));
    found.extend(unbalanced(study, &stored.slots));
    found.into_iter().map(|what| Violation::new(Kind::Allocation, what)).collect()
}

fn scheduled(slot: &Slot) -> Result<Scheduled, serde_json::Error> {
    let Slot { number, stratum, block, arm, form, .. } = slot;
    serde_json::from_value(json!({ "number": number, "stratum": stratum, "block": block, "group": arm, "form": form }))
}

/// Each participant who is allocated has one slot, its arm and its form. Fewer slots of a stratum than one is drawn
/// among are free before its last taken one.
fn holders(study: &Study, stored: &Stored) -> Vec<String> {
    let nearest = study.file.allocation.draw_among;
    let mut holders: HashMap<i64, Vec<&Person>> = HashMap::new();
    let mut found = Vec::new();
    for person in &stored.people {
        match person.slot {
            Some(number) => holders.entry(number).or_default().push(person),
            None if person.step < study.steps_before_allocation() => {}
            None => found.push(format!("{} has no slot", person.username)),
        }
    }
    let mut last: HashMap<&str, i64> = HashMap::new();
    for slot in stored.slots.iter().filter(|slot| holders.contains_key(&slot.number)) {
        last.insert(&slot.stratum, slot.number);
    }
    let mut skipped: BTreeMap<&str, u32> = BTreeMap::new();
    for slot in &stored.slots {
        let number = slot.number;
        match holders.get(&number).map(Vec::as_slice) {
            None if slot.state == "free" => {
                if last.get(slot.stratum.as_str()).is_some_and(|last| number < *last) {
                    *skipped.entry(&slot.stratum).or_default() += 1;
                }
            }
            // Its participant was erased.
            None if slot.state == "withdrawn" => {}
            None => found.push(format!("slot {number} is {}, but no participant has it", slot.state)),
            Some([person]) => found.extend(mismatch(study, slot, person)),
            Some(many) => found.push(format!("slot {number} belongs to {} participants", many.len())),
        }
    }
    let too_many = skipped.into_iter().filter(|(_, free)| *free >= nearest);
    found.extend(too_many.map(|(stratum, free)| format!("{free} slots of stratum {stratum} were passed over")));
    found
}

fn mismatch(study: &Study, slot: &Slot, person: &Person) -> Option<String> {
    let state = match person.status.as_str() {
        "withdrawn" => "withdrawn",
        _ if person.exposed_at.is_some() => "confirmed",
        _ => "reserved",
    };
    let has_form = study.form_before_allocation(person.seed).is_some() || person.form.as_ref() == Some(&slot.form);
    let same = person.arm.as_ref() == Some(&slot.arm) && has_form && slot.state == state;
    (!same).then(|| format!("{} differs from slot {}: {slot:?}, {person:?}", person.username, slot.number))
}

/// Every completely assigned block has each arm as often as its weight.
fn unbalanced(study: &Study, slots: &[Slot]) -> Vec<String> {
    let arms = &study.file.arms;
    let round: usize = arms.values().map(|arm| arm.weight as usize).sum();
    let mut blocks: BTreeMap<(&str, u32), Vec<&Slot>> = BTreeMap::new();
    for slot in slots {
        blocks.entry((&slot.stratum, slot.block)).or_default().push(slot);
    }
    let known = |stratum, block| slots.iter().any(|slot| slot.stratum == stratum && slot.block == block);
    // Where the schedule of a stratum ends, its last block may be cut.
    let whole = blocks.into_iter().filter(|((stratum, number), _)| known(*stratum, number + 1));
    let full = whole.filter(|(_, block)| block.iter().all(|slot| slot.state != "free"));
    full.filter_map(|((stratum, number), block)| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for slot in &block {
            *counts.entry(&slot.arm).or_default() += 1;
        }
        let due =
            |group: &ArmId, weight: u32| counts.get(group.name()) == Some(&(block.len() * weight as usize / round));
        let exact = arms.iter().all(|(group, arm)| due(group, arm.weight));
        (!exact).then(|| format!("block {number} {stratum} is not balanced: {counts:?}"))
    })
    .collect()
}
