//! Probit regression with fixed effects: signal detection as a model of single answers.

use nalgebra::{DMatrix, DVector};

use super::distribution::{density, phi};
use super::inference::{Level, ZTest};
use super::regression::{Design, Solution, solve};
use super::{Result, degenerate, matched};

/// A fitted model P(answer "altered") = Φ(X b).
///
/// With truth coded +0.5 (manipulated) and -0.5 (authentic) and an intercept, the coefficient of
/// truth is d' and the intercept is -c. Of a term "truth × arm" it is the change in d', of "arm"
/// minus the change in c. DeCarlo (1998), *Psychological Methods* 3, 186-205.
#[derive(Clone, Debug)]
pub struct Fit {
    coefficients: DVector<f64>,
    covariance: DMatrix<f64>,
    /// The maximised log-likelihood.
    pub log_likelihood: f64,
}

/// Fits the probability of answering "altered" (`true`) to the design, in standard deviations of the
/// evidence.
///
/// Answers within one person are not independent: standard errors from here are too small for
/// data of several people, who need random effects (the export's mixed model) or [`super::ancova`]
/// of each person's d'.
///
/// Maximum likelihood by Fisher scoring, the steps halved while they lower the likelihood. Errors:
/// lengths differ; collinear columns; predictors that separate the answers, so that no finite
/// maximum exists. McCullagh and Nelder (1989), *Generalized Linear Models*, section 2.5.
pub fn probit(design: &Design, answers: &[bool]) -> Result<Fit> {
    matched(design.rows(), answers.len())?;
    let mut coefficients = DVector::zeros(design.columns());
    let mut likelihood = log_likelihood(design, &coefficients, answers);
    for _ in 0..60 {
        // Near the maximum, likelihoods differ by rounding errors only.
        let least = likelihood - 1e-10 * likelihood.abs();
        let Solution { coefficients: step, r_inverse, .. } = scoring_step(design, &coefficients, answers)?;
        let mut share = 1.0;
        let mut next = &coefficients + &step;
        while log_likelihood(design, &next, answers) < least && share > 1e-6 {
            share /= 2.0;
            next = &coefficients + &step * share;
        }
        let settled = step.amax() <= 1e-11 * (1.0 + coefficients.amax());
        coefficients = next;
        likelihood = log_likelihood(design, &coefficients, answers);
        if settled {
            let covariance = &r_inverse * r_inverse.transpose();
            return Ok(Fit { coefficients, covariance, log_likelihood: likelihood });
        }
    }
    degenerate("the predictors separate the answers, so that the coefficients have no finite estimate")
}

/// The change of b: weighted least squares of (y - μ)/φ(η) with weights φ(η)² / μ(1-μ).
fn scoring_step(design: &Design, coefficients: &DVector<f64>, answers: &[bool]) -> Result<Solution> {
    let mut x = design.0.clone();
    let mut y = DVector::zeros(answers.len());
    let linear = &design.0 * coefficients;
    for (row, (&eta, &altered)) in linear.iter().zip(answers).enumerate() {
        let deviation = (phi(eta) * phi(-eta)).sqrt();
        if deviation < 1e-12 {
            return degenerate("the predictors separate the answers, so that the coefficients have no finite estimate");
        }
        x.row_mut(row).scale_mut(density(eta) / deviation);
        y[row] = (if altered { phi(-eta) } else { -phi(eta) }) / deviation;
    }
    solve(&x, &y)
}

fn log_likelihood(design: &Design, coefficients: &DVector<f64>, answers: &[bool]) -> f64 {
    let linear = &design.0 * coefficients;
    linear.iter().zip(answers).map(|(&eta, &altered)| phi(if altered { eta } else { -eta }).ln()).sum()
}

impl Fit {
    /// b, in the order of the design's columns, in standard deviations of the evidence.
    pub fn coefficients(&self) -> &[f64] {
        self.coefficients.as_slice()
    }

    /// The weighted sum Σ w_j b_j with its z test. Errors: as many weights as coefficients are needed.
    pub fn contrast(&self, weights: &[f64], level: Level) -> Result<ZTest> {
        matched(self.coefficients.len(), weights.len())?;
        let weights = DVector::from_column_slice(weights);
        let variance = weights.dot(&(&self.covariance * &weights));
        ZTest::new(weights.dot(&self.coefficients), variance.sqrt(), level)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::detection::{Correction, Counts};
    use crate::analysis::testing::assert_near;

    /// Intercept and truth, and the answers, of so many hits and false alarms.
    fn person(hits: usize, manipulated: usize, false_alarms: usize, authentic: usize) -> (Vec<Vec<f64>>, Vec<bool>) {
        let truth = [vec![0.5; manipulated], vec![-0.5; authentic]].concat();
        let answered = |yes: usize, all: usize| (0..all).map(move |index| index < yes);
        let answers = answered(hits, manipulated).chain(answered(false_alarms, authentic)).collect();
        (vec![vec![1.0; manipulated + authentic], truth], answers)
    }

    fn fitted((columns, answers): (Vec<Vec<f64>>, Vec<bool>)) -> Result<Fit> {
        probit(&Design::new(&columns)?, &answers)
    }

    #[test]
    fn one_person_without_random_effects() {
        let found = fitted(person(40, 50, 5, 50)).unwrap();
        assert_near(found.coefficients()[0], -0.219_965, 1e-6);
        assert_near(found.coefficients()[1], 2.123_173, 1e-6);
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        assert!(fitted(person(5, 5, 0, 5)).is_err(), "separated");
        assert!(fitted(person(5, 5, 2, 5)).is_err(), "half separated");
        assert!(fitted(person(5, 5, 5, 5)).is_err(), "always altered");
        assert!(fitted(person(3, 5, 0, 0)).is_err(), "collinear");
        let (columns, answers) = person(3, 5, 2, 5);
        assert!(probit(&Design::new(&columns).unwrap(), &answers[1..]).is_err());
    }

    proptest! {
        /// Regression and counting are two ways to the same d', c and standard error.
        #[test]
        fn agrees_with_signal_detection(hits in 1_u32..20, false_alarms in 1_u32..15) {
            let found = fitted(person(hits as usize, 20, false_alarms as usize, 15)).unwrap();
            let counts = Counts::new(hits, 20, false_alarms, 15).unwrap();
            let measured = counts.rates(Correction::Uncorrected).detection().unwrap();
            prop_assert!((found.coefficients()[0] + measured.criterion).abs() < 1e-9);
            let d_prime = found.contrast(&[0.0, 1.0], Level::P95).unwrap();
            prop_assert!((d_prime.difference - measured.d_prime).abs() < 1e-9);
            let standard_error = counts.d_prime_standard_error(Correction::Uncorrected).unwrap();
            prop_assert!((d_prime.standard_error - standard_error).abs() < 1e-7);
        }
    }
}
