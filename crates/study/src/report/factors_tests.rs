//! Main effects and interactions of made-up participants.

use super::compare::{Row, model};
use super::covariates::Covariates;
use super::factors::factorial;
use super::input::{Design, Factor, FactorLevel, Input};
use super::outcomes::primary_rows;
use super::scored::Scored;
use super::testing::{design, in_cells};
use super::{FactorContrast, FactorEffect, Factorial, Language, Recruitment, Stage, StageKind, blind, report};
use crate::analysis::power::power_of_contrast;

/// Salaries by sex and college degree, a 2 × 2 design with unequal cells (Maxwell and Delaney 2004, *Designing
/// Experiments and Analyzing Data*, Table 7.15).
const SALARIES: [&[f64]; 4] = [
    &[24., 26., 25., 24., 27., 24., 27., 23.],
    &[15., 17., 20., 16.],
    &[25., 29., 27.],
    &[19., 18., 21., 20., 21., 22., 19.],
];

/// A design with an arm for each cell; the last factor changes fastest.
pub(super) fn crossed(levels: &[usize]) -> Design {
    let arms: usize = levels.iter().product();
    let factor = |at: usize| {
        let below: usize = levels[at + 1..].iter().product();
        let id = ["label", "load", "tone"][at].to_owned();
        let level =
            |number| FactorLevel { id: format!("{}{number}", &id[..2]), label: format!("{id}, level {number}") };
        let of_arms = (0..arms).map(|arm| arm / below % levels[at]).collect();
        Factor { levels: (0..levels[at]).map(level).collect(), id, of_arms }
    };
    let mut design = design();
    design.arms = (0..arms).map(|arm| design.arms[arm % 3].clone()).collect();
    design.factors = (0..levels.len()).map(factor).collect();
    design
}

fn rows(cells: &[&[f64]]) -> Vec<Row> {
    let row = |arm, after: &f64| Row { arm, covariates: Covariates::default(), after: *after };
    cells.iter().enumerate().flat_map(|(arm, values)| values.iter().map(move |after| row(arm, after))).collect()
}

fn near(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
}

/// Contrasts of equally weighted cells, with the errors (HC3) that R computes: `lm` with the covariance of MacKinnon
/// and White (1985). The F tests with one error variance are those of the book: see the test of `Means`.
#[test]
fn k54_unequal_cells_count_equally() {
    let found = factorial(&crossed(&[2, 2]), &rows(&SALARIES)).unwrap();
    let expected = [
        (2.5, 1.026_574_339_872, 0.025_506_527_3),
        (-7.5, 1.026_574_339_872, 0.000_000_870_6),
        (1.0, 2.053_148_679_744, 0.632_096_346_4),
    ];
    for (effect, (value, error, p)) in found.effects.iter().zip(expected) {
        let [contrast] = effect.contrasts.as_slice() else { panic!("{effect:?}") };
        near(contrast.value, value);
        near(contrast.standard_error, error);
        near(contrast.p, p);
        near(effect.f, contrast.t.unwrap().powi(2));
        assert_eq!((contrast.df, effect.denominator_df, contrast.n), (Some(18.0), Some(18.0), 22));
    }
    assert_eq!(found.effects.iter().map(|one| one.factors.clone()).collect::<Vec<_>>(), [vec![0], vec![1], vec![0, 1]]);
    // The salary of women is the mean of 25 and 17, not that of the twelve.
    near(found.factors[0].levels[0].mean.value, 21.0);
    near(found.cells[2].mean.value, 27.0);
    assert_eq!((found.factors[0].levels[0].mean.n, found.cells[2].mean.n), (12, 3));
}

/// Means of cells with two people each, one above and one below, so that every contrast is a sum of the means.
fn spread(means: &[f64]) -> Vec<Row> {
    let cells: Vec<[f64; 2]> = means.iter().map(|mean| [mean - 1.0, mean + 1.0]).collect();
    rows(&cells.iter().map(<[f64; 2]>::as_slice).collect::<Vec<_>>())
}

#[test]
fn three_factors_have_seven_effects() {
    // label × load × tone: cells in the order 000, 001, 002, 010 …
    let means = [1., 2., 4., 3., 3., 5., 2., 9., 4., 7., 1., 12.];
    let found = factorial(&crossed(&[2, 2, 3]), &spread(&means)).unwrap();
    let sizes: Vec<(usize, Option<f64>)> =
        found.effects.iter().map(|one| (one.contrasts.len(), one.numerator_df)).collect();
    assert_eq!(sizes, [1, 1, 2, 1, 2, 2, 2].map(|size| (size, Some(size as f64))));
    let value = |effect: usize, contrast: usize| found.effects[effect].contrasts[contrast].value;
    near(value(0, 0), (2. + 9. + 4. + 7. + 1. + 12.) / 6. - (1. + 2. + 4. + 3. + 3. + 5.) / 6.);
    near(value(2, 1), (4. + 5. + 4. + 12.) / 4. - (1. + 3. + 2. + 7.) / 4.);
    // The effect of the label with the second level of load, less that with the first.
    near(value(3, 0), (7. + 1. + 12. - 3. - 3. - 5.) / 3. - (2. + 9. + 4. - 1. - 2. - 4.) / 3.);
    // With the last tone: how much the interaction of label and load is larger than with the first.
    assert_eq!(found.effects[6].contrasts[1].levels, [1, 1, 2]);
    near(value(6, 1), (12. - 5. - 4. + 4.) - (7. - 3. - 2. + 1.));
}

#[test]
fn arms_with_the_same_levels_share_their_cell() {
    let mut design = crossed(&[2, 2]);
    design.arms.push(design.arms[0].clone());
    design.factors[0].of_arms.push(1);
    design.factors[1].of_arms.push(1);
    let found = factorial(&design, &spread(&[1., 2., 4., 3., 8.])).unwrap();
    near(found.effects[2].contrasts[0].value, (5.5 - 4.) - (2. - 1.));
}

#[test]
fn a_cell_without_participants_is_a_reason_and_not_a_number() {
    let whole = crossed(&[2, 3]);
    let mut people = spread(&[1., 2., 4., 3., 8., 5.]);
    people.pop();
    let found = factorial(&whole, &people).unwrap();
    let why = |effect: &FactorEffect, contrast: usize| {
        effect.contrasts[contrast].why.as_ref().map(|why| why.sentence().to_owned())
    };
    let small = Some("Fewer than two participants with the outcome have the levels label: la1, load: lo2.".to_owned());
    assert_eq!(why(&found.effects[0], 0), small);
    // The first two levels of load have all their cells.
    let [load, both] = &found.effects[1..] else { panic!("three effects") };
    assert_eq!((why(load, 0), why(load, 1)), (None, small.clone()));
    assert_eq!((why(both, 0), why(both, 1)), (None, small.clone()));
    assert_eq!((load.f, load.why.as_ref().map(|why| why.sentence().to_owned())), (None, small));
    near(both.contrasts[0].value, (8. - 2.) - (3. - 1.));
    assert_eq!((found.cells[5].mean.value, found.cells[5].mean.n), (None, 1));
    // A design that leaves the cell out.
    let mut fraction = whole;
    fraction.arms.pop();
    fraction.factors.iter_mut().for_each(|factor| factor.of_arms.truncate(5));
    let found = factorial(&fraction, &people[..10]).unwrap();
    let none = "All cells would count equally, and no arm has the levels label: la1, load: lo2.";
    assert_eq!(why(&found.effects[0], 0).unwrap(), none);
    let nobody = factorial(&fraction, &[]).unwrap();
    assert!(nobody.why.is_some() && nobody.effects.is_empty());
    assert_eq!(nobody.factors[1].levels.len(), 3);
}

/// d' of four cells: the label adds 0.2, and load takes away 0.1 without it and 0.7 with it.
const INTERACTION: [f64; 4] = [0.8, 0.7, 1.0, 0.3];

fn study(d: &[f64], per_cell: usize, seed: u64) -> Input {
    let mut input = in_cells(d, per_cell, seed);
    input.design = crossed(&[2, 2]);
    input
}

fn effects(d: &[f64], per_cell: usize, seed: u64) -> Factorial {
    let input = study(d, per_cell, seed);
    let people = Scored::all(&input);
    factorial(&input.design, &primary_rows(&people.iter().collect::<Vec<_>>())).unwrap()
}

/// 200 studies with an interaction: as many intervals contain that of one study with 20,000 participants in each cell
/// as 95% allow. The correction of d' shrinks differences, so that it is not exactly the one that was simulated.
#[test]
fn the_interaction_is_covered_at_the_nominal_rate() {
    let expected = effects(&INTERACTION, 20_000, 1).effects[2].contrasts[0].value.unwrap();
    assert!((-0.6..-0.4).contains(&expected), "{expected}");
    let studies: Vec<FactorContrast> =
        (0..200).map(|seed| effects(&INTERACTION, 40, 100 + seed).effects[2].contrasts[0].clone()).collect();
    let covers = |one: &&FactorContrast| (one.low.unwrap()..=one.high.unwrap()).contains(&expected);
    let covered = studies.iter().filter(covers).count();
    // 99% of binomial counts with 200 and 0.95.
    assert!((181..=198).contains(&covered), "{covered} of 200");
    // They find it as often as the formula of `unmask power` says, within 99% limits.
    let large = study(&INTERACTION, 1000, 1);
    let people = Scored::all(&large);
    let rows = primary_rows(&people.iter().collect::<Vec<_>>());
    let residual = model(&large.design, &rows).residual.unwrap();
    let power = power_of_contrast(expected / residual, 40, 4, 4.0, 0.05).unwrap();
    let found = studies.iter().filter(|one| one.p.unwrap() < 0.05).count() as f64 / 200.0;
    assert!((found - power).abs() < 2.58 * (power * (1.0 - power) / 200.0).sqrt(), "{found} and {power}");
}

/// 200 studies without effects: p values, uncorrected, are below 0.05 as often as that says. 99% of binomial counts
/// with 200 and 0.05.
#[test]
fn studies_without_effects_have_their_false_positive_rate() {
    let tested =
        |seed: u64| effects(&[0.54; 4], 40, 30_000 + seed).effects.into_iter().map(|one| one.p.unwrap() < 0.05);
    let studies: Vec<Vec<bool>> = (0..200).map(|seed| tested(seed).collect()).collect();
    for effect in 0..3 {
        let positive = studies.iter().filter(|of| of[effect]).count();
        assert!((3..=19).contains(&positive), "effect {effect}: {positive} of 200");
    }
}

/// Levels would say which arm is which, and differences between cells are comparisons.
#[test]
fn neither_a_blinded_nor_an_interim_report_has_factors() {
    let input = study(&INTERACTION, 20, 5);
    let full = report(&input);
    assert_eq!(full.factors.as_ref().unwrap().n, 80);
    assert_eq!(report(&blind(&input, &[7; 32])).factors, None);
    let stage = Stage::of(&input, Recruitment { closed: false, ..Recruitment::default() });
    assert_eq!(stage.kind, StageKind::Interim);
    let interim = serde_json::to_value(full.at(stage, Language::English)).unwrap();
    assert_eq!(interim.get("factors"), None);
}

#[test]
fn a_study_without_factors_has_no_part_about_them() {
    let mut input = study(&INTERACTION, 5, 5);
    input.design.factors.clear();
    assert_eq!(serde_json::to_value(report(&input)).unwrap().get("factors"), None);
}

#[test]
fn reasons_are_in_the_language_of_the_report() {
    let mut input = study(&INTERACTION, 5, 5);
    input.people.retain(|person| person.arm != Some(3));
    let german = report(&input).in_language(&input, Language::German).factors.unwrap();
    let why = german.effects[2].why.as_ref().unwrap().sentence();
    assert_eq!(
        why,
        "Weniger als zwei Personen mit einem Wert in der Zielgröße haben die Stufen label: la1, load: lo1."
    );
}
