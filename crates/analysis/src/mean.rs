//! Means of values in any unit.

use super::inference::{Estimate, Level, ROUNDING, size};
use super::{Degeneracy, Quantity, Result, all_finite, at_least, degenerate};

/// Size, mean and spread of a set of values.
#[derive(Clone, Copy, Debug, PartialEq)]
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
        at_least(2, Quantity::Values, values.len())?;
        all_finite("measured value", values)?;
        let mean = average(values);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Ok(Self { n: values.len(), mean, variance: squares / (values.len() - 1) as f64 })
    }

    /// Standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        self.variance.sqrt()
    }
}

/// The arithmetic mean of values that are known not to be none.
pub fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Mean of one sample with its t interval, in the values' unit: x̄ ± t s/√n, n - 1 degrees of freedom.
///
/// Errors: fewer than two values; all alike, that is a standard error of at most 10⁻⁹ of the largest of them.
pub fn mean(values: &[f64], level: Level) -> Result<Estimate> {
    let sample = Summary::of(values)?;
    let standard_error = (sample.variance / sample.n as f64).sqrt();
    // Equal values may differ in their last digits after a sum; a t of 10¹⁵ is not a finding.
    if standard_error <= ROUNDING * size(values) {
        return degenerate(Degeneracy::EqualValues);
    }
    Estimate::new(sample.mean, standard_error, (sample.n - 1) as f64, level)
}

/// Mean of one sample minus that of another, which may have another variance. Welch (1947), *Biometrika* 34, 28-35,
/// with the degrees of freedom of Satterthwaite (1946), *Biometrics Bulletin* 2, 110-114.
///
/// Errors: fewer than two values in a sample; a standard error of at most 10⁻⁹ of the largest value.
pub fn welch(values: &[f64], others: &[f64], level: Level) -> Result<Estimate> {
    let samples = [Summary::of(values)?, Summary::of(others)?];
    let [one, other] = samples.map(|sample| sample.variance / sample.n as f64);
    let standard_error = (one + other).sqrt();
    if standard_error <= ROUNDING * size(values).max(size(others)) {
        return degenerate(Degeneracy::NoSpread);
    }
    let [first, second] = samples;
    let df = (one + other).powi(2) / (one.powi(2) / (first.n - 1) as f64 + other.powi(2) / (second.n - 1) as f64);
    Estimate::new(first.mean - second.mean, standard_error, df, level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    /// Hours of extra sleep with one drug rather than another ("Student" 1908, *Biometrika* 6, 1-25; R's `sleep`).
    const SLEEP: [f64; 10] = [-1.2, -2.4, -1.3, -1.3, 0.0, -1.0, -1.8, -0.8, -4.6, -1.4];

    #[test]
    fn k25_paired() {
        for unit in [1.0, 1e-120, 1e120] {
            let found = mean(&SLEEP.map(|hours| hours * unit), Level::P95).unwrap();
            assert_near(found.value / unit, -1.58, 1e-12);
            assert_near(found.t, -4.062_128, 1e-6);
            assert_near(found.df, 9.0, 0.0);
            assert_near(found.p, 0.002_833, 1e-6);
        }
    }

    #[test]
    fn interval_of_a_mean() {
        let found = mean(&[1.0, 2.0, 3.0, 4.0], Level::P95).unwrap();
        assert_near(found.value, 2.5, 1e-15);
        assert_near(found.standard_error, (5.0_f64 / 12.0).sqrt(), 1e-15);
        assert_near(found.interval.low, 2.5 - 3.182_446_305_284_263 * (5.0_f64 / 12.0).sqrt(), 1e-10);
    }

    /// Hours of extra sleep with each drug: `t.test(extra ~ group, data = sleep)` in the documentation of R.
    #[test]
    fn two_samples() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let found = welch(&first, &second, Level::P95).unwrap();
        assert_near(found.value, 0.75 - 2.33, 1e-12);
        assert_near(found.t, -1.8608, 5e-5);
        assert_near(found.df, 17.776, 5e-4);
        assert_near(found.p, 0.079_39, 5e-6);
        assert_near(found.interval.low, -3.365_483_2, 5e-8);
        assert_near(found.interval.high, 0.205_483_2, 5e-8);
        assert!(welch(&first, &[1.0], Level::P95).is_err());
        assert!(welch(&[1.0; 3], &[2.0; 3], Level::P95).is_err());
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(mean(&[], Level::P95).is_err());
        assert!(mean(&[1.0], Level::P95).is_err());
        assert!(mean(&[0.1; 3], Level::P95).is_err());
        assert!(mean(&[1.0, f64::NAN], Level::P95).is_err());
    }
}
