//! Tests of a difference against a margin.

use super::distribution::t_two_sided;
use super::inference::{Interval, Level};

/// One-sided p value of the hypothesis that the true difference is at least `margin`: P(T ≤ (value − margin) / s) for T
/// with `df` degrees of freedom, where s is the standard error of `value`. All but `df` are in the unit of the outcome.
/// It is below α / 2 exactly if the two-sided interval of level 1 − α ends below the margin. Schuirmann (1987),
/// *Journal of Pharmacokinetics and Biopharmaceutics* 15, 657-680.
pub fn p_of_at_least(margin: f64, value: f64, standard_error: f64, df: f64) -> f64 {
    let t = (value - margin) / standard_error;
    let tail = t_two_sided(t, df) / 2.0;
    if t < 0.0 { tail } else { 1.0 - tail }
}

/// Two one-sided tests of "the true difference is at least `margin`, in either direction".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equivalence {
    /// The larger p value of the two tests. It is at most α exactly if the interval lies within ± margin.
    pub p: f64,
    /// The interval of level 1 − 2α.
    pub interval: Interval,
}

/// Tests equivalence at `alpha`; the other arguments are those of [`p_of_at_least`]. Schuirmann (1987), *Journal of
/// Pharmacokinetics and Biopharmaceutics* 15, 657-680; Lakens (2017), *Social Psychological and Personality Science* 8,
/// 355-362.
pub fn equivalence(margin: f64, alpha: f64, value: f64, standard_error: f64, df: f64) -> Equivalence {
    let below = p_of_at_least(margin, value, standard_error, df);
    let above = p_of_at_least(margin, -value, standard_error, df);
    let interval = Interval::around(value, Level::of_one_sided(alpha).t(df) * standard_error);
    Equivalence { p: below.max(above), interval }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::Level;
    use crate::testing::assert_near;

    /// Lakens (2017), *Social Psychological and Personality Science* 8, 355-362: a replication with M = 5.25 (SD 0.95,
    /// n = 95) and M = 5.22 (SD 0.83, n = 89) rejects a difference of 0.384 or more with t(182) = -2.69, p = 0.004. Its
    /// bound is rounded, hence the two digits.
    #[test]
    fn a_published_difference_is_below_its_margin() {
        let pooled = ((94.0 * 0.95_f64.powi(2) + 88.0 * 0.83_f64.powi(2)) / 182.0).sqrt();
        let standard_error = pooled * (1.0_f64 / 95.0 + 1.0 / 89.0).sqrt();
        assert_near((0.03 - 0.384) / standard_error, -2.69, 0.01);
        assert_near(p_of_at_least(0.384, 0.03, standard_error, 182.0), 0.004, 0.0005);
        assert_near(p_of_at_least(-0.384, -0.03, standard_error, 182.0), 1.0 - 0.004, 0.0005);
    }

    /// The same study is equivalent within ± 0.384 (d = 0.43): p = 0.004 is the larger of its two p values. Its pooled
    /// standard deviation is 0.894.
    #[test]
    fn a_published_replication_is_equivalent() {
        let standard_error = 0.894 * (1.0_f64 / 95.0 + 1.0 / 89.0).sqrt();
        for value in [0.03, -0.03] {
            assert_near(equivalence(0.384, 0.05, value, standard_error, 182.0).p, 0.004, 0.0005);
        }
    }

    /// R package TOSTER 0.9.0 (`TOSTtwo.raw` with equal variances), of the study above, and of means of 0.55 (SD 0.6,
    /// n = 207) and 0.40 (SD 0.7, n = 201).
    #[test]
    fn equivalence_is_that_of_toster() {
        let error = |[one, other]: [f64; 2], [sd, other_sd]: [f64; 2]| {
            let squares = (one - 1.0) * sd.powi(2) + (other - 1.0) * other_sd.powi(2);
            (squares / (one + other - 2.0) * (1.0 / one + 1.0 / other)).sqrt()
        };
        let standard_error = error([207.0, 201.0], [0.6, 0.7]);
        let found = equivalence(0.2, 0.025, 0.15, standard_error, 406.0);
        assert_near(found.p, 0.219_280_412_31, 1e-10);
        assert_near(found.interval.low, 0.023_236_371_315_5, 1e-10);
        assert_near(found.interval.high, 0.276_763_628_684, 1e-10);
        let standard_error = error([95.0, 89.0], [0.95, 0.83]);
        let found = equivalence(0.384, 0.05, 0.03, standard_error, 182.0);
        assert_near(found.p, 0.003_970_479_074_25, 1e-12);
        assert_near(p_of_at_least(0.384, -0.03, standard_error, 182.0), 0.000_988_565_320_636, 1e-12);
        assert_near(found.interval.low, -0.188_036_421_078, 1e-10);
        assert_near(found.interval.high, 0.248_036_421_078, 1e-10);
    }

    #[test]
    fn equivalence_is_shown_where_the_interval_of_two_alpha_ends_within_the_margin() {
        for (alpha, value) in [(0.05, 0.02), (0.05, -0.02), (0.01, 0.02)] {
            let Equivalence { p, interval } = equivalence(0.1, alpha, value, 0.05, 50.0);
            let margin = interval.low.abs().max(interval.high.abs());
            assert_near(equivalence(margin, alpha, value, 0.05, 50.0).p, alpha, 1e-12);
            assert_eq!(p <= alpha, margin <= 0.1, "{p}");
        }
        // The 95% quantile of t with 50 degrees of freedom, as tables print it: the interval of α = 0.05 is one of 90%.
        assert_near(equivalence(0.1, 0.05, 0.0, 1.0, 50.0).interval.high, 1.676, 0.0005);
    }

    #[test]
    fn it_is_half_of_alpha_where_the_interval_ends_at_the_margin() {
        let high = 0.02 + Level::P95.t(50.0) * 0.015;
        assert_near(p_of_at_least(high, 0.02, 0.015, 50.0), 0.025, 1e-12);
    }
}
