use super::super::blind::blind;
use super::super::input::{Excluded, Secondary};
use super::super::report;
use super::super::testing::{WORKS, simulate};
use super::*;
use crate::definition::analysis::ComparisonKind;

/// 60 people, some of whom are excluded, failed a check or answered little of the training.
fn people() -> Input {
    let mut input = simulate(&WORKS, 20, 11);
    for (number, person) in input.people.iter_mut().enumerate() {
        person.excluded = (number % 13 == 2).then_some(Excluded::Planned(0));
        person.attention_failed = u32::from(number % 7 == 3);
        person.training_answered = if number % 11 == 5 { 5 } else { 16 };
    }
    input
}

#[track_caller]
fn assert_near(found: f64, known: f64) {
    assert!((found - known).abs() <= 1e-9, "{found}, not {known}");
}

fn curve(input: &Input, comparison: &str) -> SpecificationCurve {
    report(input).specifications.into_iter().find(|one| one.comparison == comparison).unwrap()
}

/// H1 of these people in R 4.2, from their judgements: `qnorm` of the rates, `lm` with HC3 errors by the formula of
/// MacKinnon and White, `t.test`, and Hedges' g. People in the model, difference, its interval, g; by outcome (d'
/// log-linear and replaced, accuracy, A'), population and model.
const H1: [(usize, f64, f64, f64, f64); 32] = [
    (55, 0.116_826_595, -0.257_931_781, 0.491_584_971, 0.209_030_293),
    (37, 0.087_299_063, -0.277_649_708, 0.452_247_833, 0.156_198_584),
    (50, 0.120_701_170, -0.273_990_387, 0.515_392_727, 0.216_414_546),
    (34, 0.108_584_114, -0.272_048_896, 0.489_217_123, 0.194_688_930),
    (46, 0.001_773_703, -0.409_509_961, 0.413_057_367, 0.003_163_754),
    (31, -0.024_366_668, -0.424_615_075, 0.375_881_740, -0.043_462_841),
    (60, 0.143_508_080, -0.214_292_439, 0.501_308_598, 0.254_390_529),
    (40, 0.115_284_908, -0.238_700_574, 0.469_270_391, 0.204_360_541),
    (55, 0.101_898_904, -0.318_845_468, 0.522_643_277, 0.164_981_297),
    (37, 0.074_724_966, -0.329_237_907, 0.478_687_840, 0.120_984_833),
    (50, 0.109_659_698, -0.329_275_369, 0.548_594_765, 0.178_393_852),
    (34, 0.096_411_008, -0.322_959_798, 0.515_781_815, 0.156_840_950),
    (46, -0.018_251_831, -0.488_390_327, 0.451_886_664, -0.029_112_235),
    (31, -0.039_999_331, -0.488_045_993, 0.408_047_330, -0.063_800_169),
    (60, 0.136_779_914, -0.263_611_436, 0.537_171_265, 0.219_087_415),
    (40, 0.107_284_067, -0.284_554_723, 0.499_122_858, 0.171_842_402),
    (55, 0.011_014_915, -0.060_566_336, 0.082_596_166, 0.104_410_980),
    (37, 0.006_140_351, -0.062_967_165, 0.075_247_866, 0.058_204_718),
    (50, 0.011_077_303, -0.062_987_034, 0.085_141_640, 0.106_457_577),
    (34, 0.008_823_529, -0.062_157_600, 0.079_804_659, 0.084_797_856),
    (46, -0.007_941_235, -0.087_687_272, 0.071_804_803, -0.074_099_244),
    (31, -0.012_291_667, -0.088_931_888, 0.064_348_555, -0.114_692_898),
    (60, 0.017_630_929, -0.051_018_751, 0.086_280_609, 0.163_715_257),
    (40, 0.012_500_000, -0.055_117_392, 0.080_117_392, 0.116_071_066),
    (55, 0.025_363_554, -0.074_416_978, 0.125_144_087, 0.171_868_403),
    (37, 0.020_153_683, -0.076_530_979, 0.116_838_344, 0.136_565_295),
    (50, 0.023_725_662, -0.081_848_677, 0.129_300_002, 0.158_987_411),
    (34, 0.022_052_988, -0.079_748_222, 0.123_854_198, 0.147_778_695),
    (46, -0.006_420_702, -0.115_171_582, 0.102_330_179, -0.043_814_927),
    (31, -0.010_719_246, -0.115_461_431, 0.094_022_939, -0.073_148_233),
    (60, 0.036_684_154, -0.059_328_135, 0.132_696_443, 0.242_414_004),
    (40, 0.031_349_206, -0.063_678_900, 0.126_377_313, 0.207_159_926),
];

#[test]
fn a_whole_curve() {
    let found = curve(&people(), "H1");
    assert_eq!(found.specifications.len(), H1.len());
    for (one, (n, value, low, high, effect)) in found.specifications.iter().zip(H1) {
        assert_eq!(one.n, n, "{:?}", one.choices);
        let pairs = [(one.value, value), (one.low, low), (one.high, high)];
        for (found, known) in pairs {
            assert_near(found.unwrap(), known);
        }
        assert_near(one.standardised.unwrap().value, effect);
    }
    let [median, smallest, largest] = [found.median, found.smallest, found.largest].map(Option::unwrap);
    assert_near(median, 0.151_988_639);
    assert_near(smallest, -0.114_692_898);
    assert_near(largest, 0.254_390_529);
    assert_eq!((found.computed, found.above, found.below, found.same_sign), (32, 0, 0, Some(25)));
    assert_eq!(
        found.summary,
        "32 specifications: the median effect is g = 0.15, the smallest −0.11, the largest 0.25. The 95% interval is above \
         0 in 0 and below 0 in 0. The sign is that of the planned analysis in 25 of 32."
    );
}

#[test]
fn the_planned_specification_is_the_primary_contrast() {
    let report = report(&people());
    let primary = report.outcomes.iter().find(|one| one.primary).unwrap();
    for (curve, contrast) in report.specifications.iter().zip(&primary.contrasts) {
        let planned: Vec<&Specification> = curve.specifications.iter().filter(|one| one.planned).collect();
        let [planned] = planned[..] else { panic!("{planned:?}") };
        assert_eq!((&curve.comparison, planned.n), (&contrast.comparison, contrast.n));
        assert_eq!((planned.value, planned.low, planned.high), (contrast.value, contrast.low, contrast.high));
        assert_eq!(planned.standardised, contrast.standardised);
        let chosen: Vec<&str> = planned.choices.iter().flatten().map(String::as_str).collect();
        assert_eq!(chosen, ["modified_intention_to_treat", "d_prime", "log_linear", "ancova"]);
    }
}

/// Specifications with the same participants would count one result several times.
#[test]
fn populations_with_the_same_people_count_once() {
    let mut input = simulate(&WORKS, 100, 4);
    let found = curve(&input, "H1");
    let populations = |curve: &SpecificationCurve| curve.decisions[0].options.len();
    assert_eq!((found.specifications.len(), populations(&found)), (8, 1));
    assert_eq!((found.above, found.below, found.same_sign), (8, 0, Some(8)), "{}", found.summary);
    input.people[0].training_answered = 0;
    let found = curve(&input, "H1");
    assert_eq!((found.specifications.len(), populations(&found)), (16, 2));
    // Who has no outcome is in no specification.
    input.people[0].after = Box::default();
    assert_eq!(curve(&input, "H1").specifications.len(), 8);
}

#[test]
fn a_study_without_judgements_before_adjusts_for_none() {
    let mut input = people();
    input.design.before.clear();
    let found = curve(&input, "H2");
    assert!(found.specifications.iter().all(|one| one.standardised.is_some()), "{found:?}");
}

/// d' of few judgements is missing with both corrections; what needs no correction has a value.
#[test]
fn a_d_prime_needs_enough_judgements() {
    let mut input = simulate(&WORKS, 20, 11);
    input.people[0].after = input.people[0].after[..4].into();
    let n = |outcome: &str| {
        let found = curve(&input, "H1");
        let of_outcome = found.specifications.into_iter().filter(|one| one.choices[1].as_deref() == Some(outcome));
        of_outcome.map(|one| one.n).collect::<Vec<_>>()
    };
    assert_eq!(n("d_prime"), [59, 39, 59, 39]);
    assert_eq!(n("accuracy"), [60, 40]);
    assert_eq!(n("a_prime"), [60, 40]);
}

#[test]
fn comparisons_of_other_outcomes_have_their_own_choices() {
    let mut input = people();
    let part = input.design.parts[0].outcome();
    for (outcome, options) in [("scale_cynicism", [4, 1, 0, 2]), (&part, [4, 1, 2, 2]), ("accuracy", [4, 3, 2, 2])] {
        let pair = Comparison { id: "H7".into(), arm: 2, against: 1 };
        let kind = ComparisonKind::Superiority;
        input.design.secondary = vec![Secondary { pair, kind, outcome: outcome.into(), margin: None }];
        let report = report(&input);
        let found = report.specifications.last().unwrap();
        let counts: Vec<usize> = found.decisions.iter().map(|one| one.options.len()).collect();
        assert_eq!((found.outcome.as_str(), counts), (outcome, options.to_vec()));
        let planned = found.specifications.iter().find(|one| one.planned).unwrap();
        let known = report.outcomes.iter().find(|one| one.id == outcome).unwrap();
        assert_eq!(planned.value, known.contrasts.last().unwrap().value, "{outcome}");
        assert!(planned.value.is_some());
    }
}

/// Who is per protocol or has a flag depends on what only some arms have.
#[test]
fn a_blinded_curve_has_the_populations_that_reveal_no_arm() {
    let input = people();
    let blinded = report(&blind(&input, b"seed")).specifications;
    assert_eq!(blinded.len(), 3);
    for curve in &blinded {
        let populations: Vec<&str> = curve.decisions[0].options.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(populations, ["modified_intention_to_treat", "with_excluded"]);
    }
}

#[test]
fn an_arm_without_people_has_a_reason() {
    let mut input = people();
    input.people.retain(|person| person.arm != Some(1));
    let english = report(&input);
    let german = english.in_language(&input, Language::German);
    let [english, german] = [&english, &german].map(|report| &report.specifications[0]);
    assert_eq!((english.computed, english.median, english.same_sign), (0, None, None));
    assert_eq!(english.summary, "No specification could be computed.");
    let why = |one: &SpecificationCurve| one.specifications[1].why.as_ref().unwrap().sentence().to_owned();
    assert_eq!(why(english), "An arm of this comparison has fewer than two participants with the outcome.");
    assert_ne!(why(english), why(german));
}

#[test]
fn an_effect_of_0_has_no_sign() {
    let curve = SpecificationCurve {
        median: Some(-0.004),
        smallest: Some(-0.2),
        largest: Some(0.0),
        ..SpecificationCurve::default()
    };
    let summary = Language::English.specification_curve(&curve);
    assert!(summary.contains("g = 0.00, the smallest −0.20, the largest 0.00"), "{summary}");
}

#[test]
fn texts_are_those_of_the_language() {
    let input = people();
    let german = report(&input).in_language(&input, Language::German).specifications.swap_remove(0);
    let labels: Vec<&str> = german.decisions.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["Auswertungspopulation", "Zielgröße", "Korrektur der Raten", "Modell"]);
    let outcomes: Vec<&str> = german.decisions[1].options.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(outcomes, ["d′", "Anteil richtig", "A′"]);
    assert!(german.summary.starts_with("32 Spezifikationen: Der mittlere Effekt (Median) ist g = 0,15"), "{german:?}");
}
