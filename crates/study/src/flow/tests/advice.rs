//! Judgements before and after advice.

use super::*;
use crate::definition::{ArmId, Study};
use crate::load::load;
use crate::progress::{Assignment, Form, Memory};
use crate::public::{self, PublicQuestionnaire};
use crate::testing::design_files;

fn study() -> Study {
    load(&design_files("machine-advice")).unwrap_or_else(|problems| panic!("{problems}"))
}

fn who(arm: &'static str) -> Assignment {
    Assignment { arm: Some(ArmId::literal(arm)), form: Form::X, seed: 7, contact_again: false }
}

/// At the beginning of the last questionnaire.
fn at_posts(study: &Study, who: &Assignment) -> Progress {
    let step = study.steps_of(who.arm).iter().position(|step| step.kind == StepKind::PostQuestionnaire).unwrap();
    Progress { step, page: Page::PostQuestionnaire, memory: Memory::default() }
}

fn shown(study: &Study, who: &Assignment, at: &Progress) -> PublicQuestionnaire {
    let block = study.steps_of(who.arm)[at.step].questionnaire().unwrap();
    public::questionnaire(study, who, &study.file.language, block, &at.memory).unwrap()
}

fn names(shown: &PublicQuestionnaire) -> Vec<&str> {
    shown.sections.iter().map(|section| section.id.as_str()).collect()
}

fn given(name: &str, item: &str, answer: &str, confidence: u8) -> Submission {
    let confidence = (format!("{item}_confidence"), json!(confidence));
    let answers = Answers::from_iter([(item.to_owned(), json!(answer)), confidence]);
    Submission::Questionnaire { page: QuestionnairePage::Post, section: Some(name.to_owned()), answers }
}

#[test]
fn each_judgement_is_made_before_and_after_the_advice() {
    let whole = study();
    let who = who("advised");
    let study = whole.seen_by(who.arm);
    let mut at = at_posts(study, &who);
    let order: Vec<String> = names(&shown(study, &who, &at)).into_iter().map(str::to_owned).collect();
    assert_eq!(order.len(), 9);
    for pair in order[..8].chunks(2) {
        let (id, stage) = Stage::split(&pair[0]);
        assert_eq!((stage, Stage::split(&pair[1])), (Stage::Initial, (id, Stage::Final)));
        let item = id.split('/').nth(1).unwrap();
        // Neither before the initial answer nor in the place of it.
        let page = serde_json::to_string(&shown(study, &who, &at)).unwrap();
        assert!(!page.contains("The program says"), "{page}");
        let skipped = submit(study, &who, &at, given(&pair[1], item, "altered", 50));
        assert!(matches!(skipped, Err(FlowError::WrongPage(Page::PostQuestionnaire))), "{skipped:?}");
        let accepted = submit(study, &who, &at, given(&pair[0], item, "altered", 70)).unwrap();
        assert_eq!((accepted.record.item.as_str(), accepted.record.stage), (&*format!("post/{id}"), Stage::Initial));
        at = accepted.progress;

        let section = &shown(study, &who, &at).sections[at.memory.done];
        let advice = section.advice.clone().unwrap();
        let named = if item == "post_3" || item == "post_2" || item == "post_4" { "original" } else { "altered" };
        assert_eq!(advice.text, format!("The program says: {named}."));
        assert_eq!((advice.initial.as_str(), advice.confidence), ("altered", Some(70)));
        // The advice of one item is on no other page.
        let page = serde_json::to_string(&shown(study, &who, &at)).unwrap();
        assert_eq!(page.matches("The program says").count(), 1);
        let changed = submit(study, &who, &at, given(&pair[0], item, "original", 50));
        assert!(matches!(changed, Err(FlowError::WrongPage(_))), "{changed:?}");
        let accepted = submit(study, &who, &at, given(&pair[1], item, "original", 100)).unwrap();
        assert_eq!((accepted.record.item, accepted.record.stage), (format!("post/{id}"), Stage::Final));
        at = accepted.progress;
        assert!(at.memory.variables.is_empty(), "{:?}", at.memory);
    }
}

#[test]
fn nothing_that_holds_advice_is_submitted_at_once() {
    let whole = study();
    let who = who("advised");
    let study = whole.seen_by(who.arm);
    let at = at_posts(study, &who);
    let one = |item: &str| [(item.to_owned(), json!("altered")), (format!("{item}_confidence"), json!(50))];
    let mut answers: Answers = ["post_1", "post_2", "post_3", "post_4"].into_iter().flat_map(one).collect();
    answers.insert("trust".into(), json!(4));
    let all = Submission::Questionnaire { page: QuestionnairePage::Post, section: None, answers };
    assert_eq!(submit(study, &who, &at, all.clone()), Err(FlowError::WrongPage(Page::PostQuestionnaire)));
    // An arm without advice judges once, and may.
    let unaided = self::who("unaided");
    let seen = whole.seen_by(unaided.arm);
    let at = at_posts(seen, &unaided);
    assert!(names(&shown(seen, &unaided, &at)).iter().all(|name| Stage::split(name).1 == Stage::Only));
    assert_eq!(submit(seen, &unaided, &at, all).unwrap().record.stage, Stage::Only);
}

#[test]
fn a_judgement_with_advice_counts_once_in_the_progress() {
    let whole = study();
    let who = who("advised");
    let study = whole.seen_by(who.arm);
    let start = at_posts(study, &who);
    let done = |done: usize| {
        let at = Progress { memory: Memory { done, ..Memory::default() }, ..start.clone() };
        progress_summary(study, &who, &at).done
    };
    assert!((done(0) - done(1)).abs() < 1e-9 && done(1) < done(2) && done(8) < 1.0);
}

#[test]
fn a_name_has_a_stage_only_behind_section_and_item() {
    assert_eq!(Stage::split("clips/c1/final"), ("clips/c1", Stage::Final));
    for name in ["initial", "clips/final", "clips/c1/later", "clips/c1"] {
        assert_eq!(Stage::split(name), (name, Stage::Only));
    }
}
