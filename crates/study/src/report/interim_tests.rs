//! Group-sequential designs.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng as _;

use super::input::TakenLook;
use super::interim::step_down;
use super::testing::{NULL, WORKS, design, simulate};
use super::*;
use crate::definition::analysis::Interim;
use crate::order::generator;
use unmask_analysis::distribution::z;
use unmask_analysis::sequential::Spending;

const OPEN: Recruitment = Recruitment { closed: false, shown_early: false, first_read_with: None };

/// A target of 200 of whom 180 are expected to have the outcome, and looks at 90 and 135.
fn planned(spending: Spending) -> Design {
    let mut design = design();
    design.target = Some(200);
    design.sample.loss = 0.1;
    design.interim = Some(Interim { looks: vec![0.5, 0.75], spending });
    design
}

/// So many people, of whom none is lost.
fn input(model: &testing::Model, people: usize, looks: Vec<TakenLook>) -> Input {
    let mut input = simulate(model, people.div_ceil(3), 7);
    input.people.truncate(people);
    Input { design: planned(Spending::ObrienFleming), looks, ..input }
}

fn taken(n: u32, z: [f64; 2]) -> TakenLook {
    TakenLook { n, z: ["H1", "H2"].map(str::to_owned).into_iter().zip(z).collect() }
}

fn crossed(look: &SequentialLook) -> Vec<(&str, bool)> {
    look.tests.iter().map(|test| (test.hypothesis.as_deref().unwrap(), test.crossed)).collect()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
}

/// Once all are rejected, people who take part already may finish: later reports and looks have nothing to test.
#[test]
fn nothing_is_tested_once_all_hypotheses_are_rejected() {
    let rejected = vec![taken(90, [5.0, 4.0])];
    for (people, kind, blinded) in
        [(140, StageKind::PlannedLook, false), (140, StageKind::PlannedLook, true), (200, StageKind::Final, false)]
    {
        let input = input(&WORKS, people, rejected.clone());
        let stage = Stage::of(&input, OPEN);
        assert_eq!(stage.kind, kind);
        let shown = if blinded { blind(&input, b"seed") } else { input };
        let looks = report(&shown).at(stage, Language::English).sequential.unwrap().looks;
        assert_eq!(looks.iter().map(|look| look.tests.len()).collect::<Vec<_>>(), [2, 0], "{people}");
    }
}

#[test]
fn a_planned_look_is_taken_once_when_its_number_is_reached() {
    let kind = |people, looks| Stage::of(&input(&NULL, people, looks), OPEN).kind;
    let at = |n| vec![taken(n, [0.0, 0.0])];
    assert_eq!(kind(89, vec![]), StageKind::Interim);
    assert_eq!(kind(90, vec![]), StageKind::PlannedLook);
    assert_eq!(kind(90, at(90)), StageKind::Interim, "the same number");
    assert_eq!(kind(120, at(90)), StageKind::Interim, "no other look is planned until 135");
    assert_eq!(kind(135, at(120)), StageKind::PlannedLook);
    assert_eq!(kind(150, at(140)), StageKind::Interim, "one look stood for both");
    assert_eq!(kind(180, at(90)), StageKind::Interim, "the planned number is reached: the target follows");
    assert_eq!(kind(200, at(90)), StageKind::Final);
    let mut unplanned = input(&NULL, 90, vec![]);
    unplanned.design.interim = None;
    let stage = Stage::of(&unplanned, OPEN);
    assert_eq!((stage.kind, stage.sequential), (StageKind::Interim, None));
    let closed = Recruitment { closed: true, ..OPEN };
    assert_eq!(Stage::of(&input(&NULL, 90, vec![]), closed).kind, StageKind::Final);
}

/// Levels: two hypotheses at 0.025, one at 0.05, each by rpact 3.3.4 (`asOF`, two-sided). 2.9626 is crossed by the
/// second hypothesis only because the first has crossed 3.3446.
#[test]
fn the_level_of_a_rejected_hypothesis_goes_to_the_others() {
    let tests = |z| {
        let looks = input(&NULL, 100, vec![taken(90, z)]).sequential().unwrap();
        looks.looks[0].tests.iter().map(|test| (test.bound.z, test.crossed)).collect::<Vec<_>>()
    };
    for (z, expected) in [
        ([3.5, 3.0], [(3.344_619, true), (2.962_588, true)]),
        ([-3.0, 3.5], [(2.962_588, true), (3.344_619, true)]),
        ([3.3, 3.0], [(3.344_619, false), (3.344_619, false)]),
        ([2.9, 3.4], [(2.962_588, false), (3.344_619, true)]),
    ] {
        for (found, expected) in tests(z).into_iter().zip(expected) {
            near(found.0, expected.0);
            assert_eq!(found.1, expected.1, "{z:?}");
        }
    }
}

#[test]
fn what_a_look_has_rejected_stays_rejected() {
    let looks = vec![taken(90, [3.5, 1.0]), taken(135, [0.1, 2.0])];
    let looks = input(&NULL, 140, looks).sequential().unwrap();
    let [first, second] = &looks.looks[..] else { panic!("two looks") };
    assert_eq!(crossed(first), [("H1", true), ("H2", false)]);
    assert_eq!(crossed(second), [("H2", false)], "at the whole level");
    near(second.tests[0].bound.z, 2.359_018);
    near(second.share, 0.75);
    assert_eq!(looks.rejected_at("H1").map(|look| look.n), Some(90));
}

/// The final analysis has 200 people of 180 that were planned. Bounds by rpact 3.3.4 (`asUser`).
#[test]
fn the_final_analysis_has_what_the_looks_left() {
    let of = |looks| report(&input(&NULL, 200, looks)).sequential.unwrap();
    let without = of(vec![]);
    assert_eq!((without.looks.len(), without.looks[0].last), (1, true));
    near(without.looks[0].bounds[0].z, 1.959_964);
    near(without.looks[0].bounds[1].z, 2.241_403);
    let with = of(vec![taken(90, [1.0, 1.0]), taken(135, [1.0, 1.0])]);
    let last = with.looks.last().unwrap();
    assert_eq!((last.n, last.last), (200, true));
    near(last.spent, 0.05);
    near(last.bounds[0].z, 2.032_332);
    near(last.bounds[1].z, 2.295_419);
}

/// Somebody who stops at a result must not get the error rate of a whole study.
#[test]
fn a_study_that_ends_early_after_a_look_has_spent_only_what_it_reached() {
    let last = |looks| report(&input(&NULL, 100, looks)).sequential.unwrap().looks.pop().unwrap();
    let spent = |share: f64| 4.0 * unmask_analysis::distribution::phi(z(0.05 / 4.0) / share.sqrt());
    let looked = last(vec![taken(90, [1.0, 1.0])]);
    near(looked.share, 100.0 / 180.0);
    near(looked.spent, spent(100.0 / 180.0));
    near(last(vec![]).spent, 0.05);
    let same = last(vec![taken(100, [1.0, 1.0])]);
    assert!(!same.last, "without anybody new there is no other analysis");
}

#[test]
fn verdicts_are_those_of_the_looks() {
    let verdicts = |looks| {
        let report = report(&input(&NULL, 200, looks));
        report.hypotheses.iter().take(2).map(|one| (one.verdict, one.words.clone())).collect::<Vec<_>>()
    };
    let [(first, words), (second, _)] = &verdicts(vec![taken(90, [3.5, 1.0])])[..] else { panic!("two hypotheses") };
    assert_ne!(*first, Verdict::NotShown);
    assert_eq!(*second, Verdict::NotShown);
    assert!(words.contains("The planned look at 90 participants decided this"), "{words}");
    let [(first, words), _] = &verdicts(vec![taken(90, [1.0, 1.0])])[..] else { panic!("two hypotheses") };
    assert_eq!(*first, Verdict::NotShown);
    assert!(words.contains("Bound of the last look for the p value without Holm’s correction: 0.02"), "{words}");
}

#[test]
fn a_look_that_finds_nothing_costs_error() {
    let without = input(&WORKS, 200, vec![]);
    let costly = input(&WORKS, 200, vec![taken(90, [1.0, 1.0]), taken(170, [1.0, 1.0])]);
    let bound = |input: &Input| report(input).sequential.unwrap().looks.pop().unwrap().bounds[0].p;
    near(bound(&without), 0.05);
    assert!(bound(&costly) < 0.045);
}

#[test]
fn a_planned_look_shows_the_tests_and_nothing_else_by_arm() {
    let input = input(&WORKS, 90, vec![]);
    let stage = Stage::of(&input, OPEN);
    let contrasts = primary(&input);
    for language in Language::ALL {
        let shown = report(&input).in_language(&input, language).at(stage.clone(), language);
        assert_eq!((shown.outcomes.len(), shown.hypotheses.len(), shown.populations.len()), (0, 0, 0));
        let looks = shown.sequential.unwrap();
        let [look] = &looks.looks[..] else { panic!("one look") };
        assert_eq!((look.n, look.last, look.tests.len()), (90, false, 2));
        near(look.tests[0].p, contrasts[0].p.unwrap());
        assert_eq!(look.tests[0].z > 0.0, contrasts[0].value.unwrap() > 0.0);
        assert!(shown.headline.contains("90"), "{}", shown.headline);
    }
    let logged = stage.sequential.as_ref().unwrap().last_z();
    let later = Input { looks: vec![TakenLook { n: 90, z: logged }], ..input.clone() };
    let held = report(&later).at(Stage::of(&later, OPEN), Language::English);
    assert_eq!(held.stage.kind, StageKind::Interim);
    assert_eq!(held.sequential, report(&input).at(stage, Language::English).sequential, "the look is held");
}

#[test]
fn a_report_before_the_target_that_is_no_look_decides_nothing() {
    let told = |mut input: Input, planned: bool| {
        input.design.interim = input.design.interim.filter(|_| planned);
        let stage = Stage::of(&input, Recruitment { shown_early: true, ..OPEN });
        assert_eq!(stage.kind, StageKind::Early);
        let cautions = report(&input).at(stage, Language::English).cautions;
        cautions.iter().any(|caution| caution.ends_with("its p values and bounds decide nothing."))
    };
    assert_eq!([true, false].map(|planned| told(input(&WORKS, 120, vec![]), planned)), [true, false]);
}

#[test]
fn a_blinded_look_names_no_hypothesis() {
    let input = input(&WORKS, 90, vec![]);
    let stage = Stage::of(&input, OPEN);
    let blinded = blind(&input, b"a seed");
    let shown = report(&blinded).at(stage.clone(), Language::English);
    let tests = &shown.sequential.as_ref().unwrap().looks[0].tests;
    assert!(tests.iter().all(|test| test.hypothesis.is_none() && test.z >= 0.0));
    assert!(tests[0].z >= tests[1].z);
    assert!(!serde_json::to_string(&shown).unwrap().contains("H1"));
    assert_eq!(stage.sequential.unwrap().last_z().len(), 2, "the log has the names");
}

/// A package takes no look, but has those that were taken.
#[test]
fn a_package_takes_no_look() {
    let input = input(&NULL, 90, vec![]);
    let stage = Stage::of(&input, OPEN).without_look(&input);
    assert_eq!((stage.kind, stage.is_look()), (StageKind::Interim, false));
    assert_eq!(stage.sequential.unwrap().looks, []);
}

/// 20,000 studies with three arms and two hypotheses that share control, with looks at 90, 135 and 180 people. The
/// share of them that rejects a true hypothesis is at most alpha: if there is no effect, and if the first arm works so
/// well that its hypothesis is rejected at once and leaves its level to the other one.
#[test]
fn error_over_all_looks_is_at_most_alpha() {
    const STUDIES: u32 = 20_000;
    for (spending, effect) in
        [Spending::ObrienFleming, Spending::Pocock].into_iter().flat_map(|one| [(one, 0.0), (one, 2.0)])
    {
        let design = planned(spending);
        let mut looks = Input { design: design.clone(), ..input(&NULL, 0, vec![]) }.sequential().unwrap();
        for (n, is_complete) in [(90, false), (135, false), (180, true)] {
            looks.take(&design, &taken(n, [0.0, 0.0]), is_complete);
        }
        let mut rng = generator(b"studies", "without an effect");
        let falsely = (0..STUDIES).filter(|_| {
            let mut open = vec!["H1".to_owned(), "H2".to_owned()];
            let (mut sums, mut people) = ([0.0; 3], 0.0);
            for look in &looks.looks {
                let new = f64::from(look.n) / 3.0 - people;
                people += new;
                for (arm, sum) in sums.iter_mut().enumerate() {
                    *sum += new.sqrt() * normal(&mut rng) + if arm == 1 { new * effect } else { 0.0 };
                }
                let z = |name: &String| (sums[usize::from(name == "H2") + 1] - sums[0]) / (2.0 * people).sqrt();
                let tests =
                    step_down(&look.bounds, open.len().max(1), open.iter().map(|one| (one.clone(), z(one))).collect());
                open.retain(|one| !tests.iter().any(|test| test.crossed && test.hypothesis.as_ref() == Some(one)));
            }
            if effect == 0.0 { open.len() < 2 } else { open.iter().all(|one| one != "H2") }
        });
        let share = falsely.count() as f64 / f64::from(STUDIES);
        // The standard error is 0.0015. Bonferroni's share of two correlated tests is a little less than alpha.
        assert!((0.042..=0.052).contains(&share), "{spending:?}, {effect}: {share}");
    }
}

fn normal(rng: &mut ChaCha20Rng) -> f64 {
    z(((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64)
}
