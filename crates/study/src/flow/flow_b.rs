//! Flow B: from the dashboard to a persona's posts and back, until all personas are completed.

use super::position::{Position, attempt, feedback, judge, look_again, may_retry};
use super::{Accepted, FlowError, Judgement};
use crate::answers::Answers;
use crate::definition::training::{PersonaPosts, Post};
use crate::definition::{FlowB, Study};
use crate::order::{order, order_of_groups};
use crate::page::Page;
use crate::progress::{Assignment, Memory, Progress};

impl FlowB {
    /// The personas in this participant's order.
    pub fn ordered(&self, assigned: &Assignment) -> Vec<&PersonaPosts> {
        order(assigned.seed, &format!("{}/personas", self.block), &self.personas, |own| !self.moves(own))
    }

    /// Whether the persona's position differs between participants.
    pub(crate) fn moves(&self, persona: &PersonaPosts) -> bool {
        self.shuffle && !persona.fixed
    }

    /// The posts of a persona in this participant's order. Those of a group stay together.
    pub fn posts<'a>(&self, assigned: &Assignment, of: &'a PersonaPosts) -> Vec<&'a Post> {
        let key = format!("{}/posts/{}", self.block, of.persona);
        order_of_groups(assigned.seed, &key, &of.posts, self.shuffled(), |own| own.fixed)
    }
}

/// A judgement of a post, or the second look after an incorrect one.
pub(super) fn post(position: &Position, id: &str, judged: &Judgement) -> Result<Accepted, FlowError> {
    let has = |study: &Study, block| study.flow_b(block).is_some_and(|flow| flow.post(id).is_some());
    let found = position.flow_b().and_then(|flow| Some((flow, flow.post(id)?)));
    let (flow, post) = found.ok_or_else(|| position.absent(has))?;
    position.require(&Page::FlowBQuestion(id.to_owned()))?;
    let mut memory = position.progress.memory.clone();
    let number = attempt(&memory);
    if let Some(look) = flow.look(post).filter(|_| number > 1) {
        return look_again(position, id, judged, look, Page::FlowBIncorrect(id.to_owned()));
    }
    let answers = judge(id, judged, &flow.options, &memory.disabled, flow.confidence)?;
    let correct = judged.answer == post.correct;
    memory.attempts += 1;
    let (memory, feedback) = feedback(memory, id, &judged.answer, correct, flow.attempts, flow.options.len());
    let page = if correct { Page::FlowBCorrect(id.to_owned()) } else { Page::FlowBIncorrect(id.to_owned()) };
    let mut accepted = position.accept(id, number, answers, position.at(page, memory));
    accepted.record.correct = Some(correct);
    accepted.feedback = Some(feedback);
    Ok(accepted)
}

/// Completes the present persona: the participant has seen the feedback on every post.
pub(super) fn complete(position: &Position, persona: &str) -> Result<Accepted, FlowError> {
    let has = |study: &Study, block| study.flow_b(block).is_some_and(|flow| of_persona(flow, persona).is_some());
    let found = position.flow_b().and_then(|flow| Some((flow, of_persona(flow, persona)?)));
    let (flow, posts) = found.ok_or_else(|| position.absent(has))?;
    let memory = &position.progress.memory;
    let last = flow.posts(position.assigned, posts).last().map(|post| post.id.as_str());
    if memory.persona.as_deref() != Some(persona) || feedback_on(&position.progress.page) != last {
        return Err(position.wrong_page());
    }
    let mut completed_personas = memory.completed_personas.clone();
    completed_personas.push(persona.to_owned());
    let progress = position.at(Page::Dashboard, Memory { completed_personas, ..Memory::default() });
    Ok(position.accept(&format!("persona/{persona}"), 1, Answers::new(), progress))
}

/// Every persona is completed.
pub(super) fn is_complete(position: &Position) -> bool {
    let personas = position.flow_b().map_or(&[][..], |flow| &flow.personas);
    position.progress.page == Page::Dashboard
        && personas.iter().all(|posts| position.progress.memory.completed_personas.contains(&posts.persona))
}

/// To a persona, back from its start, to a post, to the same post again.
pub(super) fn visit(position: &Position, page: &Page) -> Option<Progress> {
    let flow = position.flow_b()?;
    let memory = &position.progress.memory;
    let fresh = Memory {
        persona: memory.persona.clone(),
        completed_personas: memory.completed_personas.clone(),
        ..Memory::default()
    };
    match (&position.progress.page, page) {
        (Page::Dashboard, Page::FlowBStart(persona)) => {
            let open = of_persona(flow, persona).is_some() && !memory.completed_personas.contains(persona);
            open.then(|| position.at(page.clone(), Memory { persona: Some(persona.clone()), ..fresh }))
        }
        (Page::FlowBStart(_), Page::Dashboard) => Some(position.at(Page::Dashboard, Memory { persona: None, ..fresh })),
        (Page::FlowBIncorrect(present), Page::FlowBQuestion(asked))
            if present == asked && may_retry(memory, flow.attempts, flow.options.len()) =>
        {
            Some(position.at(page.clone(), memory.clone()))
        }
        (Page::Dashboard, _) => None,
        _ => (next(position).as_ref() == Some(page)).then(|| position.at(page.clone(), fresh)),
    }
}

/// The next page within the flow: the next persona in the participant's order, its first post, the next post.
pub(super) fn next(position: &Position) -> Option<Page> {
    let flow = position.flow_b()?;
    let memory = &position.progress.memory;
    match &position.progress.page {
        Page::Dashboard => {
            let mut personas = flow.ordered(position.assigned).into_iter().map(|posts| &posts.persona);
            let open = personas.find(|persona| !memory.completed_personas.contains(persona))?;
            Some(Page::FlowBStart(open.clone()))
        }
        Page::FlowBStart(persona) => post_page(&flow.posts(position.assigned, of_persona(flow, persona)?), 0),
        Page::FlowBCorrect(id) | Page::FlowBIncorrect(id) => {
            let posts = flow.posts(position.assigned, find(flow, id)?.0);
            post_page(&posts, index(&posts, id)? + 1)
        }
        _ => None,
    }
}

/// How many posts are answered.
pub(super) fn answered(position: &Position) -> usize {
    let Some(flow) = position.flow_b() else { return 0 };
    let completed =
        flow.personas.iter().filter(|posts| position.progress.memory.completed_personas.contains(&posts.persona));
    let before: usize = completed.map(|posts| posts.posts.len()).sum();
    before + answered_of_persona(position, flow)
}

fn answered_of_persona(position: &Position, flow: &FlowB) -> usize {
    let page = &position.progress.page;
    let (Page::FlowBQuestion(id) | Page::FlowBCorrect(id) | Page::FlowBIncorrect(id)) = page else { return 0 };
    let index = find(flow, id).and_then(|(posts, _)| index(&flow.posts(position.assigned, posts), id)).unwrap_or(0);
    index + usize::from(feedback_on(page).is_some())
}

/// The persona's start, its earlier posts and their feedback can be viewed again.
pub(super) fn was_earlier(position: &Position, page: &Page) -> bool {
    let Some(flow) = position.flow_b() else { return false };
    let Some(persona) = position.progress.memory.persona.as_ref() else { return false };
    let Some(posts) = of_persona(flow, persona).map(|posts| flow.posts(position.assigned, posts)) else { return false };
    let answered = answered_of_persona(position, flow);
    let seen = |id: &str| index(&posts, id).is_some_and(|index| index < answered);
    match page {
        Page::FlowBStart(asked) => asked == persona,
        Page::FlowBQuestion(id) => seen(id),
        // On a feedback page, the page for the opposite answer is not open.
        Page::FlowBCorrect(id) | Page::FlowBIncorrect(id) => {
            seen(id) && feedback_on(&position.progress.page) != Some(id.as_str())
        }
        _ => false,
    }
}

fn feedback_on(page: &Page) -> Option<&str> {
    match page {
        Page::FlowBCorrect(id) | Page::FlowBIncorrect(id) => Some(id),
        _ => None,
    }
}

fn of_persona<'a>(flow: &'a FlowB, persona: &str) -> Option<&'a PersonaPosts> {
    flow.personas.iter().find(|posts| posts.persona == persona)
}

fn find<'a>(flow: &'a FlowB, id: &str) -> Option<(&'a PersonaPosts, &'a Post)> {
    flow.personas.iter().find_map(|posts| posts.posts.iter().find(|post| post.id == id).map(|post| (posts, post)))
}

/// The index in the participant's order.
fn index(posts: &[&Post], id: &str) -> Option<usize> {
    posts.iter().position(|post| post.id == id)
}

fn post_page(posts: &[&Post], index: usize) -> Option<Page> {
    posts.get(index).map(|post| Page::FlowBQuestion(post.id.clone()))
}
