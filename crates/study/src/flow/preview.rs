//! Positions of previews.

use serde_json::Value;

use super::position::{Position, enter, steps};
use super::{Judgement, Record, Submission, flow_a, submit};
use crate::answers::Earlier;
use crate::definition::item::{Choice, Condition, Item, Questionnaire};
use crate::definition::{BlockId, Study};
use crate::items::values::Values;
use crate::page::{Page, Step, StepKind};
use crate::progress::{Assignment, Form, Memory, Progress};

/// The position of a preview, and the submission that it requires.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The position.
    pub progress: Progress,
    /// The answer to which a follow-up or feedback belongs.
    pub answered: Option<Record>,
}

/// The position in which a participant has just reached a page of the arm; none if the arm has no such page. `part`,
/// from 1 and in the order of the file, is the section or the part of the control flow. A section is shown with all
/// items that depend on earlier answers: such answers are made up. `block` is needed if several blocks have the page.
pub fn preview(
    study: &Study,
    assigned: &Assignment,
    block: Option<BlockId>,
    page: &Page,
    part: Option<usize>,
) -> Option<Preview> {
    let steps = steps(study, assigned);
    let step = match block {
        None => find_step(study, steps, page)?,
        Some(block) => {
            let of_block = |step: &Step| step.block == block && find_step(study, &[*step], page).is_some();
            steps.iter().position(of_block)?
        }
    };
    let memory = memory(study, assigned, page, steps[step], part)?;
    let entrance = entrance(page);
    let at = Progress { memory, page: entrance.clone(), ..enter(steps, step) };
    if *page == entrance { Some(Preview { progress: at, answered: None }) } else { answer(study, assigned, &at, page) }
}

/// The index of the first step that owns a page: it is of the page's kind, and has the page's item. Flow B owns the
/// dashboard.
pub fn find_step(study: &Study, steps: &[Step], page: &Page) -> Option<usize> {
    let kind = page.step().or((*page == Page::Dashboard).then_some(StepKind::FlowB))?;
    steps.iter().position(|step| step.kind == kind && has_page(study, *step, page))
}

/// Whether a step of the page's kind has the page's item.
fn has_page(study: &Study, step: Step, page: &Page) -> bool {
    match page {
        Page::FlowAQuestion(id) | Page::FlowAFollowup(id) | Page::FlowACorrect(id) | Page::FlowAIncorrect(id) => {
            study.flow_a(step.block).is_some_and(|flow| flow.question(id).is_some())
        }
        Page::FlowBStart(id) => {
            study.flow_b(step.block).is_some_and(|flow| flow.personas.iter().any(|posts| posts.persona == *id))
        }
        Page::FlowBQuestion(id) | Page::FlowBCorrect(id) | Page::FlowBIncorrect(id) => {
            study.flow_b(step.block).is_some_and(|flow| flow.post(id).is_some())
        }
        _ => true,
    }
}

/// The memory of the step when the participant reaches the page.
fn memory(study: &Study, assigned: &Assignment, page: &Page, step: Step, part: Option<usize>) -> Option<Memory> {
    let done = part.map_or(Some(0), |part| part.checked_sub(1))?;
    let whole = |memory: Memory| part.is_none().then_some(memory);
    let persona = |persona: &str| whole(Memory { persona: Some(persona.to_owned()), ..Memory::default() });
    match (page, step.kind) {
        (Page::FlowBStart(id), _) => {
            persona(&study.flow_b(step.block)?.personas.iter().find(|posts| posts.persona == *id)?.persona)
        }
        (Page::FlowBQuestion(id) | Page::FlowBCorrect(id) | Page::FlowBIncorrect(id), _) => {
            let mut personas = study.flow_b(step.block)?.personas.iter();
            persona(&personas.find(|posts| posts.posts.iter().any(|post| post.id == *id))?.persona)
        }
        (_, StepKind::ControlFlow) => {
            // `part` numbers the parts as in the file; participants have their own orders.
            let flow = study.control_flow(step.block)?;
            let done = flow.place(assigned, flow.parts().nth(done)?)?;
            Some(Memory { done, ..Memory::default() })
        }
        _ => match step.questionnaire() {
            Some(page) => {
                let questionnaire = study.questionnaires.get(&page)?;
                let screens = questionnaire.screens(page, assigned);
                let section = questionnaire.sections.get(done)?;
                let variables = made_up(questionnaire, assigned.form, done);
                // The section's first screen.
                let done = screens.iter().position(|screen| screen.section.id == section.id)?;
                Some(Memory { done, variables, ..Memory::default() })
            }
            None => whole(Memory::default()),
        },
    }
}

/// Made-up answers to earlier sections, with which the sections from `done` on show as many items as possible, and to
/// judgements with advice, which is shown after them.
fn made_up(questionnaire: &Questionnaire, form: Form, done: usize) -> Earlier {
    let (before, from) = questionnaire.sections.split_at(done.min(questionnaire.sections.len()));
    let earlier = |name: &str| {
        let mut variables = before.iter().flat_map(|section| &section.items).flat_map(Item::variables);
        variables.find(|variable| variable.name == name)
    };
    let mut known = Earlier::new();
    for condition in from.iter().flat_map(|section| &section.items).filter_map(|item| item.show_if.as_ref()) {
        if !known.contains_key(&condition.item)
            && let Some(answer) = earlier(&condition.item).and_then(|variable| meeting(condition, &variable.values))
        {
            known.insert(condition.item.clone(), answer);
        }
    }
    let advised = from
        .iter()
        .flat_map(|section| section.items.iter().filter(move |item| section.advice_on(item, form).is_some()));
    for (item, judgement) in advised.filter_map(|item| Some((item, item.judgement()?))) {
        known.insert(item.id.clone(), judgement.options.first().map(|option| option.value.as_str()).into());
        if judgement.confidence {
            known.insert(format!("{}_confidence", item.id), 80.into());
        }
    }
    known
}

/// An answer of these values that meets a condition.
fn meeting(condition: &Condition, values: &Values<'_>) -> Option<Value> {
    let options = match values {
        Values::One(options) | Values::Many { options, .. } => *options,
        _ => &[],
    };
    let named = condition.is.iter().flatten().cloned();
    let limits = [condition.at_least, condition.at_most].into_iter().flatten().map(Value::from);
    let offered = options.iter().map(|option| Value::from(option.value.as_str()));
    let mut candidates = named
        .chain(limits)
        .chain(offered)
        .chain((0..=11).map(Value::from))
        .map(|value| if matches!(values, Values::Many { .. }) { Value::from(vec![value]) } else { value });
    candidates.find(|value| condition.holds(&Earlier::from([(condition.item.clone(), value.clone())])))
}

/// The page of the answer to which a page belongs; for other pages, the page itself.
fn entrance(page: &Page) -> Page {
    match page {
        Page::HomeRight | Page::HomeWrong => Page::Home,
        Page::FlowAFollowup(id) | Page::FlowACorrect(id) | Page::FlowAIncorrect(id) => Page::FlowAQuestion(id.clone()),
        Page::FlowBCorrect(id) | Page::FlowBIncorrect(id) => Page::FlowBQuestion(id.clone()),
        other => other.clone(),
    }
}

/// Submits the answer that leads to a follow-up or to feedback. A follow-up before feedback is skipped.
fn answer(study: &Study, assigned: &Assignment, at: &Progress, page: &Page) -> Option<Preview> {
    let right = !matches!(page, Page::HomeWrong | Page::FlowAIncorrect(_) | Page::FlowBIncorrect(_));
    let judged = |options: &[Choice], truth: &str, confidence: bool| {
        let answer = options.iter().find(|option| (option.value == truth) == right)?.value.clone();
        Some(Judgement { answer, confidence: confidence.then_some(80) })
    };
    let submission = match &at.page {
        Page::Home => {
            let practice = &study.practice;
            Submission::Practice(judged(&practice.options, &practice.correct, false)?)
        }
        Page::FlowAQuestion(id) => {
            let (flow, question) = study.question(id)?;
            Submission::Question(id.clone(), judged(&flow.options, question.show.value(), flow.confidence)?)
        }
        Page::FlowBQuestion(id) => {
            let (flow, post) = study.post(id)?;
            Submission::Post(id.clone(), judged(&flow.options, &post.correct, flow.confidence)?)
        }
        _ => return None,
    };
    let accepted = submit(study, assigned, at, submission).ok()?;
    let progress = match (&accepted.progress.page, page) {
        (Page::FlowAFollowup(id), Page::FlowACorrect(_) | Page::FlowAIncorrect(_)) => {
            flow_a::due(&Position::new(study, assigned, &accepted.progress), study.question(id)?.0, id).0
        }
        _ => accepted.progress,
    };
    (progress.page == *page).then_some(Preview { progress, answered: Some(accepted.record) })
}
