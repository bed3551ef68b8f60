//! Who was lost, by arm. Unequal loss can make equal arms differ and is reported whatever it is.

use serde::Serialize;

use super::inference::{ChiSquareTest, Interval, Level};
use super::proportion::{Difference, Proportion, equal_proportions};
use super::{AnalysisError, Result, at_least};

/// Loss in all arms.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attrition {
    /// By the arm's index.
    pub arms: Vec<ArmLoss>,
    /// Test of "the same loss in all arms"; absent if nobody was lost, or everybody.
    pub test: Option<ChiSquareTest>,
}

/// Loss in one arm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArmLoss {
    /// People without the outcome.
    pub lost: u32,
    /// People allocated to the arm.
    pub allocated: u32,
    /// lost / allocated, from 0 to 1.
    pub share: f64,
    /// Wilson's interval of the share.
    pub interval: Interval,
    /// The share minus that of the reference arm, with Newcombe's interval; absent for that arm itself.
    pub from_reference: Option<Difference>,
}

/// Loss per arm, compared with the `reference` arm and across all.
///
/// `arms` holds the lost out of the allocated, by the arm's index. What was lost to follow-up and
/// whom an investigator excluded are two questions: call it once for each (CONSORT 2025, items 22a
/// and 22b). Formulae: [`Proportion::interval`], [`Proportion::minus`], [`equal_proportions`].
/// Errors: fewer than two arms; a reference that is none of them.
pub fn attrition(arms: &[Proportion], reference: usize, level: Level) -> Result<Attrition> {
    at_least(2, "arms", arms.len())?;
    let Some(&compared) = arms.get(reference) else {
        return Err(AnalysisError::OutOfRange { what: "reference arm", value: reference as f64 });
    };
    let loss = |(arm, &lost): (usize, &Proportion)| ArmLoss {
        lost: lost.events(),
        allocated: lost.of(),
        share: lost.value(),
        interval: lost.interval(level),
        from_reference: (arm != reference).then(|| lost.minus(compared, level)),
    };
    Ok(Attrition { arms: arms.iter().enumerate().map(loss).collect(), test: equal_proportions(arms).ok() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::assert_near;

    fn arms(counts: &[(u32, u32)]) -> Vec<Proportion> {
        counts.iter().map(|&(lost, of)| Proportion::new(lost, of).unwrap()).collect()
    }

    #[test]
    fn loss_by_arm() {
        let found = attrition(&arms(&[(20, 200), (30, 200), (40, 200)]), 0, Level::P95).unwrap();
        assert_near(found.test.unwrap().p, 0.019_810, 1e-6);
        assert_eq!(found.arms.iter().map(|arm| arm.from_reference.is_some()).collect::<Vec<_>>(), [false, true, true]);
        let second = found.arms[2].from_reference.unwrap();
        assert_near(second.value, 0.1, 1e-12);
        assert!(second.interval.low > 0.0);
        assert_eq!((found.arms[2].lost, found.arms[2].allocated), (40, 200));
    }

    #[test]
    fn nobody_lost_is_a_result_without_a_test() {
        let found = attrition(&arms(&[(0, 20), (0, 21)]), 1, Level::P95).unwrap();
        assert_eq!(found.test, None);
        assert_near(found.arms[0].share, 0.0, 0.0);
        assert_near(found.arms[0].interval.high, 0.1611, 5e-5);
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(attrition(&arms(&[(1, 2)]), 0, Level::P95).is_err());
        assert!(attrition(&arms(&[(1, 2), (1, 3)]), 2, Level::P95).is_err());
    }
}
