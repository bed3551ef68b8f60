//! The presets have the documented effects, measured with the study's own formulas over many people.

use unmask_study::analysis::detection::Counts;
use unmask_study::definition::analysis::AnalysisPlan;
use unmask_study::definition::expect::ExpectedEffect;

use super::Question;
use super::observer::{Observer, Phase};
use super::preset::Preset;

static CONTROL: ExpectedEffect = expected(0.0, 0.0, 0.0, None, None);
/// As in the example study.
static CUES: ExpectedEffect = expected(0.40, 0.15, -0.40, Some(0.16), Some(0.5));
static CONTEXT: ExpectedEffect = expected(0.29, 0.15, -0.40, Some(0.26), Some(0.5));

const fn expected(
    d_prime: f64,
    knowledge: f64,
    criterion: f64,
    leaving: Option<f64>,
    retained: Option<f64>,
) -> ExpectedEffect {
    ExpectedEffect { d_prime, knowledge, criterion, leaving, retained, returning: None }
}

const PEOPLE: usize = 250;
const ITEMS: usize = 20;

/// Half of the items are altered.
fn item(number: usize) -> (String, &'static str, Question) {
    let options = vec!["original".to_owned(), "altered".to_owned()];
    let question = Question { options, confidence: true, ..Question::default() };
    (format!("item-{number}"), if number.is_multiple_of(2) { "original" } else { "altered" }, question)
}

/// All judgements of an arm, pooled: hits, false alarms, and items of each kind.
fn counts(preset: Preset, arm: &ExpectedEffect, phase: Phase) -> [u32; 3] {
    let (mut hits, mut false_alarms) = (0, 0);
    // The same people in every arm, so that differences are effects of the arm.
    for person in 0..PEOPLE {
        let observer = Observer::new(preset, 3, person, arm, &AnalysisPlan::default());
        for number in 0..ITEMS {
            let (id, truth, question) = item(number);
            let altered = observer.judge(phase, &id, truth, &question, &[]).answer == "altered";
            *(if truth == "altered" { &mut hits } else { &mut false_alarms }) += u32::from(altered);
        }
    }
    let each = u32::try_from(PEOPLE * ITEMS / 2).unwrap();
    [hits, false_alarms, each]
}

/// Differences of the treatments from control: d', criterion, hit rate, false-alarm rate.
fn added(preset: Preset, phase: Phase) -> [[f64; 4]; 2] {
    let of = |arm| {
        let [hits, false_alarms, each] = counts(preset, arm, phase);
        let counts = Counts::new(hits, each, false_alarms, each).unwrap();
        let found = counts.rates().detection().unwrap();
        let share = |count: u32| f64::from(count) / f64::from(each);
        [found.d_prime, found.criterion, share(hits), share(false_alarms)]
    };
    let control = of(&CONTROL);
    [of(&CUES), of(&CONTEXT)].map(|arm| std::array::from_fn(|i| arm[i] - control[i]))
}

#[track_caller]
fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found:.3} is not {expected} ± {within}");
}

/// The same people with the same random numbers, so that the only remaining error is the number of judgements near the
/// criterion.
const D_PRIME: f64 = 0.08;
const CRITERION: f64 = 0.03;

#[test]
fn works_raises_sensitivity_and_leaves_the_criterion() {
    let [cues, context] = added(Preset::Works, Phase::After);
    near(cues[0], 0.36, D_PRIME);
    near(context[0], 0.26, D_PRIME);
    for arm in [cues, context] {
        near(arm[1], 0.0, CRITERION);
        assert!(arm[2] > 0.02 && arm[3] < 0.0, "more hits and fewer false alarms: {arm:?}");
    }
    assert_eq!(added(Preset::Works, Phase::Before), [[0.0; 4]; 2], "nothing works before it was there");
}

#[test]
fn the_null_preset_changes_nothing() {
    for preset in [Preset::Null, Preset::Attrition] {
        assert_eq!(added(preset, Phase::After), [[0.0; 4]; 2]);
    }
}

#[test]
fn bias_raises_hits_and_false_alarms_together() {
    for arm in added(Preset::BiasOnly, Phase::After) {
        near(arm[0], 0.0, D_PRIME);
        near(arm[1], -0.36, CRITERION);
        assert!(arm[2] > 0.08 && arm[3] > 0.08, "{arm:?}");
    }
}

#[test]
fn the_attrition_preset_makes_weak_participants_leave_the_treatments() {
    let leaving = |arm| -> f64 {
        (0..PEOPLE)
            .map(|person| Observer::new(Preset::Attrition, 3, person, arm, &AnalysisPlan::default()).leaving())
            .sum::<f64>()
            / PEOPLE as f64
    };
    near(leaving(&CONTROL), 0.03, 1e-9);
    // The mean of a logistic curve over a normal distribution is nearer to one half than its median.
    near(leaving(&CUES), 0.19, 0.04);
    near(leaving(&CONTEXT), 0.28, 0.04);
    let (mut weak, mut strong) = (0.0, 0.0);
    for person in 0..PEOPLE {
        let observer = Observer::new(Preset::Attrition, 3, person, &CONTEXT, &AnalysisPlan::default());
        let (d_prime, _) = observer.state(Phase::Before);
        *(if d_prime < 0.9 { &mut weak } else { &mut strong }) += observer.leaving();
    }
    assert!(weak > 1.5 * strong, "{weak} {strong}");
}

#[test]
fn a_seed_gives_the_same_answers_in_any_order() {
    let answers = |seed, order: &mut dyn Iterator<Item = usize>| {
        let observer = Observer::new(Preset::Works, seed, 7, &CUES, &AnalysisPlan::default());
        let mut given: Vec<_> = order
            .map(|number| {
                let (id, truth, question) = item(number);
                (number, observer.judge(Phase::After, &id, truth, &question, &[]))
            })
            .collect();
        given.sort_by_key(|(number, _)| *number);
        given
    };
    assert_eq!(answers(1, &mut (0..ITEMS)), answers(1, &mut (0..ITEMS).rev()));
    assert_ne!(answers(1, &mut (0..ITEMS)), answers(2, &mut (0..ITEMS)));
}

#[test]
fn confident_answers_are_correct_more_often() {
    let (mut right, mut all) = ([0_u32; 2], [0_u32; 2]);
    for person in 0..200 {
        let observer = Observer::new(Preset::Null, 3, person, &CONTROL, &AnalysisPlan::default());
        for number in 0..ITEMS {
            let (id, truth, question) = item(number);
            let judged = observer.judge(Phase::Before, &id, truth, &question, &[]);
            let sure = usize::from(judged.confidence.unwrap() >= 70);
            all[sure] += 1;
            right[sure] += u32::from(judged.answer == truth);
        }
    }
    let share = |sure: usize| f64::from(right[sure]) / f64::from(all[sure]);
    assert!(share(1) > share(0) + 0.08, "{} {}", share(0), share(1));
}

#[test]
fn a_wrong_answer_is_not_given_twice() {
    let (id, truth, question) = item(1);
    for person in 0..50 {
        let observer = Observer::new(Preset::Null, 3, person, &CONTROL, &AnalysisPlan::default());
        let again = observer.judge(Phase::Training, &id, truth, &question, &["original".to_owned()]);
        assert_eq!(again.answer, "altered");
    }
}

#[test]
fn half_of_the_effects_is_left_in_each_later_part() {
    // The same people without an effect: what remains is the arm's.
    let added = |phase| {
        let [with, without] =
            [&CUES, &CONTROL].map(|expected| Observer::new(Preset::Works, 5, 3, expected, &AnalysisPlan::default()));
        (with.state(phase).0 - without.state(phase).0, with.taught(phase) - without.taught(phase))
    };
    for (phase, share) in [(Phase::Before, 0.0), (Phase::After, 1.0), (Phase::Later(1), 0.5), (Phase::Later(2), 0.25)] {
        let (d_prime, knowledge) = added(phase);
        assert!((d_prime - 0.40 * share).abs() < 1e-12 && (knowledge - 0.15 * share).abs() < 1e-12, "{phase:?}");
    }
    let all_left = ExpectedEffect { retained: None, ..CUES.clone() };
    assert!(
        (Observer::new(Preset::Works, 5, 3, &all_left, &AnalysisPlan::default()).taught(Phase::Later(2)) - 0.15).abs()
            < 1e-12
    );
}

/// The answers of a study with its own words: hits and false alarms, by the preset.
fn of_own_words(preset: Preset) -> [f64; 2] {
    let plan = AnalysisPlan { signal: vec!["corrected".to_owned()], ..AnalysisPlan::default() };
    let options = vec!["stands".to_owned(), "corrected".to_owned()];
    let question = Question { options, ..Question::default() };
    let mut called = [0_u32; 2];
    for person in 0..PEOPLE {
        let observer = Observer::new(preset, 3, person, &CUES, &plan);
        for number in 0..ITEMS {
            let is_corrected = number % 2 == 1;
            let truth = if is_corrected { "corrected" } else { "stands" };
            let judged = observer.judge(Phase::After, &format!("item-{number}"), truth, &question, &[]);
            called[usize::from(!is_corrected)] += u32::from(judged.answer == "corrected");
        }
    }
    called.map(|count| f64::from(count) / (PEOPLE * ITEMS / 2) as f64)
}

/// Neither "stands" nor "corrected" is one of the usual words. The plan says which of them is the signal.
#[test]
fn answers_with_other_words_follow_the_same_model() {
    let each = u32::try_from(PEOPLE * ITEMS / 2).unwrap();
    for preset in [Preset::Null, Preset::BiasOnly, Preset::Works] {
        let [hits, false_alarms, _] = counts(preset, &CUES, Phase::After);
        let usual = [hits, false_alarms].map(|count| f64::from(count) / f64::from(each));
        let pairs = of_own_words(preset).into_iter().zip(usual);
        assert!(
            pairs.clone().all(|(own, usual)| (own - usual).abs() < 1e-12),
            "{preset:?}: {:?}",
            pairs.collect::<Vec<_>>()
        );
    }
}
