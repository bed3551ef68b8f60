use proptest::prelude::*;

use super::*;
use crate::AnalysisError;
use crate::testing::assert_near;

/// So many ratings of 1, of 2 and so on.
fn ratings(counts: &[usize]) -> Vec<f64> {
    counts.iter().enumerate().flat_map(|(index, &count)| vec![(index + 1) as f64; count]).collect()
}

/// metadpy's example: ratings of 200 noise and 200 signal trials.
#[test]
fn k18_ratings_of_answer_and_confidence() {
    let noise = ratings(&[52, 32, 35, 37, 26, 12, 4, 2]);
    let signal = ratings(&[2, 5, 15, 22, 33, 38, 40, 45]);
    let found = auc(&signal, &noise).unwrap();
    assert_near(found.area, 0.861_388, 5.1e-7);
    assert_near(found.standard_error, 0.017_715, 5.1e-7);
}

#[test]
fn k19_type_2() {
    let (right, wrong) = (ratings(&[70, 73, 72, 97]), ratings(&[48, 27, 9, 4]));
    assert_near(auc(&right, &wrong).unwrap().area, 0.737_016, 5.1e-7);
}

/// The computed tomography ratings of Hanley and McNeil (1982), *Radiology* 143, 29-36.
#[test]
fn k20_delong() {
    let found = auc(&ratings(&[3, 2, 2, 11, 33]), &ratings(&[33, 6, 6, 11, 2])).unwrap();
    assert_near(found.area, 0.893_171, 5.1e-7);
    assert_near(found.standard_error, 0.030_724, 5.1e-7);
}

#[test]
fn what_has_no_result_is_an_error() {
    assert!(matches!(auc(&[], &[1.0, 2.0]), Err(AnalysisError::Empty { .. })));
    assert!(matches!(auc(&[1.0, 2.0], &[1.0]), Err(AnalysisError::TooFew { .. })));
    assert!(auc(&[1.0, f64::NAN], &[1.0, 2.0]).is_err());
    let apart = auc(&[3.0, 4.0], &[1.0, 2.0]).unwrap();
    assert_near(apart.area, 1.0, 0.0);
    assert!(apart.interval(Level::P95).is_err());
}

fn some_ratings() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((1_u8..8).prop_map(f64::from), 2..30)
}

proptest! {
    #[test]
    fn the_area_is_the_share_of_pairs(signal in some_ratings(), noise in some_ratings()) {
        let half_if = |a: f64, b: f64| if a > b { 1.0 } else if a < b { 0.0 } else { 0.5 };
        let pairs: f64 = signal.iter().flat_map(|&s| noise.iter().map(move |&n| half_if(s, n))).sum();
        let found = auc(&signal, &noise).unwrap();
        prop_assert!((found.area - pairs / (signal.len() * noise.len()) as f64).abs() < 1e-12);
        prop_assert!((average(&found.noise) - found.area).abs() < 1e-12);
    }

    #[test]
    fn swapping_the_classes_mirrors_the_area(signal in some_ratings(), noise in some_ratings()) {
        let (straight, swapped) = (auc(&signal, &noise).unwrap(), auc(&noise, &signal).unwrap());
        prop_assert!((straight.area + swapped.area - 1.0).abs() < 1e-12);
        prop_assert!((straight.standard_error - swapped.standard_error).abs() < 1e-12);
    }
}

/// Obuchowski's variance equals DeLong's if no participant gave two ratings (the known answer of K20), and a rating
/// duplicated within a participant adds no information.
#[test]
fn clustered_areas_generalise_delong() {
    let normal = [(1.0, 33), (2.0, 6), (3.0, 6), (4.0, 11), (5.0, 2)];
    let abnormal = [(1.0, 3), (2.0, 2), (3.0, 2), (4.0, 11), (5.0, 33)];
    let rated = |table: &[(f64, usize)]| -> Vec<f64> {
        table.iter().flat_map(|&(rating, count)| std::iter::repeat_n(rating, count)).collect()
    };
    let people = |copies: usize| -> Vec<Cluster> {
        let signals =
            rated(&abnormal).into_iter().map(|rating| Cluster { signal: vec![rating; copies], noise: vec![] });
        let noise = rated(&normal).into_iter().map(|rating| Cluster { signal: vec![], noise: vec![rating; copies] });
        signals.chain(noise).collect()
    };
    for copies in [1, 3] {
        let found = clustered_auc(&people(copies)).unwrap();
        assert_near(found.area, 0.893_171, 1e-6);
        assert_near(found.standard_error, 0.030_724, 1e-6);
    }
    let one = Cluster { signal: vec![1.0, 2.0], noise: vec![1.0, 3.0] };
    assert!(clustered_auc(&[one]).is_err(), "one person shows no spread between people");
}
