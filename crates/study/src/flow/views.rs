//! The views of an arm: each page, and each of several contents under one path.

use serde::Serialize;

use super::position::steps;
use crate::definition::training::PersonaPosts;
use crate::definition::{ControlFlow, FlowA, FlowB, Study};
use crate::page::{Page, QuestionnaireBlock, Step, StepKind};
use crate::progress::Assignment;
use crate::text::Text;

/// A view of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What the page shows.
    pub kind: ViewKind,
    /// Its page.
    pub page: Page,
    /// Its number among the contents of the path, from 1 and as in the file: sections of a questionnaire, parts of the
    /// control flow.
    pub part: Option<usize>,
}

/// Kind of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ViewKind {
    /// The text before a training, or before a persona's posts.
    Start,
    /// A section of a questionnaire.
    Section,
    /// The opening of the control flow.
    Opening,
    /// A clip of the control flow.
    Clip,
    /// A judgement: the practice item, a question of Flow A, a post of Flow B.
    Question,
    /// The follow-up of a question.
    Followup,
    /// Feedback on a correct answer.
    Right,
    /// Feedback on an incorrect answer.
    Wrong,
    /// The interim page of Flow A.
    Interim,
    /// The last page of Flow A.
    Done,
    /// The dashboard with the personas.
    Dashboard,
    /// Debrief and completion.
    End,
}

/// The views of one item, such as a question with its follow-up and feedback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// Its title; none if the kind of page identifies it.
    pub title: Option<&'a Text>,
    /// Its number among items of its kind, from 1.
    pub number: Option<usize>,
    /// In the order of participation.
    pub views: Vec<View>,
}

/// All views of an arm by its steps, in the order of the definition.
pub fn views<'a>(study: &'a Study, assigned: &Assignment) -> Vec<(Step, Vec<Shown<'a>>)> {
    let of_step = |step: Step| match step.kind {
        StepKind::PreQuestionnaire | StepKind::TreatmentQuestionnaire | StepKind::PostQuestionnaire => {
            step.questionnaire().map_or_else(Vec::new, |page| sections(study, page))
        }
        StepKind::Home => vec![Shown {
            title: Some(&study.practice.prompt),
            number: None,
            views: vec![
                view(ViewKind::Question, Page::Home),
                view(ViewKind::Right, Page::HomeRight),
                view(ViewKind::Wrong, Page::HomeWrong),
            ],
        }],
        StepKind::FlowA => study.flow_a(step.block).map_or_else(Vec::new, |flow| questions(study, flow)),
        StepKind::FlowB => study.flow_b(step.block).map_or_else(Vec::new, |flow| posts(study, flow)),
        StepKind::ControlFlow => study.control_flow(step.block).map_or_else(Vec::new, |flow| clips(study, flow)),
        StepKind::End => vec![alone(ViewKind::End, Page::End)],
    };
    steps(study, assigned).iter().map(|step| (*step, of_step(*step))).collect()
}

fn view(kind: ViewKind, page: Page) -> View {
    View { kind, page, part: None }
}

fn alone<'a>(kind: ViewKind, page: Page) -> Shown<'a> {
    Shown { title: None, number: None, views: vec![view(kind, page)] }
}

fn part(kind: ViewKind, page: Page, part: usize, title: Option<&Text>, number: Option<usize>) -> Shown<'_> {
    Shown { title, number, views: vec![View { kind, page, part: Some(part) }] }
}

fn sections(study: &Study, page: QuestionnaireBlock) -> Vec<Shown<'_>> {
    let sections = study.questionnaires.get(&page).into_iter().flat_map(|questionnaire| &questionnaire.sections);
    let first = page.page.kind().first_page();
    let section = |(number, title)| part(ViewKind::Section, first.clone(), number, Some(title), Some(number));
    (1..).zip(sections.map(|section| &section.title)).map(section).collect()
}

fn questions<'a>(study: &'a Study, flow: &'a FlowA) -> Vec<Shown<'a>> {
    let mut shown = vec![alone(ViewKind::Start, Page::FlowAStart)];
    for (number, question) in (1..).zip(&flow.questions) {
        let id = || question.id.clone();
        let followup = flow.followup.iter().map(|_| view(ViewKind::Followup, Page::FlowAFollowup(id())));
        let views = std::iter::once(view(ViewKind::Question, Page::FlowAQuestion(id()))).chain(followup).chain([
            view(ViewKind::Right, Page::FlowACorrect(id())),
            view(ViewKind::Wrong, Page::FlowAIncorrect(id())),
        ]);
        let title = question.context.as_ref().or_else(|| persona(study, &question.persona));
        shown.push(Shown { title, number: Some(number), views: views.collect() });
        if number == flow.interim_after as usize && number < flow.questions.len() {
            shown.push(alone(ViewKind::Interim, Page::FlowAInterim));
        }
    }
    shown.push(alone(ViewKind::Done, Page::FlowAEnd));
    shown
}

fn posts<'a>(study: &'a Study, flow: &'a FlowB) -> Vec<Shown<'a>> {
    let of_persona = |posts: &'a PersonaPosts| {
        let start = Shown {
            title: persona(study, &posts.persona),
            number: None,
            views: vec![view(ViewKind::Start, Page::FlowBStart(posts.persona.clone()))],
        };
        let posts = (1..).zip(&posts.posts).map(|(number, post)| Shown {
            title: Some(&post.post.text),
            number: Some(number),
            views: vec![
                view(ViewKind::Question, Page::FlowBQuestion(post.id.clone())),
                view(ViewKind::Right, Page::FlowBCorrect(post.id.clone())),
                view(ViewKind::Wrong, Page::FlowBIncorrect(post.id.clone())),
            ],
        });
        std::iter::once(start).chain(posts)
    };
    std::iter::once(alone(ViewKind::Dashboard, Page::Dashboard))
        .chain(flow.personas.iter().flat_map(of_persona))
        .collect()
}

fn clips<'a>(study: &'a Study, flow: &'a ControlFlow) -> Vec<Shown<'a>> {
    let before = usize::from(flow.opening.is_some());
    let opening =
        flow.opening.iter().map(|opening| part(ViewKind::Opening, Page::ControlFlow, 1, Some(&opening.title), None));
    let clips = (1..).zip(&flow.clips).map(|(number, clip)| {
        let title = clip.context.as_ref().or_else(|| persona(study, &clip.persona));
        part(ViewKind::Clip, Page::ControlFlow, before + number, title, Some(number))
    });
    opening.chain(clips).collect()
}

pub(super) fn persona<'a>(study: &'a Study, id: &str) -> Option<&'a Text> {
    study.persona(id).map(|persona| &persona.name)
}
