//! The participants of the report with their measures, each computed once.

use super::flags::flags;
use super::input::{Input, Judged, Person};
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
    before: [Option<f64>; Measure::ALL.len()],
    after: [Option<f64>; Measure::ALL.len()],
    /// d' over each part of the test afterwards.
    pub(super) parts: Vec<Option<f64>>,
}

impl<'a> Scored<'a> {
    /// All randomised participants: those who have seen the first page that differs between arms.
    pub fn all(input: &'a Input) -> Vec<Self> {
        let flags = flags(input);
        let randomised = input.people.iter().zip(flags).filter(|(person, _)| person.exposed);
        randomised.filter_map(|(person, flags)| Self::of(input, person, flags)).collect()
    }

    fn of(input: &'a Input, person: &'a Person, flags: Vec<Flag>) -> Option<Self> {
        let arm = person.arm.filter(|arm| *arm < input.design.arms.len())?;
        Some(Self {
            before: Measure::ALL.map(|measure| measure.of(&person.before)),
            after: Measure::ALL.map(|measure| measure.of(&person.after)),
            parts: input.design.parts.iter().map(|part| d_prime_of(person, &part.items)).collect(),
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

    pub(super) fn value(&self, variable: usize) -> Option<f64> {
        self.person.values.get(variable)
    }

    /// Excluded from the analysis, by the plan or by the researcher.
    pub fn excluded(&self) -> bool {
        self.person.excluded.is_some()
    }

    /// The primary outcome was measured, before and afterwards.
    pub(super) fn has_outcome(&self) -> bool {
        self.before(Measure::DPrime).is_some() && self.after(Measure::DPrime).is_some()
    }
}

/// d' afterwards over some items.
pub(super) fn d_prime_of(person: &Person, items: &[usize]) -> Option<f64> {
    let judged: Vec<Judged> = person.after.iter().filter(|one| items.contains(&one.item.into())).copied().collect();
    Measure::DPrime.of(&judged)
}

fn index(measure: Measure) -> usize {
    Measure::ALL.iter().position(|known| *known == measure).unwrap_or_default()
}
