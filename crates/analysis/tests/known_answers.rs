//! The fit equals those of other programs on stored answers.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use unmask_analysis::item_response::{Answers, Fit, Term};

/// 150 people in three arms judge 12 items, drawn with effects that differ by item and arm. Columns: person, item, arm,
/// manipulated, "altered", form.
const JUDGEMENTS: &str = include_str!("judgements.txt");
const ITEMS: usize = 12;
const ARMS: usize = 3;

/// `altered ~ truth * arm + form + (truth | person) + (1 | item) + (0 + truth | item) + (1 | item:arm) +
/// (0 + truth | item:arm)`
fn stored() -> Answers {
    let rows: Vec<[usize; 6]> = JUDGEMENTS
        .lines()
        .map(|line| {
            let values: Vec<usize> = line.split(' ').map(|value| value.parse().unwrap()).collect();
            values.try_into().unwrap()
        })
        .collect();
    let column = |of: &dyn Fn(&[usize; 6]) -> f64| rows.iter().map(of).collect::<Vec<f64>>();
    let truth = column(&|row| row[3] as f64 - 0.5);
    let arm = |number| column(&|row| f64::from(u8::from(row[2] == number)));
    let times = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).collect::<Vec<f64>>();
    let ones = vec![1.0; rows.len()];
    let (first, second, form) = (arm(1), arm(2), column(&|row| row[5] as f64));
    let item: Vec<usize> = rows.iter().map(|row| row[1]).collect();
    let both: Vec<usize> = rows.iter().map(|row| row[1] * ARMS + row[2]).collect();
    let term =
        |level: &Vec<usize>, levels, value: &Vec<f64>| Term { levels, level: level.clone(), value: value.clone() };
    Answers {
        people: (0..rows.len() / ITEMS).map(|person| person * ITEMS..(person + 1) * ITEMS).collect(),
        altered: rows.iter().map(|row| row[4] == 1).collect(),
        terms: vec![
            term(&item, ITEMS, &ones),
            term(&item, ITEMS, &truth),
            term(&both, ITEMS * ARMS, &ones),
            term(&both, ITEMS * ARMS, &truth),
        ],
        fixed: vec![
            ones.clone(),
            truth.clone(),
            first.clone(),
            times(&first, &truth),
            second.clone(),
            times(&second, &truth),
            form,
        ],
        truth,
    }
}

fn near(given: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(given.len(), expected.len());
    for (given, expected) in given.iter().zip(expected) {
        assert!((given - expected).abs() <= tolerance, "{given} is not {expected} within {tolerance}");
    }
}

fn values(fit: &Fit, term: usize) -> Vec<f64> {
    fit.deviations[term].iter().map(|one| one.value).collect()
}

/// glmmTMB 1.1.5 (Laplace's approximation by TMB 1.9.2).
#[test]
fn equals_tmb() {
    let fit = stored().fit().unwrap();
    near(&[fit.log_likelihood], &[-1_054.107_608], 1e-5);
    let coefficients =
        [-0.140_621_010, 0.949_646_570, -0.084_061_837, 0.297_476_280, -0.015_811_951, -0.005_862_924, 0.215_644_593];
    near(&fit.coefficients, &coefficients, 5e-5);
    near(&[fit.person_intercept, fit.person_slope, fit.person_correlation], &[0.278_282, 0.538_207, -0.4951], 1e-4);
    near(&fit.spreads, &[0.313_474, 0.524_715, 0.263_409, 0.375_715], 1e-4);
    let intercepts = [
        0.237_699_58,
        0.048_089_05,
        0.116_669_41,
        -0.004_329_06,
        -0.390_424_37,
        -0.301_177_77,
        0.370_974_04,
        -0.236_278_07,
        -0.351_492_87,
        0.127_249_78,
        0.058_369_76,
        0.381_046_18,
    ];
    near(&values(&fit, 0), &intercepts, 1e-4);
    let slopes = [
        0.346_678_6,
        -0.972_600_7,
        -0.087_967_7,
        0.690_630_8,
        0.017_717_4,
        -0.260_963_0,
        -0.148_793_4,
        -0.184_388_2,
        -0.593_156_0,
        0.235_013_5,
        0.252_376_7,
        0.354_956_3,
    ];
    near(&values(&fit, 1), &slopes, 1e-4);
    near(&values(&fit, 2)[10..13], &[0.224_088_6, -0.064_676_1, 0.017_277_0], 1e-4);
    near(&values(&fit, 3)[33..], &[0.310_001_03, 0.028_087_48, -0.156_099_68], 1e-4);
}

/// lme4 1.1-31 (`glmer` with nAGQ = 1), whose approximation has the expected in place of the observed information: the
/// people's spreads are smaller there, the items are nearly the same.
#[test]
fn is_near_lme4() {
    let fit = stored().fit().unwrap();
    let coefficients =
        [-0.141_100_863, 0.952_420_359, -0.084_413_873, 0.297_387_495, -0.016_176_581, -0.006_827_637, 0.215_535_471];
    near(&fit.coefficients, &coefficients, 5e-3);
    near(&[fit.person_intercept, fit.person_slope], &[0.254_432, 0.487_996], 0.06);
    near(&fit.spreads, &[0.313_851, 0.524_229, 0.258_224, 0.360_601], 0.02);
    let intercepts = [
        0.239_567_43,
        0.049_124_19,
        0.118_123_12,
        -0.002_514_17,
        -0.390_162_10,
        -0.300_781_98,
        0.372_528_88,
        -0.235_794_74,
        -0.350_981_57,
        0.128_840_36,
        0.060_180_71,
        0.383_123_68,
    ];
    near(&values(&fit, 0), &intercepts, 0.01);
    let slopes = [
        0.340_961_52,
        -0.982_347_52,
        -0.096_849_20,
        0.687_916_66,
        0.009_938_44,
        -0.267_860_37,
        -0.156_808_32,
        -0.190_847_89,
        -0.603_819_61,
        0.230_343_83,
        0.245_095_48,
        0.351_533_39,
    ];
    near(&values(&fit, 1), &slopes, 0.015);
}

/// With equal answers the coefficients have no maximum.
#[test]
fn equal_answers_have_no_fit() {
    let mut answers = stored();
    answers.altered.fill(true);
    assert!(answers.fit().is_none());
}

/// mirt 1.47 (marginal maximum likelihood with 41 × 41 quadrature points) with a probit item type and fixed loadings:
/// an intercept for each item and truth, participants with a random intercept and slope, neither arms nor forms. Its
/// quadrature is more exact than Laplace's approximation, by which the participants' spreads are 1.5% smaller here.
#[test]
fn is_near_mirt() {
    let stored = stored();
    let items = &stored.terms[0].level;
    let is_in = |cell: usize, row: usize| items[row] * 2 + usize::from(stored.truth[row] > 0.0) == cell;
    let column = |cell| (0..items.len()).map(|row| f64::from(u8::from(is_in(cell, row)))).collect();
    let fixed = (0..ITEMS * 2).map(column).collect();
    let fit = Answers { terms: Vec::new(), fixed, ..stored }.fit().unwrap();
    let intercepts = [
        -0.603_421, 1.145_455, 0.238_300, -0.226_249, -0.480_151, 0.640_873, -0.982_476, 0.818_094, -1.295_174,
        0.051_919, -0.728_591, -0.225_963, -0.092_434, 0.975_605, -0.678_731, -0.086_084, -0.794_126, -0.297_452,
        -0.473_197, 0.638_479, -0.789_822, 0.821_798, -0.208_060, 1.145_794,
    ];
    near(&fit.coefficients, &intercepts, 0.002);
    near(&[fit.log_likelihood], &[-1_030.111], 0.25);
    near(&[fit.person_intercept, fit.person_slope], &[0.265_743, 0.542_498], 0.008);
    near(&[fit.person_correlation], &[-0.559_458], 0.002);
}
