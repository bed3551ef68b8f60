//! Strata: subsets of participants that are allocated separately, so that the arms are balanced within each.

use serde::{Deserialize, Serialize};

use crate::definition::study::{AllocationPlan, Strata};

/// The stratum of a slot and of a participant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stratum {
    /// The study has no strata.
    #[default]
    #[serde(rename = "")]
    Whole,
    /// Registered with a computer or an unknown device.
    Computer,
    /// Registered with a phone.
    Phone,
}

impl Stratum {
    /// The word in the data; empty if the study has no strata.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Computer => "computer",
            Self::Phone => "phone",
        }
    }

    /// The beginning of the keys of its generators.
    pub(super) fn key(self) -> String {
        match self {
            Self::Whole => "allocation".into(),
            named => format!("allocation/{}", named.name()),
        }
    }

    /// By the `User-Agent` header. Browsers on phones have "Mobi" in it; MDN recommends to look for exactly that:
    /// <https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent>
    fn of_device(user_agent: Option<&str>) -> Self {
        if user_agent.is_some_and(|agent| agent.contains("Mobi")) { Self::Phone } else { Self::Computer }
    }
}

impl AllocationPlan {
    /// The strata in the order in which slot numbers alternate.
    pub fn strata(&self) -> &'static [Stratum] {
        match self.strata {
            None => &[Stratum::Whole],
            Some(Strata::Device) => &[Stratum::Computer, Stratum::Phone],
        }
    }

    /// The stratum of a participant who registers with this `User-Agent` header.
    pub fn stratum(&self, user_agent: Option<&str>) -> Stratum {
        match self.strata {
            None => Stratum::Whole,
            Some(Strata::Device) => Stratum::of_device(user_agent),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{arms, plan};
    use super::super::{Slot, schedule, verify};
    use super::*;
    use crate::progress::Form;

    fn by_device(block_sizes: Vec<u32>) -> AllocationPlan {
        AllocationPlan { strata: Some(Strata::Device), ..plan(block_sizes) }
    }

    fn only(all: &[Slot], stratum: Stratum) -> Vec<Slot> {
        all.iter().filter(|slot| slot.stratum == stratum).copied().collect()
    }

    #[test]
    fn the_header_distinguishes_phones_and_computers() {
        let plan = by_device(vec![3]);
        let android = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
        let linux = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        assert_eq!(plan.stratum(Some(android)), Stratum::Phone);
        assert_eq!(plan.stratum(Some("Opera/9.80 (Android) Opera Mobi/27 Presto/2.11")), Stratum::Phone);
        assert_eq!(plan.stratum(Some(linux)), Stratum::Computer);
        assert_eq!(plan.stratum(None), Stratum::Computer);
        assert_eq!(super::super::tests::plan(vec![3]).stratum(Some(android)), Stratum::Whole);
    }

    #[test]
    fn a_stratum_is_stored_by_its_name() {
        for stratum in [Stratum::Whole, Stratum::Computer, Stratum::Phone] {
            assert_eq!(serde_json::to_value(stratum).unwrap(), stratum.name());
        }
    }

    proptest! {
        #[test]
        fn every_block_of_every_stratum_is_exactly_balanced(
            seed: [u8; 32], weights in [1u32..4, 1..4, 1..4], factors in prop::collection::vec(1u32..4, 1..4),
            wanted in 1u32..90,
        ) {
            let arms = arms(weights);
            let round: u32 = weights.iter().sum();
            let plan = by_device(factors.iter().map(|factor| factor * round).collect());
            let all = schedule(&plan, &arms, &seed, wanted);
            prop_assert!(all.len() >= wanted as usize);
            prop_assert!(all.iter().map(|slot| slot.number).eq(1..=u32::try_from(all.len()).unwrap()), "no gap");
            for stratum in plan.strata() {
                let own = only(&all, *stratum);
                prop_assert_eq!(own.len() * 2, all.len(), "the strata have as many slots");
                let blocks: Vec<&[Slot]> = own.chunk_by(|a, b| a.block == b.block).collect();
                prop_assert!(blocks.iter().map(|block| block[0].block).eq(1..=u32::try_from(blocks.len()).unwrap()));
                // The last block may be cut where that of the other stratum is shorter. It continues with the schedule.
                for block in &blocks[..blocks.len() - 1] {
                    prop_assert!(plan.block_sizes.contains(&u32::try_from(block.len()).unwrap()));
                    for (group, arm) in &arms {
                        let due = block.len() * arm.weight as usize / round as usize;
                        prop_assert_eq!(block.iter().filter(|slot| slot.group == *group).count(), due);
                    }
                }
                for end in 0..own.len() {
                    for group in arms.keys() {
                        let of = |form| own[..end].iter().filter(|p| p.group == *group && p.form == form).count();
                        prop_assert!(of(Form::X).abs_diff(of(Form::Y)) <= 1, "forms are balanced within arm and stratum");
                    }
                }
            }
            prop_assert_eq!(verify(&plan, &arms, &seed, &all), Ok(()));
        }

        #[test]
        fn an_extended_schedule_begins_as_it_was(seed: [u8; 32], before in 1u32..60, more in 1u32..60) {
            let (plan, arms) = (by_device(vec![3, 6]), arms([1, 1, 1]));
            let (first, longer) = (schedule(&plan, &arms, &seed, before), schedule(&plan, &arms, &seed, before + more));
            let both = first.len().min(longer.len());
            prop_assert_eq!(&first[..both], &longer[..both]);
            // One slot more than there are is at least one for each stratum.
            let next = schedule(&plan, &arms, &seed, u32::try_from(first.len()).unwrap() + 1);
            for stratum in plan.strata() {
                prop_assert!(only(&next, *stratum).len() > only(&first, *stratum).len());
            }
        }

        #[test]
        fn a_slot_of_another_stratum_is_found(seed: [u8; 32], at in 0usize..60) {
            let (plan, arms) = (by_device(vec![3, 6]), arms([1, 1, 1]));
            let mut ledger = schedule(&plan, &arms, &seed, 60);
            let stratum = ledger[at].stratum;
            ledger[at].stratum = if stratum == Stratum::Phone { Stratum::Computer } else { Stratum::Phone };
            let wrong = verify(&plan, &arms, &seed, &ledger).unwrap_err().to_string();
            prop_assert!(wrong.contains("(phone)") && wrong.contains("(computer)"), "{}", wrong);
        }
    }

    #[test]
    fn the_strata_draw_independently() {
        let arms = arms([1, 1, 1]);
        let drawn =
            |all: Vec<Slot>| all.into_iter().map(|slot| (slot.block, slot.group, slot.form)).collect::<Vec<_>>();
        let all = schedule(&by_device(vec![3, 6]), &arms, &[7; 32], 120);
        let sequences = [
            drawn(only(&all, Stratum::Computer)),
            drawn(only(&all, Stratum::Phone)),
            drawn(schedule(&plan(vec![3, 6]), &arms, &[7; 32], 60)),
        ];
        assert_ne!(sequences[0], sequences[1]);
        assert_ne!(sequences[0][..60], sequences[2][..60]);
        assert_ne!(sequences[1][..60], sequences[2][..60]);
    }
}
