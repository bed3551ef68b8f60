//! Item response of simulated participants with known parameters, and of inputs that have no model.

use super::input::{Input, Judged};
use super::testing::{WORKS, simulate};
use super::{Phase, Recruitment, Report, Stage, StageKind, blind, report};

/// 200 participants in each arm.
fn input() -> Input {
    simulate(&WORKS, 200, 5)
}

fn with_response(input: &Input) -> Report {
    let stage = Stage::of(input, Recruitment { closed: true, ..Recruitment::default() });
    report(input).with_item_response(input, &stage)
}

#[track_caller]
fn near(given: Option<f64>, expected: f64, tolerance: f64) {
    assert!(given.is_some_and(|given| (given - expected).abs() < tolerance), "{given:?} is not near {expected}");
}

/// The model's own values: d' 0.54, 0.90 and 0.80 afterwards, SDs of participants 0.37 in d' and 0.30 in c, of items
/// 0.42 in c and none in d'.
#[test]
fn known_parameters_are_recovered() {
    let found = with_response(&input()).item_response;
    let [before, after] = &found[..] else { panic!("{found:?}") };
    assert_eq!((before.phase, after.phase), (Phase::Before, Phase::After));
    assert_eq!((after.people, after.answers, after.items.len()), (600, 12_000, 20));
    near(before.sensitivity, 0.54, 0.12);
    near(after.sensitivity, (0.54 + 0.90 + 0.80) / 3.0, 0.1);
    near(after.person_sensitivity_sd, 0.37, 0.08);
    near(after.person_criterion_sd, 0.30, 0.04);
    near(after.item_criterion_sd, 0.42, 0.15);
    near(after.item_sensitivity_sd, 0.0, 0.12);
    near(after.item_arm_sd, 0.0, 0.12);
    for number in after.items.iter().flat_map(|item| item.arms.iter().chain([&item.sensitivity])) {
        assert_eq!((number.low.is_some(), number.high.is_some()), (number.why.is_none(), number.why.is_none()));
        assert!(number.low.is_none_or(|low| number.high.unwrap() - low > 0.01), "{number:?}");
    }
    assert_eq!((before.item_arm_sd, &before.items[0].arms), (None, &Vec::new()));
    // d' of 20 items, half of each kind, at rates near a half: the variance is about 4 · (π / 2) / 20 or more.
    near(after.error, (4.0 * std::f64::consts::FRAC_PI_2 / 20.0).sqrt(), 0.06);
    let [sd, error] = [after.person_sensitivity_sd, after.error].map(Option::unwrap);
    near(after.reliability, sd * sd / (sd * sd + error * error), 1e-12);
}

/// The last item is answered at random in one arm.
#[test]
fn an_item_that_one_arm_cannot_judge_stands_out() {
    let mut input = input();
    for (number, person) in input.people.iter_mut().enumerate().filter(|(_, person)| person.arm == Some(1)) {
        let last = person.after.last_mut().unwrap();
        last.called_altered = (number / 3).is_multiple_of(2);
    }
    let found = with_response(&input).item_response;
    let own = &found[1].items[19].arms[1];
    assert!(own.high.unwrap() < -0.2, "{own:?}");
    let others = found[1].items[..19].iter().flat_map(|item| &item.arms);
    assert!(
        others.clone().all(|arm| arm.value.unwrap() > own.value.unwrap()),
        "{others:?}",
        others = others.clone().collect::<Vec<_>>()
    );
    assert_eq!(own.n, 200);
}

/// Without crossed truths an item has one parameter: what makes it harder.
#[test]
fn items_with_one_truth_have_no_criterion() {
    let mut input = input();
    for judged in input.people.iter_mut().flat_map(|person| person.after.iter_mut()) {
        let manipulated = judged.item.is_multiple_of(2);
        *judged = Judged { called_altered: judged.right() == manipulated, manipulated, ..*judged };
    }
    let found = with_response(&input).item_response;
    let after = &found[1];
    assert_eq!((after.why.clone(), after.item_criterion_sd), (None, None));
    let item = &after.items[3];
    assert!(item.criterion.value.is_none() && item.criterion.why.is_some(), "{item:?}");
    // Easier items have a higher d': the order is that of the shares of correct answers.
    let report = report(&input);
    let mut order: Vec<(f64, f64)> = (report.items.iter().filter(|item| item.phase == Phase::After))
        .zip(&after.items)
        .map(|(item, parameters)| (item.right.value.unwrap(), parameters.sensitivity.value.unwrap()))
        .collect();
    order.sort_by(|one, other| one.0.total_cmp(&other.0));
    assert!(order[0].1 < order[19].1 - 0.1, "{order:?}");
}

#[test]
fn small_studies_have_a_reason() {
    let found = with_response(&simulate(&WORKS, 5, 1)).item_response;
    let why = found[1].why.as_ref().unwrap().sentence();
    assert_eq!(why, "The model needs at least 30 participants and 4 items.");
    assert!(found[1].items.is_empty() && found[1].people == 15);
}

#[test]
fn answers_that_are_all_alike_have_a_reason() {
    let mut input = input();
    input.people.iter_mut().flat_map(|person| person.after.iter_mut()).for_each(|one| one.called_altered = true);
    let found = with_response(&input).item_response;
    assert!(found[1].why.as_ref().unwrap().sentence().starts_with("The model could not be fitted"), "{found:?}");
}

/// Arms have no names in it, and an interim report has none of it.
#[test]
fn blinded_and_interim_reports_reveal_nothing() {
    let input = input();
    let open = with_response(&input).item_response;
    for seed in 0..2 {
        let blinded = with_response(&blind(&input, &[seed; 32])).item_response;
        near(blinded[1].sensitivity, open[1].sensitivity.unwrap(), 1e-4);
        near(blinded[1].items[7].sensitivity.value, open[1].items[7].sensitivity.value.unwrap(), 1e-4);
    }
    let mut input = input;
    input.design.target = Some(601);
    let stage = Stage::of(&input, Recruitment::default());
    assert_eq!(stage.kind, StageKind::Interim);
    assert!(report(&input).with_item_response(&input, &stage).item_response.is_empty());
}
