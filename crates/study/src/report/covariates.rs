//! What the comparisons of arms adjust for: what is known of each participant before allocation.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::input::Person;
use crate::progress::Form;

/// A covariate of the comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportCovariate)]
pub enum Covariate {
    /// The same measure before the training.
    Before,
    /// The test form.
    Form,
    /// The stratum of the allocation, if the device alone makes the strata.
    Stratum,
}

/// The covariates of a person.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Covariates {
    /// The same measure before; none where the outcome has no such.
    pub before: Option<f64>,
    pub form: Option<Form>,
    pub on_phone: bool,
    /// The number of their unit, if units are allocated.
    pub unit: Option<i64>,
}

impl Covariates {
    pub fn of(person: &Person, before: Option<f64>) -> Self {
        Self { before, form: person.form, on_phone: person.on_phone, unit: person.unit.map(|unit| unit.get().into()) }
    }

    /// The value of a covariate; the levels of form and stratum are 0 and 1.
    fn value(&self, covariate: Covariate) -> f64 {
        let level = |is_second: bool| f64::from(u8::from(is_second));
        match covariate {
            Covariate::Before => self.before.unwrap_or(f64::NAN),
            Covariate::Form => level(self.form == Some(Form::Y)),
            Covariate::Stratum => level(self.on_phone),
        }
    }

    /// The values of some covariates.
    pub fn values(&self, covariates: &[Covariate]) -> Vec<f64> {
        covariates.iter().map(|covariate| self.value(*covariate)).collect()
    }
}

/// The covariates of a model of these people, each with their arm: the measure before, if all have it, and what the
/// allocation balances, form and stratum (Kahan and Morris 2012, *BMJ* 345, e5840), if each arm has at least two people
/// of both levels. With fewer, a single person could determine a coefficient.
pub(super) fn adjusted_for(people: &[(usize, Covariates)]) -> Vec<Covariate> {
    let is_known = !people.is_empty() && people.iter().all(|(_, one)| one.before.is_some());
    let in_all_arms = |covariate: Covariate| {
        let arms: BTreeSet<usize> = people.iter().map(|(arm, _)| *arm).collect();
        let size = |arm: usize, is_second: bool| {
            people.iter().filter(|(own, one)| *own == arm && (one.value(covariate) > 0.5) == is_second).count()
        };
        !arms.is_empty() && arms.into_iter().all(|arm| size(arm, false) >= 2 && size(arm, true) >= 2)
    };
    let is_included = |covariate: &Covariate| match covariate {
        Covariate::Before => is_known,
        Covariate::Form | Covariate::Stratum => in_all_arms(*covariate),
    };
    [Covariate::Before, Covariate::Form, Covariate::Stratum].into_iter().filter(is_included).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(of: &[(usize, Form)]) -> Vec<(usize, Covariates)> {
        of.iter().map(|(arm, form)| (*arm, Covariates { form: Some(*form), ..Covariates::default() })).collect()
    }

    #[test]
    fn two_people_of_each_form_in_each_arm_are_needed() {
        use Form::{X, Y};
        let mut all = people(&[(0, X), (0, X), (0, Y), (0, Y), (2, X), (2, Y), (2, Y)]);
        assert_eq!(adjusted_for(&all), []);
        all.extend(people(&[(2, X)]));
        assert_eq!(adjusted_for(&all), [Covariate::Form]);
        all[0].1.before = Some(0.5);
        assert_eq!(adjusted_for(&all), [Covariate::Form], "one measure is not all");
        for one in &mut all {
            one.1.before = Some(0.5);
        }
        assert_eq!(adjusted_for(&all), [Covariate::Before, Covariate::Form]);
        assert_eq!(all[2].1.values(&adjusted_for(&all)), [0.5, 1.0]);
        assert_eq!(adjusted_for(&[]), []);
    }

    #[test]
    fn strata_are_adjusted_for_only_if_there_are_some() {
        let stratified =
            [false, false, true, true].map(|on_phone| (0, Covariates { on_phone, ..Covariates::default() }));
        assert_eq!(adjusted_for(&stratified), [Covariate::Stratum]);
        assert_eq!(adjusted_for(&[(0, Covariates::default()); 8]), []);
    }
}
