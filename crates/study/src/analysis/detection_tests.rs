use proptest::prelude::*;

use super::*;
use crate::analysis::testing::assert_near;

fn counts(hits: u32, manipulated: u32, false_alarms: u32, authentic: u32) -> Counts {
    Counts::new(hits, manipulated, false_alarms, authentic).unwrap()
}

fn measured(counts: Counts, correction: Correction) -> Detection {
    counts.rates(correction).detection().unwrap()
}

fn at(hit: f64, false_alarm: f64) -> Detection {
    Rates::new(hit, false_alarm).unwrap().detection().unwrap()
}

/// K1: Stanislaw and Todorov's example; published to two digits.
#[test]
fn k1_extremes_replaced() {
    let rates = counts(50, 50, 17, 25).rates(Correction::Extremes);
    let found = rates.detection().unwrap();
    assert_near(found.hit_rate, 0.99, 1e-12);
    assert_near(found.false_alarm_rate, 0.68, 1e-12);
    assert_near(found.d_prime, 1.858_649, 1e-6);
    assert_near(found.criterion, -1.397_023, 1e-6);
    assert_near(rates.a_prime(), 0.82047, 1e-5);
    assert_near(found.beta(), 0.074_528, 1e-6);
    assert_near(found.ln_beta, -2.596_576, 1e-6);
    assert_near(found.a_z, 0.905_621, 1e-6);
}

#[test]
fn k2_log_linear() {
    let found = measured(counts(50, 50, 17, 25), Correction::LogLinear);
    assert_near(found.hit_rate, 0.990_196, 1e-6);
    assert_near(found.false_alarm_rate, 0.673_077, 1e-6);
    assert_near(found.d_prime, 1.885_343, 1e-6);
    assert_near(found.criterion, -1.391_097, 1e-6);
}

/// K3 to K5, and why rates must not be averaged before d' is taken.
#[test]
fn k3_to_k5_published_rates() {
    let people = [((0.70, 0.10), 1.806, 1.981), ((0.50, 0.40), 0.253, 1.033), ((0.85, 0.05), 2.681, 2.261)];
    for ((hit, false_alarm), d_prime, beta) in people {
        let found = at(hit, false_alarm);
        assert_near(found.d_prime, d_prime, 5e-4);
        assert_near(found.beta(), beta, 5e-4);
    }
    let mean = people.iter().map(|((hit, false_alarm), ..)| at(*hit, *false_alarm).d_prime).sum::<f64>() / 3.0;
    assert_near(mean, 1.5802, 5e-5);
    let of_mean_rates = at((0.70 + 0.50 + 0.85) / 3.0, (0.10 + 0.40 + 0.05) / 3.0).d_prime;
    assert!((of_mean_rates - mean).abs() > 0.1, "{of_mean_rates}");
}

#[test]
fn k6_uncorrected() {
    let rates = counts(20, 25, 10, 25).rates(Correction::Uncorrected);
    let found = rates.detection().unwrap();
    assert_near(found.d_prime, 1.094_968, 1e-6);
    assert_near(found.criterion, -0.294_137, 1e-6);
    assert_near(found.beta(), 0.724_647, 1e-6);
    assert_near(rates.a_prime(), 0.791_667, 1e-6);
}

#[test]
fn k7_to_k9_log_linear() {
    let k7 = measured(counts(20, 25, 10, 25), Correction::LogLinear);
    assert_near(k7.d_prime, 1.044_499, 1e-6);
    assert_near(k7.criterion, -0.278_845, 1e-6);

    let k8 = measured(counts(10, 10, 0, 10), Correction::LogLinear);
    assert_near(k8.d_prime, 3.381_243, 1e-6);
    assert_near(k8.criterion, 0.0, 1e-12);
    assert_near(measured(counts(10, 10, 0, 10), Correction::Extremes).d_prime, 3.289_707, 1e-6);

    let k9 = measured(counts(8, 12, 3, 12), Correction::LogLinear);
    assert_near(k9.d_prime, 1.010_866, 1e-6);
    assert_near(k9.criterion, 0.109_708, 1e-6);
    assert_near(k9.a_z, 0.762_631, 1e-6);
}

/// K10: 59% right without bias; Nightingale and Farid print .46.
#[test]
fn k10_accuracy_without_bias() {
    assert_near(at(0.59, 0.41).d_prime, 0.4551, 5e-5);
}

/// K11: the four groups of Gray et al. (2025).
#[test]
fn k11_training_study() {
    let groups = [
        (0.31, 0.46, -0.3954, 0.2981),
        (0.51, 0.49, 0.0501, 0.0),
        (0.41, 0.39, 0.0518, 0.2534),
        (0.64, 0.37, 0.6903, -0.0133),
    ];
    for (hit, false_alarm, d_prime, criterion) in groups {
        assert_near(at(hit, false_alarm).d_prime, d_prime, 5.1e-5);
        assert_near(at(hit, false_alarm).criterion, criterion, 5.1e-5);
    }
}

/// K12: dividing by n + 1.5 instead, as an older R package did, gives 1.651.
#[test]
fn k12_not_the_old_denominator() {
    let found = measured(counts(9, 10, 2, 9), Correction::LogLinear);
    assert_near(found.d_prime, 1.771_293, 1e-6);
    assert_near(found.criterion, -0.211_157, 1e-6);
}

/// The standard errors of one person's d' that the design of the study was based on.
#[test]
fn one_person_is_measured_roughly() {
    for (items, published) in [(6.0, 0.74), (10.0, 0.58), (20.0, 0.41), (32.0, 0.32)] {
        let of_twenty = counts(13, 20, 7, 20).d_prime_standard_error(Correction::Uncorrected).unwrap();
        assert_near(of_twenty * (20.0_f64 / items).sqrt(), published, 0.007);
    }
}

#[test]
fn counting_judgements() {
    let judged = |manipulated, called_altered| Judgement { manipulated, called_altered };
    let answers =
        [judged(true, true), judged(true, false), judged(false, true), judged(false, false), judged(false, false)];
    assert_eq!(Counts::of(answers), Counts::new(1, 2, 1, 3));
}

#[test]
fn what_has_no_result_is_an_error() {
    assert_eq!(Counts::new(0, 0, 1, 2), Err(AnalysisError::Empty { what: "manipulated items" }));
    assert_eq!(Counts::of([]), Err(AnalysisError::Empty { what: "manipulated items" }));
    assert_eq!(Counts::new(1, 2, 0, 0), Err(AnalysisError::Empty { what: "authentic items" }));
    assert!(Counts::new(3, 2, 0, 1).is_err());
    assert!(Rates::new(1.2, 0.1).is_err());
    assert!(Rates::new(f64::NAN, 0.1).is_err());
    assert!(counts(2, 2, 0, 2).rates(Correction::Uncorrected).detection().is_err());
    assert!(counts(2, 2, 0, 2).d_prime_standard_error(Correction::Uncorrected).is_err());
    assert_near(Rates::new(1.0, 0.0).unwrap().a_prime(), 1.0, 0.0);
    assert_near(Rates::new(0.0, 0.0).unwrap().a_prime(), 0.5, 0.0);
}

fn any_counts() -> impl Strategy<Value = Counts> {
    (1_u32..60, 1_u32..60).prop_flat_map(|(manipulated, authentic)| {
        (0..=manipulated, 0..=authentic)
            .prop_map(move |(hits, false_alarms)| counts(hits, manipulated, false_alarms, authentic))
    })
}

proptest! {
    /// K13.
    #[test]
    fn k13_equal_rates_are_guessing(rate in 0.001..0.999_f64) {
        let found = at(rate, rate);
        prop_assert!(found.d_prime.abs() < 1e-15);
        prop_assert!((found.a_z - 0.5).abs() < 1e-15);
    }

    /// K14: turning the truth round turns d' round and leaves c.
    #[test]
    fn k14_swapping_truth(counts in any_counts()) {
        let swapped = Counts::new(counts.false_alarms, counts.authentic, counts.hits, counts.manipulated).unwrap();
        for correction in [Correction::LogLinear, Correction::Extremes] {
            let (straight, swapped) = (measured(counts, correction), measured(swapped, correction));
            prop_assert!((straight.d_prime + swapped.d_prime).abs() < 1e-12);
            prop_assert!((straight.criterion - swapped.criterion).abs() < 1e-12);
        }
        let [straight, swapped] = [counts, swapped].map(|counts| counts.rates(Correction::Uncorrected).a_prime());
        prop_assert!((straight + swapped - 1.0).abs() < 1e-12);
    }

    /// K15: both ways to write ln β.
    #[test]
    fn k15_ln_beta(counts in any_counts()) {
        let found = measured(counts, Correction::LogLinear);
        let squares = (z(found.false_alarm_rate).powi(2) - z(found.hit_rate).powi(2)) / 2.0;
        prop_assert!((found.ln_beta - squares).abs() < 1e-12);
        prop_assert!((found.ln_beta - found.criterion * found.d_prime).abs() < 1e-12);
    }
}
