//! Several tests of one question.

use super::{Quantity, Result, at_least, within};

/// Holm's adjusted p values, in the order given (Holm 1979, *Scandinavian Journal of Statistics* 6, 65-70).
///
/// The i-th smallest of m is multiplied by m - i + 1; none may be below its predecessor or above 1.
/// Rejecting what is at most α keeps the probability of any false rejection at α under any
/// dependence between the tests. Errors: no p values, or one outside 0 to 1.
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>> {
    at_least(1, Quantity::PValues, p_values.len())?;
    p_values.iter().try_for_each(|&p| within(0.0, 1.0, "p value", p))?;
    let mut ascending: Vec<usize> = (0..p_values.len()).collect();
    ascending.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, &index) in ascending.iter().enumerate() {
        least = least.max(p_values[index] * (p_values.len() - rank) as f64).min(1.0);
        adjusted[index] = least;
    }
    Ok(adjusted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::assert_near;

    #[test]
    fn k26_order_is_kept() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]).unwrap();
        for (found, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert_near(*found, expected, 1e-15);
        }
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(holm(&[]).is_err());
        assert!(holm(&[0.5, f64::NAN]).is_err());
        assert!(holm(&[1.5]).is_err());
    }

    proptest! {
        #[test]
        fn between_the_plain_and_bonferroni(p_values in prop::collection::vec(0.0..=1.0_f64, 1..9)) {
            for (adjusted, p) in holm(&p_values).unwrap().into_iter().zip(&p_values) {
                prop_assert!(adjusted >= *p);
                prop_assert!(adjusted <= (p * p_values.len() as f64).min(1.0));
            }
        }
    }
}
