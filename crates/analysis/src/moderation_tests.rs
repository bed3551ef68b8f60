use super::*;
use crate::testing::assert_near;

/// Warp breaks per loom by type of wool (A, B) and tension (L, M, H): `warpbreaks` of R (Tippett 1950, *Technological
/// Applications of Statistics*, page 106).
const WARP_BREAKS: [[f64; 9]; 6] = [
    [26., 30., 54., 25., 70., 52., 51., 26., 67.],
    [18., 21., 29., 17., 12., 18., 35., 30., 36.],
    [36., 21., 24., 18., 10., 43., 28., 15., 26.],
    [27., 14., 29., 19., 29., 31., 41., 20., 44.],
    [42., 26., 19., 16., 39., 28., 21., 39., 29.],
    [20., 21., 24., 17., 13., 15., 15., 16., 28.],
];

/// Distance (mm) of pituitary gland and pterygomaxillary fissure of 16 boys, then 11 girls, at 8, 10, 12 and 14 years
/// (Potthoff and Roy 1964, *Biometrika* 51, 313-326).
const GROWTH: [[f64; 4]; 27] = [
    [26.0, 25.0, 29.0, 31.0],
    [21.5, 22.5, 23.0, 26.5],
    [23.0, 22.5, 24.0, 27.5],
    [25.5, 27.5, 26.5, 27.0],
    [20.0, 23.5, 22.5, 26.0],
    [24.5, 25.5, 27.0, 28.5],
    [22.0, 22.0, 24.5, 26.5],
    [24.0, 21.5, 24.5, 25.5],
    [23.0, 20.5, 31.0, 26.0],
    [27.5, 28.0, 31.0, 31.5],
    [23.0, 23.0, 23.5, 25.0],
    [21.5, 23.5, 24.0, 28.0],
    [17.0, 24.5, 26.0, 29.5],
    [22.5, 25.5, 25.5, 26.0],
    [23.0, 24.5, 26.0, 30.0],
    [22.0, 21.5, 23.5, 25.0],
    [21.0, 20.0, 21.5, 23.0],
    [21.0, 21.5, 24.0, 25.5],
    [20.5, 24.0, 24.5, 26.0],
    [23.5, 24.5, 25.0, 26.5],
    [21.5, 23.0, 22.5, 23.5],
    [20.0, 21.0, 21.0, 22.5],
    [21.5, 22.5, 23.0, 25.0],
    [23.0, 23.0, 23.5, 24.0],
    [20.0, 21.0, 22.0, 21.5],
    [16.5, 19.0, 19.0, 19.5],
    [24.5, 25.0, 28.0, 28.0],
];

/// Treatment (0 control, 1 cognitive behavioural, 2 family), and weight (pounds) of girls with anorexia before and
/// afterwards: `anorexia` of R's MASS (Hand, Daly, McConway, Lunn and Ostrowski 1993, *A Handbook of Small Data Sets*,
/// page 229).
#[rustfmt::skip]
const ANOREXIA: [(usize, f64, f64); 72] = [
    (0, 80.7, 80.2), (0, 89.4, 80.1), (0, 91.8, 86.4), (0, 74.0, 86.3), (0, 78.1, 76.1), (0, 88.3, 78.1),
    (0, 87.3, 75.1), (0, 75.1, 86.7), (0, 80.6, 73.5), (0, 78.4, 84.6), (0, 77.6, 77.4), (0, 88.7, 79.5),
    (0, 81.3, 89.6), (0, 78.1, 81.4), (0, 70.5, 81.8), (0, 77.3, 77.3), (0, 85.2, 84.2), (0, 86.0, 75.4),
    (0, 84.1, 79.5), (0, 79.7, 73.0), (0, 85.5, 88.3), (0, 84.4, 84.7), (0, 79.6, 81.4), (0, 77.5, 81.2),
    (0, 72.3, 88.2), (0, 89.0, 78.8), (1, 80.5, 82.2), (1, 84.9, 85.6), (1, 81.5, 81.4), (1, 82.6, 81.9),
    (1, 79.9, 76.4), (1, 88.7, 103.6), (1, 94.9, 98.4), (1, 76.3, 93.4), (1, 81.0, 73.4), (1, 80.5, 82.1),
    (1, 85.0, 96.7), (1, 89.2, 95.3), (1, 81.3, 82.4), (1, 76.5, 72.5), (1, 70.0, 90.9), (1, 80.4, 71.3),
    (1, 83.3, 85.4), (1, 83.0, 81.6), (1, 87.7, 89.1), (1, 84.2, 83.9), (1, 86.4, 82.7), (1, 76.5, 75.7),
    (1, 80.2, 82.6), (1, 87.8, 100.4), (1, 83.3, 85.2), (1, 79.7, 83.6), (1, 84.5, 84.6), (1, 80.8, 96.2),
    (1, 87.4, 86.7), (2, 83.8, 95.2), (2, 83.3, 94.3), (2, 86.0, 91.5), (2, 82.5, 91.9), (2, 86.7, 100.3),
    (2, 79.6, 76.7), (2, 76.9, 76.8), (2, 94.2, 101.6), (2, 73.4, 94.9), (2, 80.5, 75.2), (2, 81.6, 77.8),
    (2, 82.1, 95.5), (2, 77.6, 90.7), (2, 83.5, 92.5), (2, 89.9, 93.8), (2, 86.0, 91.7), (2, 87.3, 98.0),
];

/// Cylinders (0 for 4, 1 for 6, 2 for 8), weight, quarter-mile time and miles per gallon of cars: `mtcars` of R
/// (Henderson and Velleman 1981, *Biometrics* 37, 391-411).
#[rustfmt::skip]
const CARS: [(usize, f64, f64, f64); 32] = [
    (1, 2.62, 16.46, 21.0), (1, 2.875, 17.02, 21.0), (0, 2.32, 18.61, 22.8), (1, 3.215, 19.44, 21.4),
    (2, 3.44, 17.02, 18.7), (1, 3.46, 20.22, 18.1), (2, 3.57, 15.84, 14.3), (0, 3.19, 20.0, 24.4),
    (0, 3.15, 22.9, 22.8), (1, 3.44, 18.3, 19.2), (1, 3.44, 18.9, 17.8), (2, 4.07, 17.4, 16.4),
    (2, 3.73, 17.6, 17.3), (2, 3.78, 18.0, 15.2), (2, 5.25, 17.98, 10.4), (2, 5.424, 17.82, 10.4),
    (2, 5.345, 17.42, 14.7), (0, 2.2, 19.47, 32.4), (0, 1.615, 18.52, 30.4), (0, 1.835, 19.9, 33.9),
    (0, 2.465, 20.01, 21.5), (2, 3.52, 16.87, 15.5), (2, 3.435, 17.3, 15.2), (2, 3.84, 15.41, 13.3),
    (2, 3.845, 17.05, 19.2), (0, 1.935, 18.9, 27.3), (0, 2.14, 16.7, 26.0), (0, 1.513, 16.9, 30.4),
    (2, 3.17, 14.5, 15.8), (1, 2.77, 15.5, 19.7), (2, 3.57, 14.6, 15.0), (0, 2.78, 18.6, 21.4),
];

fn warp_breaks() -> Vec<Grouped> {
    let cell = |(cell, breaks): (usize, &[f64; 9])| {
        let one = move |outcome| Grouped { arm: cell / 3, group: cell % 3, outcome, covariates: Vec::new() };
        breaks.map(one)
    };
    WARP_BREAKS.iter().enumerate().flat_map(cell).collect()
}

fn growth(columns: &[usize]) -> Vec<Repeated> {
    let child = |(number, distances): (usize, &[f64; 4])| Repeated {
        arm: usize::from(number >= 16),
        outcomes: columns.iter().map(|column| distances[*column]).collect(),
        covariates: Vec::new(),
    };
    GROWTH.iter().enumerate().map(child).collect()
}

/// `anova(lm(breaks ~ wool * tension, warpbreaks))` of R.
#[test]
fn k33_the_interaction_of_two_factors() {
    let found = between(&warp_breaks(), 0, Errors::Classic, Level::P95).unwrap();
    let test = found.interaction.unwrap();
    assert_near(test.f, 4.189_07, 1e-5);
    assert_near(test.p, 0.021_044_190_727_9, 1e-12);
    assert_eq!((test.numerator_df, test.denominator_df), (2.0, 48.0));
    // Wool B less wool A at each tension, with the standard error of the cell means.
    let tested = |group: usize| found.contrasts[group][0].difference.tested.clone().unwrap();
    for (group, difference) in [(0, -16.333_333_333), (1, 4.777_777_778), (2, -5.777_777_778)] {
        assert_near(tested(group).value, difference, 1e-8);
        assert_near(tested(group).standard_error, 5.157_299_354, 1e-8);
    }
}

/// The same with HC3: the formula in R.
#[test]
fn k33_the_robust_test() {
    let test = between(&warp_breaks(), 0, Errors::Hc3, Level::P95).unwrap().interaction.unwrap();
    assert_near(test.f, 3.381_414_503_631_7, 1e-10);
    assert_near(test.p, 0.042_279_387_595_6, 1e-10);
}

/// The formula in R. With one variance for all, the test is Hotelling's: F = 2.6953, p = 0.0696 (`manova` of R).
#[test]
fn k34_the_interaction_with_a_repeated_measure() {
    let found = within(&growth(&[0, 1, 2, 3]), 0, Level::P95).unwrap();
    let test = found.interaction.unwrap();
    assert_near(test.f, 2.932_592_479_212, 1e-9);
    assert_eq!((test.numerator_df, test.denominator_df), (3.0, 23.0));
    assert_near(test.p, 0.054_934_064_500_6, 1e-10);
    // Girls less boys at each age.
    for (contrasts, difference) in found.contrasts.iter().zip([-1.693_182, -1.585_227, -2.627_841, -3.377_841]) {
        assert_near(contrasts[0].difference.value, difference, 1e-6);
    }
}

#[test]
fn the_order_of_arms_groups_and_outcomes_does_not_matter() {
    let forwards = within(&growth(&[0, 1, 2, 3]), 0, Level::P95).unwrap().interaction.unwrap();
    let backwards = within(&growth(&[3, 1, 0, 2]), 1, Level::P95).unwrap().interaction.unwrap();
    assert_near(forwards.f, backwards.f, 1e-9);
    let turned: Vec<Grouped> = warp_breaks().into_iter().map(|one| Grouped { group: 2 - one.group, ..one }).collect();
    let [one, other] = [(warp_breaks(), 0), (turned, 1)]
        .map(|(people, reference)| between(&people, reference, Errors::Hc3, Level::P95).unwrap().interaction.unwrap());
    assert_near(one.f, other.f, 1e-9);
}

/// With two outcomes, the test is that of the arms in the difference.
#[test]
fn two_outcomes_are_compared_by_their_difference() {
    let people = growth(&[1, 3]);
    let difference = |one: &Repeated| ancova::Observation {
        arm: one.arm,
        outcome: one.outcomes[1] - one.outcomes[0],
        covariates: Vec::new(),
    };
    let differences: Vec<_> = people.iter().map(difference).collect();
    let expected = ancova(&differences, 0, Errors::Hc3, Level::P95).unwrap().arms_test.unwrap();
    assert_eq!(within(&people, 0, Level::P95).unwrap().interaction.unwrap(), expected);
}

#[test]
fn what_has_no_result_is_an_error() {
    let all = warp_breaks();
    let run = |people: &[Grouped]| between(people, 0, Errors::Hc3, Level::P95);
    assert!(run(&[]).is_err() && run(&all[..9]).is_err(), "one group");
    assert!(run(&all[..27]).is_err(), "one arm");
    assert!(run(&all[..45]).is_err(), "an empty cell");
    let alone: Vec<Grouped> = all[..46].to_vec();
    let found = run(&alone).unwrap();
    assert!(found.interaction.is_err() && found.contrasts[0][0].difference.tested.is_ok(), "a cell of one person");
    assert!(within(&growth(&[0]), 0, Level::P95).is_err(), "one outcome");
    assert!(within(&growth(&[0, 0]), 0, Level::P95).unwrap().interaction.is_err(), "no differences");
    assert!(within(&[], 0, Level::P95).is_err());
    assert!(within(&growth(&[0, 1])[..16], 0, Level::P95).is_err(), "one arm");
}

fn anorexia() -> Vec<Measured> {
    let girl =
        |(arm, moderator, outcome): (usize, f64, f64)| Measured { arm, moderator, outcome, covariates: Vec::new() };
    ANOREXIA.map(girl).into()
}

/// value, standard error and p of a contrast.
fn assert_contrast(found: &Contrast, [value, standard_error, p]: [f64; 3]) {
    let tested = found.difference.tested.clone().unwrap();
    assert_near(tested.value, value, 1e-9);
    assert_near(tested.standard_error, standard_error, 1e-9);
    assert_near(tested.p, p, 1e-9);
}

/// R 4 with sandwich and car:
///
/// ```r
/// d <- within(MASS::anorexia, { arm <- relevel(Treat, "Cont"); m <- Prewt - mean(Prewt) })
/// fit <- lm(Postwt ~ arm * m, d); V <- vcovHC(fit, "HC3"); b <- coef(fit)
/// linearHypothesis(fit, c("armCBT:m", "armFT:m"), vcov. = V, test = "F")
/// w <- c(0, 1, 0, 0, sd(d$Prewt), 0)   # CBT - Cont at the mean + 1 SD
/// sum(w * b); sqrt(w %*% V %*% w); 2 * pt(-abs(sum(w * b) / sqrt(w %*% V %*% w)), fit$df.residual)
/// ```
#[test]
fn k53_the_interaction_with_a_number() {
    let found = along(&anorexia(), 0, Errors::Hc3, Level::P95).unwrap();
    assert_eq!(found.people, 72);
    assert_near(found.mean, 82.408_333_333_333, 1e-10);
    assert_near(found.standard_deviation, 5.182_466_376_782_3, 1e-10);
    let test = found.interaction.unwrap();
    assert_eq!((test.numerator_df, test.denominator_df), (2.0, 66.0));
    assert_near(test.f, 3.211_929_216_044_7, 1e-9);
    assert_near(test.p, 0.046_650_375_549_748, 1e-10);
    assert_contrast(&found.slopes[0], [0.982_166_124_270_82, 0.526_879_002_575_98, 0.066_753_123_802]);
    assert_contrast(&found.slopes[1], [1.043_410_737_645_5, 0.553_522_086_714_26, 0.063_828_106_914_805]);
    let [low, middle, high] = found.predicted;
    assert_contrast(&low[0], [-0.625_596_404_163_77, 3.876_115_062_346_8, 0.872_273_158_118_87]);
    assert_contrast(&middle[0], [4.464_446_511_284_3, 1.854_701_898_364_6, 0.018_885_001_184_361]);
    assert_contrast(&high[0], [9.554_489_426_732_4, 2.601_381_961_128_5, 0.000_482_238_881_111_07]);
    let interval = high[1].difference.tested.clone().unwrap().interval;
    assert_near(interval.low, 9.908_628_035_930_2, 1e-8);
    assert_near(interval.high, 18.414_298_360_664, 1e-8);
}

/// The same commands with `lm(mpg ~ factor(cyl) * m + qsec, mtcars)` and `m <- wt - mean(wt)`.
#[test]
fn k53_the_interaction_with_a_number_is_adjusted() {
    let car = |(arm, moderator, covariate, outcome): (usize, f64, f64, f64)| Measured {
        arm,
        moderator,
        outcome,
        covariates: vec![covariate],
    };
    let found = along(&CARS.map(car), 0, Errors::Hc3, Level::P95).unwrap();
    let test = found.interaction.unwrap();
    assert_eq!((test.numerator_df, test.denominator_df), (2.0, 25.0));
    assert_near(test.f, 2.216_581_337_085_2, 1e-9);
    assert_near(test.p, 0.129_953_647_641_02, 1e-10);
    assert_contrast(&found.slopes[1], [4.328_400_183_651_1, 2.212_462_534_130_9, 0.061_680_900_990_475]);
    assert_contrast(&found.predicted[0][1], [-4.805_181_099_983_6, 2.393_345_741_402_6, 0.055_595_824_655_655]);
    assert_contrast(&found.predicted[2][0], [1.106_819_722_531_2, 4.360_217_723_196_5, 0.801_691_369_144_68]);
}

/// Another reference arm and another unit of the moderator change neither the test nor the differences.
#[test]
fn the_reference_and_the_unit_of_a_number_do_not_matter() {
    let found = along(&anorexia(), 0, Errors::Hc3, Level::P95).unwrap();
    let kilograms: Vec<Measured> =
        anorexia().into_iter().map(|one| Measured { moderator: one.moderator * 0.453_592 - 40.0, ..one }).collect();
    let turned = along(&kilograms, 1, Errors::Hc3, Level::P95).unwrap();
    assert_near(found.interaction.unwrap().f, turned.interaction.unwrap().f, 1e-8);
    for (one, other) in found.predicted.iter().zip(&turned.predicted) {
        assert_near(one[0].difference.value, -other[0].difference.value, 1e-8);
    }
}

#[test]
fn a_number_that_has_no_result_is_an_error() {
    let run = |people: &[Measured]| along(people, 0, Errors::Hc3, Level::P95);
    let all = anorexia();
    assert!(run(&[]).is_err() && run(&all[..26]).is_err(), "one arm");
    let alike: Vec<Measured> = all.iter().map(|one| Measured { moderator: 0.1, ..one.clone() }).collect();
    assert_eq!(run(&alike).unwrap_err(), super::super::AnalysisError::Degenerate(Degeneracy::EqualValues));
    // Two people determine the line of their arm.
    let two = [&all[..26], &all[26..28]].concat();
    assert!(run(&two).unwrap().interaction.is_err());
}
