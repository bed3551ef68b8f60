//! Signal detection: how well participants tell manipulated from authentic items (d'), and how readily they answer
//! "altered" (c).
//!
//! Sources: Green and Swets (1966), *Signal Detection Theory and Psychophysics*; Stanislaw and
//! Todorov (1999), *Behavior Research Methods, Instruments, & Computers* 31, 137-149.

use super::distribution::{binomial, phi, z};
use super::{AnalysisError, Degeneracy, Quantity, Result, degenerate, within};

/// One answered item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the item is manipulated.
    pub manipulated: bool,
    /// Whether it was called altered.
    pub called_altered: bool,
}

/// Counts of one person in one phase, or of any other set of judgements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    hits: u32,
    manipulated: u32,
    false_alarms: u32,
    authentic: u32,
}

/// Hit and false-alarm rate, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    hit: f64,
    false_alarm: f64,
}

/// The measures of one pair of rates, in standard deviations of the internal evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detection {
    /// Sensitivity d' = z(H) - z(F); 0 is guessing, negative is worse than guessing.
    pub d_prime: f64,
    /// Criterion c = -(z(H) + z(F)) / 2; above 0 is reluctance to say "altered".
    pub criterion: f64,
}

impl Counts {
    /// Hits out of manipulated items, false alarms out of authentic ones. Both kinds are needed:
    /// without authentic items, skill and suspicion look the same.
    pub fn new(hits: u32, manipulated: u32, false_alarms: u32, authentic: u32) -> Result<Self> {
        for (what, items) in [(Quantity::ManipulatedItems, manipulated), (Quantity::AuthenticItems, authentic)] {
            if items == 0 {
                return Err(AnalysisError::Empty { what });
            }
        }
        within(0.0, manipulated.into(), "number of hits", hits.into())?;
        within(0.0, authentic.into(), "number of false alarms", false_alarms.into())?;
        Ok(Self { hits, manipulated, false_alarms, authentic })
    }

    /// Counts of answered items; those left unanswered are simply not among them.
    pub fn of(judgements: impl IntoIterator<Item = Judgement>) -> Result<Self> {
        let [mut hits, mut manipulated, mut false_alarms, mut authentic] = [0_u32; 4];
        for judgement in judgements {
            let (called, items) =
                if judgement.manipulated { (&mut hits, &mut manipulated) } else { (&mut false_alarms, &mut authentic) };
            *items += 1;
            *called += u32::from(judgement.called_altered);
        }
        Self::new(hits, manipulated, false_alarms, authentic)
    }

    /// H and F with the log-linear correction, because z is infinite at 0 and 1: (count + 0.5) / (n + 1), also where
    /// the rates are not extreme. It shrinks all alike and biases d' least. Snodgrass and Corwin (1988); Hautus
    /// (1995), *BRMIC* 27, 46-51.
    pub fn rates(self) -> Rates {
        Rates {
            hit: log_linear(self.hits, self.manipulated),
            false_alarm: log_linear(self.false_alarms, self.authentic),
        }
    }

    /// H and F as counted, but 1/(2n) in place of 0 and 1 - 1/(2n) in place of 1: the other usual correction. Macmillan
    /// and Kaplan (1985), *Psychological Bulletin* 98, 185-199.
    pub fn replaced_rates(self) -> Rates {
        let Rates { hit, false_alarm } = self.observed_rates();
        let replaced = |rate: f64, items: u32| {
            let least = 0.5 / f64::from(items);
            rate.clamp(least, 1.0 - least)
        };
        Rates { hit: replaced(hit, self.manipulated), false_alarm: replaced(false_alarm, self.authentic) }
    }

    /// H and F as counted.
    pub fn observed_rates(self) -> Rates {
        Rates {
            hit: f64::from(self.hits) / f64::from(self.manipulated),
            false_alarm: f64::from(self.false_alarms) / f64::from(self.authentic),
        }
    }
}

/// A rate with the log-linear correction ([`Counts::rates`]).
fn log_linear(count: u32, items: u32) -> f64 {
    (f64::from(count) + 0.5) / (f64::from(items) + 1.0)
}

/// Standard deviation of d' as it is scored ([`Counts::rates`]) around its mean, for a participant whose true rates are
/// these and who answers this many items of each kind; in standard deviations of the evidence. Exact: over all counts,
/// each with its binomial probability (Miller 1996, *Perception & Psychophysics* 58, 65-72). Errors: no items.
pub fn scored_d_prime_error(items: u32, rates: Rates) -> Result<f64> {
    let test = Kinds { manipulated: items, authentic: items };
    if items == 0 {
        return Err(AnalysisError::Empty { what: Quantity::ManipulatedItems });
    }
    Ok(ScoredTest::new(test).d_prime(rates).variance.sqrt())
}

/// Numbers of items of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Manipulated items.
    pub manipulated: u32,
    /// Authentic items.
    pub authentic: u32,
}

/// How people and items differ, in standard deviations of the evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Mean of true d' over people.
    pub mean_d_prime: f64,
    /// Standard deviation of true d' between people.
    pub d_prime: f64,
    /// Standard deviation of the criterion c between people. Its mean is 0.
    pub criterion: f64,
    /// Standard deviation of the items' evidence: how much more readily some are called altered than others.
    pub items: f64,
}

/// The greatest possible correlation of d' in two tests with these items, each scored with the log-linear correction:
/// that of people whose true d' and criterion are the same in both. True d' and c are normal and independent, and
/// answers depend on nothing else. The covariance is that of the expected scores of a person, the variances add the
/// exact error of binomial counts (Lord and Novick 1968, *Statistical Theories of Mental Test Scores*, section 3;
/// Miller 1996). Averaged over items whose evidence is normal with variance s², rates are Φ(x / √(1 + s²)).
///
/// Errors: a test without manipulated or without authentic items; a spread that is negative or above 10.
pub fn greatest_correlation(tests: [Kinds; 2], spread: Spread) -> Result<f64> {
    tests.into_iter().try_for_each(|test| possible(test, spread))?;
    let tests = tests.map(ScoredTest::new);
    let mut means = [0.0; 2];
    let mut squares = [0.0; 2];
    let (mut products, mut total) = (0.0, 0.0);
    for (rates, weight) in people(spread, Gain::default()) {
        let scored = [tests[0].d_prime(rates), tests[1].d_prime(rates)];
        for (index, one) in scored.iter().enumerate() {
            means[index] += weight * one.mean;
            squares[index] += weight * (one.mean.powi(2) + one.variance);
        }
        products += weight * scored[0].mean * scored[1].mean;
        total += weight;
    }
    let variance = |index: usize| squares[index] / total - (means[index] / total).powi(2);
    let covariance = products / total - means[0] * means[1] / total.powi(2);
    Ok(covariance.max(0.0) / (variance(0) * variance(1)).sqrt())
}

/// How much more evidence of a manipulation people find after a training, in standard deviations of the evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gain {
    /// Mean over the manipulated items.
    pub mean: f64,
    /// Standard deviation between them.
    pub items: f64,
}

/// Mean and variance, over people and their answers, of d' as it is scored with the log-linear correction, in a test of
/// these items; in standard deviations of the evidence and their square. The assumptions are those of
/// [`greatest_correlation`]. Errors: the same, and a gain below -10 or above 10.
pub fn scored_d_prime(test: Kinds, spread: Spread, gain: Gain) -> Result<Moments> {
    possible(test, spread)?;
    within(-10.0, 10.0, "gain", gain.mean)?;
    within(0.0, 10.0, "standard deviation", gain.items)?;
    let test = ScoredTest::new(test);
    let (mut mean, mut square, mut total) = (0.0, 0.0, 0.0);
    for (rates, weight) in people(spread, gain) {
        let scored = test.d_prime(rates);
        mean += weight * scored.mean;
        square += weight * (scored.mean.powi(2) + scored.variance);
        total += weight;
    }
    let mean = mean / total;
    Ok(Moments { mean, variance: square / total - mean * mean })
}

/// How the false-alarm rates of people vary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateSpread {
    /// Standard deviation between people in the second test, as a share.
    pub sd: f64,
    /// Correlation of the rates in both tests; 0 without a test before.
    pub correlation: f64,
}

/// The false-alarm rates of people in a test after another one, whose true d' and criterion are the same in both. The
/// variance of a rate is that of people's true rates, and the mean of p(1 - p) over items, divided by the number of
/// authentic items. Errors: as [`greatest_correlation`].
pub fn false_alarm_spread(before: Option<Kinds>, after: Kinds, spread: Spread) -> Result<RateSpread> {
    before.into_iter().chain([after]).try_for_each(|test| possible(test, spread))?;
    let (mut mean, mut square, mut over_items, mut total) = (0.0, 0.0, 0.0, 0.0);
    for (rates, weight) in people(spread, Gain::default()) {
        mean += weight * rates.false_alarm;
        square += weight * rates.false_alarm.powi(2);
        over_items += weight * square_over_items(rates.false_alarm, spread.items);
        total += weight;
    }
    let mean = mean / total;
    let of_people = square / total - mean * mean;
    let variance = |test: Kinds| of_people + (mean - over_items / total) / f64::from(test.authentic);
    let correlation = before.map_or(0.0, |before| of_people / (variance(before) * variance(after)).sqrt());
    Ok(RateSpread { sd: variance(after).sqrt(), correlation })
}

/// Mean over items of the squared rate of a person whose mean rate is `rate`.
fn square_over_items(rate: f64, items: f64) -> f64 {
    let middle = z(rate) * items.hypot(1.0);
    let (mut square, mut total) = (0.0, 0.0);
    for node in NODES {
        let at = f64::from(node) / 2.0;
        let weight = (-at * at / 2.0).exp();
        square += weight * phi(middle + items * at).powi(2);
        total += weight;
    }
    square / total
}

fn possible(test: Kinds, spread: Spread) -> Result<()> {
    Counts::new(0, test.manipulated, 0, test.authentic)?;
    within(-10.0, 10.0, "mean of d'", spread.mean_d_prime)?;
    for one in [spread.d_prime, spread.criterion, spread.items] {
        within(0.0, 10.0, "standard deviation", one)?;
    }
    Ok(())
}

/// True rates of people, averaged over items, and how much weight each has.
fn people(spread: Spread, gain: Gain) -> impl Iterator<Item = (Rates, f64)> {
    let authentic = spread.items.hypot(1.0);
    let manipulated = authentic.hypot(gain.items);
    NODES.flat_map(|d| NODES.map(move |c| (d, c))).map(move |(person_d, person_c)| {
        let [at_d, at_c] = [person_d, person_c].map(|node| f64::from(node) / 2.0);
        let half = f64::midpoint(spread.mean_d_prime, spread.d_prime * at_d);
        let c = spread.criterion * at_c;
        let hit = phi((half + gain.mean - c) / manipulated);
        let rates = Rates { hit, false_alarm: phi((-half - c) / authentic) };
        (rates, (-f64::midpoint(at_d * at_d, at_c * at_c)).exp())
    })
}

/// Steps of half a standard deviation, over five to both sides: with normal weights, the trapezoidal rule is exact to
/// more digits than the spreads are known to.
const NODES: std::ops::RangeInclusive<i32> = -10..=10;

/// z of the log-linear rate of each count, of both kinds of items.
struct ScoredTest {
    manipulated: Vec<f64>,
    authentic: Vec<f64>,
}

/// Of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Its mean.
    pub mean: f64,
    /// Its variance.
    pub variance: f64,
}

impl ScoredTest {
    fn new(test: Kinds) -> Self {
        let scores = |items: u32| (0..=items).map(|count| z(log_linear(count, items))).collect();
        Self { manipulated: scores(test.manipulated), authentic: scores(test.authentic) }
    }

    /// Of a person with these true rates. Hits and false alarms are independent.
    fn d_prime(&self, rates: Rates) -> Moments {
        let (hits, false_alarms) = (moments(&self.manipulated, rates.hit), moments(&self.authentic, rates.false_alarm));
        Moments { mean: hits.mean - false_alarms.mean, variance: hits.variance + false_alarms.variance }
    }
}

/// Of scores by count, with binomial counts.
fn moments(scores: &[f64], rate: f64) -> Moments {
    let items = u32::try_from(scores.len() - 1).unwrap_or(u32::MAX);
    let (mut mean, mut square) = (0.0, 0.0);
    for (count, score) in (0..=items).zip(scores) {
        let chance = binomial(count, items, rate);
        mean += chance * score;
        square += chance * score.powi(2);
    }
    Moments { mean, variance: (square - mean.powi(2)).max(0.0) }
}

impl Rates {
    /// H and F, each from 0 to 1.
    pub fn new(hit: f64, false_alarm: f64) -> Result<Self> {
        within(0.0, 1.0, "hit rate", hit)?;
        within(0.0, 1.0, "false-alarm rate", false_alarm)?;
        Ok(Self { hit, false_alarm })
    }

    /// Sensitivity and criterion with equal variances, in standard deviations of the evidence: d' = z(H) - z(F);
    /// c = -(z(H) + z(F)) / 2. z is the inverse of Φ.
    /// Errors: degenerate if a rate is 0 or 1. Green and Swets (1966), *Signal Detection Theory and Psychophysics*;
    /// Stanislaw and Todorov (1999), *Behavior Research Methods, Instruments, & Computers* 31, 137-149.
    pub fn detection(self) -> Result<Detection> {
        if ![self.hit, self.false_alarm].iter().all(|rate| (f64::MIN_POSITIVE..1.0).contains(rate)) {
            return degenerate(Degeneracy::ExtremeRate);
        }
        let (z_hit, z_false_alarm) = (z(self.hit), z(self.false_alarm));
        Ok(Detection { d_prime: z_hit - z_false_alarm, criterion: -f64::midpoint(z_hit, z_false_alarm) })
    }

    /// A′, a sensitivity from 0 to 1 that needs no normal distributions and no correction; 0.5 is guessing. It is the
    /// mean of the smallest and the largest area under a curve through this point: Pollack and Norman (1964),
    /// *Psychonomic Science* 1, 125-126; in the form of Snodgrass and Corwin (1988), *Journal of Experimental
    /// Psychology: General* 117, 34-50, for both signs (Stanislaw and Todorov 1999).
    pub fn a_prime(self) -> f64 {
        let (more, less) = (self.hit.max(self.false_alarm), self.hit.min(self.false_alarm));
        let distance = more - less;
        if distance <= 0.0 {
            return 0.5;
        }
        let above = distance * (1.0 + distance) / (4.0 * more * (1.0 - less));
        if self.hit > self.false_alarm { 0.5 + above } else { 0.5 - above }
    }
}

/// Fisher's information of a yes-no answer on η = Φ⁻¹(P(yes)): φ² / (Φ (1 - Φ)) (Birnbaum 1968, in Lord & Novick,
/// *Statistical Theories of Mental Test Scores*, chapter 20, for the normal ogive).
pub fn probit_information(eta: f64) -> f64 {
    let density = (-eta * eta / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    density.powi(2) / (phi(eta) * phi(-eta))
}

#[cfg(test)]
#[path = "detection_tests.rs"]
mod tests;
