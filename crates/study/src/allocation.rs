//! Allocation to arms: permuted blocks of random sizes, from one recorded seed.
//!
//! Every block is drawn with a generator of its own, so that the schedule can be extended at any time
//! and re-derived by anybody who has the seed. Test forms are balanced in pairs within each arm.

mod ledger;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::definition::study::AllocationPlan;
use crate::definition::{Arm, Group};
use crate::order::{below, generator, shuffle};
use crate::progress::Form;

pub use ledger::{LedgerError, Stretch, differences, verify};

/// One line of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// From 1, without gaps.
    pub number: u32,
    /// From 1.
    pub block: u32,
    /// Arm.
    pub group: Group,
    /// Test form.
    pub form: Form,
}

/// The arms in the order of the file, with their weights.
pub type Arms = IndexMap<Group, Arm>;

/// At least `places` places in whole blocks, beginning with block `from_block` (the first is 1).
pub fn schedule(plan: &AllocationPlan, arms: &Arms, seed: &[u8; 32], from_block: u32, places: u32) -> Vec<Place> {
    let drawing = Drawing { plan, arms, seed };
    let first = from_block.max(1);
    // Sizes of earlier blocks are drawn again, so that numbers and forms go on where they ended.
    let rounds_before: u32 = (1..first).map(|block| drawing.rounds(block)).sum();
    let mut schedule: Vec<Place> = Vec::new();
    let mut rounds = rounds_before;
    for block in first.. {
        if schedule.len() >= places as usize || drawing.round() == 0 {
            break;
        }
        schedule.extend(drawing.block(block, rounds));
        rounds += drawing.rounds(block);
    }
    schedule
}

/// A block consists of one or more rounds; a round has every arm as often as its weight says.
struct Drawing<'a> {
    plan: &'a AllocationPlan,
    arms: &'a Arms,
    seed: &'a [u8; 32],
}

impl Drawing<'_> {
    /// Places in a round: the sum of the weights.
    fn round(&self) -> u32 {
        self.arms.values().map(|arm| arm.weight).sum()
    }

    /// Rounds in a block; each of the possible sizes is equally likely.
    fn rounds(&self, block: u32) -> u32 {
        let round = self.round().max(1);
        let sizes: Vec<u32> = self
            .plan
            .block_sizes
            .iter()
            .filter(|size| **size > 0 && size.is_multiple_of(round))
            .map(|size| size / round)
            .collect();
        if sizes.is_empty() {
            return 1;
        }
        sizes[below(&mut generator(self.seed, &format!("allocation/size/{block}")), sizes.len())]
    }

    fn block(&self, block: u32, rounds_before: u32) -> Vec<Place> {
        let rounds = self.rounds(block);
        let mut groups: Vec<Group> = self
            .arms
            .iter()
            .flat_map(|(group, arm)| std::iter::repeat_n(*group, (arm.weight * rounds) as usize))
            .collect();
        shuffle(&mut generator(self.seed, &format!("allocation/block/{block}")), &mut groups);
        let mut so_far: IndexMap<Group, u32> =
            self.arms.iter().map(|(group, arm)| (*group, arm.weight * rounds_before)).collect();
        let numbers = self.round() * rounds_before + 1..;
        let place = |(number, group): (u32, Group)| {
            let index = so_far.entry(group).or_default();
            let form = self.form(group, *index);
            *index += 1;
            Place { number, block, group, form }
        };
        numbers.zip(groups).map(place).collect()
    }

    /// The form of an arm's place by its index within the arm: each pair has one X and one Y.
    fn form(&self, group: Group, index: u32) -> Form {
        let key = format!("allocation/form/{}/{}", group.name(), index / 2);
        let x_first = below(&mut generator(self.seed, &key), 2) == 0;
        if index.is_multiple_of(2) == x_first { Form::X } else { Form::Y }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(super) fn arms(weights: [u32; 3]) -> Arms {
        let groups = [Group::Control0, Group::Treatment0, Group::Treatment1];
        groups
            .into_iter()
            .zip(weights)
            .map(|(group, weight)| (group, Arm { label: String::new(), weight, steps: vec![] }))
            .collect()
    }

    pub(super) fn plan(block_sizes: Vec<u32>) -> AllocationPlan {
        AllocationPlan { block_sizes, places: 0, hold_minutes: 0, target: None }
    }

    fn count(places: &[Place], matches: impl Fn(&Place) -> bool) -> usize {
        places.iter().filter(|place| matches(place)).count()
    }

    proptest! {
        #[test]
        fn every_block_is_exactly_balanced_and_forms_are_within_arms(
            seed: [u8; 32], weights in [1u32..4, 1..4, 1..4], factors in prop::collection::vec(1u32..4, 1..4),
        ) {
            let arms = arms(weights);
            let round: u32 = weights.iter().sum();
            let plan = plan(factors.iter().map(|factor| factor * round).collect());
            let all = schedule(&plan, &arms, &seed, 1, 60);
            prop_assert!(all.len() >= 60);
            for block in all.chunk_by(|a, b| a.block == b.block) {
                prop_assert!(plan.block_sizes.contains(&u32::try_from(block.len()).unwrap()));
                for (group, arm) in &arms {
                    let expected = block.len() * arm.weight as usize / round as usize;
                    prop_assert_eq!(count(block, |place| place.group == *group), expected);
                }
            }
            for end in 0..all.len() {
                for group in arms.keys() {
                    let x = count(&all[..end], |p| p.group == *group && p.form == Form::X);
                    let y = count(&all[..end], |p| p.group == *group && p.form == Form::Y);
                    prop_assert!(x.abs_diff(y) <= 1);
                }
            }
            prop_assert_eq!(verify(&plan, &arms, &seed, &all), Ok(()));
        }

        #[test]
        fn a_schedule_made_in_parts_is_the_same(seed: [u8; 32], cut in 1u32..10) {
            let (plan, arms) = (plan(vec![3, 6]), arms([1, 1, 1]));
            let whole = schedule(&plan, &arms, &seed, 1, 90);
            let later = schedule(&plan, &arms, &seed, cut, 30);
            let skip = whole.iter().position(|place| place.block == cut).unwrap();
            prop_assert_eq!(&whole[skip..skip + later.len()], &later[..]);
            prop_assert!(whole.iter().map(|place| place.number).eq(1..=u32::try_from(whole.len()).unwrap()));
        }
    }

    #[test]
    fn sizes_and_seeds_really_vary() {
        let (plan, arms) = (plan(vec![3, 6]), arms([1, 1, 1]));
        let all = schedule(&plan, &arms, &[1; 32], 1, 300);
        let sizes: std::collections::BTreeSet<usize> =
            all.chunk_by(|a, b| a.block == b.block).map(<[Place]>::len).collect();
        assert_eq!(sizes, [3, 6].into());
        assert_ne!(all, schedule(&plan, &arms, &[2; 32], 1, 300));
    }
}
