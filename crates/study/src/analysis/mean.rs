//! Means of values in any unit: one mean, two groups, and two measurements of the same people.

use serde::Serialize;

use super::inference::{Estimate, Level, ROUNDING, size};
use super::{Result, all_finite, at_least, degenerate};

/// Size, mean and spread of a set of values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Number of values.
    pub n: usize,
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample variance, divided by n - 1.
    pub variance: f64,
}

impl Summary {
    /// At least two values, all finite.
    pub fn of(values: &[f64]) -> Result<Self> {
        at_least(2, "values", values.len())?;
        all_finite("measured value", values)?;
        let mean = average(values);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Ok(Self { n: values.len(), mean, variance: squares / (values.len() - 1) as f64 })
    }

    /// Standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    /// Variance of the mean.
    fn variance_of_mean(&self) -> f64 {
        self.variance / self.n as f64
    }
}

/// The arithmetic mean of values that are known not to be none.
pub(super) fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Mean of one sample with its t interval, in the values' unit: x̄ ± t s/√n, n - 1 degrees of freedom.
///
/// Errors: fewer than two values; all alike, that is a standard error of at most 10⁻⁹ of the largest of them.
pub fn mean(values: &[f64], level: Level) -> Result<Estimate> {
    let sample = Summary::of(values)?;
    let standard_error = sample.variance_of_mean().sqrt();
    spread(standard_error, size(values))?;
    Estimate::new(sample.mean, standard_error, (sample.n - 1) as f64, level)
}

/// First mean minus second mean of different people, variances not assumed to be equal.
///
/// t = (x̄₁ - x̄₂) / √(v₁ + v₂) with v = s²/n; degrees of freedom (v₁ + v₂)² / (v₁²/(n₁-1) + v₂²/(n₂-1)).
/// Errors: fewer than two values in a group; both groups without spread. Welch (1947), *Biometrika* 34, 28-35.
pub fn welch(first: &[f64], second: &[f64], level: Level) -> Result<Estimate> {
    let largest = size(first.iter().chain(second));
    let (first, second) = (Summary::of(first)?, Summary::of(second)?);
    let (v, w) = (first.variance_of_mean(), second.variance_of_mean());
    spread((v + w).sqrt(), largest)?;
    // As shares of the whole, so that no unit is too small or too large to be squared.
    let (v_share, w_share) = (v / (v + w), w / (v + w));
    let df = 1.0 / (v_share.powi(2) / (first.n - 1) as f64 + w_share.powi(2) / (second.n - 1) as f64);
    Estimate::new(first.mean - second.mean, (v + w).sqrt(), df, level)
}

/// Mean of first minus second of the same people, as [`mean`] of the differences. "Student" (1908),
/// *Biometrika* 6, 1-25.
pub fn paired(pairs: &[(f64, f64)], level: Level) -> Result<Estimate> {
    let differences: Vec<f64> = pairs.iter().map(|(first, second)| first - second).collect();
    mean(&differences, level)
}

/// Equal values may differ in their last digits after a sum; a t of 10¹⁵ is not a finding.
fn spread(standard_error: f64, size: f64) -> Result<()> {
    if standard_error <= ROUNDING * size {
        return degenerate("the values are all alike, so there is no standard error");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::assert_near;

    /// Hours of extra sleep under two drugs ("Student" 1908; R's `sleep`).
    const SLEEP: [(f64, f64); 10] = [
        (0.7, 1.9),
        (-1.6, 0.8),
        (-0.2, 1.1),
        (-1.2, 0.1),
        (-0.1, -0.1),
        (3.4, 4.4),
        (3.7, 5.5),
        (0.8, 1.6),
        (0.0, 4.6),
        (2.0, 3.4),
    ];

    #[test]
    fn k25_welch_and_paired() {
        let (first, second): (Vec<f64>, Vec<f64>) = SLEEP.into_iter().unzip();
        let found = welch(&first, &second, Level::P95).unwrap();
        assert_near(found.t, -1.860_813, 1e-6);
        assert_near(found.df, 17.776_474, 1e-6);
        assert_near(found.p, 0.079_394, 1e-6);

        let found = paired(&SLEEP, Level::P95).unwrap();
        assert_near(found.value, -1.58, 1e-12);
        assert_near(found.t, -4.062_128, 1e-6);
        assert_near(found.df, 9.0, 0.0);
        assert_near(found.p, 0.002_833, 1e-6);
    }

    #[test]
    fn the_unit_does_not_matter() {
        let (first, second): (Vec<f64>, Vec<f64>) = SLEEP.into_iter().unzip();
        for unit in [1e-120, 1e120] {
            let scaled = |values: &[f64]| values.iter().map(|value| value * unit).collect::<Vec<f64>>();
            let found = welch(&scaled(&first), &scaled(&second), Level::P95).unwrap();
            assert_near(found.p, 0.079_394, 1e-6);
        }
    }

    #[test]
    fn interval_of_a_mean() {
        let found = mean(&[1.0, 2.0, 3.0, 4.0], Level::P95).unwrap();
        assert_near(found.value, 2.5, 1e-15);
        assert_near(found.standard_error, (5.0_f64 / 12.0).sqrt(), 1e-15);
        assert_near(found.interval.low, 2.5 - 3.182_446_305_284_263 * (5.0_f64 / 12.0).sqrt(), 1e-10);
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(mean(&[], Level::P95).is_err());
        assert!(mean(&[1.0], Level::P95).is_err());
        assert!(mean(&[0.1; 3], Level::P95).is_err());
        assert!(welch(&[0.1; 7], &[0.3; 7], Level::P95).is_err());
        assert!(welch(&[1.0, 2.0], &[3.0], Level::P95).is_err());
        assert!(welch(&[1.0, f64::NAN], &[3.0, 4.0], Level::P95).is_err());
        assert!(paired(&[(1.0, 2.0), (2.0, 3.0)], Level::P95).is_err());
    }
}
