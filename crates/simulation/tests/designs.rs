//! The published designs of `studies/_fixtures/designs`: simulated participants reach the end of every part in every
//! arm.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use unmask_simulation::offline::OfflineSimulation;
use unmask_simulation::response_model::preset::Preset;
use unmask_study::Study;
use unmask_study::allocation::{SIMULATED_SEED, Scheme, schedule};
use unmask_study::analysis::detection::Counts;
use unmask_study::definition::expect::ExpectedEffect;
use unmask_study::definition::item::Item;
use unmask_study::definition::{ArmId, BlockId, Questionnaire};
use unmask_study::load::{Files, load};
use unmask_study::page::{Step, StepKind};
use unmask_study::progress::{Assignment, Form};

/// Enough that somebody in each arm comes back for each part.
const PER_ARM: usize = 12;

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

/// A design in the place of the small study's questionnaires and trainings, as `docs/DESIGNS.md` says.
fn design(folder: &Path) -> Study {
    let mut files = Files::new();
    read(&fixtures().join("small"), "", &mut files);
    files.retain(|name, _| !name.starts_with("questionnaires/") && !name.contains("flow"));
    read(folder, "", &mut files);
    load(&files).unwrap_or_else(|problems| panic!("{}: {problems}", folder.display()))
}

#[test]
fn simulated_participants_complete_every_part_in_every_arm_of_published_designs() {
    let folders: Vec<PathBuf> =
        fs::read_dir(fixtures().join("designs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(folders.len() >= 7, "{folders:?}");
    for folder in folders {
        let study = Arc::new(design(&folder));
        let simulation = OfflineSimulation::new(Arc::clone(&study), Preset::Works, 1).unwrap();
        let wanted: BTreeSet<(ArmId, BlockId)> = study
            .steps
            .iter()
            .flat_map(|(arm, steps)| {
                steps.iter().filter(|step| step.kind == StepKind::End).map(|step| (*arm, step.block))
            })
            .collect();
        let slots = schedule(&Scheme::of(&study), &SIMULATED_SEED, u32::try_from(PER_ARM * study.steps.len()).unwrap());
        let mut reached = BTreeSet::new();
        let mut answered = BTreeSet::new();
        for (number, slot) in slots.iter().enumerate() {
            let who = Assignment { arm: Some(slot.group), form: slot.form, seed: 0, contact_again: false };
            let visit = simulation.visit(number, &who).unwrap();
            let steps = study.steps_of(who.arm);
            let ends = steps.iter().filter(|step| step.kind == StepKind::End);
            let is_reached = |end: &&Step| visit.completed.contains(&end.wave) || end.wave == 0 && visit.finished;
            reached.extend(ends.filter(is_reached).map(|end| (slot.group, end.block)));
            answered.extend(visit.records.iter().flat_map(|record| record.answers.keys().cloned()));
        }
        assert_eq!(reached, wanted, "{}", folder.display());
        // No question is left that nobody reaches.
        let items = study.questionnaires.values().flat_map(Questionnaire::items);
        let asked: BTreeSet<String> = items.flat_map(Item::variables).map(|variable| variable.name).collect();
        let never: Vec<_> = asked.difference(&answered).collect();
        assert!(never.is_empty(), "{}: {never:?}", folder.display());
    }
}

/// d' and criterion of an arm, with the judgements of all people pooled.
fn pooled(study: &Arc<Study>, preset: Preset, arm: ArmId) -> [f64; 2] {
    let simulation = OfflineSimulation::new(Arc::clone(study), preset, 3).unwrap();
    let items: Vec<&Item> = study.questionnaires.values().flat_map(Questionnaire::items).collect();
    // Called the signal, and all: of authentic and of manipulated items.
    let mut counts = [[0_u32; 2]; 2];
    for number in 0..400 {
        let forms = study.file.forms();
        let form: Form = forms[number % forms.len()];
        let who = Assignment { arm: Some(arm), form, seed: 0, contact_again: false };
        let given = simulation.judgements(number, &who).unwrap();
        for (item, judgement) in items.iter().filter_map(|item| Some((item, item.judgement()?))) {
            let truth = judgement.truth.for_form(form);
            let Some(answer) = given.get(&item.id).and_then(|answer| answer.as_str()) else { continue };
            let counted = &mut counts[usize::from(study.file.analysis.is_signal(truth))];
            counted[0] += u32::from(study.file.analysis.is_signal(answer));
            counted[1] += 1;
        }
    }
    let [[false_alarms, noise], [hits, signals]] = counts;
    let found = Counts::new(hits, signals, false_alarms, noise).unwrap().rates().detection().unwrap();
    [found.d_prime, found.criterion]
}

/// The answers of this study are "stands" and "corrected", which only its plan explains.
#[test]
fn a_shift_of_the_criterion_moves_the_criterion_whatever_the_answers_are_called() {
    const WARNED: ArmId = ArmId::literal("warned");
    let mut study = design(&fixtures().join("designs/latin-square"));
    let shift = ExpectedEffect { criterion: -0.4, d_prime: 0.4, ..ExpectedEffect::default() };
    study.file.expect = [(WARNED, shift)].into_iter().collect();
    let study = Arc::new(study);
    let [null, bias, works] =
        [Preset::Null, Preset::BiasOnly, Preset::Works].map(|preset| pooled(&study, preset, WARNED));
    assert!(null[0] > 0.6, "people discriminate: {null:?}");
    assert!((bias[0] - null[0]).abs() < 0.1 && (bias[1] - null[1] + 0.36).abs() < 0.08, "{bias:?}, {null:?}");
    assert!((works[0] - null[0] - 0.36).abs() < 0.1 && (works[1] - null[1]).abs() < 0.08, "{works:?}, {null:?}");
}
