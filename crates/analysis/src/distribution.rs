//! The distributions that the formulae use, by the names that statisticians use.

use std::f64::consts::SQRT_2;

use statrs::distribution::{
    Binomial, ChiSquared, Continuous, ContinuousCDF, Discrete, FisherSnedecor, Normal, StudentsT,
};

/// Φ(x): the standard normal distribution function, Φ(x) = erfc(-x / √2) / 2.
pub fn phi(x: f64) -> f64 {
    libm::erfc(-x / SQRT_2) / 2.0
}

/// z(p), the inverse of Φ, for 0 < p < 1.
pub fn z(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// Probability of this many successes in this many trials, each with probability `p` from 0 to 1.
pub(super) fn binomial(successes: u32, trials: u32, p: f64) -> f64 {
    Binomial::new(p, trials.into()).expect("a probability").pmf(successes.into())
}

/// P(|T| >= |t|) with `df` degrees of freedom.
pub(super) fn t_two_sided(t: f64, df: f64) -> f64 {
    2.0 * student(df).sf(t.abs())
}

/// The t that leaves the share `upper` (< 0.5) of the distribution above it.
///
/// Not the library's inverse, which loses digits with many degrees of freedom and at last never
/// returns. The upper tail is convex, so Newton's steps from below rise to the root and can't miss it;
/// the normal quantile is below it.
pub(super) fn t_upper_quantile(upper: f64, df: f64) -> f64 {
    let t = student(df);
    let mut at = -z(upper);
    for _ in 0..100 {
        let step = (t.sf(at) - upper) / t.pdf(at);
        at += step;
        if step.abs() <= 1e-14 * at {
            break;
        }
    }
    at
}

/// P(X² >= x) with `df` degrees of freedom.
pub(super) fn chi_square_upper(x: f64, df: f64) -> f64 {
    ChiSquared::new(df).expect("degrees of freedom are counted, so positive").sf(x)
}

/// P(F >= f) with `numerator` and `denominator` degrees of freedom.
pub(super) fn f_upper(f: f64, numerator: f64, denominator: f64) -> f64 {
    FisherSnedecor::new(numerator, denominator).expect("degrees of freedom are counted, so positive").sf(f)
}

/// Student's t.
fn student(df: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, df).expect("degrees of freedom are counted, so positive")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    // Expected values: SciPy 1.17.
    #[test]
    fn agrees_with_an_independent_implementation() {
        for (x, expected) in [
            (-8.0, 6.220_960_574_271_74e-16),
            (-3.0, 0.001_349_898_031_630_093_3),
            (0.1, 0.539_827_837_277_029),
            (2.2, 0.986_096_552_486_501_4),
        ] {
            assert_near(phi(x) / expected, 1.0, 1e-12);
        }
        for (p, expected) in [
            (1e-12, -7.034_483_825_301_131),
            (0.001, -3.090_232_306_167_813),
            (0.025, -1.959_963_984_540_054_5),
            (0.3, -0.524_400_512_708_040_9),
            (0.59, 0.227_544_976_641_149_34),
            (0.99, 2.326_347_874_040_840_8),
        ] {
            assert_near(z(p), expected, 1e-12);
        }
        for (t, df, expected) in [
            (1.86, 17.7, 0.079_586_790_860_686_76),
            (-4.06, 9.0, 0.002_841_947_118_962_295_4),
            (30.0, 200.0, 5.724_161_208_827_853e-76),
        ] {
            assert_near(t_two_sided(t, df) / expected, 1.0, 1e-10);
        }
        for (x, df, expected) in [
            (7.843_137, 2.0, 0.019_809_998_380_962_007),
            (0.01, 1.0, 0.920_344_325_445_942),
            (50.0, 10.0, 2.669_083_424_904_495e-7),
        ] {
            assert_near(chi_square_upper(x, df) / expected, 1.0, 1e-12);
        }
        for (f, numerator, denominator, expected) in [
            (2.136_128, 2.0, 26.0, 0.138_379_350_415_008_2),
            (36.014_475, 1.0, 26.0, 2.454_330_445_876_875_4e-6),
            (0.1, 3.0, 400.0, 0.959_979_197_220_704_2),
        ] {
            assert_near(f_upper(f, numerator, denominator) / expected, 1.0, 1e-11);
        }
    }

    #[test]
    fn quantiles_of_student_s_t() {
        for (upper, df, expected) in [
            (0.025, 1.0, 12.706_204_736_174_705),
            (5e-7, 1.0, 636_619.772_367_057_7),
            (0.025, 17.776_474, 2.102_817_237_412_559_3),
            (0.0125, 350.0, 2.251_087_052_943_313_3),
            (0.025, 26.0, 2.055_529_438_642_873),
            (0.0001, 3.3, 18.209_710_567_820_306),
        ] {
            assert_near(t_upper_quantile(upper, df) / expected, 1.0, 1e-11);
        }
        assert_near(t_upper_quantile(0.05, 1e6), 1.644_855_150_722_040_6, 1e-8);
    }

    #[test]
    fn z_undoes_phi() {
        for x in [-6.0, -2.5, -0.1, 0.0, 0.7, 3.0] {
            assert_near(z(phi(x)), x, 1e-11);
        }
    }
}
