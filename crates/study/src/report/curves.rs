//! Curves: confidence against accuracy, hits against false alarms.

use serde::Serialize;
use utoipa::ToSchema;

use super::input::Phase;
use super::input::{Input, Judged};
use super::measure::{flag, rating};
use super::number::Number;
use super::scored::Scored;
use unmask_analysis::Level;
use unmask_analysis::calibration::{Forecast, curve};
use unmask_analysis::roc::{Cluster, clustered_auc};

/// The curves of one arm in one test, over all its answers.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportCurves)]
pub struct Curves {
    /// Index of the arm.
    pub arm: usize,
    /// The test: before or after the training.
    pub phase: Phase,
    /// Accuracy at each confidence.
    pub calibration: Vec<CalibrationPoint>,
    /// The ROC curve of answer and confidence, from (0, 0) to (1, 1).
    pub roc: Vec<RocPoint>,
    /// Area under the ROC curve. Its interval accounts for several answers of one participant (Obuchowski 1997).
    pub auc: Number,
    /// Type-2 area: how well confidence separates correct from incorrect answers; 0.5 is chance.
    pub type2_auc: Number,
}

/// A level of confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportCalibrationPoint)]
pub struct CalibrationPoint {
    /// Stated confidence, 0.5 to 1.
    pub confidence: f64,
    /// Number of answers with this confidence.
    pub answers: u32,
    /// Share of correct answers.
    pub accuracy: f64,
    /// Lower end of Wilson's interval, which treats all answers as independent.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// A point of the ROC curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportRocPoint)]
pub struct RocPoint {
    /// Share of authentic items rated at least this suspicious.
    pub false_alarms: f64,
    /// Share of manipulated items rated at least this suspicious.
    pub hits: f64,
}

pub(super) fn curves(input: &Input, people: &[&Scored]) -> Vec<Curves> {
    let mut all = Vec::new();
    for phase in [Phase::Before, Phase::After] {
        for arm in 0..input.design.arms.len() {
            let mine = people.iter().filter(|one| one.arm == arm).map(|one| match phase {
                Phase::Before => &*one.person.before,
                Phase::After => &*one.person.after,
            });
            all.push(of(arm, phase, &mine.collect::<Vec<_>>()));
        }
    }
    all
}

fn of(arm: usize, phase: Phase, people: &[&[Judged]]) -> Curves {
    let forecasts: Vec<Forecast> = people
        .iter()
        .flat_map(|judged| judged.iter())
        .filter_map(|one| Some(Forecast { probability: one.confidence()?, right: one.right() }))
        .collect();
    let calibration = curve(&forecasts, Level::P95).unwrap_or_default();
    let point = |point: unmask_analysis::calibration::Point| CalibrationPoint {
        confidence: point.confidence,
        answers: point.answers,
        accuracy: point.accuracy,
        low: point.interval.low,
        high: point.interval.high,
    };
    let split = |judged: &[Judged], signal: &dyn Fn(&Judged) -> bool, rated: &dyn Fn(&Judged) -> Option<f64>| {
        let of = |class: bool| judged.iter().filter(|one| signal(one) == class).filter_map(rated).collect();
        Cluster { signal: of(true), noise: of(false) }
    };
    let ratings: Vec<Cluster> =
        people.iter().map(|judged| split(judged, &|one| one.manipulated, &|one| Some(rating(*one)))).collect();
    let sureness: Vec<Cluster> =
        people.iter().map(|judged| split(judged, &Judged::right, &Judged::confidence)).collect();
    Curves {
        arm,
        phase,
        calibration: calibration.into_iter().map(point).collect(),
        roc: roc(people),
        auc: area(&ratings),
        type2_auc: area(&sureness),
    }
}

fn area(people: &[Cluster]) -> Number {
    let n = people.iter().filter(|one| !one.signal.is_empty() || !one.noise.is_empty()).count();
    match clustered_auc(people) {
        Ok(auc) => Number::estimated(n, auc.area, auc.interval(Level::P95)),
        Err(error) => Number { n, why: Some(error.into()), ..Number::default() },
    }
}

/// One point for each rating that occurs, the most suspicious first.
fn roc(people: &[&[Judged]]) -> Vec<RocPoint> {
    let mut rated: Vec<(f64, bool)> =
        people.iter().flat_map(|judged| judged.iter().map(|one| (rating(*one), one.manipulated))).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let signals: f64 = rated.iter().map(|(_, manipulated)| flag(*manipulated)).sum();
    let noise = rated.len() as f64 - signals;
    if signals < 1.0 || noise < 1.0 {
        return Vec::new();
    }
    let mut points = vec![RocPoint { false_alarms: 0.0, hits: 0.0 }];
    let (mut hits, mut false_alarms) = (0.0, 0.0);
    for group in rated.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let more: f64 = group.iter().map(|(_, manipulated)| flag(*manipulated)).sum();
        hits += more;
        false_alarms += group.len() as f64 - more;
        points.push(RocPoint { false_alarms: false_alarms / noise, hits: hits / signals });
    }
    points
}
