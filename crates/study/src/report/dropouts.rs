//! The dropouts: what participants without the primary outcome were like before the arms differed, next to those with
//! it.

use serde::Serialize;
use utoipa::ToSchema;

use super::baseline::{BaselineArm, label, labels, of_people, unit_of};
use super::input::{Baseline as From, Characteristic, Design, Input};
use super::measure::Measure;
use super::outcomes::Unit;
use super::scored::Scored;
use super::terms::Language;
use unmask_analysis::balance::{difference_of_means, difference_of_shares};

/// A characteristic of the participants with and without the primary outcome.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportDropouts)]
pub struct Dropouts {
    /// Name in the data: a measure, a score or a variable.
    pub id: String,
    /// Name in the report's language, where the study has a translation.
    pub label: String,
    /// Unit of means; null if answers are counted.
    pub unit: Option<Unit>,
    /// The answers that are counted. Empty for numbers.
    pub answers: Vec<String>,
    /// By arm.
    pub arms: Vec<DropoutsArm>,
}

/// A characteristic in an arm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportDropoutsArm)]
pub struct DropoutsArm {
    /// Participants with the primary outcome.
    pub with: BaselineArm,
    /// Participants without it.
    pub without: BaselineArm,
    /// Standardised differences, without minus with: one for numbers, else one for each answer. Null where one of the
    /// groups is too small or nobody differs.
    pub differences: Vec<Option<f64>>,
}

/// The table of all randomised participants who are not excluded.
pub(super) fn dropouts(language: Language, input: &Input, people: &[Scored]) -> Vec<Dropouts> {
    let arms = input.design.arms.len();
    let described = |one: Characteristic| Dropouts {
        label: label(language, &one),
        unit: unit_of(&one),
        answers: labels(&one),
        arms: (0..arms).map(|arm| of_arm(people, arm, &one)).collect(),
        id: one.id,
    };
    characteristics(&input.design).into_iter().map(described).collect()
}

/// The labels of a table in another language.
pub(super) fn name(language: Language, design: &Design, table: &mut [Dropouts]) {
    for (row, characteristic) in table.iter_mut().zip(characteristics(design)) {
        row.label = label(language, &characteristic);
        row.answers = labels(&characteristic);
    }
}

/// The characteristics of the baseline table, and d' before if it is not among them.
pub fn characteristics(design: &Design) -> Vec<Characteristic> {
    let d_prime = From::Measure(Measure::DPrime);
    let is_missing = !design.before.is_empty() && design.baseline.iter().all(|one| one.from != d_prime);
    let added = Characteristic { id: Measure::DPrime.name().to_owned(), label: None, from: d_prime };
    design.baseline.iter().cloned().chain(is_missing.then_some(added)).collect()
}

fn of_arm(people: &[Scored], arm: usize, one: &Characteristic) -> DropoutsArm {
    let mine = || people.iter().filter(move |person| person.arm == arm && !person.excluded());
    let with = of_people(mine().filter(|person| person.has_outcome()), one);
    let without = of_people(mine().filter(|person| !person.has_outcome()), one);
    let differences = match unit_of(one) {
        Some(_) => vec![of_means(&without, &with)],
        None => (0..with.people.len()).map(|answer| of_shares(&without, &with, answer)).collect(),
    };
    DropoutsArm { with, without, differences }
}

fn of_means(one: &BaselineArm, other: &BaselineArm) -> Option<f64> {
    difference_of_means([one.mean?, one.deviation?], [other.mean?, other.deviation?])
}

fn of_shares(one: &BaselineArm, other: &BaselineArm, answer: usize) -> Option<f64> {
    let share = |group: &BaselineArm| (group.n > 0).then(|| group.people[answer] as f64 / group.n as f64);
    difference_of_shares(share(one)?, share(other)?)
}
