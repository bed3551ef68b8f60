//! What a test or an interval consists of, shared by all topics.

use super::distribution::{chi_square_upper, f_upper, t_two_sided, t_upper_quantile, z};
use super::{Degeneracy, Result, degenerate};

/// A standard error that is smaller than this share of the values that it comes from is what rounding left of none.
/// Sums of such values round at 10⁻¹⁵, and answers on scales of some points make no error below 10⁻⁵: nine digits lie
/// between them, so that programs that add in another order decide alike.
pub(super) const ROUNDING: f64 = 1e-9;

/// The size of values with which their spread is compared, in their unit: the largest absolute value.
pub(super) fn size<'a>(values: impl IntoIterator<Item = &'a f64>) -> f64 {
    values.into_iter().fold(0.0, |size, value| size.max(value.abs()))
}

/// The share of intervals that contain the true value in the long run, such as 0.95.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level(f64);

impl Level {
    /// The usual 95%.
    pub const P95: Self = Self(0.95);

    /// That of the interval which belongs to two one-sided tests at `alpha`: 90% for 0.05.
    pub(super) fn of_one_sided(alpha: f64) -> Self {
        Self(1.0 - 2.0 * alpha)
    }

    /// The normal quantile of a two-sided interval: 1.96 for 95%.
    pub(super) fn z(self) -> f64 {
        -z(self.tail())
    }

    /// The same of Student's t with `df` degrees of freedom.
    pub(super) fn t(self, df: f64) -> f64 {
        t_upper_quantile(self.tail(), df)
    }

    fn tail(self) -> f64 {
        (1.0 - self.0) / 2.0
    }
}

/// A confidence interval, in the unit of what it is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

impl Interval {
    pub(super) fn around(centre: f64, margin: f64) -> Self {
        Self { low: centre - margin, high: centre + margin }
    }

    /// Cut to the values that are possible.
    pub(super) fn clamped(self, low: f64, high: f64) -> Self {
        Self { low: self.low.clamp(low, high), high: self.high.clamp(low, high) }
    }
}

/// An estimate (a mean, a difference, a coefficient) with its t test against zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate, in the unit of the outcome.
    pub value: f64,
    /// Its standard error, in the same unit.
    pub standard_error: f64,
    /// value / standard error.
    pub t: f64,
    /// Degrees of freedom; not whole in Welch's test.
    pub df: f64,
    /// Two-sided p value of "the true value is zero".
    pub p: f64,
    /// value ± t quantile × standard error.
    pub interval: Interval,
}

impl Estimate {
    pub(super) fn new(value: f64, standard_error: f64, df: f64, level: Level) -> Result<Self> {
        if !(standard_error > 0.0 && standard_error.is_finite()) {
            return degenerate(Degeneracy::NoSpread);
        }
        let t = value / standard_error;
        let interval = Interval::around(value, level.t(df) * standard_error);
        Ok(Self { value, standard_error, t, df, p: t_two_sided(t, df), interval })
    }
}

/// An F test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FTest {
    /// The statistic.
    pub f: f64,
    /// Degrees of freedom of what is tested.
    pub numerator_df: f64,
    /// Degrees of freedom of the residuals.
    pub denominator_df: f64,
    /// P(F >= f) if nothing is there.
    pub p: f64,
}

impl FTest {
    pub(super) fn new(f: f64, numerator_df: f64, denominator_df: f64) -> Self {
        Self { f, numerator_df, denominator_df, p: f_upper(f, numerator_df, denominator_df) }
    }
}

/// A chi-square test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquareTest {
    /// X².
    pub statistic: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// P(X² >= statistic) if nothing is there.
    pub p: f64,
}

impl ChiSquareTest {
    pub(super) fn new(statistic: f64, df: f64) -> Self {
        Self { statistic, df, p: chi_square_upper(statistic, df) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    #[test]
    fn quantiles_of_the_usual_level() {
        assert_near(Level::P95.z(), 1.959_963_984_540_054, 1e-12);
        assert_near(Level::P95.t(9.0), 2.262_157_162_798_205, 1e-11);
        assert_near(Level::P95.t(1e7), Level::P95.z(), 1e-6);
    }

    #[test]
    fn no_spread_is_an_error_and_not_an_infinite_t() {
        assert!(Estimate::new(1.0, 0.0, 5.0, Level::P95).is_err());
        assert!(Estimate::new(1.0, f64::NAN, 5.0, Level::P95).is_err());
    }
}
