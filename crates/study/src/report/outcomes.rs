//! Every outcome in one form: by arm before and afterwards, and arm against arm.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::{Contrast, Row, contrasts, corrected};
use super::covariates::Covariates;
use super::factors;
use super::input::{ComparedScale, DerivedOutcome, Design, Input, Part};
use super::measure::Measure;
use super::number::Number;
use super::scored::Scored;
use super::terms::{Language, Reason};
use super::why::Why;
use crate::definition::analysis::OutcomeRole;

/// An outcome.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportOutcome)]
pub struct Outcome {
    /// Name in files: a measure (`d_prime`), `d_prime_` with a part of the test, `scale_` with a scale, or `outcome_`
    /// with a planned outcome.
    pub id: String,
    /// Name in the report's language.
    pub label: String,
    /// Its meaning, in one sentence.
    pub meaning: String,
    /// Unit of the numbers.
    pub unit: Unit,
    /// Whether this is the primary outcome.
    pub primary: bool,
    /// What the plan calls it, if it is listed among the plan's secondary and exploratory outcomes.
    pub role: Option<OutcomeRole>,
    /// Mean before the training, by arm. Empty if it was not measured before.
    pub before: Vec<Number>,
    /// Mean after the training, by arm.
    pub after: Vec<Number>,
    /// Differences between arms after the training, adjusted for the measure before, test form and stratum.
    pub contrasts: Vec<Contrast>,
}

/// Unit of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportUnit)]
pub enum Unit {
    /// A share or a probability, 0 to 1; differences are in points of 1/100.
    Share,
    /// Standard deviations of the evidence.
    Deviations,
    /// An area, 0 to 1.
    Area,
    /// A squared distance, 0 to 1.
    Score,
    /// Points of a questionnaire's scale.
    Points,
}

/// People for whom an outcome is compared: randomised, and chosen by the population.
pub(super) type Chosen<'a, 'b> = &'b [&'a Scored<'a>];

pub(super) fn outcomes(language: Language, input: &Input, people: Chosen) -> Vec<Outcome> {
    let design = &input.design;
    let measures = Measure::ALL.iter().map(|measure| of_measure(design, people, *measure));
    let parts = (0..design.parts.len()).map(|part| of_part(design, people, part));
    let scales = design.compared.iter().map(|scale| of_scale(design, people, scale));
    let named = Named::all(language, design);
    let derived = design.derived.iter().map(|derived| of_derived(design, people, derived));
    let outcomes = measures.chain(parts).chain(scales).chain(derived).zip(named);
    outcomes.map(|(outcome, Named { label, meaning })| Outcome { label, meaning, ..outcome }).collect()
}

/// The texts of an outcome.
pub(super) struct Named {
    pub label: String,
    pub meaning: String,
}

impl Named {
    /// Of all outcomes, in the order of [`outcomes`].
    pub fn all(language: Language, design: &Design) -> Vec<Self> {
        let measure = |measure: &Measure| Self {
            label: language.measure(*measure).to_owned(),
            meaning: language.measure_meaning(*measure).to_owned(),
        };
        let part =
            |part: &Part| Self { label: language.part(&part.label), meaning: language.part_meaning(part.items.len()) };
        let scale =
            |scale: &ComparedScale| Self { label: scale.label.clone(), meaning: language.scale_meaning().to_owned() };
        let derived = |derived: &DerivedOutcome| Self {
            label: derived.named(language),
            meaning: language.derived_meaning(&derived.from).to_owned(),
        };
        let (parts, scales) = (design.parts.iter().map(part), design.compared.iter().map(scale));
        let derived = design.derived.iter().map(derived);
        Measure::ALL.iter().map(measure).chain(parts).chain(scales).chain(derived).collect()
    }
}

/// The primary contrasts among the outcomes.
pub(super) fn primary<'a>(outcomes: &'a [Outcome], design: &Design) -> &'a [Contrast] {
    let contrasts = outcomes.iter().find(|one| one.id == Measure::DPrime.name()).map_or(&[][..], |one| &one.contrasts);
    &contrasts[..design.comparisons.len().min(contrasts.len())]
}

/// The rows of the primary outcome.
pub(super) fn primary_rows(people: Chosen) -> Vec<Row> {
    measure_rows(people, Measure::DPrime)
}

fn measure_rows(people: Chosen, measure: Measure) -> Vec<Row> {
    let row =
        |one: &&Scored| Some(Row { arm: one.arm, covariates: one.covariates(measure)?, after: one.after(measure)? });
    people.iter().filter_map(row).collect()
}

pub(super) fn unit(measure: Measure) -> Unit {
    match measure {
        Measure::DPrime | Measure::Criterion => Unit::Deviations,
        Measure::Auc => Unit::Area,
        Measure::Brier => Unit::Score,
        Measure::Accuracy
        | Measure::HitRate
        | Measure::FalseAlarmRate
        | Measure::Confidence
        | Measure::Overconfidence
        | Measure::CalibrationGap => Unit::Share,
    }
}

fn of_measure(design: &Design, people: Chosen, measure: Measure) -> Outcome {
    // The sentence of the primary outcome and the headline report where the criterion moved in any comparison.
    let is_corrected = matches!(measure, Measure::DPrime | Measure::Criterion);
    let rows = measure_rows(people, measure);
    let within = |means: Vec<Number>| means.into_iter().map(|mean| mean.within(measure.range())).collect();
    let before =
        if design.before.is_empty() { Vec::new() } else { within(by_arm(design, people, &|one| one.before(measure))) };
    // The judgements are there, but the area needs two items of each kind, which a test can lack by its design.
    let has_no_area =
        measure == Measure::Auc && rows.is_empty() && people.iter().any(|one| !one.person.after.is_empty());
    let outcome = Outcome {
        id: measure.name().to_owned(),
        label: String::new(),
        meaning: String::new(),
        unit: unit(measure),
        primary: measure == Measure::DPrime,
        role: None,
        before,
        after: within(by_arm(design, people, &|one| one.after(measure))),
        contrasts: if is_corrected {
            let effects = if measure == Measure::DPrime { factors::tests(design, &rows) } else { Vec::new() };
            corrected(design, measure.name(), &rows, &effects)
        } else {
            contrasts(design, measure.name(), &rows)
        },
    };
    if has_no_area { without_area(outcome) } else { outcome }
}

/// With the reason why no participant has an area.
fn without_area(mut outcome: Outcome) -> Outcome {
    let why = || Some(Why::new(Reason::TwoOfEachKind));
    let means = outcome.before.iter_mut().chain(&mut outcome.after).filter(|mean| mean.n == 0);
    means.for_each(|mean| mean.why = why());
    outcome.contrasts.iter_mut().for_each(|contrast| contrast.why = why());
    outcome
}

/// d' over a part of the test; what is known from before is d' over all of that test.
fn of_part(design: &Design, people: Chosen, index: usize) -> Outcome {
    let part = &design.parts[index];
    let row = |one: &&Scored| {
        Some(Row { arm: one.arm, covariates: one.covariates(Measure::DPrime)?, after: one.parts[index]? })
    };
    let rows: Vec<Row> = people.iter().filter_map(row).collect();
    Outcome {
        contrasts: contrasts(design, &part.outcome(), &rows),
        id: part.outcome(),
        label: String::new(),
        meaning: String::new(),
        unit: Unit::Deviations,
        primary: false,
        role: None,
        before: Vec::new(),
        after: by_arm(design, people, &|one| one.parts[index]),
    }
}

fn of_scale(design: &Design, people: Chosen, scale: &ComparedScale) -> Outcome {
    of_variables(design, people, scale.outcome(), (scale.before, scale.after))
}

fn of_derived(design: &Design, people: Chosen, derived: &DerivedOutcome) -> Outcome {
    let outcome = of_variables(design, people, derived.outcome(), (derived.before, derived.after));
    let range = Some(derived.range());
    let within = |means: Vec<Number>| means.into_iter().map(|mean| mean.within(range)).collect();
    let (before, after) = (within(outcome.before), within(outcome.after));
    Outcome { role: Some(derived.role), unit: derived.unit(), before, after, ..outcome }
}

/// An outcome whose values before, if there are any, and afterwards are variables.
fn of_variables(design: &Design, people: Chosen, id: String, (before, after): (Option<usize>, usize)) -> Outcome {
    let row = |one: &&Scored| {
        let before = match before {
            Some(variable) => Some(one.value(variable)?),
            None => None,
        };
        Some(Row { arm: one.arm, covariates: Covariates::of(one.person, before), after: one.value(after)? })
    };
    let rows: Vec<Row> = people.iter().filter_map(row).collect();
    let before = before.map(|variable| by_arm(design, people, &|one| one.value(variable)));
    Outcome {
        contrasts: contrasts(design, &id, &rows),
        id,
        label: String::new(),
        meaning: String::new(),
        unit: Unit::Points,
        primary: false,
        role: None,
        before: before.unwrap_or_default(),
        after: by_arm(design, people, &|one| one.value(after)),
    }
}

pub(super) fn by_arm(design: &Design, people: Chosen, value: &dyn Fn(&Scored) -> Option<f64>) -> Vec<Number> {
    let mean = |arm: usize| {
        let values: Vec<f64> = people.iter().filter(|one| one.arm == arm).filter_map(|one| value(one)).collect();
        Number::mean(&values)
    };
    (0..design.arms.len()).map(mean).collect()
}
