//! The analysed people, and how far those without an outcome could move the result.

use super::mean::average;
use super::{Quantity, Result, all_finite, at_least, within};

/// One randomised person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    /// The assigned arm, not the training received.
    pub arm: usize,
    /// Training items in that arm.
    pub training_assigned: u32,
    /// Training items answered.
    pub training_answered: u32,
    /// The primary outcome, if it was measured.
    pub outcome: Option<f64>,
}

impl Person {
    /// Whether the person answered at least this share (0 to 1) of the training items assigned to them, such as 0.75.
    /// True if no training was assigned. A secondary population, because the amount of training is not randomised.
    pub fn is_per_protocol(&self, least_share: f64) -> bool {
        f64::from(self.training_answered) >= least_share * f64::from(self.training_assigned)
    }
}

/// A difference of two arms and how far missing outcomes could move it, in the outcome's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Treatment minus control among those with an outcome.
    pub observed: f64,
    /// If all missing in the treatment had the lowest and all missing in the control the highest outcome.
    pub worst: f64,
    /// The opposite: the highest d' for all missing in the arm, the lowest for all missing in the other.
    pub best: f64,
}

/// Worst-case and best-case difference of means over all randomised participants. Missing outcomes are replaced
/// by `lowest` and `highest`, the ends of the outcome's possible range, where higher is better.
///
/// No assumption about why outcomes are missing; wide, and honest about it. Horowitz and Manski (2000),
/// *JASA* 95, 77-84. Errors: an arm without any outcome; an outcome outside the range; ends that are
/// not finite or in the wrong order.
pub fn bounds(people: &[Person], treatment: usize, control: usize, lowest: f64, highest: f64) -> Result<Bounds> {
    all_finite("end of the outcome's range", &[lowest, highest])?;
    within(lowest, f64::MAX, "upper end of the outcome's range", highest)?;
    let treated = Arm::new(people, treatment, lowest, highest)?;
    let compared = Arm::new(people, control, lowest, highest)?;
    Ok(Bounds {
        observed: average(&treated.measured) - average(&compared.measured),
        worst: treated.mean_if_missing_are(lowest) - compared.mean_if_missing_are(highest),
        best: treated.mean_if_missing_are(highest) - compared.mean_if_missing_are(lowest),
    })
}

struct Arm {
    measured: Vec<f64>,
    missing: usize,
}

impl Arm {
    fn new(people: &[Person], arm: usize, lowest: f64, highest: f64) -> Result<Self> {
        let assigned = people.iter().filter(|person| person.arm == arm);
        let measured: Vec<f64> = assigned.clone().filter_map(|person| person.outcome).collect();
        at_least(1, Quantity::OutcomesInOneArm, measured.len())?;
        measured.iter().try_for_each(|&outcome| within(lowest, highest, "outcome", outcome))?;
        Ok(Self { missing: assigned.count() - measured.len(), measured })
    }

    fn mean_if_missing_are(&self, value: f64) -> f64 {
        let known: f64 = self.measured.iter().sum();
        (known + value * self.missing as f64) / (self.measured.len() + self.missing) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    fn person(arm: usize, training_answered: u32, outcome: Option<f64>) -> Person {
        Person { arm, training_assigned: 16, training_answered, outcome }
    }

    fn people() -> Vec<Person> {
        vec![
            person(0, 16, Some(0.5)),
            person(0, 12, Some(0.7)),
            person(0, 3, None),
            person(1, 11, Some(0.6)),
            person(1, 12, Some(0.8)),
            person(1, 12, None),
            person(1, 0, None),
        ]
    }

    #[test]
    fn per_protocol_asks_for_three_quarters() {
        let trained = people().iter().map(|person| person.is_per_protocol(0.75)).collect::<Vec<_>>();
        assert_eq!(trained, [true, true, false, false, true, true, false]);
        assert!(Person { training_assigned: 0, ..person(0, 0, None) }.is_per_protocol(0.75));
    }

    #[test]
    fn the_missing_could_be_anything() {
        let found = bounds(&people(), 1, 0, 0.0, 1.0).unwrap();
        assert_near(found.observed, 0.1, 1e-12);
        assert_near(found.worst, 1.4 / 4.0 - 2.2 / 3.0, 1e-12);
        assert_near(found.best, 3.4 / 4.0 - 1.2 / 3.0, 1e-12);
    }

    #[test]
    fn without_missing_values_the_bounds_are_equal() {
        let found = bounds(&[person(0, 16, Some(0.2)), person(1, 16, Some(0.9))], 1, 0, 0.0, 1.0).unwrap();
        assert_near(found.worst, found.observed, 1e-15);
        assert_near(found.best, found.observed, 1e-15);
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(bounds(&people(), 1, 2, 0.0, 1.0).is_err());
        assert!(bounds(&people(), 1, 0, 0.0, 0.6).is_err());
        assert!(bounds(&people(), 1, 0, 1.0, 0.0).is_err());
        assert!(bounds(&people(), 1, 0, f64::NAN, 1.0).is_err());
    }
}
