//! Hypotheses about factors, from what simulated participants of a factorial design answer to the report.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use unmask_simulation::offline::OfflineSimulation;
use unmask_simulation::response_model::preset::Preset;
use unmask_study::Study;
use unmask_study::allocation::{SIMULATED_SEED, Scheme, Slot, schedule};
use unmask_study::analysis::multiplicity::holm;
use unmask_study::answers::Answers;
use unmask_study::load::{Files, load};
use unmask_study::progress::Assignment;
use unmask_study::report::input::{Course, Design, Input, Person, Status};
use unmask_study::report::{FactorHypothesis, Language, Reader, Report, Submitted, report};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/_fixtures")
}

fn read(folder: &Path, prefix: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{name}/"), files);
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
}

/// The factorial design of `docs/DESIGNS.md`.
fn factorial() -> Arc<Study> {
    let mut files = Files::new();
    read(&fixtures().join("small"), "", &mut files);
    files.retain(|name, _| !name.starts_with("questionnaires/") && !name.contains("flow"));
    read(&fixtures().join("designs/infographic-load"), "", &mut files);
    Arc::new(load(&files).unwrap_or_else(|problems| panic!("{problems}")))
}

/// What so many participants for each cell answer.
fn input(study: &Arc<Study>, preset: Preset, seed: u64, per_cell: u32) -> Input {
    let simulation = OfflineSimulation::new(Arc::clone(study), preset, seed).unwrap();
    let design = Design::of(study);
    let reader = Reader::new(&design, study);
    let slots = schedule(&Scheme::of(study), &SIMULATED_SEED, per_cell * u32::try_from(study.steps.len()).unwrap());
    let person = |(number, slot): (usize, &Slot)| {
        let who = Assignment { arm: Some(slot.group), form: slot.form, seed: 0, contact_again: false };
        let visit = simulation.visit(number, &who).unwrap();
        let answers: BTreeMap<_, _> = visit.records.iter().flat_map(|record| record.answers.clone()).collect();
        let scores: Answers = visit.records.iter().flat_map(|record| record.scores.clone()).collect();
        let arm = design.arms.iter().position(|arm| arm.id == slot.group.name());
        let mut person = Person {
            arm,
            form: Some(slot.form),
            consented: true,
            exposed: visit.exposed,
            completed: visit.finished,
            status: if visit.finished { Status::Completed } else { Status::Active },
            ..Person::default()
        };
        let initial = &BTreeMap::new();
        reader.read(&mut person, slot.form, Submitted { answers: &answers, initial, scores: &scores });
        person
    };
    let people = (1..).zip(&slots).map(person).collect();
    drop(reader);
    Input {
        people,
        design,
        erased: Vec::new(),
        simulated_left_out: 0,
        seed_commitment: None,
        course: Course::default(),
        looks: Vec::new(),
    }
}

fn hypotheses(report: &Report) -> &[FactorHypothesis] {
    &report.factors.as_ref().unwrap().hypotheses
}

/// The correction covers H1, H2 and the interaction H4, and the report says what was found in both languages.
#[test]
fn the_interaction_of_a_factorial_design_has_its_verdict() {
    let study = factorial();
    let input = input(&study, Preset::Works, 1, 40);
    assert_eq!((input.design.effects.len(), input.design.planned_comparisons), (1, 3));
    let found = report(&input);
    let [one] = hypotheses(&found) else { panic!("one hypothesis") };
    let interaction = &found.factors.as_ref().unwrap().effects[2].contrasts[0];
    // The plan expects more of the infographic with little load: the levels are the other way round.
    assert!((one.contrast.value.unwrap() + interaction.value.unwrap()).abs() < 1e-12);
    assert!((one.contrast.p.unwrap() - interaction.p.unwrap()).abs() < 1e-12);
    let primary = &found.outcomes[0].contrasts[..2];
    let family = [primary[0].p, primary[1].p, one.contrast.p].map(Option::unwrap);
    let corrected = [primary[0].p_holm, primary[1].p_holm, one.p_holm].map(Option::unwrap);
    for (expected, found) in holm(&family).unwrap().into_iter().zip(corrected) {
        assert!((expected - found).abs() < 1e-12, "{family:?}: {corrected:?}");
    }
    let statement = "Infographic − No infographic in d′ is larger with “Two digits to remember” than with “Eight digits to \
                     remember” (load).";
    assert_eq!(one.statement, statement);
    let name = "(Infographic − No infographic) × (Two digits to remember − Eight digits to remember)";
    assert!(one.words.contains(name) && one.words.contains("after Holm"), "{}", one.words);
    let german = found.in_language(&input, Language::German);
    assert!(hypotheses(&german)[0].words.contains("nach Holm"), "{}", hypotheses(&german)[0].words);
    assert!(found.headline.contains("about factors"), "{}", found.headline);
}
