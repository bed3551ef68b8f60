//! Confidence against correctness: does somebody who says 70% is right in 70% of cases?

use serde::Serialize;

use super::inference::{Interval, Level};
use super::proportion::Proportion;
use super::{Result, at_least, within};

/// An answer with the probability that its author gave it of being right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Confidence from 0 to 1; from 0.5 for a choice between two.
    pub probability: f64,
    /// Whether the answer was right.
    pub right: bool,
}

/// How well confidence fits. All numbers are probabilities or their squares, without unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// Number of answers.
    pub answers: usize,
    /// Mean confidence.
    pub mean_confidence: f64,
    /// Share of right answers.
    pub accuracy: f64,
    /// Mean confidence minus accuracy; above 0 is overconfidence. Lichtenstein and Fischhoff (1977),
    /// *Organizational Behavior and Human Performance* 20, 159-183.
    pub overconfidence: f64,
    /// Brier score, mean of (confidence - outcome)²: 0 is perfect, 0.25 is always saying 50%.
    /// Brier (1950), *Monthly Weather Review* 78, 1-3.
    pub brier: f64,
    /// Part of the Brier score that comes from confidence not matching accuracy; 0 is best.
    pub reliability: f64,
    /// Part that confidence wins by telling easy from hard answers; higher is better.
    pub resolution: f64,
    /// Accuracy × (1 - accuracy), which nobody can help. Brier = reliability - resolution +
    /// uncertainty. Murphy (1973), *Journal of Applied Meteorology* 12, 595-600.
    pub uncertainty: f64,
}

/// One point of the calibration curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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

/// Calibration over all answers. Errors: no answers, a probability outside 0 to 1.
pub fn calibration(forecasts: &[Forecast]) -> Result<Calibration> {
    let groups = by_confidence(forecasts)?;
    let n = forecasts.len() as f64;
    let mean = |value: &dyn Fn(&Forecast) -> f64| forecasts.iter().map(value).sum::<f64>() / n;
    let over_groups = |value: &dyn Fn(f64, Proportion) -> f64| {
        groups.iter().map(|&(confidence, right)| f64::from(right.of()) * value(confidence, right)).sum::<f64>() / n
    };
    let mean_confidence = mean(&|forecast| forecast.probability);
    let accuracy = mean(&|forecast| outcome(forecast));
    Ok(Calibration {
        answers: forecasts.len(),
        mean_confidence,
        accuracy,
        overconfidence: mean_confidence - accuracy,
        brier: mean(&|forecast| (forecast.probability - outcome(forecast)).powi(2)),
        reliability: over_groups(&|confidence, right| (confidence - right.value()).powi(2)),
        resolution: over_groups(&|_, right| (right.value() - accuracy).powi(2)),
        uncertainty: accuracy * (1.0 - accuracy),
    })
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
    at_least(1, "answers", forecasts.len())?;
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

fn outcome(forecast: &Forecast) -> f64 {
    f64::from(u8::from(forecast.right))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::testing::assert_near;

    fn forecasts(probabilities: &[f64], right: &[bool]) -> Vec<Forecast> {
        probabilities.iter().zip(right).map(|(&probability, &right)| Forecast { probability, right }).collect()
    }

    #[test]
    fn k29_brier_and_overconfidence() {
        let given = forecasts(&[0.5, 0.6, 0.7, 0.8, 0.9, 1.0], &[false, true, true, true, false, true]);
        let found = calibration(&given).unwrap();
        assert_near(found.brier, 0.225, 1e-12);
        assert_near(found.overconfidence, 0.083_333, 5e-7);
        assert_near(found.mean_confidence, 0.75, 1e-12);
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
        assert!(calibration(&[]).is_err());
        assert!(calibration(&forecasts(&[75.0], &[true])).is_err());
        assert!(curve(&forecasts(&[f64::NAN], &[true]), Level::P95).is_err());
    }

    proptest! {
        #[test]
        fn the_three_parts_add_up(answers in prop::collection::vec((5_u8..=10, any::<bool>()), 1..60)) {
            let (probabilities, right): (Vec<f64>, Vec<bool>) =
                answers.into_iter().map(|(tenths, right)| (f64::from(tenths) / 10.0, right)).unzip();
            let found = calibration(&forecasts(&probabilities, &right)).unwrap();
            prop_assert!((found.brier - (found.reliability - found.resolution + found.uncertainty)).abs() < 1e-12);
        }
    }
}
