//! Moderation: whether the differences between arms depend on a group of people, on a number that people have, or on
//! which of several outcomes of the same people is compared.

use super::ancova::{self, Ancova, Contrast, Term, ancova};
use super::inference::{FTest, Level, ROUNDING, size};
use super::mean::Summary;
use super::regression::{Design, Errors, joint_test_of_fits, least_squares};
use super::{Degeneracy, Quantity, Result, at_least, degenerate, matched};

/// One person, who belongs to a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouped {
    /// The arm assigned.
    pub arm: usize,
    /// The group; groups are numbered from 0.
    pub group: usize,
    /// What was measured afterwards.
    pub outcome: f64,
    /// What was measured before allocation: the same number of values for all participants.
    pub covariates: Vec<f64>,
}

/// One person with a number that may moderate.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The arm assigned.
    pub arm: usize,
    /// The moderator, measured before allocation.
    pub moderator: f64,
    /// What was measured afterwards.
    pub outcome: f64,
    /// What else was measured before allocation: the same number of values for all participants.
    pub covariates: Vec<f64>,
}

/// One person with several outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeated {
    /// The arm assigned.
    pub arm: usize,
    /// The outcomes, in the same order and unit for all participants.
    pub outcomes: Vec<f64>,
    /// What was measured before allocation: the same number of values for all participants.
    pub covariates: Vec<f64>,
}

/// The differences between arms in each group or outcome, and the test that they are the same in all.
#[derive(Clone, Debug, PartialEq)]
pub struct Moderation {
    /// Number of people.
    pub people: usize,
    /// By group or outcome: each other arm minus the reference arm, adjusted, in order of the arms.
    pub contrasts: Vec<Vec<Contrast>>,
    /// F test of "no interaction of arm and group".
    pub interaction: Result<FTest>,
}

/// Where the differences of [`Continuous`] are predicted, in standard deviations from the moderator's mean.
pub const POINTS: [f64; 3] = [-1.0, 0.0, 1.0];

/// How the differences between arms change along a moderator.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuous {
    /// Number of people.
    pub people: usize,
    /// Mean of the moderator over all arms.
    pub mean: f64,
    /// Its standard deviation over all arms.
    pub standard_deviation: f64,
    /// Change of each contrast per unit of the moderator: the slope in each other arm minus that in the reference arm.
    pub slopes: Vec<Contrast>,
    /// By point of [`POINTS`]: each other arm minus the reference arm, adjusted.
    pub predicted: [Vec<Contrast>; 3],
    /// F test of "the same slope in all arms".
    pub interaction: Result<FTest>,
}

/// A number, by least squares: outcome = a + arm + b m + arm × m + Σ slope × covariate, where m is the moderator less
/// its mean over all people, so that the coefficients of the arms are the differences at the mean. At another value of
/// m, the difference is arm + arm × m, with its error from the covariance of both (Aiken and West 1991, *Multiple
/// Regression: Testing and Interpreting Interactions*, chapters 2 and 7). Mean and standard deviation are taken as
/// known.
///
/// Errors: moderators that are all alike; those of [`ancova()`].
pub fn along(people: &[Measured], reference: usize, errors: Errors, level: Level) -> Result<Continuous> {
    let moderators: Vec<f64> = people.iter().map(|one| one.moderator).collect();
    let summary = Summary::of(&moderators)?;
    let (mean, standard_deviation) = (summary.mean, summary.standard_deviation());
    if standard_deviation <= ROUNDING * size(&moderators) {
        return degenerate(Degeneracy::EqualValues);
    }
    // The moderator is the first covariate of the analysis of covariance, so its checks apply.
    let observed = |one: &Measured| ancova::Observation {
        arm: one.arm,
        outcome: one.outcome,
        covariates: [one.moderator - mean].into_iter().chain(one.covariates.iter().copied()).collect(),
    };
    let observed: Vec<_> = people.iter().map(observed).collect();
    let (others, mut columns) = ancova::columns(&observed, reference)?;
    let first = columns.len();
    columns.extend(others.iter().map(|arm| {
        observed.iter().map(|one| if one.arm == *arm { one.covariates[0] } else { 0.0 }).collect::<Vec<f64>>()
    }));
    let outcomes: Vec<f64> = people.iter().map(|one| one.outcome).collect();
    let fit = least_squares(&Design::new(&columns)?, &outcomes)?;
    // Weights of the difference itself, and of its change along the moderator.
    let contrast = |index: usize, itself: f64, change: f64| {
        let mut weights = vec![0.0; columns.len()];
        (weights[1 + index], weights[first + index]) = (itself, change);
        let difference = Term { value: fit.value(&weights)?, tested: fit.contrast(&weights, errors, level) };
        Ok(Contrast { arm: others[index], difference })
    };
    let each = |itself, change| (0..others.len()).map(|index| contrast(index, itself, change)).collect::<Result<_>>();
    let [low, middle, high] = POINTS.map(|point| each(1.0, point * standard_deviation));
    Ok(Continuous {
        people: people.len(),
        mean,
        standard_deviation,
        slopes: each(0.0, 1.0)?,
        predicted: [low?, middle?, high?],
        interaction: fit.joint_test(&(first..columns.len()).collect::<Vec<_>>(), errors),
    })
}

/// Groups of people, by least squares: outcome = a + arm + group + arm × group + Σ slope × covariate, with the same
/// slopes in all. The test is that of the arm × group coefficients; with [`Errors::Classic`], it is the F test of the
/// interaction in the analysis of variance (Fisher 1935, *The Design of Experiments*, chapter 6), which compares the
/// sums of squares of the models with and without them.
///
/// Errors: fewer than two groups; those of [`ancova`]; a group without people in one of the arms.
pub fn between(people: &[Grouped], reference: usize, errors: Errors, level: Level) -> Result<Moderation> {
    let (arms, groups) =
        people.iter().fold((reference, 0), |(arms, groups), one| (arms.max(one.arm), groups.max(one.group)));
    at_least(2, Quantity::Groups, groups + 1)?;
    at_least(2, Quantity::Arms, arms + 1)?;
    let covariates = people.first().map_or(0, |person| person.covariates.len());
    people.iter().try_for_each(|person| matched(covariates, person.covariates.len()))?;
    for (arm, group) in (0..=arms).flat_map(|arm| (0..=groups).map(move |group| (arm, group))) {
        let cell = people.iter().filter(|person| (person.arm, person.group) == (arm, group));
        at_least(1, Quantity::ParticipantsInOneArm, cell.count())?;
    }
    let others: Vec<usize> = (0..=arms).filter(|arm| *arm != reference).collect();
    let column = |value: &dyn Fn(&Grouped) -> f64| -> Vec<f64> { people.iter().map(value).collect() };
    let flag = |holds: bool| f64::from(u8::from(holds));
    let mut columns = vec![column(&|_| 1.0)];
    columns.extend(others.iter().map(|arm| column(&|one| flag(one.arm == *arm))));
    columns.extend((1..=groups).map(|group| column(&|one| flag(one.group == group))));
    let first = columns.len();
    let products = (1..=groups).flat_map(|group| others.iter().map(move |arm| (*arm, group)));
    columns.extend(products.map(|cell| column(&|one| flag((one.arm, one.group) == cell))));
    let interaction: Vec<usize> = (first..columns.len()).collect();
    columns.extend((0..covariates).map(|index| column(&|one| one.covariates[index])));
    let fit = least_squares(&Design::new(&columns)?, &column(&|one| one.outcome))?;
    let contrast = |group: usize, index: usize| {
        let mut weights = fit.alone(1 + index);
        if group > 0 {
            weights[first + (group - 1) * others.len() + index] = 1.0;
        }
        let difference = Term { value: fit.value(&weights)?, tested: fit.contrast(&weights, errors, level) };
        Ok(Contrast { arm: others[index], difference })
    };
    let of_group = |group| (0..others.len()).map(|index| contrast(group, index)).collect();
    Ok(Moderation {
        people: people.len(),
        contrasts: (0..=groups).map(of_group).collect::<Result<_>>()?,
        interaction: fit.joint_test(&interaction, errors),
    })
}

/// Several outcomes of the same people: each is compared on its own ([`ancova()`]). Arm × outcome is tested in the
/// differences of the other outcomes from the first: it is zero in all of them if the arms differ alike in all outcomes
/// (analysis of a repeated measure by its contrasts; O'Brien and Kaiser 1985, *Psychological Bulletin* 97, 316-333).
/// With two outcomes, it is the test of the arms in their difference. HC3 errors; nothing is assumed on how outcomes
/// correlate ([`joint_test_of_fits`]).
///
/// Errors: fewer than two outcomes, or not as many for all participants; those of [`ancova()`].
pub fn within(people: &[Repeated], reference: usize, level: Level) -> Result<Moderation> {
    let outcomes = people.first().map_or(0, |person| person.outcomes.len());
    at_least(2, Quantity::Values, outcomes)?;
    people.iter().try_for_each(|person| matched(outcomes, person.outcomes.len()))?;
    let observed = |value: &dyn Fn(&[f64]) -> f64| -> Vec<ancova::Observation> {
        let of = |person: &Repeated| ancova::Observation {
            arm: person.arm,
            outcome: value(&person.outcomes),
            covariates: person.covariates.clone(),
        };
        people.iter().map(of).collect()
    };
    let compared = |index: usize| -> Result<Ancova> {
        ancova(&observed(&|outcomes| outcomes[index]), reference, Errors::Hc3, level)
    };
    let contrasts: Vec<Vec<Contrast>> =
        (0..outcomes).map(|index| Ok(compared(index)?.contrasts)).collect::<Result<_>>()?;
    let design = ancova::design(&observed(&|outcomes| outcomes[0]), reference)?;
    let fit = |index: usize| {
        let differences: Vec<f64> = people.iter().map(|one| one.outcomes[index] - one.outcomes[0]).collect();
        least_squares(&design, &differences)
    };
    let fits: Result<Vec<_>> = (1..outcomes).map(fit).collect();
    // After the intercept.
    let arms: Vec<usize> = (1..=contrasts[0].len()).collect();
    let interaction = fits.and_then(|fits| joint_test_of_fits(&fits, &arms));
    Ok(Moderation { people: people.len(), contrasts, interaction })
}

#[cfg(test)]
#[path = "moderation_tests.rs"]
mod tests;
