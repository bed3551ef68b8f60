//! Signal detection: how well somebody tells manipulated from authentic items (d'), and how
//! readily they say "altered" (c).
//!
//! Sources: Green and Swets (1966), *Signal Detection Theory and Psychophysics*; Stanislaw and
//! Todorov (1999), *Behavior Research Methods, Instruments, & Computers* 31, 137-149.

use serde::Serialize;

use super::distribution::{binomial, density, phi, z};
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

/// What to do about rates of 0 and 1, whose z is infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// (count + 0.5) / (n + 1) for everyone, also where the rates are not extreme. The default of
    /// this product: it shrinks all alike and biases d' least. Snodgrass and Corwin (1988);
    /// Hautus (1995), *BRMIC* 27, 46-51.
    LogLinear,
    /// 0 becomes 0.5/n and 1 becomes 1 - 0.5/n; other rates stay as they are. "1/(2N)".
    Extremes,
    /// Rates as observed; extreme ones have no d'.
    Uncorrected,
}

/// Hit and false-alarm rate, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    hit: f64,
    false_alarm: f64,
}

/// The measures of one pair of rates. All but the rates and `a_z` are in units of the standard
/// deviation of the internal evidence, or functions of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detection {
    /// H, corrected.
    pub hit_rate: f64,
    /// F, corrected.
    pub false_alarm_rate: f64,
    /// Sensitivity d' = z(H) - z(F); 0 is guessing, negative is worse than guessing.
    pub d_prime: f64,
    /// Criterion c = -(z(H) + z(F)) / 2; above 0 is reluctance to say "altered".
    pub criterion: f64,
    /// ln β = (z(F)² - z(H)²) / 2 = c d'; above 0 is reluctance as well.
    pub ln_beta: f64,
    /// Area under the binormal ROC curve with equal variances, Φ(d' / √2), from 0 to 1.
    pub a_z: f64,
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

    /// H and F under that correction.
    pub fn rates(self, correction: Correction) -> Rates {
        let rate = |count: u32, items: u32| {
            let (count, items) = (f64::from(count), f64::from(items));
            match correction {
                Correction::LogLinear => (count + 0.5) / (items + 1.0),
                Correction::Extremes => count.clamp(0.5, items - 0.5) / items,
                Correction::Uncorrected => count / items,
            }
        };
        Rates { hit: rate(self.hits, self.manipulated), false_alarm: rate(self.false_alarms, self.authentic) }
    }

    /// Approximate standard error of d' (Gourevitch and Galanter 1967, *Psychometrika* 32, 25-33):
    /// √( H(1-H) / (n_s φ(z(H))²) + F(1-F) / (n_n φ(z(F))²) ). With 10 items of each kind it is
    /// about 0.6: too much for a statement about one person.
    pub fn d_prime_standard_error(self, correction: Correction) -> Result<f64> {
        let rates = self.rates(correction);
        rates.inside()?;
        let variance = |rate: f64, items: u32| rate * (1.0 - rate) / (f64::from(items) * density(z(rate)).powi(2));
        Ok((variance(rates.hit, self.manipulated) + variance(rates.false_alarm, self.authentic)).sqrt())
    }
}

/// Standard deviation of d' as it is scored ([`Correction::LogLinear`]) around its mean, for somebody whose true rates
/// are these and who answers so many items of each kind; in standard deviations of the evidence. Exact: over all counts,
/// each with its binomial probability (Miller 1996, *Perception & Psychophysics* 58, 65-72). Where items are few, the
/// approximate [`Counts::d_prime_standard_error`] is far too large, because the correction holds d' in bounds.
/// Errors: no items.
pub fn scored_d_prime_error(items: u32, rates: Rates) -> Result<f64> {
    let (mut mean, mut of_squares) = (0.0, 0.0);
    for (hits, false_alarms) in (0..=items).flat_map(|hits| (0..=items).map(move |alarms| (hits, alarms))) {
        let scored = Counts::new(hits, items, false_alarms, items)?.rates(Correction::LogLinear).detection()?.d_prime;
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

    /// All parametric measures of signal detection with equal variances, in standard deviations of the evidence:
    /// d' = z(H) - z(F); c = -(z(H) + z(F)) / 2; ln β = c d'; A_z = Φ(d'/√2), an area from 0 to 1. z is the inverse of Φ.
    /// Errors: degenerate if a rate is 0 or 1. Green and Swets (1966), *Signal Detection Theory and Psychophysics*;
    /// Stanislaw and Todorov (1999), *Behavior Research Methods, Instruments, & Computers* 31, 137-149.
    pub fn detection(self) -> Result<Detection> {
        self.inside()?;
        let (z_hit, z_false_alarm) = (z(self.hit), z(self.false_alarm));
        let d_prime = z_hit - z_false_alarm;
        let criterion = -f64::midpoint(z_hit, z_false_alarm);
        Ok(Detection {
            hit_rate: self.hit,
            false_alarm_rate: self.false_alarm,
            d_prime,
            criterion,
            ln_beta: criterion * d_prime,
            a_z: phi(d_prime / 2_f64.sqrt()),
        })
    }

    /// A' (Pollack and Norman 1964; below the diagonal Aaronson and Watts 1987), from 0 to 1:
    /// 0.5 + (H-F)(1+H-F) / (4H(1-F)) for H >= F, mirrored otherwise. It has no infinities, but
    /// is not free of bias either, so it is reported only on request.
    pub fn a_prime(self) -> f64 {
        let (high, low) = (self.hit.max(self.false_alarm), self.hit.min(self.false_alarm));
        if high <= low {
            return 0.5;
        }
        let area = (high - low) * (1.0 + high - low) / (4.0 * high * (1.0 - low));
        0.5 + area.copysign(self.hit - self.false_alarm)
    }

    fn inside(self) -> Result<()> {
        if [self.hit, self.false_alarm].iter().all(|rate| (f64::MIN_POSITIVE..1.0).contains(rate)) {
            return Ok(());
        }
        degenerate("a rate of 0 or 1 has no finite z without a correction")
    }
}

impl Detection {
    /// Likelihood ratio at the criterion, β = exp(ln β); 1 is unbiased.
    pub fn beta(&self) -> f64 {
        self.ln_beta.exp()
    }
}

#[cfg(test)]
#[path = "detection_tests.rs"]
mod tests;
