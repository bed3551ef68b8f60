//! Imputed comparisons and tipping points.

use super::input::{Excluded, Input};
use super::testing::{WORKS, simulate};
use super::{Imputation, blind, report};

/// 120 participants in each arm. Every fifth of the first treatment leaves, and every tenth of the others.
fn with_loss() -> Input {
    let mut input = simulate(&WORKS, 120, 11);
    let lost = |number: usize| (number / 3).is_multiple_of(if number % 3 == 1 { 5 } else { 10 });
    for (number, person) in input.people.iter_mut().enumerate().filter(|(number, _)| lost(*number)) {
        person.after = Box::default();
        person.code = format!("P{number:03}");
    }
    input
}

fn near(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other).is_some_and(|(one, other)| (one - other).abs() < 1e-9)
}

#[test]
fn without_missing_outcomes_nothing_is_imputed() {
    assert_eq!(report(&simulate(&WORKS, 30, 1)).imputation, Imputation::default());
}

#[test]
fn all_who_are_not_excluded_are_compared() {
    let mut input = with_loss();
    input.people[1].excluded = Some(Excluded::Decided("took part twice".into()));
    let found = report(&input);
    assert_eq!(found.imputation.imputed, [12, 23, 12]);
    let [one, other, planned] = &found.imputation.contrasts[..] else { panic!("{:?}", found.imputation) };
    assert_eq!((one.n, other.n, planned.comparison.as_str()), (359, 359, "H7"));
    let observed = &found.outcomes[0].contrasts[0];
    let error = observed.standard_error.unwrap();
    assert!((one.value.unwrap() - observed.value.unwrap()).abs() < error, "{one:?}, {observed:?}");
    assert!(one.standard_error.unwrap() > 0.8 * error && one.df.unwrap() < 354.0, "{one:?}, {observed:?}");
    let missing = found.imputation.missing_information[0].unwrap();
    assert!(missing > 0.05 && missing < 0.35, "{missing}");
}

#[test]
fn a_decision_changes_at_the_tipping_point() {
    let found = report(&with_loss());
    let tipping = &found.imputation.tipping[0];
    let down = tipping.down.unwrap();
    assert!(down < -0.05 && tipping.up.is_none(), "{tipping:?}");
    assert_eq!(tipping.points.len(), 13);
    for point in &tipping.points {
        let is_found = point.p_holm <= 0.05 && point.value > 0.0;
        assert_eq!(is_found, point.shift > down + 1e-9, "{point:?}, {down}");
    }
    let unshifted = &tipping.points[6];
    let contrast = &found.imputation.contrasts[0];
    assert!(near(Some(unshifted.p_holm), contrast.p_holm) && near(Some(unshifted.low), contrast.low), "{contrast:?}");
}

#[test]
fn a_blinded_report_has_the_same_imputations() {
    let input = with_loss();
    let (open, blinded) = (report(&input).imputation, report(&blind(&input, b"seed")).imputation);
    let sizes = |of: &Imputation| {
        let mut sizes: Vec<f64> = of.contrasts.iter().map(|one| one.value.unwrap().abs()).collect();
        sizes.sort_by(f64::total_cmp);
        sizes
    };
    let (open, blinded) = (sizes(&open), sizes(&blinded));
    assert!(open.iter().zip(&blinded).all(|(one, other)| (one - other).abs() < 1e-9), "{open:?}, {blinded:?}");
}

#[test]
fn an_arm_with_one_outcome_cannot_be_imputed() {
    let mut input = simulate(&WORKS, 4, 1);
    for lost in [1, 4, 7] {
        input.people[lost].after = Box::default();
    }
    let found = report(&input).imputation;
    assert_eq!((found.imputed.as_slice(), found.tipping.len()), ([0, 3, 0].as_slice(), 0));
    let whys: Vec<&str> = found.contrasts.iter().map(|one| one.why.as_ref().unwrap().sentence()).collect();
    assert!(whys.iter().all(|why| why.contains("at least 2 outcomes in one of the arms")), "{whys:?}");
}
