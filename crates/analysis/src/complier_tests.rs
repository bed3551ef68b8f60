use super::*;
use crate::ancova::ancova;
use crate::testing::assert_near;

/// So many people of an arm with this dose and outcome.
fn alike(n: usize, arm: usize, dose: f64, outcome: f64) -> impl Iterator<Item = (Observation, f64)> {
    (0..n).map(move |_| (Observation { arm, outcome, covariates: Vec::new() }, dose))
}

fn effect(people: &[(Observation, f64)], arm: usize, reference: usize, errors: Errors) -> Result<ComplierEffect> {
    let (people, doses): (Vec<Observation>, Vec<f64>) = people.iter().cloned().unzip();
    complier_effect(&people, &doses, (arm, reference), errors, Level::P95)
}

/// Vitamin A and the deaths of children (Sommer and Zeger 1991, *Statistics in Medicine* 10, 45-52): 9,675 of 12,094
/// received it. Imbens and Rubin (1997, *Annals of Statistics* 25, 305-327) report an effect of −0.0032 with a standard
/// error of 0.0012. More digits are from `ivreg` of R's `AER` and `vcovHC` of `sandwich` with the leverages of the
/// second stage.
#[test]
fn vitamin_a() {
    let control = alike(74, 0, 0.0, 1.0).chain(alike(11_514, 0, 0.0, 0.0));
    let without = alike(34, 1, 0.0, 1.0).chain(alike(2_385, 1, 0.0, 0.0));
    let with = alike(12, 1, 1.0, 1.0).chain(alike(9_663, 1, 1.0, 0.0));
    let people: Vec<_> = control.chain(without).chain(with).collect();
    for (errors, standard_error) in [
        (Errors::Classic, 0.001_152_946_279_802),
        (Errors::Hc2, 0.001_159_212_187_135),
        (Errors::Hc3, 0.001_159_261_447_931),
    ] {
        let found = effect(&people, 1, 0, errors).unwrap();
        let estimate = found.effect.unwrap();
        assert_near(estimate.value, -0.003_228_038_628_560, 1e-12);
        assert_near(estimate.standard_error, standard_error, 1e-12);
        assert_near(estimate.df, 23_680.0, 0.0);
        assert_near(found.first_stage, 9_675.0 / 12_094.0, 1e-12);
    }
    assert_near(effect(&people, 1, 0, Errors::Hc3).unwrap().first_stage_f.unwrap(), 48_363.001_57, 1e-3);
}

/// Leprosy bacilli before and after two drugs and placebo (Snedecor and Cochran 1967), with made-up doses of a drug.
fn leprosy(arm: usize, doses: [f64; 10]) -> Vec<(Observation, f64)> {
    const PAIRS: [[(f64, f64); 10]; 3] = [
        [(11., 6.), (8., 0.), (5., 2.), (14., 8.), (19., 11.), (6., 4.), (10., 13.), (6., 1.), (11., 8.), (3., 0.)],
        [(6., 0.), (6., 2.), (7., 3.), (8., 1.), (18., 18.), (8., 4.), (19., 14.), (8., 9.), (5., 1.), (15., 9.)],
        [
            (16., 13.),
            (13., 10.),
            (11., 18.),
            (9., 5.),
            (21., 23.),
            (16., 12.),
            (12., 5.),
            (12., 16.),
            (7., 1.),
            (12., 20.),
        ],
    ];
    let person = |own: usize, index: usize| {
        let (before, outcome) = PAIRS[own][index];
        (Observation { arm: own, outcome, covariates: vec![before] }, if own == arm { doses[index] } else { 0.0 })
    };
    (0..3).flat_map(|own| (0..10).map(move |index| person(own, index))).collect()
}

/// `ivreg(after ~ dose + other + before | arm + other + before)` and `vcovHC` as above.
#[test]
fn other_arms_and_covariates_as_in_r() {
    let first = leprosy(0, [1.0, 0.5, 0.25, 1.0, 0.75, 1.0, 0.0, 1.0, 0.5, 1.0]);
    let found = effect(&first, 0, 2, Errors::Hc3).unwrap();
    let estimate = found.effect.unwrap();
    assert_near(estimate.value, -4.927_327_964_507_883, 1e-12);
    assert_near(estimate.standard_error, 3.290_527_743_581_22, 1e-12);
    assert_near(estimate.p, 0.146_324_851_651_546, 1e-11);
    assert_near(estimate.df, 26.0, 0.0);
    assert_near(found.first_stage, 0.699_392_917_369_309, 1e-12);
    assert_near(found.first_stage_f.unwrap(), 33.620_749_134_265_5, 1e-10);
    let second = leprosy(1, [0.75, 0.0, 0.25, 1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0]);
    let estimate = effect(&second, 1, 2, Errors::Hc3).unwrap().effect.unwrap();
    assert_near(estimate.value, -4.766_520_142_108_752, 1e-12);
    assert_near(estimate.standard_error, 3.155_591_685_875_558, 1e-12);
}

#[test]
fn full_compliance_is_the_analysis_of_covariance() {
    let all = leprosy(1, [1.0; 10]);
    let found = effect(&all, 1, 2, Errors::Hc3).unwrap();
    let people: Vec<Observation> = all.into_iter().map(|(person, _)| person).collect();
    let expected = ancova(&people, 2, Errors::Hc3, Level::P95).unwrap().contrasts[1].difference.tested.clone().unwrap();
    let estimate = found.effect.unwrap();
    assert_near(estimate.value, expected.value, 1e-12);
    assert_near(estimate.standard_error, expected.standard_error, 1e-12);
    assert_near(found.first_stage, 1.0, 1e-12);
    assert_eq!(found.first_stage_f, None);
}

#[test]
fn without_a_dose_there_is_no_effect() {
    assert!(effect(&leprosy(1, [0.0; 10]), 1, 2, Errors::Hc3).is_err());
    assert!(effect(&leprosy(1, [f64::NAN; 10]), 1, 2, Errors::Hc3).is_err());
}
