//! Any study that passes `unmask check`: arms with any steps in any order, flows of any length, any number of attempts
//! and answers, with and without follow-up, interim page and confidence.

use proptest::prelude::*;
use proptest::sample::subsequence;

use super::graph::Graph;
use super::*;
use crate::definition::Questionnaire;
use crate::definition::item::Choice;
use crate::definition::stimulus::StimulusVersion;
use crate::definition::training::{ControlClip, ItemOrder, Post, Question};
use crate::testing::{TREATMENT_0, assignment, small};

/// What differs between the studies.
#[derive(Clone, Debug)]
struct Shape {
    steps: Vec<StepKind>,
    /// Sections of every questionnaire.
    sections: usize,
    /// Questions of Flow A, true for altered ones.
    questions: Vec<bool>,
    interim_after: u32,
    followup: bool,
    confidence: bool,
    /// Attempts and answers to choose from in both flows.
    attempts: u32,
    options: usize,
    /// Posts of each persona.
    posts: Vec<usize>,
    clips: usize,
    order: ItemOrder,
    /// Questions, posts and clips are in groups of two.
    in_groups: bool,
    seed: i64,
}

fn shapes() -> impl Strategy<Value = Shape> {
    use StepKind::{ControlFlow, FlowA, FlowB, Home, PostQuestionnaire, PreQuestionnaire, TreatmentQuestionnaire};
    let all = vec![PreQuestionnaire, Home, TreatmentQuestionnaire, FlowA, FlowB, ControlFlow, PostQuestionnaire];
    let steps = subsequence(all, 0..=7).prop_shuffle();
    let questions = prop::collection::vec(any::<bool>(), 1..=3);
    let posts = prop::collection::vec(1..=2_usize, 1..=3);
    let flow_a = (questions, 0..=4_u32, any::<bool>(), any::<bool>());
    let order = (prop_oneof![Just(ItemOrder::File), Just(ItemOrder::Random)], any::<bool>(), any::<i64>());
    (steps, 1..=3_usize, flow_a, 2..=3_usize, 1..=3_u32, posts, 1..=3_usize, order).prop_map(
        |(mut steps, sections, flow_a, options, attempts, posts, clips, (order, in_groups, seed))| {
            let (questions, interim_after, followup, confidence) = flow_a;
            steps.push(StepKind::End);
            let attempts = attempts.min(u32::try_from(options).unwrap());
            Shape {
                steps,
                sections,
                questions,
                interim_after,
                followup,
                confidence,
                attempts,
                options,
                posts,
                clips,
                order,
                in_groups,
                seed,
            }
        },
    )
}

fn take<T: Clone>(one: &T, name: impl Fn(&mut T, usize), count: usize) -> Vec<T> {
    let numbered = (0..count).map(|number| {
        let mut copy = one.clone();
        name(&mut copy, number);
        copy
    });
    numbered.collect()
}

/// The small study in another shape.
fn study(shape: &Shape) -> Study {
    let mut study = small();
    let steps: Vec<Step> = shape.steps.iter().map(|kind| (*kind).into()).collect();
    study.steps.insert(TREATMENT_0, steps);
    let plain = study.questionnaires[&QuestionnaireBlock::TREATMENT].sections[0].clone();
    for (page, questionnaire) in &mut study.questionnaires {
        let sections = take(
            &plain,
            |section, number| {
                section.id = format!("part_{number}");
                section.items[0].id = format!("{}_{number}", page.name());
            },
            shape.sections,
        );
        let shuffle_sections = shape.order == ItemOrder::Random;
        *questionnaire = Questionnaire { sections, shuffle_sections, scales: vec![], ..questionnaire.clone() };
    }
    let others = ["unsure", "both"].map(|value| Choice::new(value, value));
    let group = |n: usize| shape.in_groups.then(|| format!("group_{}", n / 2));
    let flow = study.flow_a.first_mut().unwrap();
    flow.shuffle_in_groups = shape.in_groups;
    flow.options.extend(others[..shape.options - 2].to_vec());
    (flow.attempts, flow.interim_after, flow.confidence) = (shape.attempts, shape.interim_after, shape.confidence);
    flow.order = shape.order;
    flow.followup = flow.followup.take().filter(|_| shape.followup);
    let named = |question: &mut Question, n| (question.id, question.group) = (format!("q_{n}"), group(n));
    flow.questions = take(&flow.questions[0], named, shape.questions.len());
    for (question, altered) in flow.questions.iter_mut().zip(&shape.questions) {
        question.show = if *altered { StimulusVersion::Altered } else { StimulusVersion::Original };
    }
    let flow = study.flow_b.first_mut().unwrap();
    flow.options.extend(others[..shape.options - 2].to_vec());
    (flow.attempts, flow.confidence, flow.order) = (shape.attempts, shape.confidence, shape.order);
    flow.personas = take(&flow.personas[0], |persona, n| persona.persona = format!("persona_{n}"), shape.posts.len());
    for (number, (persona, posts)) in flow.personas.iter_mut().zip(&shape.posts).enumerate() {
        let named = |post: &mut Post, n| (post.id, post.group) = (format!("p_{number}_{n}"), group(n));
        persona.posts = take(&persona.posts[0], named, *posts);
    }
    let flow = study.control_flow.first_mut().unwrap();
    let named = |clip: &mut ControlClip, n| (clip.id, clip.group) = (format!("c_{n}"), group(n));
    flow.clips = take(&flow.clips[0], named, shape.clips);
    flow.order = shape.order;
    study
}

/// All submissions, the items of which one each must be stored before the end, and all pages.
fn everything(study: &Study, shape: &Shape) -> (Vec<Submission>, Vec<Vec<String>>, Vec<Page>) {
    let (mut all, mut needed, mut pages) = (vec![], vec![], pages());
    let judged = |value: &str, asked: bool| Judgement { answer: value.into(), confidence: asked.then_some(70) };
    for (page, questionnaire) in &study.questionnaires {
        let answer = |number: usize| (format!("{}_{number}", page.name()), json!(4));
        let sections = questionnaire.ordered(*page, shape.seed);
        let numbers: Vec<usize> = sections.iter().map(|own| own.id["part_".len()..].parse().unwrap()).collect();
        for (position, section) in sections.into_iter().enumerate() {
            let answers = std::iter::once(answer(numbers[position])).collect();
            all.push(Submission::Questionnaire { page: page.page, section: Some(section.id.clone()), answers });
            let rest = numbers[position..].iter().copied().map(answer).collect();
            all.push(Submission::Questionnaire { page: page.page, section: None, answers: rest });
            needed.push((page.page.kind(), vec![format!("{}/{}", page.name(), section.id), page.name().to_owned()]));
        }
    }
    for value in ["original", "altered"] {
        all.push(Submission::Practice(judged(value, false)));
    }
    needed.push((StepKind::Home, vec!["practice/practice_1".to_owned()]));
    let flow = study.flow_a.first().unwrap();
    for question in &flow.questions {
        let id = &question.id;
        all.extend(flow.options.iter().map(|o| Submission::Question(id.clone(), judged(&o.value, shape.confidence))));
        all.push(Submission::Followup(id.clone(), answers(json!({ "reasons": ["face"] }))));
        needed.push((StepKind::FlowA, vec![format!("flow-a/{id}")]));
        if shape.followup {
            needed.push((StepKind::FlowA, vec![format!("flow-a/{id}/followup")]));
        }
        let ends = ["", "/followup", "/correct", "/incorrect"];
        pages.extend(ends.map(|end| format!("/flow-a/question/{id}{end}").parse().unwrap()));
    }
    let flow = study.flow_b.first().unwrap();
    for persona in &flow.personas {
        all.push(Submission::CompletePersona(persona.persona.clone()));
        needed.push((StepKind::FlowB, vec![format!("flow-b/persona/{}", persona.persona)]));
        pages.push(Page::FlowBStart(persona.persona.clone()));
        for id in persona.posts.iter().map(|post| &post.id) {
            all.extend(flow.options.iter().map(|o| Submission::Post(id.clone(), judged(&o.value, shape.confidence))));
            needed.push((StepKind::FlowB, vec![format!("flow-b/{id}")]));
            pages.extend(
                ["", "/correct", "/incorrect"].map(|end| format!("/flow-b/question/{id}{end}").parse().unwrap()),
            );
        }
    }
    for clip in &study.control_flow.first().unwrap().clips {
        all.push(Submission::Rating(clip.id.clone(), answers(json!({ "pleasant": 3, "clear": 1 }))));
        needed.push((StepKind::ControlFlow, vec![format!("control/{}", clip.id)]));
    }
    let needed = needed.into_iter().filter(|(step, _)| shape.steps.contains(step)).map(|(_, items)| items);
    (all, needed.collect(), pages)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The end can be reached from every position, and only with all submissions.
    #[test]
    fn no_study_has_a_dead_end_or_a_way_around(shape in shapes()) {
        let study = study(&shape);
        let who = Assignment { seed: shape.seed, ..assignment(TREATMENT_0) };
        let (submissions, needed, pages) = everything(&study, &shape);
        let graph = Graph::of(&study, &who, &submissions, &pages);
        prop_assert!(graph.dead_end().is_none(), "dead end at {:?}", graph.dead_end());
        for items in &needed {
            prop_assert!(!graph.ends_without(items), "the end is reached without {items:?}");
        }
        for at in &graph.positions {
            prop_assert!((at.page == Page::End) == (shape.steps.len() == at.step + 1));
            prop_assert!(at.memory.attempts <= shape.attempts as usize, "another attempt than are allowed: {at:?}");
            if let Some(next) = next_page(&study, &who, at) {
                let moved = visit(&study, &who, at, &next);
                prop_assert_eq!(moved.map(|moved| moved.page), Ok(next), "what `next_page` names can be visited");
            }
        }
    }
}
