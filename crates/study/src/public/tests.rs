//! Nothing that participants get before their answer tells what is right.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::flow::Verdict;
use crate::load::load;
use crate::page::QuestionnairePage;
use crate::progress::{Assigned, Form, Memory};
use crate::testing::{GROUPS, small, small_files, somebody};

/// Everything that anybody gets to see before an answer.
fn everything(study: &Study, who: &Assigned, locale: &Locale) -> Value {
    let pages = [QuestionnairePage::Pre, QuestionnairePage::Treatment, QuestionnairePage::Post];
    let personas = personas(study, who, locale);
    json!([
        pages.map(|page| questionnaire(study, who, locale, page, &Memory::default()).unwrap()),
        practice(study, locale).unwrap(),
        flow_a_config(study, locale).unwrap(),
        questions(study, locale),
        followup(study, locale).unwrap(),
        personas.iter().map(|persona| posts(study, locale, &persona.id).unwrap()).collect::<Vec<_>>(),
        personas.iter().map(|persona| persona_intro(study, locale, &persona.id)).collect::<Vec<_>>(),
        personas,
        clips(study, who, locale),
        landing(study, locale),
        consent(study, locale),
    ])
}

fn walk<'a>(value: &'a Value, keys: &mut BTreeSet<&'a str>, words: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            keys.insert(key);
            walk(value, keys, words);
        }),
        Value::Array(list) => list.iter().for_each(|value| walk(value, keys, words)),
        Value::String(text) => words.push(text),
        _ => {}
    }
}

#[test]
fn no_field_and_no_text_tells_the_answer() {
    let study = small();
    let flow_a = study.flow_a.as_ref().unwrap();
    let posts = study.flow_b.as_ref().unwrap().personas.iter().flat_map(|posts| &posts.posts);
    let mut secrets: Vec<&str> = flow_a.questions.iter().map(|question| question.explanation.0.as_str()).collect();
    secrets.extend(posts.map(|post| post.explanation.0.as_str()));
    secrets.extend(study.stimuli.values().filter_map(|s| Some(s.altered.as_ref()?.cue.as_ref()?.name.0.as_str())));
    for group in GROUPS {
        for form in [Form::X, Form::Y] {
            let all = everything(&study, &Assigned { form, ..somebody(group) }, &study.file.language);
            let (mut keys, mut words) = (BTreeSet::new(), Vec::new());
            walk(&all, &mut keys, &mut words);
            for secret in [
                "truth",
                "correct",
                "explanation",
                "lookAlike",
                "look_alike",
                "cue",
                "marks",
                "expect",
                "show",
                "key",
                "reverse",
                "weight",
                "fixed",
                "shuffle",
                "source",
                "sourceType",
                "credit",
                "sha256",
            ] {
                assert!(!keys.contains(secret), "field {secret}");
            }
            for secret in &secrets {
                assert!(!words.iter().any(|text| text.contains(secret)), "{secret}");
            }
        }
    }
}

#[test]
fn both_forms_see_the_same_but_for_the_version_of_the_medium() {
    let study = small();
    let media = |form| {
        let who = Assigned { form, ..somebody(GROUPS[0]) };
        let pre =
            questionnaire(&study, &who, &study.file.language, QuestionnairePage::Pre, &Memory::default()).unwrap();
        let PublicKind::Judgement { media, .. } = pre.sections[2].items[1].kind.clone() else { panic!() };
        media.unwrap()
    };
    let (x, y) = (media(Form::X), media(Form::Y));
    assert_ne!(x.sources, y.sources);
    assert_eq!(PublicMedia { sources: vec![], ..x }, PublicMedia { sources: vec![], ..y });
}

/// The small study with a post that form Y reads the other way round.
fn with_a_post_for_form_y() -> Study {
    let mut files = small_files();
    let post = "questionnaires/post.yaml";
    let y = "truth: {x: genuine, y: misleading}\n        help: The met office says so.\n        in_form_y:\n          \
        help: The met office says no.\n          post: {author: Weather Fan, handle: \"@fan\", age: now, text: No storm.}";
    let text = String::from_utf8(files[post].clone()).unwrap().replacen("truth: genuine", y, 1);
    files.insert(post.into(), text.into_bytes());
    load(&files).unwrap()
}

#[test]
fn form_y_reads_its_own_words_of_a_post() {
    let study = with_a_post_for_form_y();
    let read = |form| {
        let who = Assigned { form, ..somebody(GROUPS[0]) };
        let (page, locale) = (QuestionnairePage::Post, &study.file.language);
        let post = questionnaire(&study, &who, locale, page, &Memory::default()).unwrap();
        let item = post.sections[0].items.iter().find(|item| item.id == "post_3").unwrap().clone();
        let PublicKind::Judgement { post, .. } = item.kind else { panic!() };
        let shown = [Shown { item: "post_3".into(), answer: Some("genuine".into()) }];
        let line = debrief(&study, &who, &shown, locale).remove(0);
        assert_eq!(line.explanation, item.help, "the debrief says what the check brought up");
        (post.unwrap().text, item.help.unwrap(), line.text, line.correct.unwrap())
    };
    let said = |post: &str, check: &str, right| (post.to_owned(), check.to_owned(), post.to_owned(), right);
    assert_eq!(read(Form::X), said("Storm tonight.", "The met office says so.", true));
    assert_eq!(read(Form::Y), said("No storm.", "The met office says no.", false));
}

#[test]
fn orders_belong_to_the_participant_and_change_no_key() {
    let study = small();
    let see = |seed| {
        let who = Assigned { seed, ..somebody(GROUPS[0]) };
        questionnaire(&study, &who, &study.file.language, QuestionnairePage::Pre, &Memory::default()).unwrap()
    };
    assert_eq!(see(1), see(1));
    let keys = |seed: i64| {
        let json = serde_json::to_value(see(seed)).unwrap();
        let ids = json["sections"][1]["items"].as_array().unwrap().iter().map(|item| item["id"].to_string());
        ids.collect::<Vec<_>>()
    };
    let orders: BTreeSet<Vec<String>> = (0..50).map(keys).collect();
    assert!(orders.len() > 1, "the section is shuffled");
    let sets: BTreeSet<BTreeSet<String>> = orders.into_iter().map(|order| order.into_iter().collect()).collect();
    assert_eq!(sets.len(), 1, "and always has the same items");
    for seed in 0..50 {
        let PublicKind::Single { options } = see(seed).sections[0].items[1].kind.clone() else { panic!() };
        assert_eq!(options[2].value, "other", "a fixed option stays");
    }
}

#[test]
fn the_verdict_tells_nothing_while_another_attempt_is_allowed() {
    let study = small();
    let (who, locale) = (somebody(GROUPS[1]), &study.file.language);
    let told = |may_retry| {
        let about = Verdict { id: "fa_1".into(), correct: false, may_retry, disabled: vec!["original".into()] };
        verdict(&study, &who, locale, &about).unwrap()
    };
    let early = told(true);
    assert_eq!(
        (early.truth, early.explanation, early.look_alike, early.cue, early.marks.len()),
        (None, None, None, None, 0)
    );
    let late = told(false);
    assert_eq!(late.truth.as_deref(), Some("Altered"));
    assert_eq!(late.explanation.as_deref(), Some("The edge of the face was drawn again."));
    assert_eq!((late.cue.as_deref(), late.marks.len()), (Some("The lips do not follow the words"), 1));
}

#[test]
fn the_debrief_says_what_was_what_by_form() {
    let study = small();
    let shown = ["pre_1", "fb_1", "practice_1", "fa_2", "age"].map(|item| Shown { item: item.into(), answer: None });
    let mut shown = shown.to_vec();
    shown[0].answer = Some("original".into());
    let lines = |form| debrief(&study, &Assigned { form, ..somebody(GROUPS[2]) }, &shown, &study.file.language);
    let (x, y) = (lines(Form::X), lines(Form::Y));
    assert_eq!(x.len(), 4, "an item without truth is left out");
    assert_eq!((x[0].truth.as_str(), x[0].correct, x[0].answer.as_deref()), ("Altered", Some(false), Some("Original")));
    assert_eq!((y[0].truth.as_str(), y[0].correct), ("Original", Some(true)));
    assert_eq!((x[1].who.as_deref(), x[1].truth.as_str()), (Some("Town Watch"), "It is misleading"));
    assert_eq!(x[0].cue.as_deref(), Some("An edge around the face"));
    assert_eq!((y[0].cue.as_deref(), y[0].marks.len()), (None, 0));
    assert_eq!(x[0].marks.len(), 1, "and where to look");
    assert!(x[0].media.is_some() && x[0].media != y[0].media, "each form has seen its own version");
}

#[test]
fn the_training_comes_with_the_debrief_of_an_arm_that_had_none() {
    let study = small();
    let lines = |group| training(&study, &somebody(group), &study.file.language);
    let offered = lines(GROUPS[0]);
    assert_eq!(offered.len(), study.flow_a.as_ref().unwrap().questions.len());
    assert!(offered.iter().all(|line| line.explanation.is_some() && line.media.is_some() && line.answer.is_none()));
    assert_eq!((lines(GROUPS[1]).len(), lines(GROUPS[2]).len()), (0, 0));
}
