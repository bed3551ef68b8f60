//! Standardised differences between two groups, which do not depend on their size: Austin (2009), *Statistics in
//! Medicine* 28, 3083-3107.

use super::inference::ROUNDING;

/// The difference of two means, one minus other, divided by the root of the mean of both variances. Each group is its
/// mean and its standard deviation. None if all values are equal.
pub fn difference_of_means([one, spread]: [f64; 2], [other, other_spread]: [f64; 2]) -> Option<f64> {
    let deviation = f64::midpoint(spread.powi(2), other_spread.powi(2)).sqrt();
    (deviation > ROUNDING * one.abs().max(other.abs())).then(|| (one - other) / deviation)
}

/// The same of two shares, whose variance is p (1 − p). None if both are 0 or 1.
pub fn difference_of_shares(one: f64, other: f64) -> Option<f64> {
    let variance = f64::midpoint(one * (1.0 - one), other * (1.0 - other));
    (variance > 0.0).then(|| (one - other) / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    /// R's `sleep`, group 1 and 2: mean(a) − mean(b), divided by sqrt((var(a) + var(b)) / 2).
    #[test]
    fn means_are_compared_in_standard_deviations() {
        let [one, other] = [[0.75, 1.789_009_657_759_162_5], [2.33, 2.002_248_735_796_829]];
        assert_near(difference_of_means(one, other).unwrap(), -0.832_181_081_349_539_7, 1e-12);
        assert_eq!(difference_of_means([3.0, 0.0], [4.0, 0.0]), None);
    }

    /// R: (0.3 - 0.5) / sqrt((0.3 * 0.7 + 0.5 * 0.5) / 2).
    #[test]
    fn shares_are_compared_in_standard_deviations() {
        assert_near(difference_of_shares(0.3, 0.5).unwrap(), -0.417_028_828_114_149_6, 1e-12);
        assert_eq!(difference_of_shares(1.0, 1.0), None);
        assert!(difference_of_shares(0.0, 1.0).is_none());
    }
}
