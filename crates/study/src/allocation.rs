//! Allocation to arms, from one recorded seed: in a schedule of permuted blocks of random sizes, or by minimisation.
//!
//! Every block has its own generator, so that the schedule can be extended at any time and derived again from the seed.
//! Test forms are balanced within each arm: of each run of as many slots as there are forms, each slot has another one.
//! Each stratum has its own blocks, and slot numbers alternate between the strata.

mod ledger;
mod list;
pub mod minimisation;
mod strata;
pub mod units;

use indexmap::IndexMap;
use rand_chacha::rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::definition::allocation::ListRow;
use crate::definition::{ArmId, Study};
use crate::order::{below, generator, shuffle};
use crate::progress::Form;

pub use ledger::{LedgerError, Stretch, differences, verify};
pub use list::{ListError, read_list};
pub use strata::{DEVICES, InvalidStratum, LONGEST, LONGEST_LEVEL, Newcomer, OTHER, Stratum, is_level};

/// Seed of the separate schedule of simulated participants. It is not secret and the same everywhere, so that a
/// simulation can be repeated on another machine.
pub const SIMULATED_SEED: [u8; 32] = *b"places for robots of a rehearsal";

/// One line of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// From 1, without gaps.
    pub number: u32,
    /// Its stratum.
    #[serde(default)]
    pub stratum: Stratum,
    /// From 1 within the stratum.
    pub block: u32,
    /// Arm.
    pub group: ArmId,
    /// Test form.
    pub form: Form,
}

/// What a schedule is drawn from, besides its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The arms in the order of the file, with their weights.
    pub arms: IndexMap<ArmId, u32>,
    /// The strata in the order in which slot numbers alternate.
    pub strata: Vec<Stratum>,
    /// Possible sizes of blocks.
    pub block_sizes: Vec<u32>,
    /// The test forms.
    pub forms: Vec<Form>,
    /// The arms and strata of a fixed list, in place of blocks.
    pub list: Option<Vec<(ArmId, Stratum)>>,
}

impl Scheme {
    /// A list begins again until it has this many slots: for simulated participants, of whom there may be more.
    #[must_use]
    pub fn repeated(self, slots: u32) -> Self {
        let list = self.list.map(|list| list.iter().cycle().take(list.len().max(slots as usize)).copied().collect());
        Self { list, ..self }
    }

    /// That of a study.
    pub fn of(study: &Study) -> Self {
        let rows = &study.file.allocation.rows;
        Self {
            arms: study.file.arms.iter().map(|(group, arm)| (*group, arm.weight)).collect(),
            strata: study.strata(),
            block_sizes: study.file.allocation.block_sizes.clone(),
            forms: study.file.forms(),
            list: study.file.allocation.is_list().then(|| rows.iter().map(listed_row).collect()),
        }
    }
}

/// At least `slots` slots, in the order of their numbers: whole blocks, of which the last ones of some strata
/// are cut, because all strata get as many slots.
pub fn schedule(scheme: &Scheme, seed: &[u8; 32], slots: u32) -> Vec<Slot> {
    if let Some(list) = &scheme.list {
        return listed(list, &scheme.forms, seed, slots);
    }
    let turns = scheme.strata.len();
    let each = slots.div_ceil(u32::try_from(turns).unwrap_or(1));
    let sequences = scheme.strata.iter().map(|stratum| sequence(&Drawing { scheme, seed, stratum: *stratum }, 1, each));
    let sequences: Vec<Vec<Slot>> = sequences.collect();
    let length = sequences.iter().map(Vec::len).min().unwrap_or(0);
    let in_turns = (0..length).flat_map(|index| sequences.iter().map(move |sequence| sequence[index]));
    (1..).zip(in_turns).map(|(number, slot)| Slot { number, ..slot }).collect()
}

/// The keys were read as strata before.
fn listed_row(row: &ListRow) -> (ArmId, Stratum) {
    (row.arm, row.stratum.parse().unwrap_or_default())
}

/// The first slots of a list, in its order. They have no blocks; the test forms come from the seed.
fn listed(list: &[(ArmId, Stratum)], forms: &[Form], seed: &[u8; 32], slots: u32) -> Vec<Slot> {
    let mut so_far: IndexMap<(ArmId, Stratum), u32> = IndexMap::new();
    let slot = |(number, (group, stratum)): (u32, &(ArmId, Stratum))| {
        let index = so_far.entry((*group, *stratum)).or_default();
        let form = form_of(forms, seed, *stratum, *group, *index);
        *index += 1;
        Slot { number, stratum: *stratum, block: 0, group: *group, form }
    };
    (1..=slots).zip(list).map(slot).collect()
}

/// At least `slots` slots of a stratum in whole blocks, beginning with block `from_block` (the first is 1), and
/// numbered within the stratum.
fn sequence(drawing: &Drawing, from_block: u32, slots: u32) -> Vec<Slot> {
    let first = from_block.max(1);
    // Sizes of earlier blocks are drawn again, so that numbers and forms continue.
    let rounds_before: u32 = (1..first).map(|block| drawing.rounds(block)).sum();
    let mut sequence: Vec<Slot> = Vec::new();
    let mut rounds = rounds_before;
    for block in first.. {
        if sequence.len() >= slots as usize || drawing.round() == 0 {
            break;
        }
        sequence.extend(drawing.block(block, rounds));
        rounds += drawing.rounds(block);
    }
    sequence
}

/// A block consists of one or more rounds; a round has every arm as often as its weight says.
struct Drawing<'a> {
    scheme: &'a Scheme,
    seed: &'a [u8; 32],
    stratum: Stratum,
}

impl Drawing<'_> {
    /// Slots in a round: the sum of the weights.
    fn round(&self) -> u32 {
        self.scheme.arms.values().sum()
    }

    /// Rounds in a block; each of the possible sizes is equally likely.
    fn rounds(&self, block: u32) -> u32 {
        let round = self.round().max(1);
        let sizes: Vec<u32> = self
            .scheme
            .block_sizes
            .iter()
            .filter(|size| **size > 0 && size.is_multiple_of(round))
            .map(|size| size / round)
            .collect();
        if sizes.is_empty() {
            return 1;
        }
        sizes[below(&mut self.generator(&format!("size/{block}")), sizes.len())]
    }

    /// The generator for one purpose in this stratum.
    fn generator(&self, purpose: &str) -> impl Rng {
        generator(self.seed, &format!("{}/{purpose}", self.stratum.key()))
    }

    fn block(&self, block: u32, rounds_before: u32) -> Vec<Slot> {
        let rounds = self.rounds(block);
        let mut groups: Vec<ArmId> = self
            .scheme
            .arms
            .iter()
            .flat_map(|(group, weight)| std::iter::repeat_n(*group, (weight * rounds) as usize))
            .collect();
        shuffle(&mut self.generator(&format!("block/{block}")), &mut groups);
        let mut so_far: IndexMap<ArmId, u32> =
            self.scheme.arms.iter().map(|(group, weight)| (*group, weight * rounds_before)).collect();
        let numbers = self.round() * rounds_before + 1..;
        let slot = |(number, group): (u32, ArmId)| {
            let index = so_far.entry(group).or_default();
            let form = form_of(&self.scheme.forms, self.seed, self.stratum, group, *index);
            *index += 1;
            Slot { number, stratum: self.stratum, block, group, form }
        };
        numbers.zip(groups).map(slot).collect()
    }
}

/// The form of an arm's slot by its index within the arm and the stratum: each run of as many slots as there are forms
/// has each form once, in a random order.
fn form_of(forms: &[Form], seed: &[u8; 32], stratum: Stratum, group: ArmId, index: u32) -> Form {
    let count = u32::try_from(forms.len()).unwrap_or(u32::MAX).max(1);
    let purpose = format!("{}/form/{}/{}", stratum.key(), group.name(), index / count);
    // The shuffle of two begins with this order reversed; schedules that are in use depend on it.
    let mut run: Vec<Form> = forms.iter().rev().copied().collect();
    shuffle(&mut generator(seed, &purpose), &mut run);
    run.get((index % count) as usize).copied().unwrap_or(Form::X)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::hex::hex;
    use crate::load::reload;
    use crate::testing::{ARMS, CONTROL_0, TREATMENT_1, files, fixtures};

    pub(super) fn scheme(weights: [u32; 3], block_sizes: Vec<u32>) -> Scheme {
        let arms = ARMS.into_iter().zip(weights).collect();
        Scheme { arms, strata: vec![Stratum::WHOLE], block_sizes, forms: Form::PARALLEL.into(), list: None }
    }

    /// All slots of the example study, as `analysis/allocation.py` derived them for this seed before arms became data.
    #[test]
    fn the_sequence_of_the_example_stays() {
        let mut files = files(&fixtures().join("../original-or-altered"));
        files.retain(|name, _| !name.starts_with("media/"));
        let study = reload(&files, "example").unwrap_or_else(|problems| panic!("{problems}"));
        let slots = schedule(&Scheme::of(&study), &[7; 32], 732);
        let form = |slot: &Slot| if slot.form == Form::X { 'x' } else { 'y' };
        let line = |slot: &Slot| format!("{} {} {} {}\n", slot.number, slot.block, slot.group, form(slot));
        let lines: Vec<String> = slots.iter().take(732).map(line).collect();
        assert_eq!(lines[..3].concat(), "1 1 control_0 x\n2 1 treatment_0 y\n3 1 control_0 y\n");
        let known = "e43c3073a8bd8c4574b5d76ac21a4a86223f33be65d9787b3334a6907dc9c4dc";
        assert_eq!(hex(&Sha256::digest(lines.concat())), known);
    }

    fn count(slots: &[Slot], matches: impl Fn(&Slot) -> bool) -> usize {
        slots.iter().filter(|slot| matches(slot)).count()
    }

    proptest! {
        #[test]
        fn every_block_is_exactly_balanced_and_forms_are_within_arms(
            seed: [u8; 32], weights in [1u32..4, 1..4, 1..4], factors in prop::collection::vec(1u32..4, 1..4),
        ) {
            let round: u32 = weights.iter().sum();
            let scheme = scheme(weights, factors.iter().map(|factor| factor * round).collect());
            let all = schedule(&scheme, &seed, 60);
            prop_assert!(all.len() >= 60);
            for block in all.chunk_by(|a, b| a.block == b.block) {
                prop_assert!(scheme.block_sizes.contains(&u32::try_from(block.len()).unwrap()));
                for (group, weight) in &scheme.arms {
                    let expected = block.len() * *weight as usize / round as usize;
                    prop_assert_eq!(count(block, |slot| slot.group == *group), expected);
                }
            }
            for end in 0..all.len() {
                for group in scheme.arms.keys() {
                    let x = count(&all[..end], |p| p.group == *group && p.form == Form::X);
                    let y = count(&all[..end], |p| p.group == *group && p.form == Form::Y);
                    prop_assert!(x.abs_diff(y) <= 1);
                }
            }
            prop_assert_eq!(verify(&scheme, &seed, &all), Ok(()));
        }

        #[test]
        fn a_schedule_made_in_parts_is_the_same(seed: [u8; 32], cut in 1u32..10) {
            let scheme = scheme([1, 1, 1], vec![3, 6]);
            let whole = schedule(&scheme, &seed, 90);
            let drawing = Drawing { scheme: &scheme, seed: &seed, stratum: Stratum::WHOLE };
            let later = sequence(&drawing, cut, 30);
            let skip = whole.iter().position(|slot| slot.block == cut).unwrap();
            prop_assert_eq!(&whole[skip..skip + later.len()], &later[..]);
            prop_assert!(whole.iter().map(|slot| slot.number).eq(1..=u32::try_from(whole.len()).unwrap()));
        }
    }

    /// Schedules that are in use have to be derived again: what a seed gives never changes.
    #[test]
    fn a_seed_gives_the_same_schedule_in_every_version() {
        let named = |p: &Slot| format!("{} {} {} {:?}\n", p.number, p.block, p.group.name(), p.form);
        let first: Vec<String> = schedule(&scheme([1, 1, 1], vec![3, 6]), &[7; 32], 3).iter().map(named).collect();
        assert_eq!(first, ["1 1 treatment_0 Y\n", "2 1 control_0 X\n", "3 1 treatment_1 Y\n"]);
        let all = schedule(&scheme([2, 1, 1], vec![4, 8]), &[7; 32], 600);
        let lines: Vec<String> = all.iter().map(named).collect();
        assert_eq!(
            <[u8; 32]>::from(Sha256::digest(lines.concat())),
            *b"\x46\x94\xcf\x04\x7c\x9d\x23\x6a\x8e\x09\x48\xb7\x5d\xd2\x13\x77\x98\xe2\xd6\x81\x25\x82\x86\x58\x66\xf3\x51\xe8\x96\x1e\xe3\x5c"
        );
        assert!(all.iter().all(|slot| slot.stratum == Stratum::WHOLE));
    }

    #[test]
    fn a_list_is_followed_and_its_forms_are_balanced() {
        let list =
            [CONTROL_0, TREATMENT_1, TREATMENT_1, CONTROL_0, TREATMENT_1, TREATMENT_1].map(|arm| (arm, Stratum::WHOLE));
        let scheme = Scheme { list: Some(list.to_vec()), ..scheme([1, 1, 1], vec![]) };
        let slots = schedule(&scheme, &[7; 32], 100);
        assert_eq!(slots.iter().map(|slot| (slot.group, slot.stratum)).collect::<Vec<_>>(), list);
        assert!(slots.iter().map(|slot| (slot.number, slot.block)).eq((1..=6).map(|number| (number, 0))));
        assert_eq!(count(&slots, |slot| slot.group == TREATMENT_1 && slot.form == Form::X), 2);
        assert_eq!(count(&slots, |slot| slot.group == CONTROL_0 && slot.form == Form::X), 1);
        assert_eq!(verify(&scheme, &[7; 32], &slots), Ok(()));
        let other = Scheme { list: Some(list[1..].to_vec()), ..scheme.clone() };
        let found = verify(&other, &[7; 32], &slots).unwrap_err().to_string();
        assert!(found.starts_with("slot 1: the ledger has control_0 with form "), "{found}");
    }

    #[test]
    fn sizes_and_seeds_really_vary() {
        let scheme = scheme([1, 1, 1], vec![3, 6]);
        let all = schedule(&scheme, &[1; 32], 300);
        let sizes: BTreeSet<usize> = all.chunk_by(|a, b| a.block == b.block).map(<[Slot]>::len).collect();
        assert_eq!(sizes, [3, 6].into());
        assert_ne!(all, schedule(&scheme, &[2; 32], 300));
        // The earlier slots reveal neither the order of a block nor the first form of a pair.
        let of_three = all.chunk_by(|a, b| a.block == b.block).filter(|block| block.len() == 3);
        let orders: BTreeSet<Vec<ArmId>> = of_three.map(|block| block.iter().map(|p| p.group).collect()).collect();
        assert_eq!(orders.len(), 6, "every order of three arms: {orders:?}");
        for group in scheme.arms.keys() {
            let own: Vec<Form> = all.iter().filter(|p| p.group == *group).map(|p| p.form).collect();
            let begin: BTreeSet<bool> = own.chunks_exact(2).map(|pair| pair[0] == Form::X).collect();
            assert_eq!(begin.len(), 2, "{group:?}: both forms begin pairs");
        }
    }
}
