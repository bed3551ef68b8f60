//! Proportions: intervals for one, for a difference, and a test across arms.

use super::inference::{ChiSquareTest, Interval, Level};
use super::{Degeneracy, Quantity, Result, at_least, degenerate, within};

/// So many out of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    events: u32,
    of: u32,
}

/// A difference of two proportions, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// First minus second.
    pub value: f64,
    /// Newcombe's interval.
    pub interval: Interval,
}

impl Proportion {
    /// `events` of `of`; nothing of nothing is an error.
    pub fn new(events: u32, of: u32) -> Result<Self> {
        at_least(1, Quantity::Observations, of as usize)?;
        within(0.0, of.into(), "number of events", events.into())?;
        Ok(Self { events, of })
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The share, from 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.events) / f64::from(self.of)
    }

    /// Wilson's score interval without continuity correction, from 0 to 1:
    /// (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).
    ///
    /// For independent observations: people, or one answer of each, not all answers of the same people.
    /// It holds its level for small n and stays inside 0 to 1, also for none and all. Wilson (1927),
    /// *JASA* 22, 209-212; method 3 of Newcombe (1998), *Statistics in Medicine* 17, 857-872.
    pub fn interval(self, level: Level) -> Interval {
        let (p, n, z) = (self.value(), f64::from(self.of), level.z());
        let shrink = 1.0 + z * z / n;
        let centre = (p + z * z / (2.0 * n)) / shrink;
        let margin = z * (p * (1.0 - p) / n + (z / (2.0 * n)).powi(2)).sqrt() / shrink;
        // Exact at the ends, where the limit would differ from the estimate by rounding.
        Interval {
            low: if self.events == 0 { 0.0 } else { centre - margin },
            high: if self.events == self.of { 1.0 } else { centre + margin },
        }
    }

    /// This proportion minus another of different people, with the interval of Newcombe (1998),
    /// *Statistics in Medicine* 17, 873-890, method 10: with Wilson limits l and u,
    /// low = d - √((p₁-l₁)² + (u₂-p₂)²), high = d + √((u₁-p₁)² + (p₂-l₂)²).
    pub fn minus(self, other: Self, level: Level) -> Difference {
        let (p, q) = (self.value(), other.value());
        let (first, second) = (self.interval(level), other.interval(level));
        let value = p - q;
        let low = value - (p - first.low).hypot(second.high - q);
        let high = value + (first.high - p).hypot(q - second.low);
        Difference { value, interval: Interval { low, high } }
    }
}

/// Pearson's chi-square test, without continuity correction, of "the same true proportion in all groups".
///
/// X² = Σ (n_i p_i - n_i p)² / (n_i p(1-p)) with the pooled p; k - 1 degrees of freedom. The
/// approximation wants expected counts of about 5. Errors: fewer than two groups; the event
/// happened to no participant or to all. Pearson (1900), *Philosophical Magazine* 50, 157-175.
pub fn equal_proportions(groups: &[Proportion]) -> Result<ChiSquareTest> {
    at_least(2, Quantity::Groups, groups.len())?;
    let events: f64 = groups.iter().map(|group| f64::from(group.events)).sum();
    let of: f64 = groups.iter().map(|group| f64::from(group.of)).sum();
    let pooled = events / of;
    if pooled <= 0.0 || pooled >= 1.0 {
        return degenerate(Degeneracy::EqualGroups);
    }
    let term = |group: &Proportion| f64::from(group.of) * (group.value() - pooled).powi(2) / (pooled * (1.0 - pooled));
    Ok(ChiSquareTest::new(groups.iter().map(term).sum(), (groups.len() - 1) as f64))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::assert_near;

    fn share(events: u32, of: u32) -> Proportion {
        Proportion::new(events, of).unwrap()
    }

    #[test]
    fn k21_wilson() {
        let published =
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)];
        for (events, of, low, high) in published {
            let found = share(events, of).interval(Level::P95);
            assert_near(found.low, low, 5e-5);
            assert_near(found.high, high, 5e-5);
        }
    }

    #[test]
    fn k22_and_k23_newcombe() {
        let found = share(56, 70).minus(share(48, 80), Level::P95);
        assert_near(found.value, 0.20, 1e-12);
        assert_near(found.interval.low, 0.0524, 5e-5);
        assert_near(found.interval.high, 0.3339, 5e-5);

        let found = share(9, 10).minus(share(3, 10), Level::P95);
        assert_near(found.value, 0.60, 1e-12);
        assert_near(found.interval.low, 0.1705, 5e-5);
        assert_near(found.interval.high, 0.8090, 5e-5);
    }

    #[test]
    fn k24_attrition_across_arms() {
        let found = equal_proportions(&[share(20, 200), share(30, 200), share(40, 200)]).unwrap();
        assert_near(found.statistic, 7.843_137, 1e-6);
        assert_near(found.df, 2.0, 0.0);
        assert_near(found.p, 0.019_810, 1e-6);
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(Proportion::new(0, 0).is_err());
        assert!(Proportion::new(3, 2).is_err());
        assert!(equal_proportions(&[]).is_err());
        assert!(equal_proportions(&[share(1, 2)]).is_err());
        assert!(equal_proportions(&[share(0, 2), share(0, 9)]).is_err());
        assert!(equal_proportions(&[share(2, 2), share(9, 9)]).is_err());
    }

    fn any_share() -> impl Strategy<Value = Proportion> {
        (1_u32..500).prop_flat_map(|of| (0..=of).prop_map(move |events| share(events, of)))
    }

    proptest! {
        #[test]
        fn intervals_hold_their_estimates(first in any_share(), second in any_share()) {
            let Interval { low, high } = first.interval(Level::P95);
            prop_assert!(0.0 <= low && low <= first.value() && first.value() <= high && high <= 1.0);
            let Difference { value, interval } = first.minus(second, Level::P95);
            prop_assert!(-1.0 - 1e-12 <= interval.low && interval.low <= value);
            prop_assert!(value <= interval.high && interval.high <= 1.0 + 1e-12);
        }

        #[test]
        fn differences_mirror(first in any_share(), second in any_share()) {
            let (straight, mirrored) = (first.minus(second, Level::P95), second.minus(first, Level::P95));
            prop_assert!((straight.interval.low + mirrored.interval.high).abs() < 1e-12);
        }
    }
}
