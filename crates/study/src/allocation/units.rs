//! Units: classes or sites that are allocated as one. A unit gets the next slot of its stratum in permuted blocks when
//! its first member is allocated, and all its members have the arm of this slot.

use std::collections::BTreeMap;

use super::{Drawing, Scheme, Slot, Stratum, form_of, sequence};
use crate::definition::ArmId;
use crate::definition::allocation::{UnitCode, UnitPlan};
use crate::progress::Form;

/// A unit that was allocated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// In the order in which units were allocated, from 1.
    pub number: u32,
    /// Its stratum.
    pub stratum: Stratum,
    /// Its slot, from 1 within the stratum.
    pub slot: u32,
    /// The block of the slot.
    pub block: u32,
    /// The arm of all members.
    pub group: ArmId,
}

/// The slot of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Number of the slot, from 1.
    pub slot: u32,
    /// Number of the unit.
    pub unit: u32,
    /// Arm.
    pub group: ArmId,
    /// Test form.
    pub form: Form,
}

/// An error in the record of units.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// A unit with another slot or arm than the seed gives.
    #[error("unit {}: the record has slot {} in block {} with {}, the seed gives slot {} in block {} with {}",
        found.number, found.slot, found.block, found.group, expected.number, expected.block, expected.group)]
    Differs {
        /// As stored.
        found: Box<Unit>,
        /// As derived.
        expected: Box<Slot>,
    },
    /// A number that is missing although there are later ones.
    #[error("unit {0}: missing in the record")]
    Missing(u32),
    /// A member of a unit that is not recorded.
    #[error("slot {slot}: its unit {unit} is not recorded")]
    Unknown {
        /// Number of the slot.
        slot: u32,
        /// Number of the unit.
        unit: u32,
    },
    /// A member with another arm than the unit.
    #[error("slot {slot}: the ledger has {found}, its unit {unit} has {expected}")]
    Arm {
        /// Number of the slot.
        slot: u32,
        /// Number of the unit.
        unit: u32,
        /// As stored.
        found: ArmId,
        /// Of the unit.
        expected: ArmId,
    },
    /// A member with another form than the seed gives.
    #[error("slot {0}: the seed gives the other test form")]
    Form(u32),
}

/// The strata of the units, in the order of the file.
pub fn strata(plan: &UnitPlan) -> Vec<Stratum> {
    let mut strata = Vec::new();
    for stratum in plan.codes.iter().map(stratum) {
        if !strata.contains(&stratum) {
            strata.push(stratum);
        }
    }
    strata
}

/// The stratum of a unit.
pub fn stratum(unit: &UnitCode) -> Stratum {
    // The checks of a bundle admit no name that does not fit.
    unit.stratum.as_ref().and_then(|name| name.parse().ok()).unwrap_or_default()
}

/// The slot of the next unit of a stratum that has `earlier` units.
pub fn next(scheme: &Scheme, seed: &[u8; 32], stratum: Stratum, earlier: u32) -> Option<Slot> {
    sequence(&Drawing { scheme, seed, stratum }, 1, earlier + 1).get(earlier as usize).copied()
}

/// The test form of a member of an arm that has `earlier` members.
pub fn form(forms: &[Form], seed: &[u8; 32], group: ArmId, earlier: u32) -> Form {
    form_of(forms, seed, Stratum::WHOLE, group, earlier)
}

/// Derives the slot of each unit and the form of each member again. Both are sorted by number; with each unit comes the
/// scheme of the study version that allocated it.
pub fn differences<'a>(
    seed: &[u8; 32],
    units: impl IntoIterator<Item = (&'a Unit, &'a Scheme)>,
    members: &[Member],
) -> Vec<UnitError> {
    let mut wrong = Vec::new();
    let mut earlier: BTreeMap<Stratum, u32> = BTreeMap::new();
    let mut allocated: BTreeMap<u32, (ArmId, &[Form])> = BTreeMap::new();
    for (unit, scheme) in units {
        let last = allocated.keys().next_back().copied().unwrap_or(0);
        wrong.extend((last + 1..unit.number).map(UnitError::Missing));
        let before = earlier.entry(unit.stratum).or_default();
        let expected = next(scheme, seed, unit.stratum, *before);
        *before += 1;
        let is_same = |slot: &Slot| (slot.number, slot.block, slot.group) == (unit.slot, unit.block, unit.group);
        let other = expected.filter(|slot| !is_same(slot));
        wrong
            .extend(other.map(|expected| UnitError::Differs { found: unit.clone().into(), expected: expected.into() }));
        allocated.insert(unit.number, (unit.group, &scheme.forms));
    }
    let mut so_far: BTreeMap<ArmId, u32> = BTreeMap::new();
    for Member { slot, unit, group, form: own } in members.iter().copied() {
        let before = so_far.entry(group).or_default();
        match allocated.get(&unit) {
            None => wrong.push(UnitError::Unknown { slot, unit }),
            Some((expected, forms)) => {
                if *expected != group {
                    wrong.push(UnitError::Arm { slot, unit, found: group, expected: *expected });
                }
                if own != form(forms, seed, group, *before) {
                    wrong.push(UnitError::Form(slot));
                }
            }
        }
        *before += 1;
    }
    wrong
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::scheme;
    use super::*;

    const SEED: [u8; 32] = [7; 32];
    const STRATA: [Stratum; 2] = [Stratum::literal("north"), Stratum::literal("south")];

    /// Units of two strata in turns, and two members of each.
    fn allocated(count: u32) -> (Scheme, Vec<Unit>, Vec<Member>) {
        let scheme = Scheme { strata: STRATA.to_vec(), ..scheme([1, 1, 1], vec![3, 6]) };
        let units: Vec<Unit> = (0..count)
            .map(|index| {
                let stratum = STRATA[index as usize % 2];
                let slot = next(&scheme, &SEED, stratum, index / 2).unwrap();
                Unit { number: index + 1, stratum, slot: slot.number, block: slot.block, group: slot.group }
            })
            .collect();
        let mut so_far: BTreeMap<ArmId, u32> = BTreeMap::new();
        let members = (1..).zip(units.iter().chain(&units)).map(|(slot, unit)| {
            let before = so_far.entry(unit.group).or_default();
            *before += 1;
            Member {
                slot,
                unit: unit.number,
                group: unit.group,
                form: form(&Form::PARALLEL, &SEED, unit.group, *before - 1),
            }
        });
        let members = members.collect();
        (scheme, units, members)
    }

    fn found(scheme: &Scheme, units: &[Unit], members: &[Member]) -> Vec<String> {
        let units = units.iter().map(|unit| (unit, scheme));
        differences(&SEED, units, members).iter().map(ToString::to_string).collect()
    }

    proptest! {
        #[test]
        fn units_are_balanced_in_every_block(seed: [u8; 32], weights in [1u32..4, 1..4, 1..4], count in 1u32..40) {
            let round: u32 = weights.iter().sum();
            let scheme = scheme(weights, vec![round]);
            let slots: Vec<Slot> =
                (0..count).map(|earlier| next(&scheme, &seed, Stratum::WHOLE, earlier).unwrap()).collect();
            prop_assert!(slots.iter().map(|slot| slot.number).eq(1..=count));
            for block in slots.chunks_exact(round as usize) {
                for (group, weight) in &scheme.arms {
                    let own = block.iter().filter(|slot| slot.group == *group).count();
                    prop_assert_eq!(u32::try_from(own).unwrap(), *weight);
                }
            }
        }
    }

    #[test]
    fn each_change_of_the_record_is_found_and_nothing_else() {
        let (scheme, units, members) = allocated(8);
        assert_eq!(found(&scheme, &units, &members), [""; 0]);

        let mut changed = units.clone();
        changed[2].slot += 1;
        let differs = found(&scheme, &changed, &members);
        assert_eq!(differs.len(), 1);
        assert!(differs[0].starts_with("unit 3: the record has slot 3 in block 1 with "), "{differs:?}");

        let other = |group| *scheme.arms.keys().find(|arm| **arm != group).unwrap();
        let mut changed = members.clone();
        changed[15].group = other(changed[15].group);
        let differs = found(&scheme, &units, &changed);
        assert!(differs[0].starts_with("slot 16: the ledger has "), "{differs:?}");

        let mut changed = members.clone();
        changed[15].form = if changed[15].form == Form::X { Form::Y } else { Form::X };
        assert_eq!(found(&scheme, &units, &changed), ["slot 16: the seed gives the other test form"]);

        let missing = [&units[..3], &units[4..]].concat();
        let differs = found(&scheme, &missing, &members[..3]);
        assert_eq!(differs[0], "unit 4: missing in the record");
        assert!(found(&scheme, &units[..7], &members[7..8])[0].starts_with("slot 8: its unit 8 is not recorded"));
    }

    #[test]
    fn strata_and_codes_are_those_of_the_file() {
        let text = "{ parameter: CLASS, codes: [{ code: a, stratum: south }, { code: b, stratum: north }, \
                    { code: c, stratum: south }] }";
        let plan: UnitPlan = serde_saphyr::from_str(text).unwrap();
        assert_eq!(strata(&plan), [STRATA[1], STRATA[0]]);
        assert_eq!(plan.get(" b ").map(|unit| unit.code.as_str()), Some("b"));
        assert_eq!(plan.get("B"), None);
        let plain: UnitPlan = serde_saphyr::from_str("{ parameter: CLASS, codes: [{ code: a }] }").unwrap();
        assert_eq!(strata(&plain), [Stratum::WHOLE]);
        let unknown = serde_saphyr::from_str::<UnitPlan>("{ parameter: CLASS, codes: [{ code: a, size: 3 }] }");
        assert!(unknown.unwrap_err().to_string().contains("size"));
    }
}
