//! Known answers of R's `mice` 3.15.0, and the rules of imputation models.

use std::f64::consts::SQRT_2;

use super::*;
use crate::ancova::{Observation, ancova};
use crate::regression::Errors;
use crate::testing::assert_near;

/// A missing outcome.
const NAN: f64 = f64::NAN;

/// The outcome after, the first 50 in the control arm: made up in R, with NA where it is missing. Before, score, after.
const DATA: [[f64; 3]; 100] = [
    [1.3, 4.2, 0.93],
    [0.25, 3.0, -0.14],
    [1.67, 5.0, 1.82],
    [-0.2, 3.4, -0.11],
    [0.33, 3.9, 1.84],
    [0.94, 3.7, 0.52],
    [-1.13, 2.2, 0.15],
    [0.08, 2.7, -0.63],
    [0.32, 3.6, 0.82],
    [0.27, 1.9, -0.25],
    [0.59, 4.0, 1.16],
    [0.51, 4.7, 0.42],
    [0.22, 2.4, 0.0],
    [1.39, 2.6, -0.4],
    [-0.31, 2.3, -0.6],
    [0.34, 2.5, 0.72],
    [1.18, 2.5, NAN],
    [0.62, 4.9, NAN],
    [0.55, 3.3, 1.02],
    [0.83, 3.2, 1.62],
    [0.74, 4.0, 0.53],
    [0.51, 3.5, 1.96],
    [1.03, 4.5, 1.55],
    [0.82, 4.8, 0.76],
    [0.45, 3.9, 0.71],
    [-0.28, 3.1, 0.48],
    [0.24, 3.7, -0.33],
    [-0.09, 1.5, -0.14],
    [-0.88, 1.9, -0.24],
    [0.23, 2.3, -0.07],
    [0.47, 2.4, 1.32],
    [1.55, 4.9, 1.42],
    [1.53, 2.7, 0.97],
    [1.27, 5.1, 1.28],
    [-0.06, 1.8, -0.14],
    [-0.52, 2.2, 1.36],
    [0.05, 2.5, -0.77],
    [1.35, 4.0, NAN],
    [0.65, 2.5, -0.09],
    [0.85, 4.3, 1.2],
    [0.11, 2.8, 0.28],
    [-0.33, 2.5, -0.41],
    [0.93, 3.8, 0.96],
    [0.38, 4.3, 0.24],
    [-0.03, 2.8, -0.54],
    [0.61, 3.4, 0.24],
    [1.13, 3.9, 0.81],
    [1.13, 5.2, NAN],
    [1.22, 3.4, 0.98],
    [0.37, 2.9, NAN],
    [1.26, 4.6, NAN],
    [0.58, 2.7, NAN],
    [0.71, 4.1, 1.22],
    [1.4, 2.5, 1.92],
    [1.04, 4.5, NAN],
    [0.63, 3.8, 0.65],
    [1.4, 3.5, 1.44],
    [0.36, 3.1, NAN],
    [0.11, 3.3, NAN],
    [0.82, 4.7, 1.15],
    [0.64, 4.2, 1.94],
    [0.56, 3.6, 1.15],
    [0.37, 4.3, 1.22],
    [0.08, 3.3, 0.4],
    [1.32, 4.6, NAN],
    [-0.4, 1.3, -0.1],
    [1.3, 3.5, 1.22],
    [-0.04, 3.6, 1.07],
    [1.15, 4.9, 1.99],
    [-0.19, 3.1, 0.31],
    [0.99, 4.0, 1.16],
    [0.2, 3.5, 0.95],
    [1.19, 4.2, NAN],
    [0.19, 2.7, 1.53],
    [1.27, 2.8, 0.8],
    [0.83, 2.4, 0.6],
    [0.51, 2.1, 0.91],
    [0.32, 3.5, 0.67],
    [-0.22, 3.9, NAN],
    [0.58, 3.0, 1.68],
    [0.46, 3.4, 2.07],
    [1.75, 4.4, NAN],
    [0.66, 3.5, 0.46],
    [0.66, 4.8, 1.1],
    [0.71, 4.3, NAN],
    [0.22, 4.2, 1.14],
    [0.58, 4.5, NAN],
    [0.67, 3.6, 1.64],
    [1.33, 4.0, 1.75],
    [1.46, 2.9, 2.16],
    [1.93, 4.7, NAN],
    [-0.58, 1.7, -0.02],
    [0.94, 2.3, 1.18],
    [0.47, 2.4, 0.84],
    [0.56, 3.4, 1.45],
    [0.76, 2.0, 1.65],
    [1.37, 4.0, 1.64],
    [1.26, 4.4, NAN],
    [0.24, 2.3, 0.27],
    [0.69, 4.2, NAN],
];

/// Analysis of covariance of each imputed data set, pooled; `shift` is added to the imputed values of the treatment.
fn pooled(shift: f64) -> Pooled {
    let outcomes: Vec<Option<f64>> = DATA.iter().map(|row| Some(row[2]).filter(|after| !after.is_nan())).collect();
    let arms: Vec<usize> = (0..100).map(|person| person / 50).collect();
    let columns = [0, 1].map(|column| DATA.iter().map(|row| row[column]).collect::<Vec<f64>>());
    let imputer = Imputer::new(outcomes.clone(), &arms, &columns).unwrap();
    let (mut draws, mut estimates, mut df) = (Draws::default(), Vec::new(), 0.0);
    for _ in 0..1000 {
        let complete = imputer.impute(&mut draws);
        let observation = |person: usize| Observation {
            arm: arms[person],
            outcome: complete[person] + if outcomes[person].is_none() && arms[person] == 1 { shift } else { 0.0 },
            covariates: vec![DATA[person][0]],
        };
        let people: Vec<Observation> = (0..100).map(observation).collect();
        let fitted = ancova(&people, 0, Errors::Hc3, Level::P95).unwrap();
        let found = fitted.contrasts[0].difference.tested.clone().unwrap();
        estimates.push([found.value, found.standard_error]);
        df = found.df;
    }
    pool(&estimates, df, Level::P95).unwrap()
}

/// `mice(method = "norm")` in each arm with 2,000 imputations, and `pool.scalar` of the HC3 analyses of covariance:
/// 0.53980, standard error 0.12772. Estimates of 1,000 and 2,000 imputations have Monte Carlo errors of 0.0018 and
/// 0.0012. Without those who lack the outcome, the difference is 0.51630.
#[test]
fn imputation_equals_mice_within_monte_carlo_error() {
    let found = pooled(0.0);
    assert_near(found.estimate.value, 0.539_800, 0.006);
    assert_near(found.estimate.standard_error, 0.127_716, 0.002);
    assert_near(found.estimate.df, 77.57, 2.5);
    assert_near(found.missing_information, 0.203, 0.025);
}

/// The same with −2, −1, −0.5 and 0.5 added to the values that `mice` imputed in the treatment (1,000 imputations).
#[test]
fn shifted_imputations_equal_those_of_mice() {
    let mice = [
        (-2.0, 0.010_751, 0.176_101),
        (-1.0, 0.274_770, 0.140_146),
        (-0.5, 0.406_780, 0.130_348),
        (0.5, 0.670_800, 0.133_263),
    ];
    for (shift, value, error) in mice {
        let found = pooled(shift).estimate;
        assert_near(found.value, value, 0.006);
        assert_near(found.standard_error, error, 0.002);
    }
}

/// `mice::pool.scalar(Q, U, n = 30, k = 3)`.
#[test]
fn estimates_are_pooled_as_in_mice() {
    let values = [2.1, 2.5, 1.9, 2.3, 2.2];
    let variances: [f64; 5] = [0.30, 0.28, 0.33, 0.31, 0.29];
    let estimates: Vec<[f64; 2]> = values.into_iter().zip(variances).map(|(value, of)| [value, of.sqrt()]).collect();
    let found = pool(&estimates, 27.0, Level::P95).unwrap();
    assert_near(found.estimate.value, 2.2, 1e-12);
    assert_near(found.estimate.standard_error.powi(2), 0.362, 1e-12);
    assert_near(found.estimate.df, 18.370_732_713_706_38, 1e-9);
    assert_near(found.missing_information, 0.243_820_310_311_021, 1e-9);
}

/// The documentation of SAS/STAT 14.1, PROC MI: with five imputations and an increase of the variance of 10%, Rubin's
/// degrees of freedom are 484. Barnard and Rubin's approach them if the complete data have many.
#[test]
fn five_imputations_and_an_increase_of_a_tenth_have_484_degrees_of_freedom() {
    // The variance of these five values is 1, and 1.2 of it are a tenth of the mean variance.
    let values = [-SQRT_2, -SQRT_2 / 2.0, 0.0, SQRT_2 / 2.0, SQRT_2].map(|value| value * 0.8_f64.sqrt());
    let estimates = values.map(|value| [value, 12.0_f64.sqrt()]);
    assert_near(pool(&estimates, 1e12, Level::P95).unwrap().estimate.df, 484.0, 1e-3);
}

/// R: `RNGkind("Wichmann-Hill")` with this state; `runif(3)`, `qnorm(runif(3))`.
#[test]
fn random_numbers_are_those_of_r() {
    let mut draws = Draws::default();
    for expected in [0.987_993_384_956_591, 0.937_664_628_749_703_7, 0.013_572_585_384_069_802] {
        assert_near(draws.uniform(), expected, 1e-15);
    }
    let mut draws = Draws::default();
    assert_near(draws.normal(), 2.256_917_503_843_770_8, 1e-12);
}

#[test]
fn few_people_determine_few_coefficients() {
    let column = |ones: usize| (0..40).map(|person| f64::from(u8::from(person < ones))).collect::<Vec<f64>>();
    let numbers: Vec<f64> = (0..40).map(f64::from).collect();
    let people: Vec<usize> = (0..40).collect();
    let coefficients = |n, columns: &[Vec<f64>]| basis(&people, n, columns).len();
    assert_eq!(coefficients(19, std::slice::from_ref(&numbers)), 1, "ten people for each coefficient");
    assert_eq!(coefficients(20, std::slice::from_ref(&numbers)), 2);
    assert_eq!(coefficients(30, &[column(4)]), 1, "a rare answer");
    assert_eq!(coefficients(30, &[column(5)]), 2);
    assert_eq!(coefficients(30, &[column(26)]), 1, "nearly all gave it");
    assert_eq!(
        coefficients(30, &[numbers.clone(), numbers.iter().map(|one| 2.0 * one + 1.0).collect()]),
        2,
        "collinear"
    );
}

#[test]
fn a_group_needs_two_people_with_the_outcome() {
    let outcomes = vec![Some(1.0), None, Some(2.0), Some(3.0)];
    assert!(Imputer::new(outcomes.clone(), &[0, 0, 1, 1], &[]).is_err());
    let imputer = Imputer::new(outcomes, &[0, 0, 0, 1], &[]).unwrap();
    let complete = imputer.impute(&mut Draws::default());
    assert_eq!([complete[0], complete[2], complete[3]].to_vec(), [1.0, 2.0, 3.0], "known outcomes stay");
    assert!(complete[1].abs() > 0.0);
    let again = imputer.impute(&mut Draws::default());
    assert_eq!(complete, again, "the same numbers each time");
}
