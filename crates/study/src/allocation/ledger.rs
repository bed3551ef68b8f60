//! Comparison of a stored schedule with the one that the seed gives.

use std::collections::BTreeMap;

use super::{Scheme, Slot, Stratum, schedule};

/// Slots in a row that were written under one version of the study.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// Number of the first of them.
    pub from: u32,
    /// How that version allocates.
    pub scheme: &'a Scheme,
}

/// An error in a ledger.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// A slot that the seed does not give.
    #[error("{}slot {}: the ledger has {}, the seed gives {}",
        in_block(found), found.number, named(found), expected.as_ref().map_or("no such slot".into(), |slot| {
            if slot.block == found.block { named(slot) } else { format!("{} in block {}", named(slot), slot.block) }
        }))]
    Differs {
        /// As stored.
        found: Slot,
        /// As derived.
        expected: Option<Slot>,
    },
    /// A number that is missing although there are later ones.
    #[error("{}slot {}: missing in the ledger, the seed gives {}", in_block(.0), .0.number, named(.0))]
    Missing(Slot),
    /// A number that the ledger has more than once.
    #[error("slot {0} is in the ledger more than once")]
    Duplicate(u32),
}

/// Slots of a list have no block.
fn in_block(slot: &Slot) -> String {
    if slot.block == 0 { String::new() } else { format!("block {}, ", slot.block) }
}

fn named(slot: &Slot) -> String {
    let stratum = if slot.stratum == Stratum::WHOLE { String::new() } else { format!(" ({})", slot.stratum.name()) };
    format!("{} with {}{stratum}", slot.group.name(), slot.form)
}

/// Derives the schedule again and compares it with a stored one, in any order. Returns the first difference.
#[expect(clippy::result_large_err, reason = "there is one for each ledger")]
pub fn verify(scheme: &Scheme, seed: &[u8; 32], ledger: &[Slot]) -> Result<(), LedgerError> {
    differences(&[Stretch { from: 1, scheme }], seed, ledger).into_iter().next().map_or(Ok(()), Err)
}

/// All differences, in the order of the slots. Each stretch ends where the next one begins.
pub fn differences(stretches: &[Stretch], seed: &[u8; 32], ledger: &[Slot]) -> Vec<LedgerError> {
    let mut found: BTreeMap<u32, Vec<&Slot>> = BTreeMap::new();
    for slot in ledger {
        found.entry(slot.number).or_default().push(slot);
    }
    let last = found.keys().next_back().copied().unwrap_or(0);
    let mut expected = derive(stretches, seed, last);
    let mut wrong = Vec::new();
    for (number, slots) in found {
        let later = expected.split_off(&number);
        wrong.extend(expected.into_values().map(LedgerError::Missing));
        expected = later;
        if slots.len() > 1 {
            wrong.push(LedgerError::Duplicate(number));
        }
        let right = expected.remove(&number);
        let other = slots.into_iter().find(|slot| Some(**slot) != right);
        wrong.extend(other.map(|found| LedgerError::Differs { found: *found, expected: right }));
    }
    wrong
}

/// The slots up to number `last`.
fn derive(stretches: &[Stretch], seed: &[u8; 32], last: u32) -> BTreeMap<u32, Slot> {
    let ends = stretches.iter().skip(1).map(|next| next.from - 1).chain([last]);
    let own = stretches.iter().zip(ends).flat_map(|(stretch, end)| {
        let slots = schedule(stretch.scheme, seed, end.min(last));
        slots.into_iter().filter(move |slot| (stretch.from..=end.min(last)).contains(&slot.number))
    });
    own.map(|slot| (slot.number, slot)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::scheme;
    use super::*;
    use crate::progress::Form;
    use crate::testing::{CONTROL_0, TREATMENT_1};

    fn other_form(slot: Slot) -> Slot {
        Slot { form: if slot.form == Form::X { Form::Y } else { Form::X }, ..slot }
    }

    #[test]
    fn a_changed_ledger_is_found() {
        let scheme = scheme([1, 1, 1], vec![3, 6]);
        let mut ledger = schedule(&scheme, &[1; 32], 30);
        ledger.reverse();
        assert_eq!(verify(&scheme, &[1; 32], &ledger), Ok(()));
        let removed = ledger.remove(4);
        assert_eq!(verify(&scheme, &[1; 32], &ledger), Err(LedgerError::Missing(removed)));
        ledger.insert(4, other_form(removed));
        assert_eq!(
            verify(&scheme, &[1; 32], &ledger),
            Err(LedgerError::Differs { found: ledger[4], expected: Some(removed) })
        );
    }

    #[test]
    fn a_difference_names_block_and_slot() {
        let slot = |group, block| Slot { number: 7, stratum: Stratum::WHOLE, block, group, form: Form::X };
        let (found, expected) = (slot(CONTROL_0, 2), Some(slot(TREATMENT_1, 2)));
        assert_eq!(
            LedgerError::Differs { found, expected }.to_string(),
            "block 2, slot 7: the ledger has control_0 with form X, the seed gives treatment_1 with form X"
        );
        let moved = LedgerError::Differs { found, expected: Some(slot(CONTROL_0, 3)) }.to_string();
        assert!(moved.ends_with("the seed gives control_0 with form X in block 3"), "{moved}");
        let beyond = LedgerError::Differs { found, expected: None }.to_string();
        assert!(beyond.ends_with("the seed gives no such slot"), "{beyond}");
    }

    #[test]
    fn a_later_version_may_allocate_differently() {
        let [old, new] = [vec![3, 6], vec![6]].map(|sizes| scheme([1, 1, 1], sizes));
        let seed = [9; 32];
        let mut ledger = schedule(&old, &seed, 30);
        ledger.truncate(30);
        let later = schedule(&new, &seed, 60);
        ledger.extend(later.into_iter().filter(|slot| (31..=60).contains(&slot.number)));
        let stretches = [Stretch { from: 1, scheme: &old }, Stretch { from: 31, scheme: &new }];
        assert_eq!(differences(&stretches, &seed, &ledger), []);
        assert!(verify(&old, &seed, &ledger).is_err(), "the stretches matter");
        // Fewer slots than the first stretch could hold.
        assert_eq!(differences(&stretches, &seed, &ledger[..10]), []);
    }

    proptest! {
        #[test]
        fn every_single_change_is_found_and_nothing_else(seed: [u8; 32], at in 0usize..60, kind in 0..4) {
            let scheme = scheme([1, 1, 1], vec![3, 6]);
            let mut ledger = schedule(&scheme, &seed, 60);
            prop_assert_eq!(verify(&scheme, &seed, &ledger), Ok(()));
            let slot = ledger[at];
            let expected = match kind {
                0 => { ledger[at] = other_form(slot); LedgerError::Differs { found: ledger[at], expected: Some(slot) } }
                1 => { ledger[at].block += 1; LedgerError::Differs { found: ledger[at], expected: Some(slot) } }
                2 => { ledger.push(slot); LedgerError::Duplicate(slot.number) }
                _ => {
                    // A ledger may end early, because it is extended when participants register.
                    let at = at.min(ledger.len() - 2);
                    let slot = ledger.remove(at);
                    LedgerError::Missing(slot)
                }
            };
            let stretch = Stretch { from: 1, scheme: &scheme };
            prop_assert_eq!(differences(&[stretch], &seed, &ledger), vec![expected]);
        }
    }
}
