//! The effect of a treatment that not everybody took as assigned, with the allocation as its instrument.

use super::ancova::{self, Observation};
use super::inference::{Estimate, Level, ROUNDING};
use super::regression::{Errors, Repeated, least_squares};
use super::{Degeneracy, Result, all_finite, degenerate, matched};

/// A first stage with a smaller F is weak: the interval is too narrow. Staiger and Stock (1997), *Econometrica* 65,
/// 557-586.
pub const WEAK: f64 = 10.0;

/// The effect of one unit of the dose.
#[derive(Clone, Debug, PartialEq)]
pub struct ComplierEffect {
    /// Number of people in the model, of all arms.
    pub people: usize,
    /// The adjusted difference in the dose between arm and reference.
    pub first_stage: f64,
    /// F of "there is no such difference". None if the arms determine the dose exactly.
    pub first_stage_f: Option<f64>,
    /// The effect.
    pub effect: Result<Estimate>,
}

/// Two-stage least squares of the outcome on the dose of one arm's treatment, instrumented by the allocation to that
/// arm, with the other arms and the covariates as in [`ancova()`](super::ancova::ancova()). The effect is the adjusted
/// difference in the outcome divided by that in the dose; if everybody in the arm has dose 1 and nobody else has any,
/// effect and error are those of the analysis of covariance. Residuals are those of the observed dose. With HC2 and
/// HC3, leverages are those of the second stage, the default of `hatvalues` in R's package `ivreg`.
///
/// With a dose of 0 or 1, it is the mean effect in those who take the treatment if assigned: Angrist, Imbens and Rubin
/// (1996), *JASA* 91, 444-455. With other doses, it is a weighted mean of the effects of its steps: Angrist and Imbens
/// (1995), *JASA* 90, 431-442.
///
/// Errors: as many doses as people are needed; those of `ancova()`; no difference in the dose.
pub fn complier_effect(
    people: &[Observation],
    doses: &[f64],
    (arm, reference): (usize, usize),
    errors: Errors,
    level: Level,
) -> Result<ComplierEffect> {
    matched(people.len(), doses.len())?;
    all_finite("dose", doses)?;
    let design = ancova::design(people, reference)?;
    // After the intercept, the other arms in their order.
    let column = 1 + arm - usize::from(arm > reference);
    let weights: Vec<f64> = (0..design.columns()).map(|index| f64::from(u8::from(index == column))).collect();
    let counts = Repeated::new(&design)?.counts(&weights)?.counts;
    let difference = |values: &dyn Fn(usize) -> f64| -> f64 {
        counts.iter().enumerate().map(|(index, count)| count * values(index)).sum()
    };
    let first_stage = difference(&|index| doses[index]);
    if first_stage.abs() <= ROUNDING {
        return degenerate(Degeneracy::ZeroPredictor);
    }
    let value = difference(&|index| people[index].outcome) / first_stage;
    let without_dose: Vec<f64> = people.iter().zip(doses).map(|(person, dose)| person.outcome - value * dose).collect();
    let second = least_squares(&design, &without_dose).and_then(|fit| {
        let standard_error = fit.contrast(&weights, errors, level)?.standard_error / first_stage.abs();
        Estimate::new(value, standard_error, fit.residual_df(), level)
    });
    let first = least_squares(&design, doses).and_then(|fit| fit.contrast(&weights, errors, level));
    let first_stage_f = first.ok().map(|estimate| estimate.t.powi(2));
    Ok(ComplierEffect { people: people.len(), first_stage, first_stage_f, effect: second })
}

#[cfg(test)]
#[path = "complier_tests.rs"]
mod tests;
