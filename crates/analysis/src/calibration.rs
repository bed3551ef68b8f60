//! Calibration: are answers with a confidence of 70% correct in 70% of cases?

use super::inference::{Interval, Level};
use super::proportion::Proportion;
use super::{Quantity, Result, at_least, within};

/// An answer with the probability that its author gave it of being right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Confidence from 0 to 1; from 0.5 for a choice between two.
    pub probability: f64,
    /// Whether the answer was right.
    pub right: bool,
}

/// One point of the calibration curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The confidence that was stated.
    pub confidence: f64,
    /// Number of answers given with it.
    pub answers: u32,
    /// Share of right answers among them.
    pub accuracy: f64,
    /// Wilson's interval of that share, as if answers of one person were independent.
    pub interval: Interval,
}

/// Accuracy per stated confidence, ascending. A scale with few levels gives one point per level; round
/// a slider's values first. Errors: no answers, a probability outside 0 to 1.
pub fn curve(forecasts: &[Forecast], level: Level) -> Result<Vec<Point>> {
    let point = |(confidence, right): (f64, Proportion)| Point {
        confidence,
        answers: right.of(),
        accuracy: right.value(),
        interval: right.interval(level),
    };
    Ok(by_confidence(forecasts)?.into_iter().map(point).collect())
}

/// Right answers per distinct confidence, ascending.
fn by_confidence(forecasts: &[Forecast]) -> Result<Vec<(f64, Proportion)>> {
    at_least(1, Quantity::Answers, forecasts.len())?;
    forecasts.iter().try_for_each(|forecast| within(0.0, 1.0, "confidence", forecast.probability))?;
    let mut sorted = forecasts.to_vec();
    sorted.sort_by(|a, b| a.probability.total_cmp(&b.probability));
    let same = |a: &Forecast, b: &Forecast| a.probability.total_cmp(&b.probability).is_eq();
    sorted.chunk_by(same).map(|group| Ok((group[0].probability, share_right(group)?))).collect()
}

fn share_right(group: &[Forecast]) -> Result<Proportion> {
    let (right, all) = group.iter().fold((0, 0), |(right, all), forecast| (right + u32::from(forecast.right), all + 1));
    Proportion::new(right, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    fn forecasts(probabilities: &[f64], right: &[bool]) -> Vec<Forecast> {
        probabilities.iter().zip(right).map(|(&probability, &right)| Forecast { probability, right }).collect()
    }

    #[test]
    fn a_point_per_stated_confidence() {
        let given = forecasts(&[0.9, 0.5, 0.9, 0.5, 0.9], &[true, false, true, true, false]);
        let points = curve(&given, Level::P95).unwrap();
        let seen: Vec<(f64, u32)> = points.iter().map(|point| (point.confidence, point.answers)).collect();
        assert_eq!(seen, [(0.5, 2), (0.9, 3)]);
        assert_near(points[0].accuracy, 0.5, 1e-15);
        assert_near(points[1].accuracy, 2.0 / 3.0, 1e-15);
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(curve(&[], Level::P95).is_err());
        assert!(curve(&forecasts(&[75.0], &[true]), Level::P95).is_err());
        assert!(curve(&forecasts(&[f64::NAN], &[true]), Level::P95).is_err());
    }
}
