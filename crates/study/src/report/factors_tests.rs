//! Main effects and interactions of made-up participants.

use super::compare::{Row, contrasts, model};
use super::covariates::Covariates;
use super::effect_verdict::judge;
use super::factors;
use super::input::{Comparison, Design, Factor, FactorLevel, Input, PlannedEffect};
use super::measure::Measure;
use super::outcomes::primary_rows;
use super::scored::Scored;
use super::testing::{design, in_cells};
use super::{FactorContrast, FactorEffect, Factorial, Language, Recruitment, Stage, StageKind, Verdict, blind, report};
use unmask_analysis::multiplicity::holm;
use unmask_analysis::power::power_of_contrast;

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

fn factorial(design: &Design, rows: &[Row]) -> Option<Factorial> {
    let primary = contrasts(design, Measure::DPrime.name(), rows);
    factors::factorial(design, rows, &primary[..design.comparisons.len()])
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

/// The salaries as means of units of two participants, so that members of a unit differ and count once. Sums of squares
/// of the effects and of the error are those of the book (Maxwell and Delaney 2004, Table 7.15; error 50.00, 18 degrees
/// of freedom).
#[test]
fn units_are_compared_by_contrasts_of_their_means() {
    let mut design = crossed(&[2, 2]);
    design.by_unit = true;
    let mut unit = 0;
    let mut members = |arm: usize, mean: f64| {
        unit += 1;
        [-3.0, 3.0].map(|away| Row {
            arm,
            covariates: Covariates { unit: Some(unit), ..Covariates::default() },
            after: mean + away,
        })
    };
    let mut rows = Vec::new();
    for (arm, salaries) in SALARIES.iter().enumerate() {
        salaries.iter().for_each(|salary| rows.extend(members(arm, *salary)));
    }
    let found = factorial(&design, &rows).unwrap();
    for (effect, squares) in found.effects.iter().zip([29.37, 264.34, 1.17]) {
        let (f, contrast) = (effect.f.unwrap(), &effect.contrasts[0]);
        assert!((f * 50.0 / 18.0 - squares).abs() < 0.006, "{effect:?}");
        near(Some(f), contrast.t.unwrap().powi(2));
        assert_eq!((effect.numerator_df, effect.denominator_df), (Some(1.0), Some(18.0)));
        assert_eq!((contrast.df, contrast.n), (Some(18.0), 44));
    }
    // The salary of women is the mean of 25 and 17: units and cells count equally.
    near(found.factors[0].levels[0].mean.value, 21.0);
    assert_eq!((found.factors[0].levels[0].mean.n, found.cells[2].mean.n), (24, 6));
    // A hypothesis is corrected with the comparisons of units.
    let effect = PlannedEffect { hypothesis: "H5".into(), factors: vec![1], levels: vec![[0, 1]] };
    design.effects = vec![effect];
    let found = factorial(&design, &rows).unwrap();
    let primary = contrasts(&design, Measure::DPrime.name(), &rows);
    let p: Vec<f64> = primary[..2].iter().map(|one| one.p.unwrap()).chain(found.hypotheses[0].contrast.p).collect();
    near(found.hypotheses[0].p_holm, holm(&p).unwrap()[2]);
    // A cell with one unit has no place in the model.
    rows.retain(|row| row.arm != 3 || row.covariates.unit == Some(unit));
    let found = factorial(&design, &rows).unwrap();
    assert!(found.effects.iter().all(|effect| effect.f.is_none() && effect.why.is_some()), "{:?}", found.effects);
    assert_eq!((found.cells[3].mean.value, found.cells[0].mean.value.is_some()), (None, true));
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

fn hypothesis(id: &str, factors: &[usize], levels: &[[usize; 2]]) -> PlannedEffect {
    PlannedEffect { hypothesis: id.into(), factors: factors.into(), levels: levels.into() }
}

/// One comparison of arms, both main effects and the interaction, of which load and interaction are expected to be
/// negative.
fn planned(d: &[f64], per_cell: usize, seed: u64) -> Input {
    let mut input = study(d, per_cell, seed);
    input.design.comparisons = vec![Comparison { id: "H1".into(), arm: 2, against: 0 }];
    input.design.secondary.clear();
    input.design.effects = vec![
        hypothesis("H2", &[0], &[[0, 1]]),
        hypothesis("H3", &[1], &[[1, 0]]),
        hypothesis("H4", &[0, 1], &[[0, 1], [1, 0]]),
    ];
    input.design.planned_comparisons = 4;
    input
}

/// The p values of H1 to H4 after Holm's correction, and the verdicts on the effects.
fn decided(d: &[f64], per_cell: usize, seed: u64) -> (Vec<f64>, Vec<Verdict>) {
    let input = planned(d, per_cell, seed);
    let people = Scored::all(&input);
    let rows = primary_rows(&people.iter().collect::<Vec<_>>());
    let mut found = factorial(&input.design, &rows).unwrap();
    judge(Language::English, &input.design, &mut found);
    let primary = super::primary(&input);
    let p = primary.iter().map(|one| one.p_holm).chain(found.hypotheses.iter().map(|one| one.p_holm));
    (p.map(Option::unwrap).collect(), found.hypotheses.iter().map(|one| one.verdict).collect())
}

/// One correction covers the comparisons of arms and the hypotheses about factors, in the primary population and in the
/// others.
#[test]
fn hypotheses_about_factors_are_corrected_with_the_comparisons_of_arms() {
    let mut input = planned(&INTERACTION, 60, 11);
    // Criteria are compared between arms only.
    input.design.comparisons.push(Comparison { id: "H5".into(), arm: 1, against: 0 });
    let found = report(&input);
    let factors = found.factors.as_ref().unwrap();
    let value = |effect: usize| factors.effects[effect].contrasts[0].value.unwrap();
    let [label, load, both] = factors.hypotheses.as_slice() else { panic!("{:?}", factors.hypotheses) };
    near(label.contrast.value, value(0));
    near(load.contrast.value, -value(1));
    near(both.contrast.value, -value(2));
    assert_eq!((&load.references, &load.contrast.levels), (&vec![1], &vec![0]));
    let own = |outcome: usize| {
        found.outcomes[outcome].contrasts.iter().map(|one| (one.p.unwrap(), one.p_holm.unwrap())).collect::<Vec<_>>()
    };
    let effects = factors.hypotheses.iter().map(|one| (one.contrast.p.unwrap(), one.p_holm.unwrap()));
    let (p, corrected): (Vec<f64>, Vec<f64>) = own(0).into_iter().chain(effects).unzip();
    for (expected, found) in holm(&p).unwrap().into_iter().zip(&corrected) {
        near(Some(*found), expected);
    }
    let (p, corrected): (Vec<f64>, Vec<f64>) = own(1).into_iter().unzip();
    assert_eq!(found.outcomes[1].id, "criterion");
    near(Some(corrected[0]), holm(&p).unwrap()[0]);
    assert_eq!(found.populations[0].contrasts[0].p_holm, found.outcomes[0].contrasts[0].p_holm);
    // Of simulated participants, nobody has no outcome, so that nothing is imputed.
    input.people[0].after = [].into();
    let imputed = report(&input);
    let p = |one: &super::Contrast| one.p.unwrap();
    let pooled: Vec<f64> = imputed.imputation.contrasts.iter().map(p).collect();
    let effects = imputed.factors.as_ref().unwrap().hypotheses.iter().map(|one| one.contrast.p.unwrap());
    let family: Vec<f64> = pooled.into_iter().chain(effects).collect();
    near(imputed.imputation.contrasts[0].p_holm, holm(&family).unwrap()[0]);
}

#[test]
fn verdicts_on_hypotheses_about_factors_are_sentences() {
    // The label helps where load is low, and harms where it is high: no main effect, and a negative interaction.
    let mut input = planned(&[0.6, 0.6, 1.3, 0.0], 150, 21);
    input.design.effects.push(hypothesis("H6", &[0, 1], &[[0, 1], [0, 1]]));
    let found = report(&input);
    let of = |report: &super::Report| report.factors.clone().unwrap().hypotheses;
    let verdicts: Vec<Verdict> = of(&found).iter().map(|one| one.verdict).collect();
    assert_eq!(verdicts, [Verdict::NotShown, Verdict::Supported, Verdict::Supported, Verdict::Opposite]);
    let [label, _, both, opposite] = <[_; 4]>::try_from(of(&found)).unwrap();
    let higher = "d′ is higher with “label, level 1” than with “label, level 0” (label), as the mean over all cells.";
    assert_eq!(label.statement, higher);
    assert!(label.words.starts_with("It was not shown that label, level 1 − label, level 0 differs from 0: d′ "));
    let larger =
        "label, level 1 − label, level 0 in d′ is larger with “load, level 0” than with “load, level 1” (load).";
    assert_eq!(both.statement, larger);
    let name = "(label, level 1 − label, level 0) × (load, level 0 − load, level 1)";
    assert!(both.words.starts_with(&format!("{name} is above 0, for these 20 items: d′ 1.")), "{}", both.words);
    assert!(both.words.contains("after Holm") && opposite.words.contains(" is below 0"), "{}", both.words);
    let told = " Supported hypotheses about factors: H3, H4. The opposite was found of: H6.";
    assert!(found.headline.contains(told), "{}", found.headline);
    let german = found.in_language(&input, Language::German);
    assert!(german.headline.contains(" Gestützte Hypothesen zu Faktoren: H3, H4."), "{}", german.headline);
    assert!(of(&german)[2].words.contains(" liegt über 0, bezogen auf diese 20 Items"), "{}", of(&german)[2].words);
    // A cell without participants.
    input.people.retain(|person| person.arm != Some(3));
    let lost = report(&input);
    assert!(of(&lost).iter().all(|one| one.verdict == Verdict::NotComputed && one.p_holm.is_none()));
    assert!(of(&lost)[0].words.contains("label: la1, load: lo1"), "{}", of(&lost)[0].words);
    // Then they are no part of the correction.
    near(lost.outcomes[0].contrasts[0].p_holm, lost.outcomes[0].contrasts[0].p.unwrap());
    let none = report(&study(&INTERACTION, 10, 1));
    assert_eq!(serde_json::to_value(&none).unwrap()["factors"].get("hypotheses"), None);
}

/// Moderators come after all primary hypotheses, also those about factors.
#[test]
fn a_hypothesis_about_factors_that_is_not_supported_closes_the_gate() {
    let mut input = planned(&[0.2, 0.2, 1.8, 1.8], 150, 31);
    input.design.effects.truncate(1);
    let gate = |input: &Input| {
        let found = report(input);
        let moderator = found.moderators.iter().find(|one| one.p_holm.is_some_and(|p| p <= 0.9)).unwrap().clone();
        (moderator.verdict, moderator.words.unwrap())
    };
    // Every test passes, so that only the gate decides.
    input.design.alpha = 0.9;
    assert_eq!(gate(&input).0, Some(Verdict::Supported));
    input.design.effects = vec![hypothesis("H2", &[0], &[[1, 0]])];
    let (verdict, words) = gate(&input);
    assert_eq!(verdict, Some(Verdict::NotShown));
    assert!(words.contains("only tested if all primary hypotheses are supported"), "{words}");
}

/// 200 studies without effects: those in which any of the four hypotheses is rejected stay within what 5% allow. 99% of
/// binomial counts with 200 and 0.05 are at most 19; Holm's correction may find fewer.
#[test]
fn hypotheses_about_factors_keep_the_error_rate_of_their_family() {
    let is_any = |seed: &u64| decided(&[0.54; 4], 40, 40_000 + seed).0.iter().any(|p| *p <= 0.05);
    let positive = (0..200).filter(is_any).count();
    assert!((2..=19).contains(&positive), "{positive} of 200");
}

/// 200 studies with an interaction: its hypothesis is supported at least as often as a test at a quarter of alpha finds
/// it, and at most as often as one at alpha does, within 99% limits; no study finds the opposite.
#[test]
fn the_hypothesis_of_an_interaction_is_found_as_often_as_its_power_says() {
    let expected = effects(&INTERACTION, 20_000, 1).effects[2].contrasts[0].value.unwrap();
    let large = study(&INTERACTION, 1000, 1);
    let people = Scored::all(&large);
    let residual = model(&large.design, &primary_rows(&people.iter().collect::<Vec<_>>())).residual.unwrap();
    let power = |alpha: f64| power_of_contrast(-expected / residual, 60, 4, 4.0, alpha).unwrap();
    let verdicts: Vec<Verdict> = (0..200).map(|seed| decided(&INTERACTION, 60, 50_000 + seed).1[2]).collect();
    let share = |verdict: Verdict| verdicts.iter().filter(|one| **one == verdict).count() as f64 / 200.0;
    let [least, most] = [power(0.05 / 4.0), power(0.05)];
    let limit = |share: f64| 2.58 * (share * (1.0 - share) / 200.0).sqrt();
    let found = share(Verdict::Supported);
    assert!((least - limit(least)..=most + limit(most)).contains(&found), "{found}, {least} to {most}");
    assert!(share(Verdict::Opposite) < 1e-9);
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
