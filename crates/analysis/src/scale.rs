//! Reliability of questionnaire scales. Their scores come from `unmask_study::scoring`.

use super::mean::Summary;
use super::{Degeneracy, Quantity, Result, at_least, degenerate, matched};

/// Cronbach's α of complete rows, one per person, one value per item, reverse items turned round
/// before: k/(k-1) × (1 - Σ item variances / variance of the sums). Without unit, at most 1.
///
/// Errors: fewer than two people or two items; rows of different lengths; all sums alike.
/// Cronbach (1951), *Psychometrika* 16, 297-334.
pub fn cronbach_alpha(rows: &[impl AsRef<[f64]>]) -> Result<f64> {
    at_least(2, Quantity::Participants, rows.len())?;
    let items = rows[0].as_ref().len();
    at_least(2, Quantity::Items, items)?;
    for row in rows {
        matched(items, row.as_ref().len())?;
    }
    let variance = |values: Vec<f64>| Summary::of(&values).map(|summary| summary.variance);
    let of_sums = variance(rows.iter().map(|row| row.as_ref().iter().sum()).collect())?;
    let of_item = |item: usize| variance(rows.iter().map(|row| row.as_ref()[item]).collect());
    let of_items: f64 = (0..items).map(of_item).sum::<Result<f64>>()?;
    if of_sums <= 10.0 * f64::EPSILON * of_items {
        return degenerate(Degeneracy::EqualScores);
    }
    Ok(items as f64 / (items - 1) as f64 * (1.0 - of_items / of_sums))
}

/// How the mean of a scale's items varies between people, before anything is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleSpread {
    /// Standard deviation of the mean of the items, in points.
    pub sd: f64,
    /// Correlation of two measurements of people who do not change: the reliability.
    pub correlation: f64,
}

/// Assumed share of an item's range that is its standard deviation: a quarter (Hozo, Djulbegovic and Hozo 2005, *BMC
/// Medical Research Methodology* 5, 13).
const ITEM_SD: f64 = 0.25;
/// Assumed correlation between the items of a scale, in the middle of 0.15 to 0.50 (Clark and Watson 1995,
/// *Psychological Assessment* 7, 309-319).
const BETWEEN_ITEMS: f64 = 0.325;

/// The spread of the mean of parallel items with this range: variance s² (1 + (k - 1) ρ) / k, and reliability
/// kρ / (1 + (k - 1) ρ) by Spearman (1910) and Brown (1910), *British Journal of Psychology* 3, 271-322. Errors: no
/// item.
pub fn expected_spread(items: usize, range: f64) -> Result<ScaleSpread> {
    at_least(1, Quantity::Items, items)?;
    let k = items as f64;
    let shared = 1.0 + (k - 1.0) * BETWEEN_ITEMS;
    Ok(ScaleSpread { sd: ITEM_SD * range * (shared / k).sqrt(), correlation: k * BETWEEN_ITEMS / shared })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    /// By hand, for three items from 1 to 7: 1.5 √(1.65 / 3), and 0.975 / 1.65.
    #[test]
    fn the_spread_of_a_scale_follows_from_its_items() {
        let ScaleSpread { sd, correlation } = expected_spread(3, 6.0).unwrap();
        assert_near(sd, 1.112_429_8, 1e-7);
        assert_near(correlation, 0.590_909_1, 1e-7);
        let one = expected_spread(1, 6.0).unwrap();
        assert_near(one.sd, 1.5, 1e-12);
        assert_near(one.correlation, 0.325, 1e-12);
        assert!(expected_spread(0, 6.0).is_err());
    }

    #[test]
    fn k30_cronbach_alpha() {
        let rows = [[4.0, 5.0, 4.0], [2.0, 3.0, 2.0], [5.0, 5.0, 4.0], [3.0, 3.0, 3.0], [1.0, 2.0, 2.0]];
        assert_near(cronbach_alpha(&rows).unwrap(), 0.962_838, 5.1e-7);
    }

    #[test]
    fn reliability_that_is_undefined_is_an_error() {
        assert!(cronbach_alpha(&[] as &[[f64; 2]]).is_err());
        assert!(cronbach_alpha(&[[1.0, 2.0]]).is_err());
        assert!(cronbach_alpha(&[[1.0], [2.0]]).is_err());
        assert!(cronbach_alpha(&[[1.0, 2.0], [2.0, 1.0]]).is_err());
        assert!(cronbach_alpha(&[vec![1.0, 2.0], vec![2.0]]).is_err());
        assert!(cronbach_alpha(&[[1.0, f64::NAN], [2.0, 1.0]]).is_err());
    }
}
