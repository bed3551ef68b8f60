//! The ratio of two estimates.

use super::inference::{Interval, Level};

/// Two estimates with their variances and covariance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The estimates.
    pub values: [f64; 2],
    /// Their variances.
    pub variances: [f64; 2],
    /// Their covariance.
    pub covariance: f64,
    /// Degrees of freedom of the variances.
    pub df: f64,
}

impl Pair {
    /// The t interval of one of the values.
    pub fn interval(&self, value: usize, level: Level) -> Interval {
        Interval::around(self.values[value], level.t(self.df) * self.variances[value].sqrt())
    }

    /// Fieller's interval of the second value divided by the first: all ratios r for which the t test does not reject
    /// that the second minus r times the first is 0. None if the interval of the first includes 0: the ratios are then
    /// no interval, but all numbers, or those outside of one.
    ///
    /// Fieller (1954), *Journal of the Royal Statistical Society B* 16, 175-185; for differences of a linear model:
    /// Zerbe (1978), *The American Statistician* 32, 103-105.
    pub fn ratio(&self, level: Level) -> Option<Interval> {
        let t_squared = level.t(self.df).powi(2);
        let ([first, second], [v_first, v_second]) = (self.values, self.variances);
        // r² a - 2 r b + c ≤ 0.
        let a = first * first - t_squared * v_first;
        let b = first * second - t_squared * self.covariance;
        let c = second * second - t_squared * v_second;
        // Below 0 by rounding alone: the ratio of the values is always a solution.
        let root = (b * b - a * c).max(0.0).sqrt();
        (a > 0.0).then(|| Interval { low: (b - root) / a, high: (b + root) / a })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    /// Additional hours of sleep of ten patients with two drugs (Student 1908, *Biometrika* 6, 1-25).
    const SLEEP: [[f64; 10]; 2] =
        [[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0], [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]];

    fn pair(first: &[f64], second: &[f64]) -> Pair {
        let n = first.len() as f64;
        let mean = |values: &[f64]| values.iter().sum::<f64>() / n;
        let product = |one: &[f64], other: &[f64]| {
            let [m, o] = [mean(one), mean(other)];
            one.iter().zip(other).map(|(x, y)| (x - m) * (y - o)).sum::<f64>() / (n - 1.0) / n
        };
        Pair {
            values: [mean(first), mean(second)],
            variances: [product(first, first), product(second, second)],
            covariance: product(first, second),
            df: n - 1.0,
        }
    }

    /// With `a` and `b` for the two drugs of R's data set `sleep`, its roots of `t.test(a - r * b)$p.value - 0.05`:
    /// `uniroot(…, c(-2, 0.3219))` and `uniroot(…, c(0.3219, 2))`.
    #[test]
    fn the_interval_has_the_ratios_that_a_t_test_does_not_reject() {
        let found = pair(&SLEEP[1], &SLEEP[0]).ratio(Level::P95).unwrap();
        assert_near(found.low, -0.484_919_775_371_917, 1e-9);
        assert_near(found.high, 0.656_596_685_286_18, 1e-9);
    }

    /// The first drug's interval is -0.53 to 2.03.
    #[test]
    fn a_denominator_that_may_be_0_has_no_ratio() {
        assert_eq!(pair(&SLEEP[0], &SLEEP[1]).ratio(Level::P95), None);
    }

    #[test]
    fn the_signs_of_both_do_not_matter() {
        let known = pair(&SLEEP[1], &SLEEP[0]);
        let turned = Pair { values: known.values.map(|value| -value), ..known };
        assert_eq!(turned.ratio(Level::P95), known.ratio(Level::P95));
    }
}
