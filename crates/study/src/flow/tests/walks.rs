//! Walks through the small study.

use super::*;
use crate::answers::ValidationCode;
use crate::codebook::codebook;
use crate::definition::ArmId;
use crate::definition::training::{Hint, SecondLook};
use crate::load::load;
use crate::progress::Memory;
use crate::public::{PublicFeedback, PublicSign, clips, feedback};
use crate::testing::{CONTROL_0, TREATMENT_0, TREATMENT_1, assignment, small, small_files};
use crate::text::Text;

/// A participant who answers as required.
struct Walk {
    study: Study,
    who: Assignment,
    at: Progress,
}

impl Walk {
    fn begin(group: ArmId) -> Self {
        let (study, who) = (small(), assignment(group));
        let at = start(&study, &who);
        Self { study, who, at }
    }

    fn submit(&mut self, submission: Submission) -> Accepted {
        let accepted = submit(&self.study, &self.who, &self.at, submission).unwrap();
        self.at = accepted.progress.clone();
        accepted
    }

    fn rejected(&self, submission: Submission) -> FlowError {
        submit(&self.study, &self.who, &self.at, submission).unwrap_err()
    }

    fn visit(&mut self, path: &str) {
        self.at = visit(&self.study, &self.who, &self.at, &path.parse().unwrap()).unwrap();
        assert_eq!(self.at.page.to_string(), path);
    }

    fn is_at(&self, path: &str) {
        assert_eq!(self.at.page.to_string(), path);
    }

    fn exposed(&self) -> bool {
        is_exposed(&self.study, &self.who, &self.at)
    }

    /// To the first page of the group's own part.
    fn to_training(group: ArmId, path: &str) -> Self {
        let mut walk = Self::begin(group);
        let rest: Answers = [you(), views(), first_look(), second_look()].into_iter().flat_map(answers).collect();
        walk.submit(Submission::Questionnaire { page: QuestionnairePage::Pre, section: None, answers: rest });
        walk.submit(Submission::Practice(bare("original")));
        walk.is_at("/home-right");
        walk.visit("/treatment-questionnaire");
        assert!(!walk.exposed());
        walk.submit(section(QuestionnairePage::Treatment, "expectancy", json!({"expect_useful": 7})));
        walk.is_at(path);
        assert!(walk.exposed());
        walk
    }
}

#[test]
fn a_questionnaire_goes_section_by_section_and_scores_when_a_scale_is_complete() {
    let mut walk = Walk::begin(CONTROL_0);
    let pre = QuestionnairePage::Pre;
    assert_eq!(walk.rejected(section(pre, "views", views())), FlowError::WrongPage(Page::PreQuestionnaire));
    assert_eq!(walk.rejected(section(pre, "nothing", views())), FlowError::NotFound);
    let first = walk.submit(section(pre, "you", you()));
    assert_eq!((first.record.item.as_str(), first.record.scores.len()), ("pre/you", 0));
    // `often` depends on `channels` of the section before.
    assert_eq!(walk.at.memory.variables, [("channels".to_owned(), json!(["radio"]))].into());
    let second = walk.submit(section(pre, "views", views()));
    assert_eq!(second.record.scores, answers(json!({"self_efficacy": 14.0 / 3.0})));
    let [one, two] = looks();
    assert_eq!(walk.rejected(section(pre, "first_look", json!({}))), FlowError::NotFound);
    assert_eq!(walk.rejected(two.clone()), FlowError::WrongPage(Page::PreQuestionnaire));
    let third = walk.submit(one.clone());
    assert_eq!((third.record.item.as_str(), third.record.scores.len()), ("pre/first_look/pre_1", 0));
    walk.is_at("/pre-questionnaire");
    assert_eq!(walk.rejected(one), FlowError::WrongPage(Page::PreQuestionnaire), "there is no way back");
    let last = walk.submit(two);
    assert_eq!(last.record.scores, answers(json!({"pre_correct": 1})));
    walk.is_at("/home");
    assert_eq!(walk.at.memory, Memory::default());
}

#[test]
fn a_hidden_item_is_rejected_and_a_shown_one_is_required() {
    let mut walk = Walk::begin(CONTROL_0);
    walk.submit(section(QuestionnairePage::Pre, "you", json!({"age": 30, "gender": "man", "channels": ["none"]})));
    let FlowError::Invalid(fields) = walk.rejected(section(QuestionnairePage::Pre, "views", views())) else { panic!() };
    assert_eq!((fields[0].item.as_str(), fields[0].error.code), ("often", ValidationCode::UNKNOWN));
    let mut without = answers(views());
    without.remove("often");
    walk.submit(section(QuestionnairePage::Pre, "views", without.into()));
}

#[test]
fn flow_a_hides_feedback_until_the_follow_up_and_allows_another_attempt() {
    let mut walk = Walk::to_training(TREATMENT_0, "/flow-a/start");
    walk.visit("/flow-a/question/fa_1");
    let first = walk.submit(Submission::Question("fa_1".into(), sure("original")));
    walk.is_at("/flow-a/question/fa_1/followup");
    assert_eq!((first.feedback, first.record.correct, walk.at.memory.disabled.len()), (None, Some(false), 0));
    let revealed = walk.submit(Submission::Followup(
        "fa_1".into(),
        answers(json!({"reasons": ["voice", "face"], "mark": {"x": 0.5, "y": 1}})),
    ));
    let expected = json!({"fa_1_reasons": ["face", "voice"], "fa_1_mark_x": 0.5, "fa_1_mark_y": 1});
    assert_eq!(Value::from(revealed.record.answers), expected);
    let feedback = revealed.feedback.unwrap();
    assert_eq!((feedback.correct, feedback.may_retry, feedback.disabled), (false, true, vec!["original".to_owned()]));
    walk.visit("/flow-a/question/fa_1");
    let again = walk.rejected(Submission::Question("fa_1".into(), sure("original")));
    assert!(matches!(again, FlowError::Invalid(_)));
    let second = walk.submit(Submission::Question("fa_1".into(), sure("altered")));
    assert_eq!((second.record.attempt, second.record.correct), (2, Some(true)));
    walk.is_at("/flow-a/question/fa_1/correct");
    walk.visit("/flow-a/question/fa_2");
    assert_eq!(walk.at.memory, Memory::default());
    walk.submit(Submission::Question("fa_2".into(), sure("original")));
    walk.submit(Submission::Followup("fa_2".into(), answers(json!({"reasons": ["feeling"]}))));
    assert!(visit(&walk.study, &walk.who, &walk.at, &"/flow-a/question/fa_3".parse().unwrap()).is_err());
    walk.visit("/flow-a/interim");
    walk.visit("/flow-a/question/fa_3");
    let back = correct_page(&walk.study, &walk.who, &walk.at, &"/flow-a/question/fa_1".parse().unwrap());
    assert_eq!(back.to_string(), "/flow-a/question/fa_1");
}

/// Gives every question of Flow A and every post of Flow B a second look with the signs `face`, `voice` and `light`.
fn with_second_looks(study: &mut Study) {
    let sign = |value: &str| serde_json::from_value(json!({ "value": value, "label": value })).unwrap();
    let asked = SecondLook { prompt: Text("Which sign?".into()), options: ["face", "voice", "light"].map(sign).into() };
    let hint = Hint { hint: Text("Look here.".into()), options: Vec::new(), correct: vec!["face".into()] };
    let flow_a = study.flow_a.first_mut().unwrap();
    flow_a.second_look = Some(asked.clone());
    flow_a.questions.iter_mut().for_each(|question| question.second_look = Some(hint.clone()));
    let flow_b = study.flow_b.first_mut().unwrap();
    flow_b.second_look = Some(asked);
    flow_b.personas.iter_mut().flat_map(|of| &mut of.posts).for_each(|post| post.second_look = Some(hint.clone()));
}

fn seen(walk: &Walk, accepted: &Accepted) -> PublicFeedback {
    let locale = &walk.study.file.language;
    feedback(&walk.study, &walk.who, locale, accepted.feedback.as_ref().unwrap()).unwrap()
}

#[test]
fn a_second_look_asks_for_the_sign_and_keeps_the_first_judgement() {
    let mut walk = Walk::to_training(TREATMENT_0, "/flow-a/start");
    with_second_looks(&mut walk.study);
    walk.visit("/flow-a/question/fa_1");
    let first = walk.submit(Submission::Question("fa_1".into(), sure("original")));
    assert_eq!(first.feedback, None, "nothing before the follow-up");
    let revealed = walk.submit(Submission::Followup("fa_1".into(), answers(json!({"reasons": ["voice"]}))));
    let early = seen(&walk, &revealed);
    assert_eq!(early.truth.as_deref(), Some("Altered"));
    assert_eq!((early.explanation, early.look_alike, early.cue, early.sign), (None, None, None, None));
    assert!(early.marks.is_empty());
    let look = early.second_look.unwrap();
    assert_eq!((look.hint.as_str(), look.options.len()), ("Look here.", 3));

    walk.visit("/flow-a/question/fa_1");
    for (given, variable) in [(bare("altered"), "fa_1_look"), (sure("face"), "fa_1_confidence")] {
        let FlowError::Invalid(fields) = walk.rejected(Submission::Question("fa_1".into(), given)) else { panic!() };
        assert_eq!(fields.iter().map(|field| field.item.as_str()).collect::<Vec<_>>(), [variable]);
    }
    let second = walk.submit(Submission::Question("fa_1".into(), bare("voice")));
    assert_eq!((second.record.item.as_str(), second.record.attempt), ("flow-a/fa_1", 2));
    assert_eq!(Value::from(second.record.answers.clone()), json!({"fa_1_look": "voice"}));
    assert_eq!(second.record.correct, Some(false));
    walk.is_at("/flow-a/question/fa_1/incorrect");
    let late = seen(&walk, &second);
    assert_eq!(late.sign, Some(PublicSign { found: false, labels: vec!["face".into()] }));
    assert!(late.explanation.is_some() && !late.may_retry && late.second_look.is_none());
    assert_eq!(late.disabled_answers, ["original"]);
    let third = visit(&walk.study, &walk.who, &walk.at, &Page::FlowAQuestion("fa_1".into())).unwrap();
    assert_eq!(third, walk.at, "there is no third attempt");
    walk.visit("/flow-a/question/fa_2");
}

#[test]
fn a_second_look_at_a_post_finds_the_sign() {
    let mut walk = Walk::to_training(TREATMENT_1, "/dashboard");
    with_second_looks(&mut walk.study);
    let post = loop {
        let next = next_page(&walk.study, &walk.who, &walk.at).unwrap();
        walk.visit(&next.to_string());
        if let Page::FlowBQuestion(id) = next {
            break id;
        }
    };
    let wrong = match walk.study.post(&post).unwrap().1.correct.as_str() {
        "genuine" => "misleading",
        _ => "genuine",
    };
    let first = walk.submit(Submission::Post(post.clone(), sure(wrong)));
    assert!(seen(&walk, &first).second_look.is_some());
    walk.visit(&format!("/flow-b/question/{post}"));
    let second = walk.submit(Submission::Post(post.clone(), bare("face")));
    assert_eq!(second.record.correct, Some(true));
    assert!(seen(&walk, &second).sign.unwrap().found);
    walk.is_at(&format!("/flow-b/question/{post}/incorrect"));
}

#[test]
fn with_three_answers_another_attempt_asks_the_question_again() {
    let mut walk = Walk::to_training(TREATMENT_0, "/flow-a/start");
    with_second_looks(&mut walk.study);
    let flow = walk.study.flow_a.first_mut().unwrap();
    let third = serde_json::from_value(json!({ "value": "unsure", "label": "Can't tell" })).unwrap();
    flow.options.push(third);
    walk.visit("/flow-a/question/fa_1");
    walk.submit(Submission::Question("fa_1".into(), sure("original")));
    let revealed = walk.submit(Submission::Followup("fa_1".into(), answers(json!({"reasons": ["voice"]}))));
    let early = seen(&walk, &revealed);
    assert_eq!((early.truth, early.second_look), (None, None));
    assert_eq!(early.disabled_answers, ["original"]);
    walk.visit("/flow-a/question/fa_1");
    assert!(matches!(walk.rejected(Submission::Question("fa_1".into(), sure("original"))), FlowError::Invalid(_)));
    walk.submit(Submission::Question("fa_1".into(), sure("altered")));
    walk.is_at("/flow-a/question/fa_1/correct");
}

#[test]
fn a_flow_without_an_interim_page_does_not_open_it() {
    let mut walk = Walk::to_training(TREATMENT_0, "/flow-a/start");
    walk.study.flow_a.first_mut().unwrap().interim_after = 0;
    for question in ["fa_1", "fa_2"] {
        walk.visit(&format!("/flow-a/question/{question}"));
        let back = correct_page(&walk.study, &walk.who, &walk.at, &Page::FlowAInterim);
        assert_eq!(back, walk.at.page);
        walk.submit(Submission::Question(question.into(), sure("altered")));
        walk.submit(Submission::Followup(question.into(), answers(json!({"reasons": ["face"]}))));
    }
    walk.visit("/flow-a/question/fa_3");
}

#[test]
fn a_wrong_answer_can_be_left_behind_and_is_not_judged_before_the_follow_up_is_valid() {
    let mut walk = Walk::to_training(TREATMENT_0, "/flow-a/start");
    walk.visit("/flow-a/question/fa_1");
    walk.submit(Submission::Question("fa_1".into(), sure("original")));
    for wrong in [
        json!({}),
        json!({"reasons": ["nose"]}),
        json!({"reasons": ["face"], "mark": {"x": 2, "y": 0}}),
        json!({"reasons": ["face"], "mark": {"x": 0.1}}),
    ] {
        assert!(matches!(walk.rejected(Submission::Followup("fa_1".into(), answers(wrong))), FlowError::Invalid(_)));
    }
    walk.submit(Submission::Followup("fa_1".into(), answers(json!({"reasons": ["face"]}))));
    walk.is_at("/flow-a/question/fa_1/incorrect");
    walk.visit("/flow-a/question/fa_2");
}

#[test]
fn flow_b_needs_every_persona() {
    let mut walk = Walk::to_training(TREATMENT_1, "/dashboard");
    assert!(visit(&walk.study, &walk.who, &walk.at, &Page::PostQuestionnaire).is_err());
    for (persona, posts) in [("jonas", ["fb_3", "fb_4"]), ("maren", ["fb_1", "fb_2"])] {
        walk.visit(&format!("/flow-b/start/{persona}"));
        walk.visit("/dashboard");
        walk.visit(&format!("/flow-b/start/{persona}"));
        for post in posts {
            let wrong = Submission::CompletePersona(persona.into());
            assert_eq!(walk.rejected(wrong), FlowError::WrongPage(walk.at.page.clone()));
            walk.visit(&format!("/flow-b/question/{post}"));
            walk.submit(Submission::Post(post.into(), sure("misleading")));
        }
        let done = walk.submit(Submission::CompletePersona(persona.into()));
        assert_eq!(done.record.item, format!("flow-b/persona/{persona}"));
        walk.is_at("/dashboard");
        assert!(visit(&walk.study, &walk.who, &walk.at, &Page::FlowBStart(persona.into())).is_err());
    }
    let completed = |walk: &Walk| completed_personas(&walk.study, &walk.who, &walk.at);
    assert_eq!(completed(&walk), ["jonas", "maren"]);
    walk.visit("/post-questionnaire");
    // The step's memory is gone; what was completed stays so.
    let mut after = completed(&walk);
    after.sort();
    assert_eq!(after, ["jonas", "maren"]);
}

#[test]
fn an_opening_comes_before_the_clips() {
    let mut files = small_files();
    let opening =
        b"opening: {id: cf_0, title: First, items: [{id: bright, kind: number, label: How bright is the room?}]}\n";
    let rest = files.remove("control-flow.yaml").unwrap();
    files.insert("control-flow.yaml".into(), [opening.as_slice(), &rest].concat());
    let mut walk = Walk::to_training(CONTROL_0, "/control-flow");
    let before = progress_summary(&walk.study, &walk.who, &walk.at).done;
    walk.study = load(&files).unwrap();
    assert!(progress_summary(&walk.study, &walk.who, &walk.at).done < before, "there is more to do");
    let seen = clips(&walk.study, &walk.study.control_flow[0], &walk.who, &walk.study.file.language);
    assert_eq!(
        seen.iter().map(|part| (part.number, part.media.is_some())).collect::<Vec<_>>(),
        [(0, false), (1, true), (2, true)]
    );
    let rating = |id: &str| Submission::Rating(id.into(), answers(json!({"pleasant": 3, "clear": 1})));
    assert_eq!(walk.rejected(rating("cf_1")), FlowError::WrongPage(Page::ControlFlow));
    assert!(matches!(walk.rejected(rating("cf_0")), FlowError::Invalid(_)), "it asks something else");
    let opened = walk.submit(Submission::Rating("cf_0".into(), answers(json!({"bright": 4}))));
    assert_eq!(
        (opened.record.item.as_str(), Value::from(opened.record.answers)),
        ("control/cf_0", json!({"bright": 4}))
    );
    walk.submit(rating("cf_1"));
    walk.submit(rating("cf_2"));
    walk.is_at("/post-questionnaire");
    let rows = codebook(&walk.study);
    assert!(rows.iter().any(|row| row.variable == "bright" && row.part == "control"));
}

#[test]
fn the_control_flow_rates_clip_after_clip_and_the_end_is_the_end() {
    let mut walk = Walk::to_training(CONTROL_0, "/control-flow");
    let rating = |id: &str| Submission::Rating(id.into(), answers(json!({"pleasant": 3, "clear": 1})));
    assert_eq!(walk.rejected(rating("cf_2")), FlowError::WrongPage(Page::ControlFlow));
    let first = walk.submit(rating("cf_1"));
    assert_eq!(Value::from(first.record.answers), json!({"cf_1_pleasant": 3, "cf_1_clear": 1}));
    walk.submit(rating("cf_2"));
    let far = progress_summary(&walk.study, &walk.who, &walk.at);
    assert_eq!((far.part, far.of), (5, 6));
    for part in submissions().into_iter().filter(|s| s.step() == StepKind::PostQuestionnaire) {
        walk.submit(part);
    }
    walk.is_at("/end");
    let far = progress_summary(&walk.study, &walk.who, &walk.at);
    assert_eq!((far.part, far.minutes_left), (6, 0));
    assert!((far.done - 1.0).abs() < f64::EPSILON);
    assert_eq!(next_page(&walk.study, &walk.who, &walk.at), None);
}
