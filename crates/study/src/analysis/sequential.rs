//! Bounds of a group-sequential design: several looks at growing data, with one error rate over all of them.
//!
//! Two-sided and symmetric, without bounds for futility. The error that may be spent up to a look depends on the share
//! of the information that it has (Lan and DeMets 1983, *Biometrika* 70, 659-663), so looks need not be equally spaced.

use serde::{Deserialize, Serialize};

use super::distribution::{phi, z};

/// How much of the error rate may be spent up to an information fraction. On each side, half of it is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spending {
    /// Little at early looks, so that the last look is tested almost as without earlier ones: 2 − 2Φ(z / √t), as
    /// O'Brien and Fleming's bounds.
    ObrienFleming,
    /// About equally much at each look: α ln(1 + (e − 1)t), as Pocock's bounds.
    Pocock,
}

impl Spending {
    /// The two-sided error that may be spent up to information fraction `t`.
    fn spent(self, alpha: f64, t: f64) -> f64 {
        match self {
            // On each side: 2 − 2Φ(z / √t), where z leaves a quarter of alpha above it.
            Self::ObrienFleming => 4.0 * phi(z(alpha / 4.0) / t.sqrt()),
            Self::Pocock => alpha * (1.0 + (std::f64::consts::E - 1.0) * t).ln(),
        }
    }
}

/// The bound of a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The hypothesis is rejected if |Z| is at least this.
    pub z: f64,
    /// The two-sided p value of the bound: the hypothesis is rejected if p is at most this.
    pub p: f64,
    /// The error that is spent up to this look.
    pub spent: f64,
}

/// The bounds at these information fractions, which ascend within (0, 1]: the probability of crossing one of them up to
/// a look is what may be [spent](Spending) there. By recursive integration of the density of the score S = Z√t that has
/// crossed no bound so far (Armitage, McPherson and Rowe 1969, *Journal of the Royal Statistical Society A* 132,
/// 235-244; Jennison and Turnbull 2000, *Group Sequential Methods*, chapter 19).
pub fn bounds(spending: Spending, alpha: f64, fractions: &[f64]) -> Vec<Bound> {
    let mut inside: Option<Density> = None;
    let (mut before, mut spent_before) = (0.0, 0.0);
    let mut all = Vec::with_capacity(fractions.len());
    for t in fractions.iter().copied() {
        let spent = spending.spent(alpha, t);
        let sd = f64::sqrt(t - before);
        let beyond = |edge: f64| inside.as_ref().map_or_else(|| 2.0 * phi(-edge / sd), |known| known.beyond(edge, sd));
        let edge = root(spent - spent_before, 40.0 * t.sqrt(), beyond);
        inside = Some(Density::within(edge, sd, inside.as_ref()));
        let bound = edge / t.sqrt();
        all.push(Bound { z: bound, p: 2.0 * phi(-bound), spent });
        (before, spent_before) = (t, spent);
    }
    all
}

/// The density of the score of those who have crossed no bound, at equally spaced points with the weights of Simpson's
/// rule.
struct Density(Vec<(f64, f64)>);

/// Odd, for Simpson's rule.
const POINTS: usize = 801;

impl Density {
    /// After a step of this standard deviation from the density before, or from 0, cut off at ± `edge`.
    fn within(edge: f64, sd: f64, before: Option<&Self>) -> Self {
        let width = 2.0 * edge / (POINTS - 1) as f64;
        let point = |index: usize| {
            let at = width * index as f64 - edge;
            let density = before.map_or_else(|| normal(at, sd), |known| known.sum(|from| normal(at - from, sd)));
            let simpson = if index == 0 || index == POINTS - 1 { 1.0 } else { 2.0 + 2.0 * (index % 2) as f64 };
            (at, density * simpson * width / 3.0)
        };
        Self((0..POINTS).map(point).collect())
    }

    /// The probability that the next step ends beyond ± `edge`.
    fn beyond(&self, edge: f64, sd: f64) -> f64 {
        self.sum(|from| phi((from - edge) / sd) + phi((-from - edge) / sd))
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().map(|(at, weight)| weight * of(*at)).sum()
    }
}

/// The density of the normal distribution around 0.
fn normal(x: f64, sd: f64) -> f64 {
    (-0.5 * (x / sd).powi(2)).exp() / (sd * std::f64::consts::TAU.sqrt())
}

/// Where a falling function between 0 and `high` has this value, by bisection.
fn root(value: f64, high: f64, falling: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, high);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if falling(middle) > value {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::assert_near;

    fn assert_bounds(spending: Spending, alpha: f64, fractions: &[f64], expected: &[f64], tolerance: f64) {
        let found = bounds(spending, alpha, fractions);
        assert_eq!(found.len(), expected.len());
        found.iter().zip(expected).for_each(|(bound, expected)| assert_near(bound.z, *expected, tolerance));
    }

    /// Five equally spaced looks, two-sided alpha 0.05: R package ldbounds, `ldBounds(t = 1:5 / 5)`, whose fifth digits
    /// differ because of its coarser grid; to two digits DeMets and Lan (1994), *Statistics in Medicine* 13, 1341-1352.
    #[test]
    fn k35_bounds_of_five_looks_are_the_published_ones() {
        let fractions = [0.2, 0.4, 0.6, 0.8, 1.0];
        let published = [4.8769, 3.3569, 2.6803, 2.2898, 2.0310];
        assert_bounds(Spending::ObrienFleming, 0.05, &fractions, &published, 1.5e-4);
        let published = [2.44, 2.43, 2.41, 2.40, 2.39];
        assert_bounds(Spending::Pocock, 0.05, &fractions, &published, 0.005);
    }

    /// Computed separately in R: the same recursion, by the trapezoidal rule at 4,001 points and `uniroot`.
    #[test]
    fn k36_bounds_agree_with_a_separate_computation() {
        use Spending::{ObrienFleming, Pocock};
        let five = [0.2, 0.4, 0.6, 0.8, 1.0];
        let three = [1.0 / 3.0, 2.0 / 3.0, 1.0];
        for (spending, alpha, fractions, expected) in [
            (ObrienFleming, 0.05, &five[..], &[4.8769, 3.3570, 2.6803, 2.2898, 2.0310][..]),
            (Pocock, 0.05, &five, &[2.4380, 2.4268, 2.4102, 2.3966, 2.3860]),
            (ObrienFleming, 0.05, &[0.5, 1.0], &[2.9626, 1.9686]),
            (Pocock, 0.05, &[0.5, 1.0], &[2.1570, 2.2010]),
            (ObrienFleming, 0.05, &three, &[3.7103, 2.5114, 1.9930]),
            (Pocock, 0.05, &three, &[2.2794, 2.2949, 2.2959]),
            (ObrienFleming, 0.025, &[0.5, 1.0], &[3.3446, 2.2457]),
            (Pocock, 0.025, &[0.3, 0.7, 1.0], &[2.5625, 2.5279, 2.5855]),
        ] {
            assert_bounds(spending, alpha, fractions, expected, 5.1e-5);
        }
    }

    #[test]
    fn one_look_is_the_usual_test() {
        for spending in [Spending::ObrienFleming, Spending::Pocock] {
            let [only] = bounds(spending, 0.05, &[1.0])[..] else { panic!("one look") };
            assert_near(only.z, 1.959_963_984_540_054, 1e-9);
            assert_near(only.p, 0.05, 1e-9);
            assert_near(only.spent, 0.05, 1e-12);
        }
    }
}
