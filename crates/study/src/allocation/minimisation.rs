//! Minimisation: each participant gets, with a high probability, the arm that keeps the levels of all factors balanced
//! (Pocock and Simon 1975, *Biometrics* 31, 103-115). Unequal weights are respected as by Han, Enas and McEntegart
//! (2009, *Statistics in Medicine* 28, 3329-3346).
//!
//! All sums are whole numbers and all shares are computed in one order, so that the arm is the same on every machine
//! and can be computed again from what is recorded of a draw.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use rand_chacha::rand_core::Rng as _;
use serde::{Deserialize, Serialize};

use super::{Stratum, form_of};
use crate::definition::{ArmId, Study};
use crate::order::generator;
use crate::progress::Form;

/// 2^53: a random number below it is exact as a double.
const RANGE: f64 = 9_007_199_254_740_992.0;

/// How a study minimises.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimisation {
    /// The arms in the order of the file, with their weights.
    pub arms: IndexMap<ArmId, u32>,
    /// The test forms.
    pub forms: Vec<Form>,
    /// Probability of the arm that is best for balance, if it is one of those with the lowest weight.
    pub probability: f64,
}

/// What a draw depends on besides the participant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// Participants who count, by the levels of their factors and by arm.
    pub counted: BTreeMap<Stratum, BTreeMap<ArmId, u32>>,
    /// Arms that are full.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub full: BTreeSet<ArmId>,
}

impl Minimisation {
    /// That of a study, if it minimises.
    pub fn of(study: &Study) -> Option<Self> {
        let probability = study.file.allocation.minimises()?;
        let arms = study.file.arms.iter().map(|(group, arm)| (*group, arm.weight)).collect();
        Some(Self { arms, forms: study.file.forms(), probability })
    }

    /// The test form of an arm's draw, by the number of earlier draws of the arm, as in a schedule.
    pub fn form(&self, seed: &[u8; 32], group: ArmId, earlier: u32) -> Form {
        form_of(&self.forms, seed, Stratum::WHOLE, group, earlier)
    }

    /// The arm for a participant with these levels, by a random number below 2^53. None if all arms are full.
    pub fn arm(&self, before: &Balance, levels: &Stratum, random: u64) -> Option<ArmId> {
        let shares = self.shares(before, levels);
        let drawn = random as f64 / RANGE;
        let mut sum = 0.0;
        let below = shares.iter().find(|(_, share)| {
            sum += share;
            drawn < sum
        });
        // The shares add up to 1 except for the last digit.
        below.or_else(|| shares.iter().rfind(|(_, share)| *share > 0.0)).map(|(group, _)| *group)
    }

    /// The probability of each arm that is not full.
    ///
    /// With the arm h that is best for balance, any other arm a has the probability c · w(a), and h has what is left. c
    /// is (1 − p) / (W − w) with the lowest weight w and the sum of all W. If several arms are equally good, h is drawn
    /// among them by their weights. In the long run, each arm therefore gets its share of participants.
    pub fn shares(&self, before: &Balance, levels: &Stratum) -> Vec<(ArmId, f64)> {
        let imbalances = self.imbalances(before, levels);
        let open = |group: &ArmId| !before.full.contains(group);
        let weights: Vec<(ArmId, f64)> = self
            .arms
            .iter()
            .filter(|(group, _)| open(group))
            .map(|(group, weight)| (*group, f64::from(*weight)))
            .collect();
        let best = imbalances.values().min();
        let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let lowest = weights.iter().map(|(_, weight)| *weight).fold(f64::INFINITY, f64::min);
        let is_best = |group: &ArmId| imbalances.get(group) == best;
        let tied: f64 = weights.iter().filter(|(group, _)| is_best(group)).map(|(_, weight)| weight).sum();
        let other = if weights.len() > 1 { (1.0 - self.probability) / (all - lowest) } else { 0.0 };
        let share = |(group, weight): (ArmId, f64)| {
            if is_best(&group) {
                let chosen = weight / tied * (1.0 - other * (all - weight));
                (group, chosen + (tied - weight) / tied * (other * weight))
            } else {
                (group, other * weight)
            }
        };
        weights.into_iter().map(share).collect()
    }

    /// For each arm that is not full: how unequal the arms would be with this participant in it, summed over the
    /// participant's levels. Of one level, it is the variance of the arms' numbers divided by their weights, times
    /// constants that make it whole.
    pub fn imbalances(&self, before: &Balance, levels: &Stratum) -> BTreeMap<ArmId, u128> {
        let arms: Vec<ArmId> = self.arms.keys().filter(|group| !before.full.contains(*group)).copied().collect();
        let weights: Vec<u32> = arms.iter().map(|group| self.arms[group].max(1)).collect();
        let multiple = least_common_multiple(&weights);
        let scale: Vec<u128> = weights.iter().map(|weight| multiple / u128::from(*weight)).collect();
        let margins = margins(&arms, before, levels);
        let imbalance = |candidate: usize| {
            let of_level = |counts: &Vec<u64>| {
                let counts = counts.iter().enumerate().map(|(arm, count)| count + u64::from(arm == candidate));
                spread(&counts.zip(&scale).map(|(count, scale)| u128::from(count) * scale).collect::<Vec<_>>())
            };
            margins.iter().map(of_level).sum()
        };
        arms.iter().enumerate().map(|(index, group)| (*group, imbalance(index))).collect()
    }
}

/// For each factor, the participants with the same level, by arm.
fn margins(arms: &[ArmId], before: &Balance, levels: &Stratum) -> Vec<Vec<u64>> {
    let own: Vec<&str> = levels.levels().collect();
    let mut margins = vec![vec![0; arms.len()]; own.len()];
    for (cell_levels, cell) in &before.counted {
        let counts: Vec<u64> = arms.iter().map(|group| cell.get(group).copied().unwrap_or(0).into()).collect();
        let same = cell_levels.levels().zip(&own).map(|(level, own)| level == *own);
        for (margin, _) in margins.iter_mut().zip(same).filter(|(_, same)| *same) {
            margin.iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
        }
    }
    margins
}

/// The variance times the square of the number of values.
fn spread(values: &[u128]) -> u128 {
    let sum: u128 = values.iter().sum();
    values.len() as u128 * values.iter().map(|value| value * value).sum::<u128>() - sum * sum
}

/// The least whole number that all weights divide.
pub fn least_common_multiple(weights: &[u32]) -> u128 {
    weights.iter().fold(1, |multiple: u128, weight| {
        let (mut divisor, mut rest) = (multiple, u128::from(*weight));
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        (multiple / divisor).saturating_mul(u128::from(*weight))
    })
}

/// The random number of a draw, below 2^53.
pub fn random(seed: &[u8; 32], number: u32) -> u64 {
    generator(seed, &format!("allocation/minimisation/{number}")).next_u64() >> 11
}

/// A draw, as it is recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// From 1, without gaps.
    pub number: u32,
    /// The levels of the participant.
    pub levels: Stratum,
    /// What it depended on.
    pub before: Balance,
    /// The random number.
    pub random: u64,
    /// The arm.
    pub group: ArmId,
    /// The test form.
    pub form: Form,
    /// Whether its slot was released: its participant left before anything differed between the arms.
    pub released: bool,
}

/// An error in the record of the draws.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// A number that is missing although there are later ones.
    #[error("draw {0}: missing in the ledger")]
    Missing(u32),
    /// Another random number than the seed gives.
    #[error("draw {number}: the ledger has the random number {found}, the seed gives {expected}")]
    Random {
        /// Of the draw.
        number: u32,
        /// As stored.
        found: u64,
        /// As derived.
        expected: u64,
    },
    /// A number of participants that earlier draws do not give.
    #[error("draw {number}: the ledger counts {found} earlier participants in {group}{}, the draws before give {}",
        within(levels), if least == most { least.to_string() } else { format!("{least} to {most}") })]
    Count {
        /// Of the draw.
        number: u32,
        /// Arm.
        group: ArmId,
        /// Levels.
        levels: Stratum,
        /// As stored.
        found: u32,
        /// Those that are not released.
        least: u32,
        /// All.
        most: u32,
    },
    /// Another arm or form.
    #[error("draw {number}: the ledger has {}, balance and seed give {}", named(*found), expected.map_or("no arm".into(), named))]
    Differs {
        /// Of the draw.
        number: u32,
        /// As stored.
        found: (ArmId, Form),
        /// As derived.
        expected: Option<(ArmId, Form)>,
    },
}

fn within(levels: &Stratum) -> String {
    if *levels == Stratum::WHOLE { String::new() } else { format!(" ({levels})") }
}

fn named((group, form): (ArmId, Form)) -> String {
    format!("{group} with {form}")
}

/// Computes each draw again, in the order of their numbers, with the plan of its study version. Returns all
/// differences. `draws` are sorted by number.
pub fn differences<'a>(
    seed: &[u8; 32],
    draws: impl IntoIterator<Item = (&'a Draw, &'a Minimisation)>,
) -> Vec<DrawError> {
    let mut wrong = Vec::new();
    let mut earlier = Earlier::default();
    let mut next = 1;
    for (draw, plan) in draws {
        wrong.extend((next..draw.number).map(DrawError::Missing));
        next = draw.number + 1;
        let expected = random(seed, draw.number);
        if draw.random != expected {
            wrong.push(DrawError::Random { number: draw.number, found: draw.random, expected });
        }
        wrong.extend(earlier.differences(draw));
        let found = (draw.group, draw.form);
        let expected = plan.arm(&draw.before, &draw.levels, expected);
        let expected = expected.map(|group| (group, plan.form(seed, group, earlier.of_arm(group))));
        if Some(found) != expected {
            wrong.push(DrawError::Differs { number: draw.number, found, expected });
        }
        earlier.add(draw);
    }
    wrong
}

/// The draws before one, by levels and arm: all of them, and those whose slot is not released by now.
#[derive(Default)]
struct Earlier(BTreeMap<(Stratum, ArmId), [u32; 2]>);

impl Earlier {
    fn add(&mut self, draw: &Draw) {
        let [all, kept] = self.0.entry((draw.levels, draw.group)).or_default();
        *all += 1;
        *kept += u32::from(!draw.released);
    }

    fn of_arm(&self, group: ArmId) -> u32 {
        self.0.iter().filter(|((_, arm), _)| *arm == group).map(|(_, [all, _])| all).sum()
    }

    /// A slot that is released by now may have counted at the time of the draw.
    fn differences(&self, draw: &Draw) -> Vec<DrawError> {
        let counted = &draw.before.counted;
        let found = |levels: &Stratum, group: &ArmId| {
            counted.get(levels).and_then(|cell| cell.get(group)).copied().unwrap_or(0)
        };
        let stored = counted.iter().flat_map(|(levels, cell)| cell.keys().map(move |group| (*levels, *group)));
        let cells: BTreeSet<(Stratum, ArmId)> = stored.chain(self.0.keys().copied()).collect();
        let wrong = cells.into_iter().filter_map(|(levels, group)| {
            let [most, least] = self.0.get(&(levels, group)).copied().unwrap_or_default();
            let found = found(&levels, &group);
            let is_wrong = !(least..=most).contains(&found);
            is_wrong.then_some(DrawError::Count { number: draw.number, group, levels, found, least, most })
        });
        wrong.collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::order::below;

    fn plan(weights: &[u32], probability: f64) -> Minimisation {
        let arms = weights.iter().enumerate();
        let arms = arms.map(|(arm, weight)| (arm_id(arm), *weight)).collect();
        Minimisation { arms, forms: Form::PARALLEL.into(), probability }
    }

    fn arm_id(arm: usize) -> ArmId {
        format!("arm_{arm}").parse().unwrap()
    }

    impl Balance {
        fn add(&mut self, levels: Stratum, group: ArmId) {
            *self.counted.entry(levels).or_default().entry(group).or_default() += 1;
        }
    }

    /// Arms that `scripts/minimisation.R` gave, which is written independently.
    #[test]
    fn the_arms_are_those_of_another_implementation() {
        let answers = include_str!("../../../../fixtures/allocation/minimisation.csv");
        let (mut case, mut before) = ("", Balance::default());
        let mut compared = 0;
        for line in answers.lines().skip(1) {
            let [number, weights, p, levels, full, random, expected] =
                line.split(',').collect::<Vec<_>>().try_into().unwrap();
            if number != case {
                (case, before) = (number, Balance::default());
            }
            let weights: Vec<u32> = weights.split(' ').map(|weight| weight.parse().unwrap()).collect();
            before.full = full.parse().ok().map(arm_id).into_iter().collect();
            let levels = levels.parse().unwrap();
            let group = plan(&weights, p.parse().unwrap()).arm(&before, &levels, random.parse().unwrap()).unwrap();
            assert_eq!(group, arm_id(expected.parse().unwrap()), "{line}");
            before.add(levels, group);
            compared += 1;
        }
        assert_eq!(compared, 1200);
    }

    /// A study of 200 participants in two arms with five factors of two levels, each equally likely.
    fn greatest_difference(seed: u32, probability: f64) -> u32 {
        let plan = plan(&[1, 1], probability);
        let mut rng = generator(&seed.to_le_bytes(), "people");
        let mut before = Balance::default();
        let mut margins = [[[0_u32; 2]; 2]; 5];
        for _ in 0..200 {
            let levels: [usize; 5] = std::array::from_fn(|_| below(&mut rng, 2));
            let key: Stratum = levels.map(|level| level.to_string()).join("/").parse().unwrap();
            let group = plan.arm(&before, &key, rng.next_u64() >> 11).unwrap();
            before.add(key, group);
            for (margin, level) in margins.iter_mut().zip(levels) {
                margin[level][usize::from(group == arm_id(1))] += 1;
            }
        }
        margins.iter().flatten().map(|[one, other]| one.abs_diff(*other)).max().unwrap()
    }

    /// Of 1,000 studies that `scripts/minimisation.R` made in the same way, 38.0% had a greatest difference of at most
    /// 2, and 99% one of at most 7. By chance alone (p = 0.5), half have one of at most 17.
    #[test]
    fn the_arms_are_as_balanced_as_those_of_another_implementation() {
        let mut found: Vec<u32> = (0..1000).map(|seed| greatest_difference(seed, 0.8)).collect();
        found.sort_unstable();
        let share = found.iter().filter(|difference| **difference <= 2).count();
        assert!((320..=440).contains(&share), "{share} of 1,000");
        assert!(found[989] <= 7 + 1, "99% at most {}", found[989]);
    }

    #[test]
    fn equally_good_arms_have_shares_by_their_weights() {
        let shares = plan(&[1, 2, 5], 0.8).shares(&Balance::default(), &Stratum::WHOLE);
        for ((_, share), expected) in shares.iter().zip([0.125, 0.25, 0.625]) {
            assert!((share - expected).abs() < 1e-12, "{shares:?}");
        }
    }

    /// If the arms are best as often as their weights say, each gets its share: 1/3 · 0.8 + 2/3 · 0.1 = 1/3.
    #[test]
    fn the_probability_of_the_best_arm_grows_with_its_weight() {
        let plan = plan(&[1, 2], 0.8);
        let shares = |ahead: usize| {
            let mut before = Balance::default();
            (0..4).for_each(|_| before.add(Stratum::PHONE, arm_id(ahead)));
            plan.shares(&before, &Stratum::PHONE).into_iter().map(|(_, share)| share).collect::<Vec<_>>()
        };
        let near = |found: Vec<f64>, expected: [f64; 2]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(near(shares(1), [0.8, 0.2]) && near(shares(0), [0.1, 0.9]), "{:?} {:?}", shares(1), shares(0));
    }

    #[test]
    fn in_the_long_run_each_arm_has_its_share() {
        let (plan, mut before) = (plan(&[1, 2, 4], 0.8), Balance::default());
        let mut rng = generator(&[1; 32], "people");
        for _ in 0..2100 {
            let levels = [Stratum::PHONE, Stratum::COMPUTER][below(&mut rng, 2)];
            let group = plan.arm(&before, &levels, rng.next_u64() >> 11).unwrap();
            before.add(levels, group);
        }
        for (arm, expected) in [300, 600, 1200].into_iter().enumerate() {
            let count: u32 = before.counted.values().map(|cell| cell[&arm_id(arm)]).sum();
            assert!(count.abs_diff(expected) <= 15, "{arm}: {count}");
        }
    }

    #[test]
    fn a_full_arm_gets_nobody_and_its_participants_do_not_matter() {
        let plan = plan(&[1, 1, 1], 0.8);
        let mut before = Balance::default();
        (0..9).for_each(|_| before.add(Stratum::PHONE, arm_id(1)));
        before.full = [arm_id(0)].into();
        assert_eq!(plan.shares(&before, &Stratum::PHONE).len(), 2);
        assert_eq!(plan.arm(&before, &Stratum::PHONE, 0), Some(arm_id(1)), "with a probability of 0.2");
        assert_eq!(plan.arm(&before, &Stratum::PHONE, (1 << 53) / 100 * 21), Some(arm_id(2)));
        before.full = (0..3).map(arm_id).collect();
        assert_eq!(plan.arm(&before, &Stratum::PHONE, 0), None);
    }

    /// Draws by this seed for participants with alternating levels. Every fifth slot is released later.
    fn drawn(plan: &Minimisation, seed: &[u8; 32], people: u32) -> Vec<Draw> {
        let mut draws: Vec<Draw> = Vec::new();
        for number in 1..=people {
            let mut before = Balance::default();
            let counts = |draw: &&Draw| !(draw.released && draw.number + 7 < number);
            draws.iter().filter(counts).for_each(|draw| before.add(draw.levels, draw.group));
            let levels = Stratum::literal(["phone/en", "computer/en", "phone/de"][number as usize % 3]);
            let random = random(seed, number);
            let group = plan.arm(&before, &levels, random).unwrap();
            let earlier = draws.iter().filter(|draw| draw.group == group).count();
            let form = plan.form(seed, group, u32::try_from(earlier).unwrap());
            draws.push(Draw { number, levels, before, random, group, form, released: number % 5 == 0 });
        }
        draws
    }

    fn found(plan: &Minimisation, seed: &[u8; 32], draws: &[Draw]) -> Vec<DrawError> {
        differences(seed, draws.iter().map(|draw| (draw, plan)))
    }

    proptest! {
        #[test]
        fn draws_are_computed_again_and_every_single_change_is_found(
            seed: [u8; 32], weights in prop::collection::vec(1u32..6, 2..8), at in 1usize..39, kind in 0..5,
        ) {
            let plan = plan(&weights, 0.9);
            let mut draws = drawn(&plan, &seed, 40);
            prop_assert_eq!(found(&plan, &seed, &draws), []);
            let number = draws[at].number;
            match kind {
                0 => draws[at].random ^= 1,
                1 => draws[at].form = if draws[at].form == Form::X { Form::Y } else { Form::X },
                2 => draws[at].group = plan.arms.keys().copied().find(|arm| *arm != draws[at].group).unwrap(),
                3 => {
                    let cell = draws[at].before.counted.values_mut().next().unwrap();
                    *cell.values_mut().next().unwrap() += 100;
                }
                _ => drop(draws.remove(at)),
            }
            let errors = found(&plan, &seed, &draws);
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            prop_assert!(first.starts_with(&format!("draw {number}: ")), "{}", first);
        }

        #[test]
        fn shares_are_probabilities(
            weights in prop::collection::vec(1u32..6, 2..25), probability in 0.5f64..=1.0, counts in prop::collection::vec(0usize..24, 0..60),
        ) {
            let plan = plan(&weights, probability);
            let mut before = Balance::default();
            for arm in counts {
                before.add(Stratum::PHONE, arm_id(arm % weights.len()));
            }
            let shares = plan.shares(&before, &Stratum::PHONE);
            prop_assert!(shares.iter().all(|(_, share)| (0.0..=1.0).contains(share)), "{:?}", shares);
            prop_assert!((shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn errors_name_the_draw() {
        let plan = plan(&[1, 1], 0.8);
        let mut draws = drawn(&plan, &[3; 32], 6);
        draws[3].before.counted.entry(Stratum::literal("phone/en")).or_default().insert(arm_id(1), 9);
        let text = found(&plan, &[3; 32], &draws)[0].to_string();
        assert!(
            text.starts_with(
                "draw 4: the ledger counts 9 earlier participants in arm_1 (phone/en), the draws before give "
            ),
            "{text}"
        );
        draws.remove(1);
        assert_eq!(found(&plan, &[3; 32], &draws)[0].to_string(), "draw 2: missing in the ledger");
    }
}
