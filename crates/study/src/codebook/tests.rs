use std::collections::BTreeSet;

use super::*;
use crate::definition::item::TruthByForm;
use crate::testing::{example, small};
use crate::text::Locale;

#[test]
fn every_variable_has_one_row_with_what_it_means() {
    let rows = codebook(&small());
    let find = |name: &str| rows.iter().find(|row| row.variable == name).unwrap_or_else(|| panic!("{name}"));
    let trust = find("trust_3");
    assert_eq!(
        (trust.part.as_str(), trust.kind, trust.min, trust.max),
        ("pre/views", Type::Integer, Some(1.0), Some(5.0))
    );
    assert_eq!(
        (trust.source.as_deref(), trust.scales.as_slice()),
        (Some("Example scale (2020)"), &["self_efficacy".to_owned()][..])
    );
    assert_eq!(trust.ends, Some(["Strongly disagree".to_owned(), "Strongly agree".to_owned()]));
    assert_eq!(find("often").values[2], ("3".to_owned(), "Often".to_owned()));
    assert_eq!(find("fa_2_reasons").kind, Type::Categories);
    assert_eq!(find("cf_2_clear").part, "control");
    assert_eq!(find("post_correct").kind, Type::Score);
    let score = find("self_efficacy");
    let scoring = "mean of trust_1, trust_2, trust_3; reversed: trust_3; at least 2 answered";
    assert_eq!((score.label.as_str(), score.scoring.as_deref()), ("Self-efficacy", Some(scoring)));
    assert_eq!(find("knowledge").scoring.as_deref(), Some("number right of knows; right: knows = false"));
    assert_eq!(trust.stem.as_deref(), Some("To what extent do you agree?"));
    assert_eq!(find("gender_words").condition.as_deref(), Some("gender is other"));
    assert_eq!(find("age").unit.as_deref(), Some("years"));
    let sure = find("pre_2_confidence");
    assert_eq!((sure.aspect, &sure.truth, sure.stimulus.as_deref()), (Aspect::Confidence, &None, Some("pre-2")));
    assert_eq!(find("pre_2").truth, Some(Truth::ByForm(TruthByForm { x: "original".into(), y: "altered".into() })));
    assert_eq!(find("views_1").scoring.as_deref(), Some("passed with 2"));
    let in_wide_form = |name: &str| find(name).questionnaire.is_some();
    assert!(in_wide_form("trust_1") && in_wide_form("post_correct") && !in_wide_form("fa_1"));
    for name in ["practice_1", "fb_4_confidence", "pre_2_sharing", "fa_1_mark_x", "fa_1_words", "born"] {
        find(name);
    }
    let names: BTreeSet<&str> = rows.iter().map(|row| row.variable.as_str()).collect();
    assert_eq!(names.len(), rows.len());
}

/// Users of the data need to know the source and the licence of each question.
#[test]
fn every_variable_of_the_example_study_names_its_source() {
    let rows = codebook(&example());
    let without: Vec<&str> = rows.iter().filter(|row| row.source.is_none()).map(|row| row.variable.as_str()).collect();
    assert_eq!(without, [""; 0]);
    let source = |name: &str| rows.iter().find(|row| row.variable == name).unwrap().source.clone().unwrap();
    assert!(source("load_effort").contains("Hart and Staveland (1988)"));
    assert!(source("a1_reasons").contains("CC0-1.0"));
    assert_eq!(source("b_ruth_1_confidence"), source("b_ruth_1"));
}

/// From the study, its translation, and the program.
#[test]
fn titles_and_ends_of_scales_are_in_the_requested_language() {
    let study = example();
    let rows = codebook(&study);
    let find = |name: &str| rows.iter().find(|row| row.variable == name).unwrap_or_else(|| panic!("{name}"));
    let [english, german] = ["en", "de"].map(|tag| Locale(tag.into()));
    let shown = |name: &str, language: &Locale| {
        let translate = |text: &str| study.catalog.translate(language, text).to_owned();
        let row = find(name);
        let words = row.words_in(language, translate).into_iter().map(|(value, words)| format!("{value} = {words}"));
        (row.title_in(language, translate), words.collect::<Vec<_>>().join("; "))
    };
    let sure = |language| shown("pre_c1_confidence", language);
    let shared = |language| shown("post_p1_sharing", language);
    assert_eq!(sure(&english).1, "50 = A guess; 100 = Certain");
    assert_eq!(sure(&german).1, "50 = Geraten; 100 = Ganz sicher");
    assert!(sure(&german).0.ends_with("(wie sicher, 50 bis 100 Prozent)"), "{}", sure(&german).0);
    assert_eq!(shared(&german).1, "1 = Sehr unwahrscheinlich; 6 = Sehr wahrscheinlich");
    assert_eq!(shown("k0_rested", &english).1, "0 = Not rested; 100 = Fully rested");
    assert_eq!(shown("pre_cy1", &english).1, "1 = Strongly disagree; 7 = Strongly agree");
    assert_eq!(shown("pre_cy1", &german).1, "1 = Stimme überhaupt nicht zu; 7 = Stimme voll und ganz zu");
    assert_eq!(shown("pre_cynicism_mean", &english).0, "Cynicism");
    assert_eq!(shown("pre_cynicism_mean", &german).0, "Zynismus");
}

/// Who comes back for the second part does not have it.
#[test]
fn a_score_of_the_debrief_has_the_condition_of_its_items() {
    let mut study = example();
    let condition = |study: &Study| {
        let row = codebook(study).into_iter().find(|row| row.variable == "debrief_correct");
        row.unwrap().condition
    };
    assert_eq!(condition(&study).as_deref(), Some("consent contact_again not ticked"));
    let post = study.questionnaires.get_mut(&QuestionnaireBlock::POST).unwrap();
    let scale = post.scales.iter_mut().find(|scale| scale.id == "debrief_correct").unwrap();
    scale.items.push("load_effort".into());
    assert_eq!(condition(&study), None);
}
