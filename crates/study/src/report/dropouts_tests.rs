//! Table of participants without the primary outcome.

use super::input::{AnswerGroup, Baseline as From, Characteristic, Excluded, Input};
use super::testing::{WORKS, simulate};
use super::{BaselineArm, DropoutsArm, Language, report};

/// Four people in each arm, with a score and an age.
fn with_values(values: &[(usize, f64, f64)]) -> Input {
    let mut input = simulate(&WORKS, 4, 1);
    let group = |label: &str| AnswerGroup { label: label.into(), answers: vec![label.into()] };
    let answers = ["young", "old", "very old"].map(group).into();
    input.design.variables = vec!["score".into(), "age:baseline".into()];
    input.design.baseline = vec![
        Characteristic { id: "score".into(), label: Some("Score".into()), from: From::Score(0) },
        Characteristic { id: "age".into(), label: Some("Age".into()), from: From::Answer { variable: 1, answers } },
    ];
    (input.design.scales, input.design.compared, input.design.derived) = Default::default();
    input.design.moderators.clear();
    input.people.iter_mut().for_each(|person| person.values = [None, None].into_iter().collect());
    for (person, score, age) in values {
        input.people[*person].values = [Some(*score), Some(*age)].into_iter().collect();
    }
    input
}

/// By hand: the scores 2 and 4 against 5 and 9 differ by 4, and the mean of the variances 2 and 8 is 5. One of two is
/// young against both: 0.5 divided by the root of 0.125.
#[test]
fn those_without_the_outcome_are_compared_with_those_with_it() {
    let mut input = with_values(&[(0, 2.0, 0.0), (3, 4.0, 2.0), (6, 5.0, 0.0), (9, 9.0, 0.0), (1, 7.0, 1.0)]);
    for lost in [6, 9, 7] {
        input.people[lost].after = Box::default();
    }
    input.people[7].excluded = Some(Excluded::Decided("took part twice".into()));
    let english = report(&input);
    let [score, age, d_prime] = english.dropouts.as_slice() else { panic!("{:?}", english.dropouts) };
    let numbers = |mean, variance: f64| BaselineArm {
        n: 2,
        mean: Some(mean),
        deviation: Some(variance.sqrt()),
        ..BaselineArm::default()
    };
    let DropoutsArm { with, without, differences } = &score.arms[0];
    assert_eq!((with, without), (&numbers(3.0, 2.0), &numbers(7.0, 8.0)));
    assert!((differences[0].unwrap() - 4.0 / 5.0_f64.sqrt()).abs() < 1e-12, "{differences:?}");
    let young = 0.5 / 0.125_f64.sqrt();
    let [first, none, last] = age.arms[0].differences[..] else { panic!("{:?}", age.arms[0]) };
    assert!((first.unwrap() - young).abs() < 1e-12 && (last.unwrap() + young).abs() < 1e-12, "{first:?}, {last:?}");
    assert_eq!(none, None);
    let excluded = &score.arms[1];
    assert_eq!((excluded.with.missing, excluded.without.missing), (2, 0), "an excluded participant is in no group");
    let german = english.in_language(&input, Language::German);
    assert_eq!([&d_prime.label, &german.dropouts[2].label], ["Sensitivity d′", "Sensitivität d′"]);
    assert_eq!(d_prime.arms[0].without.n, 2, "d′ before is added to the characteristics of the plan");
}

#[test]
fn the_flow_counts_the_same_people() {
    let mut input = with_values(&[]);
    for lost in [0, 3, 4] {
        input.people[lost].after = Box::default();
    }
    let report = report(&input);
    let lost: Vec<usize> = report.dropouts[0].arms.iter().map(|arm| arm.without.missing).collect();
    let counted: Vec<u32> = report.flow.arms.iter().map(super::ArmFlow::without_outcome).collect();
    assert_eq!((lost, counted), (vec![2, 1, 0], vec![2, 1, 0]));
}
