//! Participants who are allocated at a block: until then they take the steps that all arms have.

use super::participant::{ResponseModel, SimulatedParticipant};
use super::*;
use crate::load::load;
use crate::progress::{Form, Memory};
use crate::testing::{small, small_files};

/// The small study with this allocation.
fn allocating(at: &str) -> Study {
    let mut files = small_files();
    let text = String::from_utf8(files["study.yaml"].clone()).unwrap();
    let code = if at == "registration" { "" } else { "outcomes:\n  quota_full: { code: SMALL-FULL }\n" };
    let text = text.replace("allocation:\n", &format!("{code}allocation:\n  at: {at}\n"));
    files.insert("study.yaml".into(), text.into_bytes());
    load(&files).unwrap_or_else(|problems| panic!("{problems}"))
}

fn unallocated(form: Form) -> Assignment {
    Assignment { arm: None, form, seed: 7, contact_again: false }
}

#[test]
fn the_way_to_the_block_is_that_of_every_arm() {
    let study = allocating("practice");
    assert_eq!(study.steps_before_allocation(), 1);
    for form in [Form::X, Form::Y] {
        let walk = |who: &Assignment| {
            let there = |at: &Progress| at.step == study.steps_before_allocation();
            let walked = SimulatedParticipant::walk_until(&study, who, start(&study, who), ResponseModel::Right, there);
            let summary = progress_summary(&study, who, walked.position());
            (walked.records.clone(), walked.position().clone(), summary)
        };
        let before = walk(&unallocated(form));
        assert_eq!(before.1.page, Page::Home);
        for arm in study.file.arms.keys() {
            assert_eq!(before, walk(&Assignment { arm: Some(*arm), ..unallocated(form) }), "{arm:?}");
        }
    }
}

#[test]
fn nothing_comes_after_the_block_without_an_arm() {
    let study = allocating("practice");
    let who = unallocated(Form::X);
    let at = Progress { step: 1, page: Page::HomeRight, memory: Memory::default() };
    assert_eq!(next_page(&study, &who, &at), None);
    let there = "/treatment-questionnaire".parse().unwrap();
    assert_eq!(visit(&study, &who, &at, &there), Err(FlowError::WrongPage(Page::HomeRight)));
    let rating = Submission::Rating("cf_1".into(), Answers::new());
    assert_eq!(submit(&study, &who, &at, rating).unwrap_err(), FlowError::NotFound);
    assert!(!is_exposed(&study, &who, &at));
}

#[test]
fn at_registration_there_is_no_way_without_an_arm() {
    for study in [small(), allocating("registration")] {
        assert_eq!((study.steps_before_allocation(), study.steps_of(None).len()), (0, 1));
        assert_eq!(start(&study, &unallocated(Form::X)).page, Page::End);
        assert_eq!(study.form_before_allocation(7), None);
    }
}

#[test]
fn the_form_is_drawn_early_only_if_answers_depend_on_it() {
    let study = allocating("practice");
    let drawn: Vec<Form> = (0..1000).filter_map(|seed| study.form_before_allocation(seed)).collect();
    let x = drawn.iter().filter(|form| **form == Form::X).count();
    // Within four standard deviations of a fair coin: 500 ± 4 · 15.8.
    assert!(drawn.len() == 1000 && (437..=563).contains(&x), "{x}");
    let mut study = study;
    for questionnaire in study.questionnaires.values_mut() {
        questionnaire.sections.retain(|section| section.id != "first_look");
    }
    assert_eq!(study.form_before_allocation(7), None);
}
