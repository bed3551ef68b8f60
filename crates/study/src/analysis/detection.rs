//! Signal detection: how well participants tell manipulated from authentic items (d'), and how readily they answer
//! "altered" (c).
//!
//! Sources: Green and Swets (1966), *Signal Detection Theory and Psychophysics*; Stanislaw and
//! Todorov (1999), *Behavior Research Methods, Instruments, & Computers* 31, 137-149.

use super::distribution::{binomial, z};
use super::{AnalysisError, Result, degenerate, within};

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
        for (what, items) in [("manipulated items", manipulated), ("authentic items", authentic)] {
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

    /// H and F with the log-linear correction, because z is infinite at 0 and 1: (count + 0.5) / (n + 1), also where the
    /// rates are not extreme. It shrinks all alike and biases d' least. Snodgrass and Corwin (1988); Hautus (1995),
    /// *BRMIC* 27, 46-51.
    pub fn rates(self) -> Rates {
        let rate = |count: u32, items: u32| (f64::from(count) + 0.5) / (f64::from(items) + 1.0);
        Rates { hit: rate(self.hits, self.manipulated), false_alarm: rate(self.false_alarms, self.authentic) }
    }
}

/// Standard deviation of d' as it is scored ([`Counts::rates`]) around its mean, for a participant whose true rates
/// are these and who answers this many items of each kind; in standard deviations of the evidence. Exact: over all counts,
/// each with its binomial probability (Miller 1996, *Perception & Psychophysics* 58, 65-72). Errors: no items.
pub fn scored_d_prime_error(items: u32, rates: Rates) -> Result<f64> {
    let (mut mean, mut of_squares) = (0.0, 0.0);
    for (hits, false_alarms) in (0..=items).flat_map(|hits| (0..=items).map(move |alarms| (hits, alarms))) {
        let scored = Counts::new(hits, items, false_alarms, items)?.rates().detection()?.d_prime;
        let chance = binomial(hits, items, rates.hit) * binomial(false_alarms, items, rates.false_alarm);
        mean += chance * scored;
        of_squares += chance * scored.powi(2);
    }
    Ok((of_squares - mean.powi(2)).max(0.0).sqrt())
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
            return degenerate("a rate of 0 or 1 has no finite z without a correction");
        }
        let (z_hit, z_false_alarm) = (z(self.hit), z(self.false_alarm));
        Ok(Detection { d_prime: z_hit - z_false_alarm, criterion: -f64::midpoint(z_hit, z_false_alarm) })
    }
}

#[cfg(test)]
#[path = "detection_tests.rs"]
mod tests;
