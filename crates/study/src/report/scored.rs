//! The participants of the report with their measures, each computed once.

use super::covariates::Covariates;
use super::flags::flags;
use super::input::{Design, Input, Judged, LaterPart, LaterWave, Person};
use super::measure::Measure;
use super::terms::Flag;

/// A randomised person.
pub struct Scored<'a> {
    /// Their row.
    pub person: &'a Person,
    /// Index of the arm.
    pub arm: usize,
    /// Their quality flags.
    pub flags: Vec<Flag>,
    /// Whether the study has judgements before the training.
    is_tested_before: bool,
    before: [Option<f64>; Measure::ALL.len()],
    after: [Option<f64>; Measure::ALL.len()],
    /// The measures of [`LATER`] in each later wave.
    later: Vec<[Option<f64>; LATER.len()]>,
    /// d' over each part of the test afterwards.
    pub(super) parts: Vec<Option<f64>>,
}

/// The measures of later waves.
pub(super) const LATER: [Measure; 2] = [Measure::DPrime, Measure::Criterion];

impl<'a> Scored<'a> {
    /// All randomised participants: those who have seen the first page that differs between arms.
    pub fn all(input: &'a Input) -> Vec<Self> {
        let flags = flags(input);
        let randomised = input.people.iter().zip(flags).filter(|(person, _)| person.exposed);
        randomised.filter_map(|(person, flags)| Self::of(input, person, flags)).collect()
    }

    fn of(input: &'a Input, person: &'a Person, flags: Vec<Flag>) -> Option<Self> {
        let design = &input.design;
        let arm = person.arm.filter(|arm| *arm < design.arms.len())?;
        Some(Self {
            is_tested_before: !design.before.is_empty(),
            before: Measure::ALL.map(|measure| design.measured(measure, &person.before, design.before.len())),
            after: Measure::ALL.map(|measure| design.measured(measure, &person.after, design.after.len())),
            later: design.waves.iter().zip(&person.later).map(|(wave, part)| measured_in(design, wave, part)).collect(),
            parts: design.parts.iter().map(|part| d_prime_of(design, person, &part.items)).collect(),
            person,
            arm,
            flags,
        })
    }

    /// A measure before the training; none if the judgements have no value.
    pub fn before(&self, measure: Measure) -> Option<f64> {
        self.before[index(measure)]
    }

    /// A measure after the training; none if the judgements have no value.
    pub fn after(&self, measure: Measure) -> Option<f64> {
        self.after[index(measure)]
    }

    /// A measure of [`LATER`] in a later wave, by the wave's index; none if the judgements have no value.
    pub(super) fn later(&self, wave: usize, measure: Measure) -> Option<f64> {
        let index = LATER.iter().position(|known| *known == measure)?;
        self.later.get(wave)?[index]
    }

    pub(super) fn value(&self, variable: usize) -> Option<f64> {
        self.person.values.get(variable)
    }

    /// Excluded from the analysis, by the plan or by the researcher.
    pub fn excluded(&self) -> bool {
        self.person.excluded.is_some()
    }

    /// What a comparison in this measure adjusts for; none if the judgements before have no value.
    pub(super) fn covariates(&self, measure: Measure) -> Option<Covariates> {
        let before = if self.is_tested_before { Some(self.before(measure)?) } else { None };
        Some(Covariates::of(self.person, before))
    }

    /// The primary outcome was measured afterwards, and before if the study does so.
    pub(super) fn has_outcome(&self) -> bool {
        self.covariates(Measure::DPrime).is_some() && self.after(Measure::DPrime).is_some()
    }
}

fn measured_in(design: &Design, wave: &LaterWave, part: &LaterPart) -> [Option<f64>; LATER.len()] {
    LATER.map(|measure| design.measured(measure, &part.judged, wave.items.len()))
}

/// d' afterwards over some items.
pub(super) fn d_prime_of(design: &Design, person: &Person, items: &[usize]) -> Option<f64> {
    design.measured(Measure::DPrime, &judged_of(person, items), items.len())
}

/// The judgements afterwards of some items.
pub(super) fn judged_of(person: &Person, items: &[usize]) -> Vec<Judged> {
    person.after.iter().filter(|one| items.contains(&one.item.into())).copied().collect()
}

fn index(measure: Measure) -> usize {
    Measure::ALL.iter().position(|known| *known == measure).unwrap_or_default()
}
