//! Imputed comparisons and tipping points.

use super::input::{Comparison, Excluded, Input, Secondary, TakenLook};
use super::testing::{WORKS, simulate};
use super::{Contrast, Imputation, blind, report};
use crate::definition::analysis::{ComparisonKind, Interim};
use unmask_analysis::sequential::Spending;

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

/// The bounds of Pocock's type are far below alpha, so a smaller shift changes the decision.
#[test]
fn decisions_after_planned_looks_are_those_of_the_last_bounds() {
    let without = report(&with_loss()).imputation.tipping[0].down.unwrap();
    let mut input = with_loss();
    input.design.target = Some(360);
    input.design.interim = Some(Interim { looks: vec![0.25, 0.5, 0.75], spending: Spending::Pocock });
    let z = || ["H1", "H2"].map(|name| (name.to_owned(), 0.0)).into();
    input.looks = [80, 160, 240].map(|n| TakenLook { n, z: z() }).into();
    let found = report(&input);
    let tipping = &found.imputation.tipping[0];
    let bounds = &found.sequential.as_ref().unwrap().looks.last().unwrap().bounds;
    assert!(tipping.down.unwrap() > without, "{tipping:?}, {without}");
    for point in &tipping.points {
        // With Holm, H1 is tested first or after H2.
        let levels = [bounds[1].p * 2.0, bounds[0].p];
        let is_found = point.shift > tipping.down.unwrap() + 1e-9;
        assert!(!is_found || point.p_holm <= levels[0].max(levels[1]), "{point:?}, {levels:?}");
    }
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

/// A comparison of both treatments with a margin of 0.35 in d'.
fn with_margin(kind: ComparisonKind) -> Input {
    let mut input = with_loss();
    let pair = Comparison { id: "H7".into(), arm: 2, against: 1 };
    input.design.secondary = vec![Secondary { pair, kind, outcome: "d_prime".into(), margin: Some(0.35) }];
    input
}

/// The estimates 2.1, 2.5, 1.9, 2.3 and 2.2 with variances 0.30, 0.28, 0.33, 0.31 and 0.29 are pooled by
/// `mice::pool.scalar(Q, U, n = 30, k = 3)` to 2.2 with variance 0.362 and 18.37073 degrees of freedom. R 4 for −2.2
/// and a margin of 3.5: `max(pt((-2.2 - 3.5) / s, df), pt((2.2 - 3.5) / s, df))`, `-2.2 + c(-1, 1) * qt(0.95, df) * s`;
/// for non-inferiority `qt(0.975, df)`.
#[test]
fn pooled_comparisons_are_tested_against_their_margin() {
    let pooled = |comparison: &str| Contrast {
        comparison: comparison.into(),
        value: Some(-2.2),
        standard_error: Some(0.362_f64.sqrt()),
        df: Some(18.370_732_713_706_38),
        ..Contrast::default()
    };
    for (kind, level, [low, high]) in [
        (ComparisonKind::Equivalence, 0.9, [-3.242_184_815_21, -1.157_815_184_79]),
        (ComparisonKind::NonInferiority, 0.95, [-3.462_223_894_383, -0.937_776_105_617]),
    ] {
        let mut design = with_margin(kind).design;
        design.secondary[0].margin = Some(3.5);
        let tests = design.margin_tests(&[pooled("H1"), pooled("H2"), pooled("H7")]);
        let [test] = &tests[..] else { panic!("{tests:?}") };
        let interval = test.interval.unwrap();
        assert!((test.p.unwrap() - 0.022_080_926_033_8).abs() < 1e-9, "{test:?}");
        assert!(near(Some(interval.low), Some(low)) && near(Some(interval.high), Some(high)), "{test:?}");
        assert!((interval.level - level).abs() < 1e-12 && (test.margin - 3.5).abs() < 1e-12);
        assert_eq!(design.margin_tests(&[Contrast::default()])[0].p, None, "without a difference");
    }
}

/// In each population and with imputed outcomes, p and interval are those of the contrast next to them, and equivalence
/// is lost at the tipping point.
#[test]
fn a_margin_is_tested_in_each_population_and_with_imputed_outcomes() {
    for kind in [ComparisonKind::Equivalence, ComparisonKind::NonInferiority] {
        let input = with_margin(kind);
        let found = report(&input);
        let all = found.populations.iter().map(|one| (&one.contrasts, &one.margins));
        for (contrasts, margins) in all.chain([(&found.imputation.contrasts, &found.imputation.margins)]) {
            assert_eq!(*margins, input.design.margin_tests(contrasts));
            let (contrast, interval) = (&contrasts[2], margins[0].interval.unwrap());
            let inside = interval.low > contrast.low.unwrap() + 1e-9;
            assert_eq!(inside, kind == ComparisonKind::Equivalence, "a 90% interval is narrower");
        }
        let hypothesis = found.hypotheses.iter().find(|one| one.id == "H7").unwrap();
        assert!(near(hypothesis.p_margin, found.populations[0].margins[0].p));
        let [tipping] = &found.imputation.margin_tipping[..] else { panic!("{:?}", found.imputation) };
        assert_eq!((tipping.arm, tipping.against, tipping.kind, tipping.points.len()), (2, 1, kind, 13));
        assert!(tipping.down.is_some_and(|down| down < 0.0), "{tipping:?}");
        assert_eq!(tipping.up.is_some(), kind == ComparisonKind::Equivalence, "a better arm stays not inferior");
        for point in &tipping.points {
            let is_inside =
                -0.35 < point.interval.low && (kind == ComparisonKind::NonInferiority || point.interval.high < 0.35);
            let is_before = tipping.down.is_none_or(|down| point.shift > down + 1e-9)
                && tipping.up.is_none_or(|up| point.shift < up - 1e-9);
            assert_eq!(is_inside, is_before, "{point:?}, {tipping:?}");
        }
        let unshifted = &tipping.points[6];
        assert!(near(Some(unshifted.p), found.imputation.margins[0].p), "{unshifted:?}");
        let blinded = report(&blind(&input, b"seed"));
        assert!(blinded.imputation.margins.is_empty() && blinded.populations.iter().all(|one| one.margins.is_empty()));
    }
}
