//! How many people a study needs.

use super::distribution::{phi, t_upper_quantile};
use super::quadrature::points;
use super::{Degeneracy, Quantity, Result, degenerate, within};

/// Power of the two-sided t test of two arms with `per_arm` people each, if the true difference is
/// `effect` standard deviations (Cohen's d): P(|T| > t) for a noncentral T with 2n - 2 degrees of
/// freedom and noncentrality d √(n/2).
///
/// Errors: fewer than two people per arm; an effect that is not finite; α outside 0 to 0.5. Cohen
/// (1988), *Statistical Power Analysis for the Behavioral Sciences*, section 2.
pub fn power(effect: f64, per_arm: u32, alpha: f64) -> Result<f64> {
    super::at_least(2, Quantity::ParticipantsPerArm, per_arm as usize)?;
    within(f64::MIN, f64::MAX, "effect", effect)?;
    within(f64::MIN_POSITIVE, 0.5, "error rate", alpha)?;
    let n = f64::from(per_arm);
    Ok(beyond(effect * (n / 2.0).sqrt(), 2.0 * n - 2.0, alpha))
}

/// The same of a contrast Σ cᵢmᵢ of the means of `cells` arms with `per_cell` people each, in a model with all of them:
/// `squares` is Σ cᵢ², 2 for two of them. Errors: as [`power`].
pub fn power_of_contrast(effect: f64, per_cell: u32, cells: u32, squares: f64, alpha: f64) -> Result<f64> {
    power(effect, per_cell, alpha)?;
    let n = f64::from(per_cell);
    Ok(beyond(effect * (n / squares).sqrt(), f64::from(cells) * (n - 1.0), alpha))
}

/// Power of a test that takes the items as a sample, too: the true effect has the standard deviation `between_items`
/// over items, in the unit of `effect` (standard deviations of the outcome between people).
///
/// The variance of the difference is 2 / n + s² / k with k items; its degrees of freedom are Satterthwaite's (1946,
/// *Biometrics Bulletin* 2, 110-114) of 2n - 2 and k - 2, as in the mixed model of the data package. Westfall, Kenny
/// and Judd (2014), *Journal of Experimental Psychology: General* 143, 2020-2045. Errors: as [`power`]; fewer than
/// three items; a standard deviation that is negative.
pub fn power_over_items(effect: f64, per_arm: u32, alpha: f64, items: u32, between_items: f64) -> Result<f64> {
    within(0.0, f64::MAX, "standard deviation", between_items)?;
    if between_items == 0.0 {
        return power(effect, per_arm, alpha);
    }
    super::at_least(3, Quantity::Items, items as usize)?;
    power(effect, per_arm, alpha)?;
    let (n, k) = (f64::from(per_arm), f64::from(items));
    let (of_people, of_items) = (2.0 / n, between_items.powi(2) / k);
    let variance = of_people + of_items;
    let df = variance.powi(2) / (of_people.powi(2) / (2.0 * n - 2.0) + of_items.powi(2) / (k - 2.0));
    Ok(beyond(effect / variance.sqrt(), df, alpha))
}

/// Power to rule out a rise of `margin` standard deviations if there is none: that the two-sided interval of level
/// 1 - α for the difference of two arms ends below the margin. P(T > t) for the noncentral T of [`power`]. Errors: as
/// there.
pub fn power_to_rule_out(margin: f64, per_arm: u32, alpha: f64) -> Result<f64> {
    power(margin, per_arm, alpha)?;
    let n = f64::from(per_arm);
    let (shift, df) = (margin * (n / 2.0).sqrt(), 2.0 * n - 2.0);
    let critical = t_upper_quantile(alpha / 2.0, df);
    Ok(over_spreads(df, |spread| phi(shift - critical * spread)))
}

/// P(|T| > t) for a noncentral T with this noncentrality, where t is the two-sided critical value.
fn beyond(shift: f64, df: f64, alpha: f64) -> f64 {
    let critical = t_upper_quantile(alpha / 2.0, df);
    over_spreads(df, |spread| phi(shift - critical * spread) + phi(-shift - critical * spread))
}

/// The least number per arm whose power is at least `wanted`, such as 0.8.
///
/// Errors: as [`power`]; an effect so small that more than a million people per arm would be needed.
pub fn people_per_arm(effect: f64, alpha: f64, wanted: f64) -> Result<u32> {
    least_people(wanted, |per_arm| power(effect, per_arm, alpha))
}

/// The same with [`power_over_items`]. Errors: also items so few or so different that no number of people is enough.
pub fn people_per_arm_over_items(effect: f64, alpha: f64, wanted: f64, items: u32, between_items: f64) -> Result<u32> {
    least_people(wanted, |per_arm| power_over_items(effect, per_arm, alpha, items, between_items))
}

/// The least number whose power is at least `wanted`. Errors: as [`people_per_arm`].
pub fn least_people(wanted: f64, power: impl Fn(u32) -> Result<f64>) -> Result<u32> {
    within(0.5, 0.999, "power", wanted)?;
    let enough = |per_arm: u32| power(per_arm).map(|power| power >= wanted);
    let mut high = 2;
    while !enough(high)? {
        if high > 1_000_000 {
            return degenerate(Degeneracy::EffectTooSmall);
        }
        high *= 2;
    }
    let mut low = 1;
    while high - low > 1 {
        let middle = u32::midpoint(low, high);
        if enough(middle)? { high = middle } else { low = middle }
    }
    Ok(high)
}

/// The number that analysis of covariance needs for the same power: n (1 - r²), rounded up, with r
/// the correlation of outcome and covariate within arms. Borm et al. (2007), *Journal of Clinical
/// Epidemiology* 60, 1234-1238. Errors: r outside -1 to 1.
pub fn with_covariate(people: u32, correlation: f64) -> Result<u32> {
    within(-1.0, 1.0, "correlation", correlation)?;
    Ok(round_up(f64::from(people) * (1.0 - correlation * correlation)))
}

/// How many people to recruit so that n are left: m = n / (1 - l), rounded up, because of m people m (1 - l) are left
/// when the share l is lost; arithmetic, without an assumption but that the loss is as planned. Errors: a share lost
/// outside 0 to 0.9.
pub fn before_loss(people: u32, loss: f64) -> Result<u32> {
    within(0.0, 0.9, "share lost", loss)?;
    Ok(round_up(f64::from(people) / (1.0 - loss)))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and saturates")]
fn round_up(people: f64) -> u32 {
    // 250 / (1 - 0) must stay 250 in spite of rounding errors in the last digit.
    (people * (1.0 - 4.0 * f64::EPSILON)).ceil() as u32
}

/// Mean of a function of s/σ, where s²/σ² is chi-square with `df` degrees of freedom over `df`.
///
/// Gauss-Legendre over eight standard deviations to both sides, normalised by the sum of the weights so that the
/// density needs no constant.
fn over_spreads(df: f64, value: impl Fn(f64) -> f64) -> f64 {
    let width = 8.0 / (2.0 * df).sqrt();
    let log_density = |spread: f64| (df - 1.0) * spread.ln() - df * (spread * spread - 1.0) / 2.0;
    let (mut sum, mut weights) = (0.0, 0.0);
    for (spread, weight) in points((1.0 - width).max(0.0), 1.0 + width, 60) {
        let weight = weight * log_density(spread).exp();
        sum += weight * value(spread);
        weights += weight;
    }
    sum / weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    #[test]
    fn published_numbers_per_arm() {
        let published = [(0.25, 253, 306), (0.30, 176, 213), (0.40, 100, 121)];
        for (effect, at_five_per_cent, at_half_of_it) in published {
            assert_eq!(people_per_arm(effect, 0.05, 0.8), Ok(at_five_per_cent));
            assert_eq!(people_per_arm(effect, 0.025, 0.8), Ok(at_half_of_it));
        }
    }

    #[test]
    fn a_covariate_saves_people_and_loss_costs_them() {
        assert_eq!(with_covariate(176, 0.4), Ok(148));
        assert_eq!(with_covariate(213, 0.4), Ok(179));
        assert_eq!(before_loss(179, 0.15), Ok(211));
        assert_eq!(before_loss(250, 0.0), Ok(250));
        assert_eq!(before_loss(90, 0.1), Ok(100));
    }

    /// Reference values: SciPy 1.17, `nct`.
    #[test]
    fn agrees_with_the_noncentral_t_distribution() {
        assert_near(power(0.3, 176, 0.05).unwrap(), 0.801_379_443_549_547_8, 1e-8);
        assert_near(power(0.5, 64, 0.05).unwrap(), 0.801_459_557_922_264_3, 1e-8);
        assert_near(power(0.8, 5, 0.025).unwrap(), 0.122_585_359_093_761_09, 1e-8);
        assert_near(power(3.0, 2, 0.05).unwrap(), 0.387_400_128_525_971_1, 1e-8);
        assert_near(power(1.0, 3, 0.05).unwrap(), 0.158_790_870_005_200_98, 1e-8);
    }

    /// Without people's part, 20 items whose effects have the mean 0.3 and the standard deviation 0.42 are a one-sample
    /// t test with two fewer degrees of freedom: SciPy 1.17, `nct` with df 18 and noncentrality 0.3 / 0.42 * sqrt(20).
    #[test]
    fn few_items_limit_the_power_of_any_number_of_people() {
        assert_near(power_over_items(0.3, 10_000_000, 0.05, 20, 0.42).unwrap(), 0.855_440_846_753_810_8, 1e-5);
        assert_eq!(power_over_items(0.3, 176, 0.05, 20, 0.0), power(0.3, 176, 0.05));
        assert_eq!(people_per_arm_over_items(0.3, 0.05, 0.8, 20, 0.0), Ok(176));
        assert!(people_per_arm_over_items(0.3, 0.05, 0.8, 20, 0.3).unwrap() > 176);
        assert!(people_per_arm_over_items(0.3, 0.05, 0.9, 20, 0.6).is_err());
        assert!(power_over_items(0.3, 176, 0.05, 2, 0.3).is_err());
        assert!(power_over_items(0.3, 176, 0.05, 20, -0.3).is_err());
    }

    /// `power.t.test(n, delta, sd = 1, sig.level = 0.025, alternative = "one.sided")` of R 4.
    #[test]
    fn ruling_out_a_rise_is_a_one_sided_test() {
        for (margin, per_arm, known) in
            [(0.25, 207, 0.718_191_433_020), (0.5, 64, 0.801_458_623_368), (1.0, 10, 0.561_984_615_034)]
        {
            assert_near(power_to_rule_out(margin, per_arm, 0.05).unwrap(), known, 1e-7);
        }
        assert_near(power_to_rule_out(0.0, 50, 0.05).unwrap(), 0.025, 1e-7);
        assert!(power_to_rule_out(0.3, 1, 0.05).is_err());
    }

    #[test]
    fn without_an_effect_power_is_the_error_rate() {
        for per_arm in [2, 3, 10, 500] {
            assert_near(power(0.0, per_arm, 0.05).unwrap(), 0.05, 1e-7);
        }
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(power(0.3, 1, 0.05).is_err());
        assert!(power(f64::NAN, 9, 0.05).is_err());
        assert!(power(0.3, 9, 0.0).is_err());
        assert!(people_per_arm(0.0, 0.05, 0.8).is_err());
        assert!(people_per_arm(0.3, 0.05, 1.0).is_err());
        assert!(with_covariate(100, 1.1).is_err());
        assert!(before_loss(100, 1.0).is_err());
    }
}
