use proptest::prelude::*;

use super::*;
use crate::testing::assert_near;

fn counts(hits: u32, manipulated: u32, false_alarms: u32, authentic: u32) -> Counts {
    Counts::new(hits, manipulated, false_alarms, authentic).unwrap()
}

fn measured(counts: Counts) -> Detection {
    counts.rates().detection().unwrap()
}

fn at(hit: f64, false_alarm: f64) -> Detection {
    Rates::new(hit, false_alarm).unwrap().detection().unwrap()
}

/// K1 (Stanislaw and Todorov's example; published to two digits), K3 to K6, and K8 with 1/(2N) for rates of 0 and 1.
#[test]
fn k1_k3_to_k6_and_k8_of_rates() {
    let known = [
        (0.99, 0.68, 1.858_649, -1.397_023, 1e-6),
        (0.80, 0.40, 1.094_968, -0.294_137, 1e-6),
        (0.95, 0.05, 3.289_707, 0.0, 1e-6),
    ];
    for (hit, false_alarm, d_prime, criterion, tolerance) in known {
        let found = at(hit, false_alarm);
        assert_near(found.d_prime, d_prime, tolerance);
        assert_near(found.criterion, criterion, tolerance);
    }
    for (hit, false_alarm, d_prime) in PUBLISHED {
        assert_near(at(hit, false_alarm).d_prime, d_prime, 5e-4);
    }
}

/// K3 to K5.
const PUBLISHED: [(f64, f64, f64); 3] = [(0.70, 0.10, 1.806), (0.50, 0.40, 0.253), (0.85, 0.05, 2.681)];

/// 1/(2N) in place of 0, 1 - 1/(2N) in place of 1, and nothing else changes (Macmillan and Kaplan 1985): K8's d' of
/// 3.29 with 10 items of each kind.
#[test]
fn extreme_rates_are_replaced() {
    for (of, hit, false_alarm) in [
        (counts(10, 10, 0, 10), 0.95, 0.05),
        (counts(0, 4, 5, 5), 0.125, 0.9),
        (counts(3, 4, 1, 5), 0.75, 0.2),
        (counts(1, 1, 0, 1), 0.5, 0.5),
    ] {
        let found = of.replaced_rates();
        assert_near(found.hit, hit, 1e-15);
        assert_near(found.false_alarm, false_alarm, 1e-15);
    }
    let found = counts(10, 10, 0, 10).replaced_rates().detection().unwrap();
    assert_near(found.d_prime, 3.289_707, 1e-6);
}

/// The mean of the smallest and the largest area below a curve through the point (Pollack and Norman 1964), by its
/// polygons: below the lines from (0, 0) to the point and on to (1, 1), and the triangles that extending each adds.
fn mean_area(hit: f64, false_alarm: f64) -> f64 {
    let smallest = false_alarm * hit / 2.0 + (1.0 - false_alarm) * f64::midpoint(hit, 1.0);
    let along_the_top = (1.0 - false_alarm / hit) * (1.0 - hit) / 2.0;
    let at_the_left = (hit - (1.0 - hit) / (1.0 - false_alarm) * false_alarm) * false_alarm / 2.0;
    smallest + f64::midpoint(along_the_top, at_the_left)
}

#[test]
fn a_prime_is_the_mean_of_two_areas() {
    let of = |hit, false_alarm| Rates::new(hit, false_alarm).unwrap().a_prime();
    for (hit, false_alarm) in [(0.99, 0.68), (0.80, 0.40), (0.95, 0.05), (0.70, 0.10), (0.50, 0.40), (1.0, 0.25)] {
        assert_near(of(hit, false_alarm), mean_area(hit, false_alarm), 1e-14);
        assert_near(of(false_alarm, hit), 1.0 - mean_area(hit, false_alarm), 1e-14);
    }
    // By hand: 0.5 + (0.4² + 0.4) / (4 × 0.8 - 4 × 0.8 × 0.4).
    assert_near(of(0.80, 0.40), 0.5 + 0.56 / 1.92, 1e-15);
    for (hit, false_alarm, known) in
        [(0.3, 0.3, 0.5), (0.0, 0.0, 0.5), (1.0, 1.0, 0.5), (1.0, 0.0, 1.0), (0.0, 1.0, 0.0)]
    {
        assert_near(of(hit, false_alarm), known, 0.0);
    }
}

#[test]
fn rates_must_not_be_averaged_before_d_prime_is_taken() {
    let mean = PUBLISHED.iter().map(|(hit, false_alarm, _)| at(*hit, *false_alarm).d_prime).sum::<f64>() / 3.0;
    assert_near(mean, 1.5802, 5e-5);
    let of_mean_rates = at((0.70 + 0.50 + 0.85) / 3.0, (0.10 + 0.40 + 0.05) / 3.0).d_prime;
    assert!((of_mean_rates - mean).abs() > 0.1, "{of_mean_rates}");
}

/// K12: dividing by n + 1.5 instead, as an older R package did, gives 1.651.
#[test]
fn k2_k7_to_k9_and_k12_log_linear() {
    for (of, d_prime, criterion) in [
        (counts(50, 50, 17, 25), 1.885_343, -1.391_097),
        (counts(20, 25, 10, 25), 1.044_499, -0.278_845),
        (counts(10, 10, 0, 10), 3.381_243, 0.0),
        (counts(8, 12, 3, 12), 1.010_866, 0.109_708),
        (counts(9, 10, 2, 9), 1.771_293, -0.211_157),
    ] {
        assert_near(measured(of).d_prime, d_prime, 1e-6);
        assert_near(measured(of).criterion, criterion, 1e-6);
    }
    let Rates { hit, false_alarm } = counts(50, 50, 17, 25).rates();
    assert_near(hit, 0.990_196, 1e-6);
    assert_near(false_alarm, 0.673_077, 1e-6);
}

/// K10: 59% right without bias; Nightingale and Farid print .46. K11: the four groups of Gray et al. (2025).
#[test]
fn k10_and_k11_of_studies() {
    for (hit, false_alarm, d_prime, criterion) in [
        (0.59, 0.41, 0.4551, 0.0),
        (0.31, 0.46, -0.3954, 0.2981),
        (0.51, 0.49, 0.0501, 0.0),
        (0.41, 0.39, 0.0518, 0.2534),
        (0.64, 0.37, 0.6903, -0.0133),
    ] {
        assert_near(at(hit, false_alarm).d_prime, d_prime, 5.1e-5);
        assert_near(at(hit, false_alarm).criterion, criterion, 5.1e-5);
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
    assert_eq!(Counts::new(0, 0, 1, 2), Err(AnalysisError::Empty { what: Quantity::ManipulatedItems }));
    assert_eq!(Counts::of([]), Err(AnalysisError::Empty { what: Quantity::ManipulatedItems }));
    assert_eq!(Counts::new(1, 2, 0, 0), Err(AnalysisError::Empty { what: Quantity::AuthenticItems }));
    assert!(Counts::new(3, 2, 0, 1).is_err());
    assert!(Rates::new(1.2, 0.1).is_err());
    assert!(Rates::new(f64::NAN, 0.1).is_err());
    assert!(Rates::new(1.0, 0.0).unwrap().detection().is_err());
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
    }

    /// K14: turning the truth round turns d' round and leaves c.
    #[test]
    fn k14_swapping_truth(counts in any_counts()) {
        let swapped = Counts::new(counts.false_alarms, counts.authentic, counts.hits, counts.manipulated).unwrap();
        let (straight, swapped) = (measured(counts), measured(swapped));
        prop_assert!((straight.d_prime + swapped.d_prime).abs() < 1e-12);
        prop_assert!((straight.criterion - swapped.criterion).abs() < 1e-12);
    }
}

/// Computed apart from this in Python, with a grid of 0.2 standard deviations.
#[test]
fn greatest_correlation_of_two_tests() {
    let test = |manipulated, authentic| Kinds { manipulated, authentic };
    let spread = |d_prime, criterion, items| Spread { mean_d_prime: 0.54, d_prime, criterion, items };
    let usual = spread(0.37, 0.30, 0.42);
    for (tests, spread, known) in [
        ([test(4, 4), test(10, 10)], usual, 0.175_915_738),
        ([test(10, 10), test(4, 4)], usual, 0.175_915_738),
        ([test(4, 4), test(4, 4)], usual, 0.121_825_540),
        ([test(20, 20), test(20, 20)], usual, 0.407_027_811),
        ([test(3, 5), test(7, 6)], usual, 0.145_918_796),
        ([test(4, 4), test(10, 10)], spread(1.5, 0.30, 0.42), 0.743_951_082),
        ([test(4, 4), test(10, 10)], spread(0.37, 0.0, 0.0), 0.203_792_439),
        ([test(10, 10), test(10, 10)], spread(0.37, 0.30, 0.0), 0.284_198_837),
    ] {
        assert_near(greatest_correlation(tests, spread).unwrap(), known, 1e-6);
    }
    let none = greatest_correlation([test(4, 4), test(10, 10)], spread(0.0, 0.0, 0.42)).unwrap();
    assert_near(none, 0.0, 1e-9);
    assert!(greatest_correlation([test(0, 4), test(10, 10)], usual).is_err());
    assert!(greatest_correlation([test(4, 4), test(10, 10)], spread(-0.1, 0.3, 0.42)).is_err());
}

/// Nested `integrate()` of R 4 over people's evidence and over items.
#[test]
fn how_false_alarm_rates_vary() {
    let spread = Spread { mean_d_prime: 0.54, d_prime: 0.37, criterion: 0.30, items: 0.42 };
    let halves = |half: u32| Kinds { manipulated: half, authentic: half };
    for (before, after, sd, correlation) in [
        (Some(4), 10, 0.187_150_821, 0.300_331_285),
        (Some(6), 6, 0.220_805_678, 0.295_986_241),
        (Some(10), 10, 0.187_150_821, 0.412_010_730),
        (None, 10, 0.187_150_821, 0.0),
    ] {
        let found = false_alarm_spread(before.map(halves), halves(after), spread).unwrap();
        assert_near(found.sd, sd, 1e-6);
        assert_near(found.correlation, correlation, 1e-5);
    }
    assert!(false_alarm_spread(None, halves(0), spread).is_err());
}
