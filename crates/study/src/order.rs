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
    }
}
