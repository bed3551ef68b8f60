//! The allocation: the schedule that the seed gives, taken from its beginning without a gap, one place each.

use std::collections::{BTreeMap, HashMap};

use serde_json::json;
use unmask_study::allocation::{Place as Scheduled, verify};
use unmask_study::{Study, definition::Group};

use super::{Kind, Violation};
use crate::database::{Person, Place, Stored};

pub(super) fn check(study: &Study, seed: &[u8; 32], stored: &Stored) -> Vec<Violation> {
    let plan = &study.file.allocation;
    let ledger: Result<Vec<Scheduled>, _> = stored.places.iter().map(scheduled).collect();
    let wrong = match ledger {
        Ok(ledger) => verify(plan, &study.file.arms, seed, &ledger).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    let mut found: Vec<String> = wrong.into_iter().collect();
    found.extend(holders(stored));
    found.extend(unbalanced(study, &stored.places));
    found.into_iter().map(|what| Violation::new(Kind::Allocation, what)).collect()
}

fn scheduled(place: &Place) -> Result<Scheduled, serde_json::Error> {
    serde_json::from_value(
        json!({ "number": place.number, "block": place.block, "group": place.arm, "form": place.form }),
    )
}

/// Everybody has one place, its arm and its form; the places of `n` participants are the first `n`.
fn holders(stored: &Stored) -> Vec<String> {
    let mut holders: HashMap<u32, Vec<&Person>> = HashMap::new();
    let mut found = Vec::new();
    for person in &stored.people {
        match person.place {
            Some(number) => holders.entry(number).or_default().push(person),
            None => found.push(format!("{} has no place", person.username)),
        }
    }
    for place in &stored.places {
        let number = place.number;
        match holders.get(&number).map(Vec::as_slice) {
            None if place.state == "free" && number as usize > holders.len() => {}
            None => found.push(format!("place {number} is {} and nobody has it", place.state)),
            Some([person]) => found.extend(mismatch(place, person)),
            Some(many) => found.push(format!("place {number} belongs to {} people", many.len())),
        }
    }
    found
}

fn mismatch(place: &Place, person: &Person) -> Option<String> {
    let state = if person.exposed_at.is_some() { "confirmed" } else { "reserved" };
    let same = person.arm.as_ref() == Some(&place.arm) && person.form == place.form && place.state == state;
    (!same).then(|| format!("{} is not what place {} says: {place:?}, {person:?}", person.username, place.number))
}

/// Every block that is taken as a whole has each arm as often as its weight says.
fn unbalanced(study: &Study, places: &[Place]) -> Vec<String> {
    let arms = &study.file.arms;
    let round: usize = arms.values().map(|arm| arm.weight as usize).sum();
    let blocks = places.chunk_by(|a, b| a.block == b.block);
    let full = blocks.filter(|block| block.iter().all(|place| place.state != "free"));
    full.filter_map(|block| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for place in block {
            *counts.entry(&place.arm).or_default() += 1;
        }
        let due =
            |group: &Group, weight: u32| counts.get(group.name()) == Some(&(block.len() * weight as usize / round));
        let exact = arms.iter().all(|(group, arm)| due(group, arm.weight));
        (!exact).then(|| format!("block {} is not balanced: {counts:?}", block[0].block))
    })
    .collect()
}
