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
    /// The same if all clusters had the mean size.
    pub equal_design_effect: f64,
}

/// Below this coefficient of variation, different sizes of clusters change the design effect little (Eldridge, Ashby
/// and Kerry 2006).
pub const SIZES_ALIKE: f64 = 0.23;

/// The coefficient of variation of the sizes of clusters: their standard deviation (divided by their number) over their
/// mean. None without clusters. With it, [`design_effect`] is exact for these clusters.
pub fn size_variation(sizes: &[usize]) -> Option<f64> {
    let sizes: Vec<f64> = sizes.iter().map(|size| *size as f64).collect();
    let mean = average(&sizes);
    let squares: f64 = sizes.iter().map(|size| (size - mean).powi(2)).sum();
    (mean > 0.0).then(|| (squares / sizes.len() as f64).sqrt() / mean)
}

/// How many times greater clusters make the variance of an arm's mean: 1 + ((cv² + 1) m − 1) ICC, with the mean size m
/// of clusters and the coefficient of variation cv of their sizes (Eldridge, Ashby and Kerry 2006, *International
/// Journal of Epidemiology* 35, 1292-1300). With equal sizes, it is that of Kish (1965, *Survey Sampling*). A negative
/// correlation counts as 0.
pub fn design_effect(mean_size: f64, variation: f64, correlation: f64) -> f64 {
    1.0 + ((variation.powi(2) + 1.0) * mean_size - 1.0) * correlation.max(0.0)
}

/// The intraclass correlation of the values of clusters within arms, by one-way analysis of variance (Donner and Klar
/// 2000), and the [`design_effect`]. Clusters are not empty.
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
    let sizes: Vec<usize> = present.iter().flat_map(|own| own.iter().map(Vec::len)).collect();
    let (mean, variation) = (n / clusters as f64, size_variation(&sizes).unwrap_or_default());
    let [design_effect, equal_design_effect] =
        [variation, 0.0].map(|variation| design_effect(mean, variation, correlation));
    Ok(Intraclass { correlation, design_effect, equal_design_effect })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

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

    /// Sizes of 1, 2 and 3: mean 2, variance 2/3. Σm²/Σm = 14/6 is 2 (1/6 + 1), the size in the formula of Donner,
    /// Birkett and Buck (1981, *American Journal of Epidemiology* 114, 906-914).
    #[test]
    fn clusters_of_different_sizes_have_a_greater_design_effect() {
        let variation = size_variation(&[1, 2, 3]).unwrap();
        assert_near(variation, (2.0_f64 / 3.0).sqrt() / 2.0, 1e-15);
        assert_near(design_effect(2.0, variation, 0.3), 1.0 + (14.0 / 6.0 - 1.0) * 0.3, 1e-12);
        assert_near(design_effect(2.0, 0.0, 0.3), 1.3, 1e-15);
        assert_near(design_effect(2.0, variation, -0.3), 1.0, 0.0);
        assert_eq!((size_variation(&[4, 4]), size_variation(&[])), (Some(0.0), None));
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
