use super::super::blind::blind;
use super::super::testing::{WORKS, simulate};
use super::super::{Input, Report, report};
use super::*;
use crate::report::input::Excluded;

/// A pair of answers to a judgement with two answers, from whether the initial one, the final one and the advice are
/// right.
fn pair(item: u16, [before, after, advice]: [bool; 3]) -> AdvisedPair {
    let manipulated = item.is_multiple_of(2);
    let judged = |right: bool, per_cent| Judged {
        item,
        manipulated,
        called_altered: manipulated == right,
        per_cent: Some(per_cent),
    };
    AdvisedPair {
        test: 0,
        initial: judged(before, 60),
        last: judged(after, 80),
        switched: before != after,
        disagreed: before != advice,
        followed: after == advice,
        right_advice: advice,
    }
}

/// Arm 1 gets advice on four judgements. Two of its participants have answers to them, and one who is excluded.
fn input() -> Input {
    const YES: bool = true;
    const NO: bool = false;
    let mut input = simulate(&WORKS, 4, 5);
    let items = (0..4).map(|item| format!("post_{item}")).collect();
    input.design.advised = vec![AdvisedTest { wave: "main".into(), phase: Phase::After, arms: vec![1], items }];
    let given: [&[[bool; 3]]; 3] = [
        &[[NO, YES, YES], [YES, YES, YES], [YES, NO, NO], [NO, NO, YES]],
        &[[NO, YES, YES], [YES, YES, NO]],
        &[[YES, NO, NO]; 4],
    ];
    let own = input.people.iter_mut().filter(|person| person.arm == Some(1));
    for (person, given) in own.zip(given) {
        person.advised = (0..).zip(given).map(|(item, given)| pair(item, *given)).collect();
        person.excluded = (given[0] == [YES, NO, NO]).then(|| Excluded::Decided("a test".into()));
    }
    input
}

fn arm(report: &Report) -> &AdviceArm {
    &report.advice[0].arms[0]
}

fn near(number: &Number, n: usize, value: f64) {
    assert_eq!(number.n, n, "{number:?}");
    assert!((number.value.unwrap() - value).abs() < 1e-12, "{number:?} instead of {value}");
}

/// All shares are counted by hand.
#[test]
fn switches_and_adoption_are_means_of_the_shares_of_participants() {
    let found = report(&input());
    let arm = arm(&found);
    assert_eq!((found.advice.len(), found.advice[0].arms.len(), arm.arm, arm.answers, arm.disagreed), (1, 1, 1, 6, 5));
    near(&arm.switched, 2, 0.5);
    near(&arm.to_correct, 2, f64::midpoint(0.25, 0.5));
    near(&arm.from_correct, 2, 0.25 / 2.0);
    near(&arm.adopted, 2, f64::midpoint(2.0 / 3.0, 0.5));
    near(&arm.adopted_right, 2, f64::midpoint(0.5, 1.0));
    near(&arm.adopted_wrong, 2, 0.5);
    // Both change half of their answers, so that there is no spread.
    assert_eq!((arm.switched.low, arm.switched.why.is_some()), (None, true));
    // t is 12.7 with one degree of freedom: the interval is cut off where shares end.
    assert_eq!((arm.adopted_right.low, arm.adopted_right.high), (Some(0.0), Some(1.0)));
}

#[test]
fn the_change_in_accuracy_is_what_changes_to_and_from_the_correct_answer() {
    let found = report(&input());
    let arm = arm(&found);
    let [d_prime, accuracy, confidence] = &arm.measures[..] else { panic!("{:?}", arm.measures) };
    near(&accuracy.initial, 2, 0.5);
    near(&accuracy.last, 2, 0.75);
    near(&accuracy.change, 2, arm.to_correct.value.unwrap() - arm.from_correct.value.unwrap());
    near(&confidence.change, 2, 0.2);
    // Log-linear rates (Hautus 1995), by hand. Hits and false alarms of the first: 1 of 2 and 1 of 2 in both answers.
    // Of the second: 0 and 0 of 1, then 1 and 0 of 1; z(0.75) is 0.674 489 750 196 082.
    near(&d_prime.initial, 2, 0.0);
    near(&d_prime.last, 2, 0.674_489_750_196_081_7);
    near(&d_prime.change, 2, 0.674_489_750_196_081_7);
}

/// Half of the judgements with advice are needed for d', as in other tests.
#[test]
fn too_few_judgements_have_no_d_prime() {
    let mut input = input();
    for person in &mut input.people {
        person.advised = person.advised.iter().take(1).copied().collect();
    }
    let found = report(&input);
    assert_eq!(arm(&found).measures.iter().map(|one| one.change.n).collect::<Vec<_>>(), [0, 2, 2]);
}

#[test]
fn blinded_and_interim_reports_have_none() {
    let input = input();
    assert!(report(&blind(&input, b"seed")).advice.is_empty());
    let german = report(&input).in_language(&input, Language::German);
    assert_eq!(arm(&german).measures[1].label, Language::German.measure(Measure::Accuracy));
    let mut without = input;
    without.design.advised.clear();
    assert!(serde_json::to_value(report(&without)).unwrap().get("advice").is_none());
}
