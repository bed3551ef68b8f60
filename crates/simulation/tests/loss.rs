//! Loss by arm and later part: who comes back is as the study states it, and unequal loss biases a follow-up.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use unmask_simulation::offline::OfflineSimulation;
use unmask_simulation::response_model::ResponseModel as _;
use unmask_simulation::response_model::observer::{Observer, Phase};
use unmask_simulation::response_model::person::{Person as Simulated, World};
use unmask_simulation::response_model::preset::{Preset, people};
use unmask_study::Study;
use unmask_study::allocation::{SIMULATED_SEED, Scheme, Slot, schedule};
use unmask_study::answers::Answers;
use unmask_study::definition::expect::{ExpectedEffect, Returning};
use unmask_study::definition::{ArmId, WaveId};
use unmask_study::load::{Files, reload};
use unmask_study::progress::{Assignment, Form};
use unmask_study::report::input::{Course, Design, Input, Person};
use unmask_study::report::{Reader, Submitted, report};

const FOLLOW_UP: WaveId = WaveId::literal("follow_up");
const CONTROL: ArmId = ArmId::literal("control_0");
const LOST: ArmId = ArmId::literal("treatment_0");
const USUAL: ArmId = ArmId::literal("treatment_1");

/// The example study without its media. Half of one arm come back, nearly all of control, and the third arm has no
/// number of its own.
static EXAMPLE: LazyLock<Arc<Study>> = LazyLock::new(|| {
    let mut files = Files::new();
    texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered"), "", &mut files);
    let mut study = reload(&files, "example").unwrap_or_else(|problems| panic!("{problems}"));
    let of = |all, parts: &[(WaveId, f64)]| {
        let returning = Some(Returning { all, parts: parts.iter().copied().collect() });
        ExpectedEffect { returning, ..ExpectedEffect::default() }
    };
    study.file.expect =
        [(CONTROL, of(Some(0.95), &[])), (LOST, of(Some(0.1), &[(FOLLOW_UP, 0.5)]))].into_iter().collect();
    Arc::new(study)
});

fn texts(folder: &Path, prefix: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if !entry.path().is_dir() {
            files.insert(name, fs::read(entry.path()).unwrap());
        } else if name != "media" {
            texts(&entry.path(), &format!("{name}/"), files);
        }
    }
}

/// The mean of a function over the standard normal distribution, by the midpoint rule.
fn over_abilities(of: impl Fn(f64) -> f64) -> f64 {
    let step = 0.01;
    let density = |z: f64| (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    (-800..800).map(|index| (f64::from(index) + 0.5) * step).map(|z| step * density(z) * of(z)).sum()
}

/// The logistic curve by which people come back: a standard deviation of ability adds this to the log odds.
fn comes_back(average: f64, by_ability: f64) -> impl Fn(f64) -> f64 {
    move |z| 1.0 / (1.0 + (1.0 - average) / average * (-by_ability * z).exp())
}

/// How many of these people come back, and the sum of their true d' at the follow-up.
fn returns(preset: Preset, arm: ArmId, seeds: u64, people: usize) -> (usize, f64) {
    let (mut number, mut sum) = (0, 0.0);
    for seed in 0..seeds {
        let world = World { study: Arc::clone(&EXAMPLE), ids: Arc::new(|_| None), preset, seed };
        for person in 0..people {
            let mut simulated = Simulated::new(world.clone(), person);
            simulated.assign(Some(arm), Form::X);
            if simulated.comes_back(true) {
                number += 1;
                let (expected, plan) = (EXAMPLE.file.expected(arm), &EXAMPLE.file.analysis);
                sum += Observer::new(preset, seed, person, &expected, plan).state(Phase::Later(1)).0;
                assert!(!simulated.comes_back(true), "the study has one later part");
            }
        }
    }
    (number, sum)
}

/// Within four standard errors of a share, and of the mean d' of those who come back.
#[test]
fn as_many_come_back_as_stated_over_seeds() {
    const SEEDS: u64 = 40;
    const PEOPLE: usize = 250;
    let all = SEEDS as f64 * PEOPLE as f64;
    for (preset, by_ability) in [(Preset::Null, 0.0), (Preset::Works, 0.0), (Preset::Attrition, 0.8)] {
        for (arm, average) in [(CONTROL, 0.95), (LOST, 0.5), (USUAL, 0.77)] {
            // Without a stated loss, ability makes no difference.
            let curve = comes_back(average, if arm == USUAL { 0.0 } else { by_ability });
            let share = over_abilities(&curve);
            let (number, sum) = returns(preset, arm, SEEDS, PEOPLE);
            let error = (share * (1.0 - share) / all).sqrt();
            let found = number as f64 / all;
            assert!((found - share).abs() < 4.0 * error, "{preset:?}, {arm}: {found}, expected {share}");
            let ability = over_abilities(|z| z * curve(z)) / share;
            let (found, expected) = (sum / number as f64, people::SENSITIVITY + people::SENSITIVITY_SPREAD * ability);
            assert!(
                (found - expected).abs() < 4.0 * 0.5 / (number as f64).sqrt(),
                "{preset:?}, {arm}: {found}, {expected}"
            );
        }
    }
}

#[test]
fn who_did_not_agree_does_not_come_back_for_a_part_by_consent() {
    let world = World { study: Arc::clone(&EXAMPLE), ids: Arc::new(|_| None), preset: Preset::Null, seed: 1 };
    for person in 0..40 {
        let mut simulated = Simulated::new(world.clone(), person);
        simulated.agreed(false);
        simulated.assign(Some(CONTROL), Form::X);
        assert!(!simulated.comes_back(true));
    }
}

/// The difference in d' of the follow-up between the arm with more loss and control, in the report of each seed. Nobody
/// leaves a part that they began.
fn differences(preset: Preset, seeds: u64, per_arm: u32) -> Vec<f64> {
    let simulation = OfflineSimulation::new(Arc::clone(&EXAMPLE), preset, 0).unwrap();
    let of_seed = |seed: u64| {
        let simulation = simulation.again(preset, seed);
        let design = Design::of(&EXAMPLE);
        let reader = Reader::new(&design, &EXAMPLE);
        let slots = schedule(&Scheme::of(&EXAMPLE), &SIMULATED_SEED, 3 * per_arm);
        let person = |(number, slot): (usize, &Slot)| {
            let who = Assignment { arm: Some(slot.group), form: slot.form, seed: 0, contact_again: true };
            let answers: BTreeMap<_, _> = simulation.judgements(number, &who).unwrap().into_iter().collect();
            let arm = design.arms.iter().position(|arm| arm.id == slot.group.name());
            let mut person = Person { arm, form: Some(slot.form), consented: true, exposed: true, ..Person::default() };
            let (initial, scores) = (&BTreeMap::new(), &Answers::new());
            reader.read(&mut person, slot.form, Submitted { answers: &answers, initial, scores });
            person
        };
        let people = (1..).zip(&slots).map(person).collect();
        drop(reader);
        let input = Input {
            people,
            design,
            erased: Vec::new(),
            simulated_left_out: 0,
            seed_commitment: None,
            course: Course::default(),
            looks: Vec::new(),
        };
        report(&input).waves[0].outcomes[0].contrasts[0].value.unwrap()
    };
    (0..seeds).map(of_seed).collect()
}

/// No arm works. If the weak come back less often, the arm that loses more seems to; if they come back by chance, not.
#[test]
fn unequal_loss_of_weak_participants_biases_a_follow_up() {
    const SEEDS: u64 = 12;
    let estimate = |preset| {
        let found = differences(preset, SEEDS, 120);
        let mean = found.iter().sum::<f64>() / SEEDS as f64;
        let variance = found.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (SEEDS - 1) as f64;
        (mean, (variance / SEEDS as f64).sqrt())
    };
    let (mean, error) = estimate(Preset::Null);
    assert!(mean.abs() < 3.0 * error, "{mean} ± {error}");
    let (mean, error) = estimate(Preset::Attrition);
    let ability = |average| {
        let curve = comes_back(average, 0.8);
        over_abilities(|z| z * curve(z)) / over_abilities(&curve)
    };
    let true_bias = people::SENSITIVITY_SPREAD * (ability(0.5) - ability(0.95));
    assert!(mean > 2.5 * error, "{mean} ± {error}, of which {true_bias} in true d'");
}
