//! Reliability of questionnaire scales. Their scores come from [`crate::scoring`].

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::assert_near;

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
