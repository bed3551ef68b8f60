//! The baseline table: what the randomised participants of each arm were like before the arms differed.
//!
//! It has no tests of significance: differences between randomised arms are due to chance (CONSORT 2025, item 25).

use serde::Serialize;
use utoipa::ToSchema;

use super::input::{AnswerGroup, Baseline as From, Characteristic, Design, Input};
use super::outcomes::{Unit, unit};
use super::scored::Scored;
use super::terms::Language;
use unmask_analysis::mean::Summary;

/// A characteristic of the participants.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportBaseline)]
pub struct Baseline {
    /// Name in the data: a measure, a score or a variable.
    pub id: String,
    /// Name in the report's language, where the study has a translation.
    pub label: String,
    /// Unit of means; null if answers are counted.
    pub unit: Option<Unit>,
    /// The answers that are counted. Empty for numbers.
    pub answers: Vec<String>,
    /// By arm.
    pub arms: Vec<BaselineArm>,
}

/// A characteristic in an arm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportBaselineArm)]
pub struct BaselineArm {
    /// Number of participants with a value.
    pub n: usize,
    /// Number of participants without a value.
    pub missing: usize,
    /// Mean of numbers; null without participants.
    pub mean: Option<f64>,
    /// Standard deviation of numbers; null with fewer than two participants.
    pub deviation: Option<f64>,
    /// Number of participants by answer, in the order of `answers`.
    pub people: Vec<usize>,
}

/// The table of all randomised participants, also the excluded ones.
pub(super) fn baseline(language: Language, input: &Input, people: &[Scored]) -> Vec<Baseline> {
    let design = &input.design;
    design.baseline.iter().map(|one| described(language, design, people, one)).collect()
}

/// The labels of a table in another language.
pub(super) fn name(language: Language, design: &Design, table: &mut [Baseline]) {
    for (row, characteristic) in table.iter_mut().zip(&design.baseline) {
        row.label = label(language, characteristic);
        row.answers = labels(characteristic);
    }
}

pub(super) fn label(language: Language, characteristic: &Characteristic) -> String {
    match (&characteristic.from, &characteristic.label) {
        (From::Measure(measure), _) => language.measure(*measure).to_owned(),
        (_, label) => label.clone().unwrap_or_default(),
    }
}

fn described(language: Language, design: &Design, people: &[Scored], one: &Characteristic) -> Baseline {
    let of_arm = |arm: usize| of_people(people.iter().filter(|person| person.arm == arm), one);
    Baseline {
        id: one.id.clone(),
        label: label(language, one),
        unit: unit_of(one),
        answers: labels(one),
        arms: (0..design.arms.len()).map(of_arm).collect(),
    }
}

/// The unit of a characteristic's means; none if answers are counted.
pub(super) fn unit_of(one: &Characteristic) -> Option<Unit> {
    match one.from {
        From::Measure(measure) => Some(unit(measure)),
        From::Score(_) | From::Number { .. } => Some(Unit::Points),
        From::Answer { .. } => None,
    }
}

/// The answers of a characteristic that are counted.
pub(super) fn answers(one: &Characteristic) -> &[AnswerGroup] {
    if let From::Answer { answers, .. } = &one.from { answers } else { &[] }
}

/// The labels of these answers.
pub(super) fn labels(one: &Characteristic) -> Vec<String> {
    answers(one).iter().map(|answer| answer.label.clone()).collect()
}

/// A characteristic of some people.
pub(super) fn of_people<'a>(people: impl Iterator<Item = &'a Scored<'a>>, one: &Characteristic) -> BaselineArm {
    let values: Vec<Option<f64>> = people.map(|person| value(person, &one.from)).collect();
    let given: Vec<f64> = values.iter().copied().flatten().collect();
    let (missing, answers) = (values.len() - given.len(), answers(one).len());
    if answers == 0 { numbers(&given, missing) } else { counts(&given, missing, answers) }
}

pub(super) fn value(person: &Scored, from: &From) -> Option<f64> {
    match from {
        From::Measure(measure) => person.before(*measure),
        From::Score(variable) | From::Number { variable } | From::Answer { variable, .. } => person.value(*variable),
    }
}

fn numbers(given: &[f64], missing: usize) -> BaselineArm {
    let mean = (!given.is_empty()).then(|| given.iter().sum::<f64>() / given.len() as f64);
    let deviation = Summary::of(given).ok().map(|summary| summary.standard_deviation());
    BaselineArm { n: given.len(), missing, mean, deviation, people: Vec::new() }
}

/// Values are indices of answers.
fn counts(given: &[f64], missing: usize, answers: usize) -> BaselineArm {
    let with = |answer: usize| given.iter().filter(|value| (**value - answer as f64).abs() < 0.5).count();
    BaselineArm { n: given.len(), missing, people: (0..answers).map(with).collect(), ..BaselineArm::default() }
}
