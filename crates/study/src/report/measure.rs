//! Measures of one participant's judgements.

use super::input::Judged;
use super::terms::Language;
use crate::definition::analysis::Expected;
use unmask_analysis::detection::{Counts, Detection, Judgement};
use unmask_analysis::roc;

/// A measure of one person's judgements in one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Share of right judgements.
    Accuracy,
    /// Share of manipulated items that were called so.
    HitRate,
    /// Share of authentic items that were called manipulated.
    FalseAlarmRate,
    /// Sensitivity d', from log-linear rates.
    DPrime,
    /// Criterion c, from log-linear rates; above 0 is reluctance to say "altered".
    Criterion,
    /// Area under the ROC curve of answer and confidence together.
    Auc,
    /// Mean confidence.
    Confidence,
    /// Mean confidence minus accuracy.
    Overconfidence,
    /// Distance between mean confidence and accuracy: |[overconfidence](Self::Overconfidence)|. Unlike its mean, that
    /// of people who are too sure and of people who are not sure enough can't cancel.
    CalibrationGap,
    /// Brier score: mean of (confidence - right)².
    Brier,
}

impl Measure {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 10] = [
        Self::DPrime,
        Self::Criterion,
        Self::Accuracy,
        Self::HitRate,
        Self::FalseAlarmRate,
        Self::Auc,
        Self::Confidence,
        Self::Overconfidence,
        Self::CalibrationGap,
        Self::Brier,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::HitRate => "hit_rate",
            Self::FalseAlarmRate => "false_alarm_rate",
            Self::DPrime => "d_prime",
            Self::Criterion => "criterion",
            Self::Auc => "auc",
            Self::Confidence => "confidence",
            Self::Overconfidence => "overconfidence",
            Self::CalibrationGap => "calibration_gap",
            Self::Brier => "brier",
        }
    }

    /// Its meaning, in one English sentence.
    pub fn meaning(self) -> &'static str {
        Language::English.measure_meaning(self)
    }

    /// Whether higher values are hoped for or feared.
    pub fn expected(self) -> Expected {
        match self {
            Self::DPrime | Self::Accuracy | Self::HitRate | Self::Auc => Expected::Rise,
            Self::FalseAlarmRate | Self::CalibrationGap | Self::Brier => Expected::NoRise,
            Self::Criterion | Self::Confidence | Self::Overconfidence => Expected::Open,
        }
    }

    /// The ends between which its values lie, if there are any.
    pub fn range(self) -> Option<(f64, f64)> {
        match self {
            Self::DPrime | Self::Criterion => None,
            Self::Overconfidence => Some((-1.0, 1.0)),
            Self::Accuracy
            | Self::HitRate
            | Self::FalseAlarmRate
            | Self::Auc
            | Self::Confidence
            | Self::CalibrationGap
            | Self::Brier => Some((0.0, 1.0)),
        }
    }

    /// Its value for one person; none where the judgements don't give one.
    pub fn of(self, judged: &[Judged]) -> Option<f64> {
        self.computed(judged).map(without_rounding)
    }

    fn computed(self, judged: &[Judged]) -> Option<f64> {
        match self {
            Self::Accuracy => mean(judged.iter().map(|one| flag(one.right()))),
            Self::HitRate => mean(judged.iter().filter(|one| one.manipulated).map(|one| flag(one.called_altered))),
            Self::FalseAlarmRate => {
                mean(judged.iter().filter(|one| !one.manipulated).map(|one| flag(one.called_altered)))
            }
            Self::DPrime => detection(judged).map(|found| found.d_prime),
            Self::Criterion => detection(judged).map(|found| found.criterion),
            Self::Auc => area(judged),
            Self::Confidence => mean(sure(judged).map(|(confidence, _)| confidence)),
            Self::Overconfidence => mean(sure(judged).map(|(confidence, right)| confidence - right)),
            Self::CalibrationGap => Self::Overconfidence.computed(judged).map(f64::abs),
            Self::Brier => mean(sure(judged).map(|(confidence, right)| (confidence - right).powi(2))),
        }
    }
}

/// How strongly an answer calls the item altered, from 0 (surely original) to 1.
pub(super) fn suspicion(judged: Judged) -> f64 {
    // Without a confidence, the answer alone; in between all that have one.
    let sure = judged.confidence().unwrap_or(0.75);
    if judged.called_altered { sure } else { 1.0 - sure }
}

/// A rating that keeps "altered, 50%" above "original, 50%": the answer is part of it.
pub(super) fn rating(judged: Judged) -> f64 {
    suspicion(judged) + flag(judged.called_altered)
}

/// A value that is 0 except for rounding is 0, so that equal participants have no spread.
pub(super) fn without_rounding(value: f64) -> f64 {
    if value.abs() < 1e-12 { 0.0 } else { value }
}

fn detection(judged: &[Judged]) -> Option<Detection> {
    counts(judged)?.rates().detection().ok()
}

/// Hits and false alarms; none without both kinds of items.
pub(super) fn counts(judged: &[Judged]) -> Option<Counts> {
    let judgements =
        judged.iter().map(|one| Judgement { manipulated: one.manipulated, called_altered: one.called_altered });
    Counts::of(judgements).ok()
}

fn area(judged: &[Judged]) -> Option<f64> {
    let of = |manipulated: bool| -> Vec<f64> {
        judged.iter().filter(|one| one.manipulated == manipulated).copied().map(rating).collect()
    };
    roc::auc(&of(true), &of(false)).ok().map(|auc| auc.area)
}

/// Confidence with 1 for right and 0 for wrong.
fn sure(judged: &[Judged]) -> impl Iterator<Item = (f64, f64)> {
    judged.iter().filter_map(|one| Some((one.confidence()?, flag(one.right()))))
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.fold((0.0, 0_u32), |(sum, n), value| (sum + value, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}

pub(super) fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
