use super::*;
use crate::analysis::testing::assert_near;

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
