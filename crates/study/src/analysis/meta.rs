//! Meta-d': how much evidence confidence uses, on the scale of d'. Exploratory: it needs hundreds of
//! trials, so it is for a whole group and never for one person.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::detection::{Detection, Rates};
use super::distribution::{phi, z};
use super::{Result, at_least, degenerate, matched};

/// Judgement and metacognition of a group, in standard deviations of the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Metacognition {
    /// Sensitivity of the judgements, from the padded counts.
    pub d_prime: f64,
    /// Their criterion.
    pub criterion: f64,
    /// The d' of an ideal observer whose confidence is as telling as the observed one.
    pub meta_d_prime: f64,
    /// meta-d' / d'; 1 if confidence uses all the evidence that the judgement had.
    pub m_ratio: f64,
    /// Log-likelihood of the confidence given stimulus and judgement, without the multinomial constant.
    pub log_likelihood: f64,
}

/// Maximum-likelihood meta-d' from counts of the ratings 1 to 2k (see [`super::roc::rating`]) of
/// authentic and of manipulated items.
///
/// Every cell is padded with 1/2k, so that none is empty. The criterion keeps its place relative to
/// d': meta-c = c × meta-d' / d'. Maximised over meta-d' and the 2(k-1) confidence criteria by Fisher
/// scoring. Errors: fewer than two confidence levels; lists of different or odd length; no trials;
/// d' of zero, or so near it that the search does not settle. Maniscalco and Lau (2012),
/// *Consciousness and Cognition* 21, 422-430.
pub fn meta_d_prime(authentic: &[u32], manipulated: &[u32]) -> Result<Metacognition> {
    let model = Model::new(authentic, manipulated)?;
    let mut at = model.start.clone();
    let mut likelihood = model.log_likelihood(&at);
    let mut last = DVector::zeros(at.len());
    for _ in 0..200 {
        // Near the maximum, likelihoods differ by rounding errors only.
        let least = likelihood - 1e-10 * likelihood.abs();
        let step = model.scoring_step(&at)?;
        // A step back over the last one went too far: the expected information is not quite the curvature.
        let mut share = if step.dot(&last) < 0.0 { 0.5 } else { 1.0 };
        while !model.reaches(&(&at + &step * share), least) && share > 1e-9 {
            share /= 2.0;
        }
        at += &step * share;
        likelihood = model.log_likelihood(&at);
        if step.amax() < 1e-8 && likelihood.is_finite() {
            let Detection { d_prime, criterion, .. } = model.judgements;
            let m_ratio = at[0] / d_prime;
            return Ok(Metacognition { d_prime, criterion, meta_d_prime: at[0], m_ratio, log_likelihood: likelihood });
        }
        last = step;
    }
    degenerate("the search for meta-d' does not settle, as happens where d' is near zero")
}

/// Parameters are one vector: meta-d', k-1 distances of the criteria above, k-1 of those below the
/// judgement's criterion.
struct Model {
    levels: usize,
    judgements: Detection,
    /// Padded counts by confidence: hits, false alarms, misses, correct rejections.
    counts: [Vec<f64>; 4],
    /// d' and the criteria as they are at d', which is near the maximum.
    start: DVector<f64>,
}

impl Model {
    fn new(authentic: &[u32], manipulated: &[u32]) -> Result<Self> {
        matched(authentic.len(), manipulated.len())?;
        let levels = authentic.len() / 2;
        matched(2 * levels, authentic.len())?;
        at_least(2, "confidence levels", levels)?;
        at_least(1, "authentic trials", authentic.iter().map(|&count| count as usize).sum())?;
        at_least(1, "manipulated trials", manipulated.iter().map(|&count| count as usize).sum())?;
        let pad = 1.0 / authentic.len() as f64;
        let [noise, signal] = [authentic, manipulated]
            .map(|counts| counts.iter().map(|&count| f64::from(count) + pad).collect::<Vec<f64>>());
        let judgements = Rates::new(share_from(&signal, levels), share_from(&noise, levels))?.detection()?;
        if judgements.d_prime.abs() < 1e-6 {
            return degenerate("meta-d' has no scale where d' is zero");
        }
        let criterion = |rating| -f64::midpoint(z(share_from(&signal, rating)), z(share_from(&noise, rating)));
        let above = (1..levels).map(|level| criterion(levels + level) - judgements.criterion);
        let below = (1..levels).map(|level| judgements.criterion - criterion(levels - level));
        let start: Vec<f64> = [judgements.d_prime].into_iter().chain(above).chain(below).collect();
        let outwards = |counts: &[f64]| counts[..levels].iter().rev().copied().collect::<Vec<f64>>();
        let counts = [signal[levels..].to_vec(), noise[levels..].to_vec(), outwards(&signal), outwards(&noise)];
        Ok(Self { levels, judgements, counts, start: DVector::from_vec(start) })
    }

    /// Logarithms of the shares of each confidence, in the order of the counts. NaN where the
    /// criteria are out of order.
    fn log_shares(&self, at: &DVector<f64>) -> [Vec<f64>; 4] {
        let meta_criterion = self.judgements.criterion * at[0] / self.judgements.d_prime;
        let (signal, noise) = (at[0] / 2.0 - meta_criterion, -at[0] / 2.0 - meta_criterion);
        let (above, below) = at.as_slice()[1..].split_at(self.levels - 1);
        // "Authentic" is the same picture, mirrored at the criterion.
        [log_shares(signal, above), log_shares(noise, above), log_shares(-signal, below), log_shares(-noise, below)]
    }

    fn log_likelihood(&self, at: &DVector<f64>) -> f64 {
        self.log_shares(at).iter().flatten().zip(self.counts.iter().flatten()).map(|(log, count)| log * count).sum()
    }

    /// Whether the likelihood there is at least that; never where it does not exist.
    fn reaches(&self, at: &DVector<f64>, likelihood: f64) -> bool {
        self.log_likelihood(at) >= likelihood
    }

    /// Inverse of the expected information, times the score.
    fn scoring_step(&self, at: &DVector<f64>) -> Result<DVector<f64>> {
        let slopes: Vec<[Vec<f64>; 4]> = (0..at.len()).map(|index| self.slope(at, index)).collect();
        let slope_of = |group: usize, level: usize| {
            DVector::from_iterator(at.len(), slopes.iter().map(|slope| slope[group][level]))
        };
        let mut score = DVector::zeros(at.len());
        let mut information = DMatrix::zeros(at.len(), at.len());
        for (group, (logs, counts)) in self.log_shares(at).iter().zip(&self.counts).enumerate() {
            let total: f64 = counts.iter().sum();
            for (level, (log, count)) in logs.iter().zip(counts).enumerate() {
                let slope = slope_of(group, level);
                score += &slope * *count;
                information += &slope * slope.transpose() * (total * log.exp());
            }
        }
        match information.cholesky() {
            Some(decomposed) => Ok(decomposed.solve(&score)),
            None => degenerate("these counts don't determine meta-d'"),
        }
    }

    /// Central difference of the log shares in one parameter.
    fn slope(&self, at: &DVector<f64>, index: usize) -> [Vec<f64>; 4] {
        const STEP: f64 = 1e-5;
        let moved = |by: f64| {
            let mut there = at.clone();
            there[index] += by;
            self.log_shares(&there)
        };
        let (mut up, down) = (moved(STEP), moved(-STEP));
        for (up, down) in up.iter_mut().flatten().zip(down.iter().flatten()) {
            *up = (*up - down) / (2.0 * STEP);
        }
        up
    }
}

/// The share of ratings after the first so many.
fn share_from(counts: &[f64], rating: usize) -> f64 {
    counts[rating..].iter().sum::<f64>() / counts.iter().sum::<f64>()
}

/// Logarithms of P(x between neighbouring criteria | x > 0) for x normal around `mean`; the criteria
/// are positive and rise.
fn log_shares(mean: f64, criteria: &[f64]) -> Vec<f64> {
    let beyond: Vec<f64> = criteria.iter().map(|criterion| phi(mean - criterion)).collect();
    let inner = [phi(mean)].into_iter().chain(beyond.iter().copied());
    let outer = beyond.iter().copied().chain([0.0]);
    inner.zip(outer).map(|(from, to)| ((from - to) / phi(mean)).ln()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::testing::assert_near;

    /// metadpy's example: 200 authentic and 200 manipulated trials, four levels of confidence.
    const AUTHENTIC: [u32; 8] = [52, 32, 35, 37, 26, 12, 4, 2];
    const MANIPULATED: [u32; 8] = [2, 5, 15, 22, 33, 38, 40, 45];

    #[test]
    fn k16_padded_judgements() {
        let found = meta_d_prime(&AUTHENTIC, &MANIPULATED).unwrap();
        assert_near(found.d_prime, 1.534_994, 5.1e-7);
        assert_near(found.criterion, 0.0, 1e-12);
        let unpadded = Rates::new(156.0 / 200.0, 44.0 / 200.0).unwrap().detection().unwrap();
        assert_near(unpadded.d_prime, 1.544_386, 5.1e-7);
    }

    #[test]
    fn k17_meta_d_prime() {
        let found = meta_d_prime(&AUTHENTIC, &MANIPULATED).unwrap();
        assert_near(found.meta_d_prime, 1.6338, 5.1e-5);
        assert_near(found.m_ratio, 1.0643, 5.1e-5);
        assert_near(found.log_likelihood, -526.3318, 5.1e-5);
    }

    /// Counts as an ideal observer with d' = 1.4 and c = 0.2 would give them, times 10⁶.
    #[test]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "shares of a million")]
    fn an_ideal_observer_has_a_ratio_of_one() {
        let edges = [-1.0, -0.3, 0.2, 0.9, 1.7];
        let counts = |mean: f64| -> Vec<u32> {
            let below = [0.0].into_iter().chain(edges.map(|edge| phi(edge - mean)));
            let up_to = edges.map(|edge| phi(edge - mean)).into_iter().chain([1.0]);
            below.zip(up_to).map(|(low, high)| (1e6 * (high - low)).round() as u32).collect()
        };
        let found = meta_d_prime(&counts(-0.7), &counts(0.7)).unwrap();
        assert_near(found.meta_d_prime, 1.4, 1e-4);
        assert_near(found.m_ratio, 1.0, 1e-4);
        assert_near(found.criterion, 0.2, 1e-5);
    }

    #[test]
    fn confidence_that_tells_nothing_has_a_ratio_of_zero() {
        let found = meta_d_prime(&[40, 40, 10, 10], &[10, 10, 40, 40]).unwrap();
        assert_near(found.m_ratio, 0.0, 0.02);
        assert!(found.d_prime > 1.0);
    }

    /// Judgements little better than guessing; expected value from SciPy's Nelder-Mead search.
    #[test]
    fn flat_counts_settle_too() {
        let found = meta_d_prime(&[46, 39, 17, 24, 23, 32], &[35, 43, 35, 43, 20, 6]).unwrap();
        assert_near(found.meta_d_prime, -0.114_610, 5e-6);
        assert_near(found.log_likelihood, -391.736_480_566, 1e-8);
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(meta_d_prime(&[1, 2], &[2, 1]).is_err());
        assert!(meta_d_prime(&[1, 2, 3], &[2, 1, 3]).is_err());
        assert!(meta_d_prime(&[1, 2, 3, 4], &[2, 1]).is_err());
        assert!(meta_d_prime(&[0; 4], &[1, 2, 3, 4]).is_err());
        assert!(meta_d_prime(&[4, 3, 3, 4], &[4, 3, 3, 4]).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_counts_give_a_number_or_an_error(
            authentic in prop::array::uniform6(0_u32..60),
            manipulated in prop::array::uniform6(0_u32..60),
        ) {
            if let Ok(found) = meta_d_prime(&authentic, &manipulated) {
                prop_assert!(found.meta_d_prime.is_finite() && found.m_ratio.is_finite());
                prop_assert!(found.log_likelihood <= 0.0);
            }
        }
    }
}
