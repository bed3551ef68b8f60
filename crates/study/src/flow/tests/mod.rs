//! The flow as a whole: no call in any order skips a page or leads to a dead end.

mod advice;
mod any_study;
mod before_allocation;
mod every_position;
mod example;
mod graph;
mod groups;
mod orders;
mod participant;
mod previews;
mod sections;
mod walks;

use serde_json::{Value, json};

use super::*;
use crate::answers::Answers;
use crate::page::{QuestionnaireBlock, QuestionnairePage, Step};

fn answers(value: Value) -> Answers {
    let Value::Object(answers) = value else { panic!("{value}") };
    answers
}

fn sure(answer: &str) -> Judgement {
    Judgement { answer: answer.to_owned(), confidence: Some(80) }
}

fn bare(answer: &str) -> Judgement {
    Judgement { answer: answer.to_owned(), confidence: None }
}

fn section(page: QuestionnairePage, section: &str, value: Value) -> Submission {
    Submission::Questionnaire { page, section: Some(section.to_owned()), answers: answers(value) }
}

fn you() -> Value {
    json!({"age": 30, "gender": "woman", "channels": ["radio"]})
}

fn views() -> Value {
    json!({"trust_1": 4, "trust_2": 5, "trust_3": 1, "views_1": 2, "worry": 35, "often": 2})
}

fn first_look() -> Value {
    json!({"pre_1": "altered", "pre_1_confidence": 90})
}

fn second_look() -> Value {
    json!({"pre_2": "altered", "pre_2_confidence": 50, "pre_2_sharing": 6})
}

/// The two pages of the section `first_look`, which has `one_per_page`.
fn looks() -> [Submission; 2] {
    let pre = QuestionnairePage::Pre;
    [section(pre, "first_look/pre_1", first_look()), section(pre, "first_look/pre_2", second_look())]
}

/// Every submission of the small study, each valid on its page.
fn submissions() -> Vec<Submission> {
    use QuestionnairePage::{Post, Pre, Treatment};
    let post = json!({
        "post_1": "original", "post_1_confidence": 50, "post_2": "altered", "post_2_confidence": 60,
        "post_3": "genuine", "post_3_confidence": 70, "post_4": "genuine", "post_4_confidence": 100,
    });
    let mut all = vec![
        section(Pre, "you", you()),
        section(Pre, "views", views()),
        section(Treatment, "expectancy", json!({"expect_useful": 7})),
        section(Post, "second_look", post),
        section(Post, "last", json!({"knows": "false", "sure_overall": 60})),
        Submission::Practice(bare("original")),
        Submission::Practice(bare("altered")),
    ];
    all.extend(looks());
    for id in ["fa_1", "fa_2", "fa_3", "fa_4"] {
        all.push(Submission::Question(id.into(), sure("original")));
        all.push(Submission::Question(id.into(), sure("altered")));
        all.push(Submission::Followup(id.into(), answers(json!({"reasons": ["face"]}))));
    }
    for id in ["fb_1", "fb_2", "fb_3", "fb_4"] {
        all.push(Submission::Post(id.into(), sure("genuine")));
        all.push(Submission::Post(id.into(), sure("misleading")));
    }
    all.extend(["maren", "jonas"].map(|id| Submission::CompletePersona(id.into())));
    all.extend(["cf_1", "cf_2"].map(|id| Submission::Rating(id.into(), answers(json!({"pleasant": 3, "clear": 1})))));
    all
}

/// Every page, each with every id of the small study.
fn pages() -> Vec<Page> {
    let mut paths: Vec<String> = [
        "/",
        "/consent",
        "/auth",
        "/profile",
        "/dashboard",
        "/pre-questionnaire",
        "/home",
        "/home-right",
        "/home-wrong",
        "/treatment-questionnaire",
        "/flow-a/start",
        "/flow-a/interim",
        "/flow-a/end",
        "/control-flow",
        "/post-questionnaire",
        "/end",
        "/flow-b/start/maren",
        "/flow-b/start/jonas",
        "/flow-b/start/nobody",
        "/flow-a/question/none",
    ]
    .map(String::from)
    .into();
    for n in 1..=4 {
        for end in ["", "/followup", "/correct", "/incorrect"] {
            paths.push(format!("/flow-a/question/fa_{n}{end}"));
        }
        for end in ["", "/correct", "/incorrect"] {
            paths.push(format!("/flow-b/question/fb_{n}{end}"));
        }
    }
    paths.iter().map(|path| path.parse().unwrap()).collect()
}
