//! The flow as a whole: nobody gets stuck, nobody skips, whatever is sent in whatever order.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::definition::Group;
use crate::progress::Memory;
use crate::testing::{GROUPS, small, somebody};

fn answers(value: Value) -> Answers {
    let Value::Object(answers) = value else { panic!("{value}") };
    answers
}

fn sure(answer: &str) -> Judged {
    Judged { answer: answer.to_owned(), confidence: Some(80) }
}

fn bare(answer: &str) -> Judged {
    Judged { answer: answer.to_owned(), confidence: None }
}

fn section(page: QuestionnairePage, section: &str, value: Value) -> Submission {
    Submission::Questionnaire { page, section: Some(section.to_owned()), answers: answers(value) }
}

fn you() -> Value {
    json!({"age": 30, "gender": "woman", "channels": ["radio"]})
}

fn views() -> Value {
    json!({"trust_1": 4, "trust_2": 5, "trust_3": 1, "check_1": 2, "worry": 35, "often": 2})
}

fn looks() -> Value {
    json!({"pre_1": "altered", "pre_1_confidence": 90, "pre_2": "altered", "pre_2_confidence": 50, "pre_2_sharing": 6})
}

/// Everything that can be handed in anywhere in the small study, all of it valid where it belongs.
fn submissions() -> Vec<Submission> {
    use QuestionnairePage::{Post, Pre, Treatment};
    let post = json!({
        "post_1": "original", "post_1_confidence": 50, "post_2": "altered", "post_2_confidence": 60,
        "post_3": "genuine", "post_3_confidence": 70, "post_4": "genuine", "post_4_confidence": 100,
    });
    let mut all = vec![
        section(Pre, "you", you()),
        section(Pre, "views", views()),
        section(Pre, "first_look", looks()),
        section(Treatment, "expectancy", json!({"expect_useful": 7})),
        section(Post, "second_look", post),
        section(Post, "last", json!({"knows": "false", "sure_overall": 60})),
        Submission::Practice(bare("original")),
        Submission::Practice(bare("altered")),
    ];
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

/// How far along, for the order that no move may break: step, then items, then attempts.
fn rank(study: &Study, who: &Assigned, at: &Progress) -> (usize, u64) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a fraction in thousandths")]
    let done = (how_far(study, who, at).done * 1000.0).round() as u64;
    (at.step, done)
}

/// All positions that anybody in this group can get into.
fn reachable(study: &Study, who: &Assigned) -> Vec<Progress> {
    let mut known = vec![start(study, who)];
    let (submissions, pages) = (submissions(), pages());
    let mut next = 0;
    while next < known.len() {
        let at = known[next].clone();
        let moved = submissions.iter().filter_map(|s| submit(study, who, &at, s.clone()).ok()).map(|a| a.progress);
        let visited = pages.iter().filter_map(|page| visit(study, who, &at, page).ok());
        for progress in moved.chain(visited) {
            if !known.contains(&progress) {
                known.push(progress);
            }
        }
        next += 1;
    }
    known
}

#[test]
fn from_every_reachable_position_of_every_group_the_end_can_be_reached() {
    let study = small();
    for group in GROUPS {
        let who = somebody(group);
        let positions = reachable(&study, &who);
        assert!(positions.len() > 10, "{group:?}: {}", positions.len());
        // Each position but the last has a way on that is further along, or leads to one that is.
        for at in &positions {
            if at.page == Page::End {
                continue;
            }
            let ways = submissions().into_iter().filter_map(|s| submit(&study, &who, at, s).ok()).count();
            let on = next_page(&study, &who, at);
            assert!(ways > 0 || on.is_some(), "{group:?}: dead end at {at:?}");
            if let Some(page) = on {
                let moved = visit(&study, &who, at, &page).unwrap_or_else(|refusal| panic!("{at:?} {page}: {refusal}"));
                assert_eq!(moved.page, page, "what `next_page` names can be visited");
            }
        }
        assert!(positions.iter().any(|at| at.page == Page::End));
    }
}

/// Pages from which a visit may leave the step: all that the step asks for is answered there.
fn is_done(at: &Progress) -> bool {
    let all_personas = at.memory.completed_personas.len() == 2;
    matches!(at.page, Page::HomeRight | Page::HomeWrong | Page::FlowAEnd) || at.page == Page::Dashboard && all_personas
}

#[test]
fn no_call_in_any_position_skips_anything_or_leaves_the_group() {
    let study = small();
    for group in GROUPS {
        let who = somebody(group);
        let own = here::steps(&study, &who);
        for at in reachable(&study, &who) {
            assert!(at.page.step().is_none_or(|step| own.contains(&step)), "{group:?} {at:?}");
            for page in pages() {
                let shown = correct_page(&study, &who, &at, &page);
                assert!(shown == at.page || shown == page);
                let open = page.step().is_none_or(|step| step == own[at.step]);
                assert!(open || shown == at.page, "{group:?}: {page} open at {}", at.page);
                match visit(&study, &who, &at, &page) {
                    Ok(moved) => {
                        assert!(moved == at || moved.page == page, "a visit leads there or nowhere");
                        assert!(moved.step <= at.step + 1);
                        assert!(moved.step == at.step || is_done(&at), "left {} unfinished", at.page);
                        let (before, after) = (rank(&study, &who, &at), rank(&study, &who, &moved));
                        let retry = matches!(moved.page, Page::FlowAQuestion(_) | Page::FlowBQuestion(_));
                        assert!(after >= before || retry, "{before:?} {after:?}");
                    }
                    Err(refusal) => assert_eq!(refusal, Refusal::WrongPage(at.page.clone())),
                }
            }
            for submission in submissions() {
                let fits = own.contains(&submission.step());
                match submit(&study, &who, &at, submission) {
                    Ok(accepted) => {
                        assert_eq!(accepted.record.page, at.page);
                        assert!(fits && accepted.progress.step <= at.step + 1);
                        assert!(rank(&study, &who, &accepted.progress) >= rank(&study, &who, &at));
                    }
                    Err(Refusal::NotFound) => assert!(!fits),
                    Err(Refusal::WrongPage(page)) => assert!(fits && page == at.page),
                    Err(Refusal::Invalid(fields)) => {
                        assert!(
                            fits && !at.memory.disabled.is_empty(),
                            "only a disabled answer is invalid: {fields:?}"
                        );
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Random calls, legal or not; whoever goes on to the end has a record of every item of the arm.
    #[test]
    fn whoever_reaches_the_end_has_answered_everything(group in 0usize..3, picks in prop::collection::vec(0usize..1000, 1500)) {
        let study = small();
        let who = somebody(GROUPS[group]);
        let (submissions, pages) = (submissions(), pages());
        let mut at = start(&study, &who);
        let mut items = std::collections::BTreeSet::new();
        for pick in picks {
            let choice = pick % (submissions.len() + pages.len());
            let outcome = match submissions.get(choice) {
                Some(submission) => submit(&study, &who, &at, submission.clone()).map(|accepted| {
                    items.insert((accepted.record.item, accepted.record.attempt));
                    accepted.progress
                }),
                None => visit(&study, &who, &at, &pages[choice - submissions.len()]),
            };
            if let Ok(progress) = outcome { at = progress; }
        }
        let needed: &[&str] = match GROUPS[group] {
            Group::Control0 => &["control/cf_1", "control/cf_2"],
            Group::Treatment0 => &["flow-a/fa_1", "flow-a/fa_1/followup", "flow-a/fa_4", "flow-a/fa_4/followup"],
            Group::Treatment1 => &["flow-b/fb_1", "flow-b/fb_4", "flow-b/persona/maren", "flow-b/persona/jonas"],
        };
        if at.page == Page::End {
            for item in needed.iter().chain(&["pre/you", "pre/first_look", "practice/practice_1", "post/last"]) {
                prop_assert!(items.contains(&((*item).to_owned(), 1)), "{item} is missing in {items:?}");
            }
        }
    }
}

/// A participant who does what is asked; the tests read like what happens.
struct Walk {
    study: Study,
    who: Assigned,
    at: Progress,
}

impl Walk {
    fn begin(group: Group) -> Self {
        let (study, who) = (small(), somebody(group));
        let at = start(&study, &who);
        Self { study, who, at }
    }

    fn submit(&mut self, submission: Submission) -> Accepted {
        let accepted = submit(&self.study, &self.who, &self.at, submission).unwrap();
        self.at = accepted.progress.clone();
        accepted
    }

    fn refused(&self, submission: Submission) -> Refusal {
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
    fn to_training(group: Group, path: &str) -> Self {
        let mut walk = Self::begin(group);
        let rest: Answers = [you(), views(), looks()].into_iter().flat_map(answers).collect();
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
    let mut walk = Walk::begin(Group::Control0);
    let pre = QuestionnairePage::Pre;
    assert_eq!(walk.refused(section(pre, "views", views())), Refusal::WrongPage(Page::PreQuestionnaire));
    assert_eq!(walk.refused(section(pre, "nothing", views())), Refusal::NotFound);
    let first = walk.submit(section(pre, "you", you()));
    assert_eq!((first.record.item.as_str(), first.record.scores.len()), ("pre/you", 0));
    // `often` depends on `channels` of the section before.
    assert_eq!(walk.at.memory.variables, [("channels".to_owned(), json!(["radio"]))].into());
    let second = walk.submit(section(pre, "views", views()));
    assert_eq!(second.record.scores, answers(json!({"self_efficacy": 14.0 / 3.0})));
    let third = walk.submit(section(pre, "first_look", looks()));
    assert_eq!(third.record.scores, answers(json!({"pre_correct": 1})));
    walk.is_at("/home");
    assert_eq!(walk.at.memory, Memory::default());
}

#[test]
fn a_hidden_item_is_refused_and_a_shown_one_is_needed() {
    let mut walk = Walk::begin(Group::Control0);
    walk.submit(section(QuestionnairePage::Pre, "you", json!({"age": 30, "gender": "man", "channels": ["none"]})));
    let Refusal::Invalid(fields) = walk.refused(section(QuestionnairePage::Pre, "views", views())) else { panic!() };
    assert_eq!((fields[0].item.as_str(), fields[0].message.as_str()), ("often", "There is no such question here."));
    let mut without = answers(views());
    without.remove("often");
    walk.submit(section(QuestionnairePage::Pre, "views", without.into()));
}

#[test]
fn flow_a_hides_the_verdict_until_the_follow_up_and_allows_another_attempt() {
    let mut walk = Walk::to_training(Group::Treatment0, "/flow-a/start");
    walk.visit("/flow-a/question/fa_1");
    let first = walk.submit(Submission::Question("fa_1".into(), sure("original")));
    walk.is_at("/flow-a/question/fa_1/followup");
    assert_eq!((first.verdict, first.record.correct, walk.at.memory.disabled.len()), (None, Some(false), 0));
    let told = walk.submit(Submission::Followup(
        "fa_1".into(),
        answers(json!({"reasons": ["voice", "face"], "mark": {"x": 0.5, "y": 1}})),
    ));
    let expected = json!({"fa_1_reasons": ["face", "voice"], "fa_1_mark_x": 0.5, "fa_1_mark_y": 1});
    assert_eq!(Value::from(told.record.answers), expected);
    let verdict = told.verdict.unwrap();
    assert_eq!((verdict.correct, verdict.may_retry, verdict.disabled), (false, true, vec!["original".to_owned()]));
    walk.visit("/flow-a/question/fa_1");
    let again = walk.refused(Submission::Question("fa_1".into(), sure("original")));
    assert!(matches!(again, Refusal::Invalid(_)));
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

#[test]
fn a_wrong_answer_can_be_left_behind_and_is_not_judged_before_the_follow_up_is_valid() {
    let mut walk = Walk::to_training(Group::Treatment0, "/flow-a/start");
    walk.visit("/flow-a/question/fa_1");
    walk.submit(Submission::Question("fa_1".into(), sure("original")));
    for wrong in [
        json!({}),
        json!({"reasons": ["nose"]}),
        json!({"reasons": ["face"], "mark": {"x": 2, "y": 0}}),
        json!({"reasons": ["face"], "mark": {"x": 0.1}}),
    ] {
        assert!(matches!(walk.refused(Submission::Followup("fa_1".into(), answers(wrong))), Refusal::Invalid(_)));
    }
    walk.submit(Submission::Followup("fa_1".into(), answers(json!({"reasons": ["face"]}))));
    walk.is_at("/flow-a/question/fa_1/incorrect");
    walk.visit("/flow-a/question/fa_2");
}

#[test]
fn flow_b_needs_every_persona() {
    let mut walk = Walk::to_training(Group::Treatment1, "/dashboard");
    assert!(visit(&walk.study, &walk.who, &walk.at, &Page::PostQuestionnaire).is_err());
    for (persona, posts) in [("jonas", ["fb_3", "fb_4"]), ("maren", ["fb_1", "fb_2"])] {
        walk.visit(&format!("/flow-b/start/{persona}"));
        walk.visit("/dashboard");
        walk.visit(&format!("/flow-b/start/{persona}"));
        for post in posts {
            let wrong = Submission::CompletePersona(persona.into());
            assert_eq!(walk.refused(wrong), Refusal::WrongPage(walk.at.page.clone()));
            walk.visit(&format!("/flow-b/question/{post}"));
            walk.submit(Submission::Post(post.into(), sure("misleading")));
        }
        let done = walk.submit(Submission::CompletePersona(persona.into()));
        assert_eq!(done.record.item, format!("flow-b/persona/{persona}"));
        walk.is_at("/dashboard");
        assert!(visit(&walk.study, &walk.who, &walk.at, &Page::FlowBStart(persona.into())).is_err());
    }
    assert_eq!(walk.at.memory.completed_personas, ["jonas", "maren"]);
    walk.visit("/post-questionnaire");
}

#[test]
fn the_control_flow_rates_clip_after_clip_and_the_end_is_the_end() {
    let mut walk = Walk::to_training(Group::Control0, "/control-flow");
    let rating = |id: &str| Submission::Rating(id.into(), answers(json!({"pleasant": 3, "clear": 1})));
    assert_eq!(walk.refused(rating("cf_2")), Refusal::WrongPage(Page::ControlFlow));
    let first = walk.submit(rating("cf_1"));
    assert_eq!(Value::from(first.record.answers), json!({"cf_1_pleasant": 3, "cf_1_clear": 1}));
    walk.submit(rating("cf_2"));
    let far = how_far(&walk.study, &walk.who, &walk.at);
    assert_eq!((far.part, far.of), (5, 6));
    for part in submissions().into_iter().filter(|s| s.step() == Step::PostQuestionnaire) {
        walk.submit(part);
    }
    walk.is_at("/end");
    let far = how_far(&walk.study, &walk.who, &walk.at);
    assert_eq!((far.part, far.minutes_left), (6, 0));
    assert!((far.done - 1.0).abs() < f64::EPSILON);
    assert_eq!(next_page(&walk.study, &walk.who, &walk.at), None);
}
