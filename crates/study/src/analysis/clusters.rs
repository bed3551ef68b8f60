//! Clusters, such as classes: comparisons of their means, and how alike their members are.

use super::inference::{Estimate, Level, ROUNDING, size};
use super::mean::{Summary, average};
use super::{Degeneracy, Quantity, Result, all_finite, at_least, degenerate};

/// The mean of an arm's cluster means minus that of another arm: t test with the pooled variance of cluster means, each
/// with the same weight, and the number of clusters less 2 as degrees of freedom (Donner and Klar 2000, *Design and
/// Analysis of Cluster Randomization Trials in Health Research*, chapter 6).
///
/// Errors: fewer than two clusters in an arm; a standard error of at most 10⁻⁹ of the largest mean.
pub fn difference(arm: &[f64], against: &[f64], level: Level) -> Result<Estimate> {
    at_least(2, Quantity::UnitsInOneArm, arm.len().min(against.len()))?;
    let [one, other] = [Summary::of(arm)?, Summary::of(against)?];
    let [own, others] = [one, other].map(|summary| summary.n as f64);
    let df = own + others - 2.0;
    let pooled = (one.variance * (own - 1.0) + other.variance * (others - 1.0)) / df;
    let standard_error = (pooled * (1.0 / own + 1.0 / others)).sqrt();
    if standard_error <= ROUNDING * size(arm).max(size(against)) {
        return degenerate(Degeneracy::NoSpread);
    }
    Estimate::new(one.mean - other.mean, standard_error, df, level)
}

/// How alike the members of a cluster are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intraclass {
    /// Intraclass correlation.
    pub correlation: f64,
    /// How many times greater clusters make the variance of an arm's mean.
    pub design_effect: f64,
}

/// The intraclass correlation of the values of clusters within arms, by one-way analysis of variance (Donner and Klar
/// 2000), and the design effect 1 + (m − 1) ICC (Kish 1965, *Survey Sampling*), where m = Σ m²/Σ m allows for clusters
/// of different sizes (Donner, Birkett and Buck 1981, *American Journal of Epidemiology* 114, 906-914). A negative
/// correlation counts as 0 in it. Clusters are not empty.
///
/// Errors: no more clusters than arms; no cluster with two values; all values alike.
pub fn intraclass(arms: &[Vec<Vec<f64>>]) -> Result<Intraclass> {
    let present: Vec<&Vec<Vec<f64>>> = arms.iter().filter(|clusters| !clusters.is_empty()).collect();
    let all: Vec<f64> = present.iter().flat_map(|clusters| clusters.iter().flatten().copied()).collect();
    all_finite("measured value", &all)?;
    let clusters: usize = present.iter().map(|clusters| clusters.len()).sum();
    at_least(present.len() + 1, Quantity::Units, clusters)?;
    at_least(clusters + 1, Quantity::Values, all.len())?;
    let (mut between, mut within, mut unequal) = (0.0, 0.0, 0.0);
    for clusters in &present {
        let values: Vec<f64> = clusters.iter().flatten().copied().collect();
        let mean = average(&values);
        for cluster in *clusters {
            let own = average(cluster);
            between += cluster.len() as f64 * (own - mean).powi(2);
            within += cluster.iter().map(|value| (value - own).powi(2)).sum::<f64>();
            unequal += (cluster.len() as f64).powi(2) / values.len() as f64;
        }
    }
    let n = all.len() as f64;
    let (between_df, within_df) = ((clusters - present.len()) as f64, n - clusters as f64);
    let [between, within] = [between / between_df, within / within_df];
    let size_between = (n - unequal) / between_df;
    let total = between + (size_between - 1.0) * within;
    if total <= (ROUNDING * size(&all)).powi(2) {
        return degenerate(Degeneracy::EqualValues);
    }
    let correlation = (between - within) / total;
    let squares: f64 = present.iter().flat_map(|own| own.iter()).map(|own| (own.len() as f64).powi(2)).sum();
    Ok(Intraclass { correlation, design_effect: 1.0 + (squares / n - 1.0) * correlation.max(0.0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::assert_near;

    /// R: `t.test(c(1, 2, 4), c(0, 1, 1, 3), var.equal = TRUE)`.
    #[test]
    fn clusters_are_compared_by_their_means() {
        let found = difference(&[1.0, 2.0, 4.0], &[0.0, 1.0, 1.0, 3.0], Level::P95).unwrap();
        assert_near(found.value, 7.0 / 3.0 - 1.25, 1e-12);
        assert_near(found.df, 5.0, 0.0);
        // Sums of squares within arms: 14/3 and 19/4.
        let pooled: f64 = (14.0 / 3.0 + 4.75) / 5.0;
        assert_near(found.standard_error, (pooled * (1.0 / 3.0 + 1.0 / 4.0)).sqrt(), 1e-12);
        assert!(difference(&[1.0], &[0.0, 1.0], Level::P95).is_err());
        assert!(difference(&[1.0, 1.0], &[2.0, 2.0], Level::P95).is_err());
    }

    /// Two arms with two clusters of two: the sum of squares between clusters is 8 (df 2), within them 2 (df 4).
    #[test]
    fn intraclass_correlation_is_that_of_the_analysis_of_variance() {
        let arms = [vec![vec![0.0, 1.0], vec![3.0, 2.0]], vec![vec![1.0, 2.0], vec![3.0, 4.0]]];
        let found = intraclass(&arms).unwrap();
        // Means of squares: (4 + 4) / 2 = 4 and 2 / 4 = 0.5.
        assert_near(found.correlation, (4.0 - 0.5) / (4.0 + 0.5), 1e-12);
        assert_near(found.design_effect, 1.0 + (4.0 - 0.5) / (4.0 + 0.5), 1e-12);
        let opposed = [vec![vec![0.0, 4.0], vec![1.0, 3.0]], vec![vec![0.0, 4.0], vec![2.0, 2.0]]];
        let found = intraclass(&opposed).unwrap();
        assert!(found.correlation < 0.0);
        assert_near(found.design_effect, 1.0, 0.0);
    }

    #[test]
    fn too_few_clusters_are_an_error() {
        assert!(intraclass(&[vec![vec![0.0, 1.0]], vec![vec![2.0, 1.0]]]).is_err(), "one in each arm");
        assert!(intraclass(&[vec![vec![0.0], vec![1.0]], vec![vec![2.0], vec![1.0]]]).is_err(), "of one member");
        assert!(intraclass(&[vec![vec![1.0; 2], vec![1.0; 2]]]).is_err(), "all alike");
    }
}
