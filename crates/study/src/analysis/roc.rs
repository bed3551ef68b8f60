//! Receiver operating characteristic: how well ratings separate two classes, without a criterion.
//!
//! Used for judgements (manipulated against authentic items, rated by answer and confidence) and,
//! as "type 2", for confidence (right against wrong answers).

use serde::Serialize;

use super::inference::{Interval, Level, ROUNDING, ZTest};
use super::mean::{Summary, average};
use super::{Result, all_finite, at_least, degenerate, matched, within};

/// An empirical area under the ROC curve with what its comparison with others needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Auc {
    /// P(signal rated higher than noise) + P(both rated alike) / 2; 0.5 is guessing.
    pub area: f64,
    /// DeLong's standard error.
    pub standard_error: f64,
    /// Of each signal: the share of noise below it.
    #[serde(skip)]
    signal: Vec<f64>,
    /// Of each noise: the share of signals above it.
    #[serde(skip)]
    noise: Vec<f64>,
}

/// Area and standard error from the ratings of signal and noise; any ordered unit, higher means
/// more like signal.
///
/// The area is the mean of the placements V10 (per signal, the share of noise below it, ties half);
/// its variance is s²(V10)/m + s²(V01)/n. Errors: fewer than two ratings in a class. DeLong, DeLong
/// and Clarke-Pearson (1988), *Biometrics* 44, 837-845.
pub fn auc(signal: &[f64], noise: &[f64]) -> Result<Auc> {
    for (what, ratings) in [("ratings of manipulated items", signal), ("ratings of authentic items", noise)] {
        at_least(2, what, ratings.len())?;
        all_finite("rating", ratings)?;
    }
    let (sorted_signal, sorted_noise) = (ascending(signal), ascending(noise));
    let below: Vec<f64> = signal.iter().map(|&rating| share_below(&sorted_noise, rating)).collect();
    let above: Vec<f64> = noise.iter().map(|&rating| 1.0 - share_below(&sorted_signal, rating)).collect();
    let standard_error = combined(&below, &above)?.sqrt();
    Ok(Auc { area: average(&below), standard_error, signal: below, noise: above })
}

/// Type-2 area: how well confidence (any ordered unit) separates right from wrong answers. 0.5 means
/// that confidence tells nothing.
///
/// Errors: fewer than two right or two wrong answers. Its size depends on how hard the task was, so
/// compare it only at like accuracy. Galvin et al. (2003), *Psychonomic Bulletin & Review* 10, 843-876.
pub fn type2_auc(answers: &[(f64, bool)]) -> Result<Auc> {
    let confidence = |right: bool| -> Vec<f64> {
        answers.iter().filter(|answer| answer.1 == right).map(|answer| answer.0).collect()
    };
    auc(&confidence(true), &confidence(false))
}

/// The rating from 1 to 2k that an answer and its confidence s from 1 to k make together: k + s for "altered",
/// k + 1 - s for "authentic", so that it runs from "authentic, certain" over both "uncertain" to "altered, certain". No unit;
/// only its order counts. The rating experiment of Green and Swets (1966), *Signal Detection Theory and Psychophysics*;
/// Macmillan and Creelman (2005), *Detection Theory*, chapter 3. Errors: a confidence outside 1 to k.
pub fn rating(called_altered: bool, confidence: u8, levels: u8) -> Result<f64> {
    within(1.0, levels.into(), "confidence", confidence.into())?;
    let (confidence, levels) = (f64::from(confidence), f64::from(levels));
    Ok(if called_altered { levels + confidence } else { levels + 1.0 - confidence })
}

/// Discernment: mean rating of manipulated minus mean rating of authentic items, in the rating's unit.
///
/// A shift of all ratings doesn't change it, but a shift at a scale's end does: report the area
/// beside it (Higham et al. 2024, doi:10.1016/j.copsyc.2023.101785). Errors: a class without ratings.
pub fn discernment(manipulated: &[f64], authentic: &[f64]) -> Result<f64> {
    for (what, ratings) in [("ratings of manipulated items", manipulated), ("ratings of authentic items", authentic)] {
        at_least(1, what, ratings.len())?;
        all_finite("rating", ratings)?;
    }
    Ok(average(manipulated) - average(authentic))
}

impl Auc {
    /// area ± z × standard error, cut to 0 to 1. Errors: no spread (a standard error of at most 10⁻⁹), as when the classes
    /// don't overlap.
    pub fn interval(&self, level: Level) -> Result<Interval> {
        if self.standard_error <= ROUNDING {
            return degenerate("without spread there is no standard error");
        }
        Ok(ZTest::new(self.area, self.standard_error, level)?.interval.clamped(0.0, 1.0))
    }

    /// This area minus one of other people or items: z = (A₁ - A₂) / √(SE₁² + SE₂²).
    pub fn minus_unpaired(&self, other: &Self, level: Level) -> Result<ZTest> {
        ZTest::new(self.area - other.area, self.standard_error.hypot(other.standard_error), level)
    }

    /// This area minus one of the *same* signals and noise, rated in another way and listed in the
    /// same order: DeLong's test, with the covariance of the two. Errors: the lists differ in
    /// length; the difference has no spread.
    pub fn minus_paired(&self, other: &Self, level: Level) -> Result<ZTest> {
        matched(self.signal.len(), other.signal.len())?;
        matched(self.noise.len(), other.noise.len())?;
        let minus =
            |these: &[f64], those: &[f64]| -> Vec<f64> { these.iter().zip(those).map(|(a, b)| a - b).collect() };
        let variance = combined(&minus(&self.signal, &other.signal), &minus(&self.noise, &other.noise))?;
        ZTest::new(self.area - other.area, variance.sqrt(), level)
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
/// With θ the area, V the placements as in [`auc`], m signals and n noise, of I₁ people with signals, I₀ with noise, I in
/// all, and per person the sums A = Σ(V10 - θ) and B = Σ(V01 - θ), the variance is I₁ ΣA² / ((I₁-1) m²) plus
/// I₀ ΣB² / ((I₀-1) n²) plus 2 I ΣAB / ((I-1) m n). Where each person has one rating it is DeLong's. Errors: fewer than two people with signals,
/// or with noise. Obuchowski (1997), *Biometrics* 53, 567-578.
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
    at_least(2, "participants with ratings of manipulated items", with_signal)?;
    at_least(2, "participants with ratings of authentic items", with_noise)?;
    let (m, n) = (whole.signal.len() as f64, whole.noise.len() as f64);
    let sum = |these: &[f64], those: &[f64]| -> f64 { these.iter().zip(those).map(|(a, b)| a * b).sum() };
    let scale = |people: usize| people as f64 / (people as f64 - 1.0);
    let both = people.iter().filter(|one| signal(one) + noise(one) > 0).count();
    let variance = scale(with_signal) * sum(&a, &a) / (m * m)
        + scale(with_noise) * sum(&b, &b) / (n * n)
        + 2.0 * scale(both) * sum(&a, &b) / (m * n);
    Ok(Auc { standard_error: variance.max(0.0).sqrt(), ..whole })
}

/// Standard error of an area when only the area and the class sizes are known:
/// SE² = (A(1-A) + (m-1)(Q₁-A²) + (n-1)(Q₂-A²)) / mn with Q₁ = A/(2-A), Q₂ = 2A²/(1+A).
///
/// Assumes exponential distributions; use DeLong's where there are ratings. Errors: area outside 0
/// to 1, an empty class, an area of 0 or 1. Hanley and McNeil (1982), *Radiology* 143, 29-36.
pub fn hanley_mcneil_standard_error(area: f64, signals: u32, noises: u32) -> Result<f64> {
    within(0.0, 1.0, "area", area)?;
    at_least(1, "signals", signals as usize)?;
    at_least(1, "noises", noises as usize)?;
    if area <= 0.0 || area >= 1.0 {
        return degenerate("classes that don't overlap have no standard error");
    }
    let (m, n, square) = (f64::from(signals), f64::from(noises), area * area);
    let (q1, q2) = (area / (2.0 - area), 2.0 * square / (1.0 + area));
    Ok(((area * (1.0 - area) + (m - 1.0) * (q1 - square) + (n - 1.0) * (q2 - square)) / (m * n)).sqrt())
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
