use super::*;
use crate::testing::assert_near;

/// Leprosy bacilli before and after treatment with drugs A and D and placebo F (Snedecor and Cochran 1967).
const LEPROSY: [[(f64, f64); 10]; 3] = [
    [(11., 6.), (8., 0.), (5., 2.), (14., 8.), (19., 11.), (6., 4.), (10., 13.), (6., 1.), (11., 8.), (3., 0.)],
    [(6., 0.), (6., 2.), (7., 3.), (8., 1.), (18., 18.), (8., 4.), (19., 14.), (8., 9.), (5., 1.), (15., 9.)],
    [(16., 13.), (13., 10.), (11., 18.), (9., 5.), (21., 23.), (16., 12.), (12., 5.), (12., 16.), (7., 1.), (12., 20.)],
];
const PLACEBO: usize = 2;

fn leprosy() -> Vec<Observation> {
    let observed = |arm| move |&(before, outcome): &(f64, f64)| Observation { arm, outcome, covariates: vec![before] };
    LEPROSY.iter().enumerate().flat_map(|(arm, pairs)| pairs.iter().map(observed(arm))).collect()
}

fn tested(term: &Term) -> Estimate {
    term.tested.clone().unwrap()
}

fn compared(errors: Errors) -> Ancova {
    ancova(&leprosy(), PLACEBO, errors, Level::P95).unwrap()
}

#[test]
fn k31_coefficients() {
    let found = compared(Errors::Classic);
    let estimates =
        [&found.intercept, &found.contrasts[0].difference, &found.contrasts[1].difference, &found.slopes[0]];
    let expected = [
        (-0.434_671_164, 2.471_354),
        (-3.446_138_280, 1.886_781),
        (-3.337_166_948, 1.853_866),
        (0.987_183_811, 0.164_498),
    ];
    for (estimate, (value, standard_error)) in estimates.into_iter().zip(expected) {
        assert_near(estimate.value, value, 1e-9);
        assert_near(tested(estimate).standard_error, standard_error, 1e-6);
    }
    assert_eq!(found.contrasts.iter().map(|contrast| contrast.arm).collect::<Vec<_>>(), [0, 1]);
    for (contrast, (low, high)) in found.contrasts.iter().zip([(-7.32447, 0.43219), (-7.14784, 0.47351)]) {
        let interval = tested(&contrast.difference).interval;
        assert_near(interval.low, low, 1e-5);
        assert_near(interval.high, high, 1e-5);
    }
}

#[test]
fn k31_tests_and_sums_of_squares() {
    let found = compared(Errors::Classic);
    assert_near(found.r_squared, 0.676_261, 1e-6);
    assert_near(found.root_mean_square, 4.005_778, 1e-6);
    let slope = found.covariate_tests[0].clone().unwrap();
    assert_near(slope.f, 36.014_475, 1e-6);
    assert_near(slope.f * found.root_mean_square.powi(2), 577.897_403, 1e-6);
    let arms = found.arms_test.unwrap();
    assert_near(arms.f, 2.136_128, 1e-6);
    assert_near(arms.f * 2.0 * found.root_mean_square.powi(2), 68.553_711, 1e-6);
    assert_near(arms.numerator_df, 2.0, 0.0);
    assert_near(arms.denominator_df, 26.0, 0.0);
    assert_near(arms.p, 0.138_379, 1e-6);
}

#[test]
fn k31_adjusted_means() {
    let found = compared(Errors::Classic).adjusted_means;
    assert_eq!(found.len(), 3);
    for (mean, expected) in found.iter().zip([6.714_963, 6.823_935, 10.161_102]) {
        assert_near(mean.value, expected, 1e-6);
    }
}

#[test]
fn k31_robust_standard_errors() {
    let expected = [(Errors::Hc2, [2.241_961, 2.078_470, 0.136_312]), (Errors::Hc3, [2.407_070, 2.225_377, 0.152_279])];
    for (errors, standard_errors) in expected {
        let found = compared(errors);
        let estimates = [&found.contrasts[0].difference, &found.contrasts[1].difference, &found.slopes[0]];
        for (estimate, standard_error) in estimates.into_iter().zip(standard_errors) {
            assert_near(tested(estimate).standard_error, standard_error, 1e-6);
        }
    }
}

/// Post-only comparison and change scores answer other questions.
#[test]
fn k31_other_ways_differ() {
    let mean_of =
        |arm: usize, value: fn(&(f64, f64)) -> f64| average(&LEPROSY[arm].iter().map(value).collect::<Vec<_>>());
    for (arm, post_only, change) in [(0, -7.0, -3.4), (1, -6.2, -3.3)] {
        assert_near(mean_of(arm, |pair| pair.1) - mean_of(PLACEBO, |pair| pair.1), post_only, 1e-9);
        let changed: fn(&(f64, f64)) -> f64 = |pair| pair.1 - pair.0;
        assert_near(mean_of(arm, changed) - mean_of(PLACEBO, changed), change, 1e-9);
    }
}

#[test]
fn a_stratum_may_be_a_second_covariate() {
    let mut people = leprosy();
    for (index, person) in people.iter_mut().enumerate() {
        person.covariates.push(f64::from(u8::from(index % 3 == 0)));
    }
    let found = ancova(&people, PLACEBO, Errors::Hc3, Level::P95).unwrap();
    assert_eq!((found.slopes.len(), found.covariate_tests.len()), (2, 2));
    assert_near(found.arms_test.unwrap().denominator_df, 25.0, 0.0);
}

#[test]
fn what_has_no_result_is_an_error() {
    let run = |people: &[Observation], reference| ancova(people, reference, Errors::Hc2, Level::P95);
    assert!(run(&[], 0).is_err());
    assert!(run(&leprosy()[..10], 0).is_err(), "one arm");
    assert!(run(&leprosy()[..20], PLACEBO).is_err(), "no participant in the reference arm");
    let one = run(&leprosy()[..21], PLACEBO).unwrap();
    assert!(one.contrasts.iter().all(|one| one.difference.tested.is_err()), "one person in the reference arm");
    assert!(one.adjusted_means[0].tested.is_ok() && one.arms_test.is_err());
    let mut uneven = leprosy();
    uneven[4].covariates.clear();
    assert!(run(&uneven, PLACEBO).is_err());
    let mut constant = leprosy();
    for person in &mut constant {
        person.covariates[0] = 2.0;
    }
    assert!(run(&constant, PLACEBO).is_err());
}

/// People of several arms from pairs of before and afterwards.
fn people(arms: &[&[(f64, f64)]]) -> Vec<Observation> {
    let observed = |arm| move |&(before, outcome): &(f64, f64)| Observation { arm, outcome, covariates: vec![before] };
    arms.iter().enumerate().flat_map(|(arm, pairs)| pairs.iter().map(observed(arm))).collect()
}

/// One person with a different covariate determines the slope: estimates that depend on the slope have no error, and
/// the others do.
#[test]
fn a_slope_that_two_people_determine_takes_no_error_from_the_others() {
    let some = people(&[&[(1.0, 0.3), (1.0, 0.9)], &[(1.0, 1.1), (1.0, 2.4)], &[(0.7, 0.1), (1.9, 1.3)]]);
    for errors in [Errors::Hc2, Errors::Hc3] {
        let found = ancova(&some, 0, errors, Level::P95).unwrap();
        assert_near(found.slopes[0].value, 1.0, 1e-12);
        let [independent, of_the_two] = [&found.contrasts[0].difference, &found.contrasts[1].difference];
        // Residuals ±0.3 and ±0.65, each with a leverage of 1/2: Σ (1/2)² e² / (1/2) or / (1/2)².
        let power = if errors == Errors::Hc2 { 1 } else { 2 };
        let variance = 2.0 * 0.25 * (0.09 + 0.4225) / 0.5_f64.powi(power);
        assert_near(independent.value, 1.15, 1e-12);
        assert_near(tested(independent).standard_error, variance.sqrt(), 1e-12);
        assert!(of_the_two.tested.is_err() && found.slopes[0].tested.is_err());
        assert!(found.arms_test.is_err() && found.covariate_tests[0].is_err());
        assert_eq!(
            found.adjusted_means.iter().filter(|mean| mean.tested.is_ok()).count(),
            0,
            "all depend on the slope"
        );
    }
}

/// An arm without variance has a mean but no standard error; the comparisons of other arms are unaffected.
#[test]
fn an_arm_without_spread_takes_no_error_from_the_others() {
    let observed = |arm: usize, values: &[f64]| -> Vec<Observation> {
        values.iter().map(|&outcome| Observation { arm, outcome, covariates: Vec::new() }).collect()
    };
    // Sums of these round: none of the residuals of the first two arms is 0, and none is a spread.
    let alike = [observed(0, &[0.1; 3]), observed(1, &[0.7; 3]), observed(2, &[0.2, 0.5, 0.9])].concat();
    let found = ancova(&alike, 0, Errors::Hc3, Level::P95).unwrap();
    assert!(found.slopes.is_empty() && found.contrasts[0].difference.tested.is_err(), "{:?}", found.contrasts[0]);
    assert_near(found.contrasts[0].difference.value, 0.6, 1e-12);
    assert!(tested(&found.contrasts[1].difference).standard_error > 0.1);
    assert!(found.arms_test.is_err());
    let errors: Vec<bool> = found.adjusted_means.iter().map(|mean| mean.tested.is_ok()).collect();
    assert_eq!(errors, [false, false, true]);
}

/// Both differences vary with the reference arm alone, and so by the same: one F test of both would divide by nothing.
#[test]
fn differences_that_vary_as_one_have_no_joint_test() {
    let observed = |arm: usize, values: &[f64]| -> Vec<Observation> {
        values.iter().map(|&outcome| Observation { arm, outcome, covariates: Vec::new() }).collect()
    };
    let some = [observed(0, &[0.2, 0.5, 0.9]), observed(1, &[0.7; 3]), observed(2, &[1.3; 2])].concat();
    let found = ancova(&some, 0, Errors::Hc3, Level::P95).unwrap();
    let errors: Vec<f64> = found.contrasts.iter().map(|one| tested(&one.difference).standard_error).collect();
    assert_near(errors[0], errors[1], 1e-12);
    assert!(found.arms_test.is_err(), "{:?}", found.arms_test);
}

/// Salaries by sex and college degree, a 2 × 2 design with unequal cells: the type III tests of sex, degree and their
/// interaction (Maxwell and Delaney 2004, *Designing Experiments and Analyzing Data*, Table 7.15; error 50.00 with 18
/// degrees of freedom).
#[test]
fn k54_type_iii_tests_of_unequal_cells() {
    let cells: [&[f64]; 4] = [
        &[24., 26., 25., 24., 27., 24., 27., 23.],
        &[15., 17., 20., 16.],
        &[25., 29., 27.],
        &[19., 18., 21., 20., 21., 22., 19.],
    ];
    let observed = |arm, outcome: &f64| Observation { arm, outcome: *outcome, covariates: Vec::new() };
    let people: Vec<Observation> =
        cells.iter().enumerate().flat_map(|(arm, of)| of.iter().map(move |one| observed(arm, one))).collect();
    let effects = [([-0.5, -0.5, 0.5, 0.5], 29.37), ([-0.5, 0.5, -0.5, 0.5], 264.34), ([1.0, -1.0, -1.0, 1.0], 1.17)];
    for reference in 0..4 {
        let means = Means::new(&people, reference, Errors::Classic).unwrap();
        for (weights, squares) in effects {
            let test = means.test(&[weights.to_vec()]).unwrap();
            assert_near(test.f * 50.0 / 18.0, squares, 0.006);
            assert_near(test.f, tested(&means.sum(&weights, Level::P95).unwrap()).t.powi(2), 1e-9);
        }
        assert!(means.sum(&[1.0], Level::P95).is_err());
    }
}
