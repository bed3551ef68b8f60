//! Analysis of covariance: the outcome after the intervention per arm, adjusted for what was measured before.
//!
//! The study's sensitivity analysis: post d' ~ arm + pre d'. It is more precise than comparing the
//! outcome alone and, unlike change scores, does not mistake regression to the mean for an effect.

use super::inference::{Estimate, FTest, Level};
use super::mean::average;
use super::ratio::Pair;
use super::regression::{self, Counts, Design, Errors, Fit, least_squares, pair_of_fits};
use super::{Quantity, Result, at_least, matched};

/// One person who is analysed.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The arm assigned.
    pub arm: usize,
    /// What was measured afterwards.
    pub outcome: f64,
    /// What was measured before allocation: the same number of values for all participants. A stratum is 0 or 1.
    pub covariates: Vec<f64>,
}

/// The fitted comparison; all but the F tests and R² in the unit of the outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Ancova {
    /// Number of people.
    pub people: usize,
    /// Mean of the reference arm where all covariates are 0.
    pub intercept: Term,
    /// Each other arm minus the reference arm, adjusted, in order of the arms.
    pub contrasts: Vec<Contrast>,
    /// Change of the outcome per unit of each covariate.
    pub slopes: Vec<Term>,
    /// Mean of each arm, by its index, at the covariates' overall means.
    pub adjusted_means: Vec<Term>,
    /// Test of "all arms alike".
    pub arms_test: Result<FTest>,
    /// Test of "no influence" per covariate.
    pub covariate_tests: Vec<Result<FTest>>,
    /// Share of the outcome's variance explained, from 0 to 1.
    pub r_squared: f64,
    /// Standard deviation of the residuals.
    pub root_mean_square: f64,
}

/// A number of the model. It may have no standard error where others of the same model have one: each for itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The number.
    pub value: f64,
    /// The same with its t test and interval, or why it has none.
    pub tested: Result<Estimate>,
}

/// An arm against the reference arm.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// The arm.
    pub arm: usize,
    /// Its adjusted mean minus that of the reference arm.
    pub difference: Term,
}

/// Compares all arms with `reference` by least squares: outcome = a + Σ contrasts + Σ slope × covariate.
///
/// The same slopes hold in all arms. Errors: fewer than two arms; an arm without people; rows of different lengths; too
/// few people; collinear covariates; an outcome that arms and covariates determine exactly. What has no standard error
/// (with HC2 or HC3: what one person alone determines, such as an arm of one; what varies no more than rounding does)
/// has its own error, and the rest of the model is valid: [`Fit::contrast`](super::regression::Fit::contrast). Fisher
/// (1932), *Statistical Methods for Research Workers*, section 49.1; Vickers and Altman (2001), *BMJ* 323, 1123-1124.
pub fn ancova(people: &[Observation], reference: usize, errors: Errors, level: Level) -> Result<Ancova> {
    let model = Model::new(people, reference)?;
    let outcomes: Vec<f64> = people.iter().map(|person| person.outcome).collect();
    let fit = least_squares(&model.design()?, &outcomes)?;
    let term =
        |weights: Vec<f64>| Ok(Term { value: fit.value(&weights)?, tested: fit.contrast(&weights, errors, level) });
    let coefficient = |index| term(fit.alone(index));
    let contrasts = model.others.iter().zip(1..);
    Ok(Ancova {
        people: people.len(),
        intercept: coefficient(0)?,
        contrasts: contrasts
            .map(|(&arm, index)| Ok(Contrast { arm, difference: coefficient(index)? }))
            .collect::<Result<_>>()?,
        slopes: model.slopes().map(coefficient).collect::<Result<_>>()?,
        adjusted_means: model.means().map(term).collect::<Result<_>>()?,
        arms_test: fit.joint_test(&model.arms(), errors),
        covariate_tests: model.slopes().map(|index| fit.joint_test(&[index], errors)).collect(),
        r_squared: fit.r_squared(),
        root_mean_square: fit.mean_square().sqrt(),
    })
}

/// The differences of each other arm in two outcomes of the same people: that of each [`Observation`], and `later`, one
/// for each person. HC3. Errors: as [`ancova()`], for either outcome; those of one difference are its own.
pub fn differences_in_two(
    people: &[Observation],
    later: &[f64],
    reference: usize,
) -> Result<Vec<(usize, Result<Pair>)>> {
    let model = Model::new(people, reference)?;
    let design = model.design()?;
    let outcomes: Vec<f64> = people.iter().map(|person| person.outcome).collect();
    let fits = [least_squares(&design, &outcomes)?, least_squares(&design, later)?];
    let [first, second] = &fits;
    Ok(model.others.iter().zip(1..).map(|(arm, index)| (*arm, pair_of_fits([first, second], index))).collect())
}

/// The adjusted means in the model of [`ancova()`], for weighted sums of them: a weight for each arm, by its index.
#[derive(Clone, Debug)]
pub struct Means {
    fit: Fit,
    errors: Errors,
    /// The weights of the coefficients for the mean of each arm.
    of_arms: Vec<Vec<f64>>,
}

impl Means {
    /// Errors: as [`ancova()`].
    pub fn new(people: &[Observation], reference: usize, errors: Errors) -> Result<Self> {
        let model = Model::new(people, reference)?;
        let outcomes: Vec<f64> = people.iter().map(|person| person.outcome).collect();
        Ok(Self { fit: least_squares(&model.design()?, &outcomes)?, errors, of_arms: model.means().collect() })
    }

    /// A weighted sum, such as a contrast of a factorial design. Errors: as many weights as arms are needed.
    pub fn sum(&self, by_arm: &[f64], level: Level) -> Result<Term> {
        let weights = self.of_coefficients(by_arm)?;
        Ok(Term { value: self.fit.value(&weights)?, tested: self.fit.contrast(&weights, self.errors, level) })
    }

    /// Wald F test of "all these sums are zero". For contrasts that count all cells equally and [`Errors::Classic`], it
    /// is the test of type III sums of squares (Maxwell and Delaney 2004, *Designing Experiments and Analyzing Data*,
    /// chapter 7). Errors: as [`Fit::joint_test_of`].
    pub fn test(&self, sums: &[Vec<f64>]) -> Result<FTest> {
        let weights = sums.iter().map(|by_arm| self.of_coefficients(by_arm)).collect::<Result<Vec<_>>>()?;
        self.fit.joint_test_of(&weights, self.errors)
    }

    fn of_coefficients(&self, by_arm: &[f64]) -> Result<Vec<f64>> {
        matched(self.of_arms.len(), by_arm.len())?;
        let columns = 0..self.fit.coefficients().len();
        Ok(columns.map(|at| by_arm.iter().zip(&self.of_arms).map(|(weight, mean)| weight * mean[at]).sum()).collect())
    }
}

/// The analysis of covariance of [`ancova()`] for many outcomes of the same people.
#[derive(Clone, Debug)]
pub struct Repeated {
    others: Vec<usize>,
    covariates: usize,
    decomposed: regression::Repeated,
}

impl Repeated {
    /// Errors: as [`ancova()`], but for the outcome, which is ignored.
    pub fn new(people: &[Observation], reference: usize) -> Result<Self> {
        let model = Model::new(people, reference)?;
        let decomposed = regression::Repeated::new(&model.design()?)?;
        Ok(Self { covariates: model.covariates, others: model.others, decomposed })
    }

    /// The adjusted difference of two arms.
    pub fn difference(&self, arm: usize, against: usize) -> Result<Counts> {
        let sign = |other: &usize| indicator(*other == arm) - indicator(*other == against);
        let arms = self.others.iter().map(sign);
        let weights: Vec<f64> = [0.0].into_iter().chain(arms).chain((0..self.covariates).map(|_| 0.0)).collect();
        self.decomposed.counts(&weights)
    }

    /// The residuals of an outcome.
    pub fn residuals(&self, outcome: &[f64]) -> Vec<f64> {
        self.decomposed.residuals(outcome)
    }

    /// Degrees of freedom.
    pub fn residual_df(&self) -> f64 {
        self.decomposed.residual_df()
    }
}

/// The predictors of [`ancova()`]: an intercept, the other arms in their order, the covariates. Errors: as there.
pub(super) fn design(people: &[Observation], reference: usize) -> Result<Design> {
    Model::new(people, reference)?.design()
}

/// The arms other than the reference, and the columns of [`design`]. Errors: as there.
pub(super) fn columns(people: &[Observation], reference: usize) -> Result<(Vec<usize>, Vec<Vec<f64>>)> {
    let model = Model::new(people, reference)?;
    let columns = model.columns();
    Ok((model.others, columns))
}

/// Which column is what: intercept, one per arm but the reference, one per covariate.
struct Model<'a> {
    people: &'a [Observation],
    others: Vec<usize>,
    covariates: usize,
}

impl<'a> Model<'a> {
    fn new(people: &'a [Observation], reference: usize) -> Result<Self> {
        at_least(1, Quantity::Participants, people.len())?;
        let covariates = people[0].covariates.len();
        people.iter().try_for_each(|person| matched(covariates, person.covariates.len()))?;
        let last = people.iter().map(|person| person.arm).fold(reference, usize::max);
        at_least(2, Quantity::Arms, last + 1)?;
        for arm in 0..=last {
            at_least(1, Quantity::ParticipantsInOneArm, people.iter().filter(|person| person.arm == arm).count())?;
        }
        Ok(Self { people, others: (0..=last).filter(|&arm| arm != reference).collect(), covariates })
    }

    fn design(&self) -> Result<Design> {
        Design::new(&self.columns())
    }

    fn columns(&self) -> Vec<Vec<f64>> {
        let column = |value: &dyn Fn(&Observation) -> f64| -> Vec<f64> { self.people.iter().map(value).collect() };
        let mut columns = vec![column(&|_| 1.0)];
        columns.extend(self.others.iter().map(|&arm| column(&|person| indicator(person.arm == arm))));
        columns.extend((0..self.covariates).map(|index| column(&|person| person.covariates[index])));
        columns
    }

    /// The columns of the arms.
    fn arms(&self) -> Vec<usize> {
        (1..=self.others.len()).collect()
    }

    /// The columns of the covariates.
    fn slopes(&self) -> impl Iterator<Item = usize> {
        let first = 1 + self.others.len();
        first..first + self.covariates
    }

    /// Of each arm, by its index: the weights of its mean at the covariates' overall means.
    fn means(&self) -> impl Iterator<Item = Vec<f64>> {
        let overall =
            |index: usize| average(&self.people.iter().map(|person| person.covariates[index]).collect::<Vec<f64>>());
        let overall: Vec<f64> = (0..self.covariates).map(overall).collect();
        (0..=self.others.len()).map(move |arm| {
            let mut weights = vec![1.0];
            weights.extend(self.others.iter().map(|&other| indicator(other == arm)));
            weights.extend(&overall);
            weights
        })
    }
}

fn indicator(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[cfg(test)]
#[path = "ancova_tests.rs"]
mod tests;
