//! Random orders that differ between participants and stay the same for each of them.
//!
//! The generator is ChaCha20, keyed by SHA-256 of the participant's seed and of what is ordered.
//! The shuffle is written here, so that a stored seed gives the same order in every version.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The generator for one purpose, which `key` names (`pre/media-use`, `allocation/7`).
pub fn generator(seed: &[u8], key: &str) -> ChaCha20Rng {
    let mut hash = Sha256::new();
    hash.update((seed.len() as u64).to_le_bytes());
    hash.update(seed);
    hash.update(key.as_bytes());
    ChaCha20Rng::from_seed(hash.finalize().into())
}

/// A number below `bound`, each equally likely: draws that would favour small numbers are rejected.
pub fn below(rng: &mut impl Rng, bound: usize) -> usize {
    let bound = bound as u64;
    let rest = (u64::MAX % bound + 1) % bound;
    loop {
        let draw = rng.next_u64();
        if draw <= u64::MAX - rest {
            return usize::try_from(draw % bound).unwrap_or_default();
        }
    }
}

/// Fisher and Yates' shuffle.
pub fn shuffle<T>(rng: &mut impl Rng, things: &mut [T]) {
    for last in (1..things.len()).rev() {
        things.swap(last, below(rng, last + 1));
    }
}

/// `things` in the order of this participant and this key; those that are `fixed` keep their position.
pub fn order<'a, T>(seed: i64, key: &str, things: &'a [T], fixed: impl Fn(&T) -> bool) -> Vec<&'a T> {
    let mut free: Vec<&T> = things.iter().filter(|thing| !fixed(thing)).collect();
    // Most sections have nothing to shuffle, and drawing costs a hash.
    if free.len() > 1 {
        shuffle(&mut generator(&seed.to_le_bytes(), key), &mut free);
    }
    let mut free = free.into_iter();
    things.iter().map(|thing| if fixed(thing) { thing } else { free.next().unwrap_or(thing) }).collect()
}

/// A thing that can belong to a group: in a random order, the members of a group stay together.
pub trait Grouped {
    /// The name of its group; none if it is ordered alone.
    fn group(&self) -> Option<&str>;
}

/// What is in a random order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shuffled {
    /// The groups, and the things without one.
    pub blocks: bool,
    /// The members of each group.
    pub in_groups: bool,
}

/// What an order is drawn of, in the order of the file: groups, and things without one.
pub fn blocks<T: Grouped>(things: &[T]) -> impl Iterator<Item = &[T]> {
    things.chunk_by(|one, next| one.group().is_some() && one.group() == next.group())
}

/// `things` in the order of this participant and this key. Each group moves as a whole. Things without a group that are
/// `fixed` keep their position; those in a group keep their position in it. Without groups, it is [`order`].
pub fn order_of_groups<'a, T: Grouped>(
    seed: i64,
    key: &str,
    things: &'a [T],
    shuffled: Shuffled,
    fixed: impl Fn(&T) -> bool,
) -> Vec<&'a T> {
    let blocks: Vec<&[T]> = blocks(things).collect();
    let stays = |block: &&[T]| {
        let single = block.first().filter(|thing| thing.group().is_none());
        !shuffled.blocks || single.is_some_and(&fixed)
    };
    let mut ordered = Vec::with_capacity(things.len());
    for block in order(seed, key, &blocks, stays) {
        match block.first().and_then(Grouped::group) {
            Some(group) if shuffled.in_groups => ordered.extend(order(seed, &format!("{key}/{group}"), block, &fixed)),
            _ => ordered.extend(block.iter()),
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_same_seed_and_key_give_the_same_order_in_every_version() {
        let things = [0, 1, 2, 3, 4, 5, 6, 7];
        let ordered: Vec<i32> = order(42, "pre/media", &things, |_| false).into_iter().copied().collect();
        assert_eq!(ordered, ORDER_OF_42);
        assert_ne!(ordered, order(43, "pre/media", &things, |_| false).into_iter().copied().collect::<Vec<_>>());
        assert_ne!(ordered, order(42, "post/media", &things, |_| false).into_iter().copied().collect::<Vec<_>>());
    }

    struct Member {
        number: usize,
        group: Option<String>,
    }

    impl Grouped for Member {
        fn group(&self) -> Option<&str> {
            self.group.as_deref()
        }
    }

    const ORDER_OF_42: [i32; 8] = [0, 4, 3, 5, 2, 6, 1, 7];

    #[test]
    fn every_order_is_about_equally_likely() {
        let mut seen = std::collections::BTreeMap::new();
        for seed in 0..6000 {
            let order: Vec<u8> = order(seed, "k", &[1, 2, 3], |_| false).into_iter().copied().collect();
            *seen.entry(order).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|n| (850..1150).contains(n)), "{seen:?}");
    }

    proptest! {
        #[test]
        fn an_order_keeps_every_thing_and_every_fixed_place(seed: i64, things: Vec<(u16, bool)>) {
            let ordered = order(seed, "options", &things, |thing| thing.1);
            prop_assert_eq!(ordered.len(), things.len());
            for (index, thing) in things.iter().enumerate() {
                if thing.1 { prop_assert_eq!(ordered[index], thing); }
            }
            let mut before: Vec<_> = things.iter().collect();
            let mut after = ordered;
            before.sort();
            after.sort();
            prop_assert_eq!(before, after);
        }

        #[test]
        fn groups_stay_together_and_single_things_are_ordered_as_without_any(
            seed: i64, sizes in proptest::collection::vec(1..4_usize, 0..6), in_groups: bool, is_single: bool
        ) {
            let numbered = sizes.iter().enumerate().flat_map(|(group, size)| vec![group; *size]).enumerate();
            let name = |group: usize| (!is_single).then(|| format!("g{group}"));
            let things: Vec<Member> = numbered.map(|(number, group)| Member { number, group: name(group) }).collect();
            let shuffled = Shuffled { blocks: true, in_groups };
            let ordered = order_of_groups(seed, "k", &things, shuffled, |_| false);
            let mut numbers: Vec<usize> = ordered.iter().map(|member| member.number).collect();
            if is_single {
                let single = order(seed, "k", &things, |_| false).into_iter().map(|member| member.number);
                prop_assert_eq!(&numbers, &single.collect::<Vec<_>>());
            } else {
                let mut groups: Vec<&Option<String>> = ordered.iter().map(|member| &member.group).collect();
                groups.dedup();
                prop_assert_eq!(groups.len(), sizes.len(), "each group is in one piece");
                let rises = |pair: &[&Member]| pair[0].group != pair[1].group || pair[0].number < pair[1].number;
                prop_assert!(in_groups || ordered.windows(2).all(rises), "the members are in the order of the file");
            }
            numbers.sort_unstable();
            prop_assert_eq!(numbers, (0..things.len()).collect::<Vec<_>>());
        }
    }
}
