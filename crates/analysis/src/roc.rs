//! Receiver operating characteristic: how well ratings separate two classes, without a criterion.
//!
//! Used for judgements (manipulated against authentic items, rated by answer and confidence) and,
//! as "type 2", for confidence (right against wrong answers).

use super::inference::{Interval, Level, ROUNDING};
use super::mean::{Summary, average};
use super::{Degeneracy, Quantity, Result, all_finite, at_least, degenerate};

/// An empirical area under the ROC curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Auc {
    /// P(signal rated higher than noise) + P(both rated alike) / 2; 0.5 is guessing.
    pub area: f64,
    /// DeLong's standard error.
    pub standard_error: f64,
    /// Of each signal: the share of noise below it.
    signal: Vec<f64>,
    /// Of each noise: the share of signals above it.
    noise: Vec<f64>,
}

/// Area and standard error from the ratings of signal and noise; any ordered unit, higher means
/// more like signal.
///
/// The area is the mean of the placements V10 (per signal, the share of noise below it, ties half);
/// its variance is s²(V10)/m + s²(V01)/n. Errors: fewer than two ratings in a class. DeLong, DeLong
/// and Clarke-Pearson (1988), *Biometrics* 44, 837-845.
pub fn auc(signal: &[f64], noise: &[f64]) -> Result<Auc> {
    for (what, ratings) in [(Quantity::RatingsOfManipulatedItems, signal), (Quantity::RatingsOfAuthenticItems, noise)] {
        at_least(2, what, ratings.len())?;
        all_finite("rating", ratings)?;
    }
    let (sorted_signal, sorted_noise) = (ascending(signal), ascending(noise));
    let below: Vec<f64> = signal.iter().map(|&rating| share_below(&sorted_noise, rating)).collect();
    let above: Vec<f64> = noise.iter().map(|&rating| 1.0 - share_below(&sorted_signal, rating)).collect();
    let standard_error = combined(&below, &above)?.sqrt();
    Ok(Auc { area: average(&below), standard_error, signal: below, noise: above })
}

impl Auc {
    /// area ± z × standard error, cut to 0 to 1. Errors: no spread (a standard error of at most 10⁻⁹), as when the
    /// classes don't overlap.
    pub fn interval(&self, level: Level) -> Result<Interval> {
        if self.standard_error <= ROUNDING || !self.standard_error.is_finite() {
            return degenerate(Degeneracy::NoSpread);
        }
        Ok(Interval::around(self.area, level.z() * self.standard_error).clamped(0.0, 1.0))
    }
}

/// Ratings of one person: of signals and of noise, in one unit for all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cluster {
    /// Ratings of signals.
    pub signal: Vec<f64>,
    /// Ratings of noise.
    pub noise: Vec<f64>,
}

/// Area over all ratings of several people, with a standard error that knows that answers of one person are alike.
///
/// With θ the area, V the placements as in [`auc`], m signals and n noise, of I₁ people with signals, I₀ with noise, I
/// in all, and per person the sums A = Σ(V10 - θ) and B = Σ(V01 - θ), the variance is I₁ ΣA² / ((I₁-1) m²) plus I₀ ΣB²
/// / ((I₀-1) n²) plus 2 I ΣAB / ((I-1) m n). Where each person has one rating it is DeLong's. Errors: fewer than two
/// people with signals, or with noise. Obuchowski (1997), *Biometrics* 53, 567-578.
pub fn clustered_auc(people: &[Cluster]) -> Result<Auc> {
    let all = |of: fn(&Cluster) -> &Vec<f64>| -> Vec<f64> { people.iter().flat_map(|one| of(one).clone()).collect() };
    let whole = auc(&all(|one| &one.signal), &all(|one| &one.noise))?;
    let deviations = |placements: &[f64], of: fn(&Cluster) -> usize| -> Vec<f64> {
        let mut from = 0;
        let mut sums = Vec::with_capacity(people.len());
        for size in people.iter().map(of) {
            sums.push(placements[from..from + size].iter().map(|placement| placement - whole.area).sum());
            from += size;
        }
        sums
    };
    let (signal, noise) = (|one: &Cluster| one.signal.len(), |one: &Cluster| one.noise.len());
    let (a, b) = (deviations(&whole.signal, signal), deviations(&whole.noise, noise));
    let with = |of: fn(&Cluster) -> usize| people.iter().filter(|one| of(one) > 0).count();
    let (with_signal, with_noise) = (with(signal), with(noise));
    at_least(2, Quantity::ParticipantsWithManipulatedRatings, with_signal)?;
    at_least(2, Quantity::ParticipantsWithAuthenticRatings, with_noise)?;
    let (m, n) = (whole.signal.len() as f64, whole.noise.len() as f64);
    let sum = |these: &[f64], those: &[f64]| -> f64 { these.iter().zip(those).map(|(a, b)| a * b).sum() };
    let scale = |people: usize| people as f64 / (people as f64 - 1.0);
    let both = people.iter().filter(|one| signal(one) + noise(one) > 0).count();
    let variance = scale(with_signal) * sum(&a, &a) / (m * m)
        + scale(with_noise) * sum(&b, &b) / (n * n)
        + 2.0 * scale(both) * sum(&a, &b) / (m * n);
    Ok(Auc { standard_error: variance.max(0.0).sqrt(), ..whole })
}

/// DeLong's variance of a mean over both classes.
fn combined(signal: &[f64], noise: &[f64]) -> Result<f64> {
    let (signal, noise) = (Summary::of(signal)?, Summary::of(noise)?);
    Ok(signal.variance / signal.n as f64 + noise.variance / noise.n as f64)
}

fn ascending(ratings: &[f64]) -> Vec<f64> {
    let mut sorted = ratings.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The share of the sorted ratings below this one, ties counted half.
fn share_below(sorted: &[f64], rating: f64) -> f64 {
    let less = sorted.partition_point(|&other| other < rating);
    let not_more = sorted.partition_point(|&other| other <= rating);
    (less + not_more) as f64 / (2 * sorted.len()) as f64
}

#[cfg(test)]
#[path = "roc_tests.rs"]
mod tests;
