//! Flow A: start, questions with follow-up and feedback, an interim page, end.

use super::position::{Position, attempt, feedback, judge, look_again, may_retry};
use super::{Accepted, Feedback, FlowError, Judgement};
use crate::answers::{Answers, Earlier, validate_items};
use crate::definition::training::Question;
use crate::definition::{FlowA, Study};
use crate::order::order_of_groups;
use crate::page::Page;
use crate::progress::{Assignment, Memory, Progress};

impl FlowA {
    /// The questions in this participant's order. The parts before and after the interim page are ordered separately,
    /// so that each stays balanced, and all participants have seen the same clips at the interim page. The questions of
    /// a group stay together.
    pub fn ordered(&self, assigned: &Assignment) -> Vec<&Question> {
        let parts = ["before", "after"].into_iter().zip(self.parts());
        parts
            .flat_map(|(key, part)| {
                let key = format!("{}/{key}", self.block);
                order_of_groups(assigned.seed, &key, part, self.shuffled(), |own: &Question| own.fixed)
            })
            .collect()
    }
}

/// A judgement, or the second look after an incorrect one. The first judgement of a question leads to the follow-up, if
/// the flow has one. Its feedback waits for the follow-up, and the reply does not reveal it.
pub(super) fn question(position: &Position, id: &str, judged: &Judgement) -> Result<Accepted, FlowError> {
    let (flow, question) = find(position, id)?;
    position.require(&Page::FlowAQuestion(id.to_owned()))?;
    let mut memory = position.progress.memory.clone();
    let number = attempt(&memory);
    if let Some(look) = flow.look(question).filter(|_| number > 1) {
        return look_again(position, id, judged, look, Page::FlowAIncorrect(id.to_owned()));
    }
    let answers = judge(id, judged, &flow.options, &memory.disabled, flow.confidence)?;
    let correct = judged.answer == question.show.value();
    memory.attempts += 1;
    let mut accepted = if number == 1 && flow.followup.is_some() {
        memory.correct = Some(correct);
        memory.variables.insert(id.to_owned(), judged.answer.as_str().into());
        position.accept(id, number, answers, position.at(Page::FlowAFollowup(id.to_owned()), memory))
    } else {
        let (progress, feedback) = reveal(position, flow, memory, id, &judged.answer, correct);
        Accepted { feedback: Some(feedback), ..position.accept(id, number, answers, progress) }
    };
    accepted.record.correct = Some(correct);
    Ok(accepted)
}

/// The follow-up. After it, the feedback is due.
pub(super) fn followup(position: &Position, id: &str, given: &Answers) -> Result<Accepted, FlowError> {
    let (flow, _) = find(position, id)?;
    let followup = flow.followup.as_ref().ok_or(FlowError::NotFound)?;
    position.require(&Page::FlowAFollowup(id.to_owned()))?;
    let items = followup.items();
    let answers = validate_items(&items, &followup.split_mark(given)?, &Earlier::new()).map_err(FlowError::Invalid)?;
    let answers = answers.into_iter().map(|(name, value)| (format!("{id}_{name}"), value)).collect();

    let (progress, feedback) = due(position, flow, id);
    let accepted = position.accept(&format!("{id}/followup"), 1, answers, progress);
    Ok(Accepted { feedback: Some(feedback), ..accepted })
}

/// The feedback that has waited for the follow-up.
pub(super) fn due(position: &Position, flow: &FlowA, id: &str) -> (Progress, Feedback) {
    let mut memory = position.progress.memory.clone();
    let correct = memory.correct.take().unwrap_or(false);
    let answer = memory.variables.remove(id);
    let answer = answer.as_ref().and_then(|answer| answer.as_str()).unwrap_or_default();
    reveal(position, flow, memory, id, answer, correct)
}

fn reveal(
    position: &Position,
    flow: &FlowA,
    memory: Memory,
    id: &str,
    answer: &str,
    correct: bool,
) -> (Progress, Feedback) {
    let (memory, feedback) = feedback(memory, id, answer, correct, flow.attempts, flow.options.len());
    let page = if correct { Page::FlowACorrect(id.to_owned()) } else { Page::FlowAIncorrect(id.to_owned()) };
    (position.at(page, memory), feedback)
}

fn find<'a>(position: &Position<'a>, id: &str) -> Result<(&'a FlowA, &'a Question), FlowError> {
    let flow = position.flow_a();
    let has = |study: &Study, block| study.flow_a(block).is_some_and(|flow| flow.question(id).is_some());
    flow.and_then(|flow| Some((flow, flow.question(id)?))).ok_or_else(|| position.absent(has))
}

/// To the next page, or back to the question for another attempt.
pub(super) fn visit(position: &Position, page: &Page) -> Option<Progress> {
    let flow = position.flow_a()?;
    let memory = &position.progress.memory;
    if let (Page::FlowAIncorrect(present), Page::FlowAQuestion(asked)) = (&position.progress.page, page)
        && present == asked
        && may_retry(memory, flow.attempts, flow.options.len())
    {
        return Some(position.at(page.clone(), memory.clone()));
    }
    (next(position).as_ref() == Some(page)).then(|| position.at(page.clone(), Memory::default()))
}

/// The next page within the flow.
pub(super) fn next(position: &Position) -> Option<Page> {
    let flow = position.flow_a()?;
    let ordered = flow.ordered(position.assigned);
    let question =
        |index: usize| ordered.get(index).map_or(Page::FlowAEnd, |question| Page::FlowAQuestion(question.id.clone()));
    match &position.progress.page {
        Page::FlowAStart => Some(question(0)),
        Page::FlowAInterim => Some(question(flow.interim_after as usize)),
        Page::FlowACorrect(id) | Page::FlowAIncorrect(id) => {
            let after = index(&ordered, id)? + 1;
            let interim = after == flow.interim_after as usize && after < flow.questions.len();
            Some(if interim { Page::FlowAInterim } else { question(after) })
        }
        _ => None,
    }
}

/// How many questions are answered and their feedback seen.
pub(super) fn answered(position: &Position) -> usize {
    let Some(flow) = position.flow_a() else { return 0 };
    let index = |id| index(&flow.ordered(position.assigned), id);
    match &position.progress.page {
        Page::FlowAQuestion(id) | Page::FlowAFollowup(id) => index(id).unwrap_or(0),
        Page::FlowACorrect(id) | Page::FlowAIncorrect(id) => index(id).map_or(0, |index| index + 1),
        Page::FlowAInterim => flow.interim_after as usize,
        Page::FlowAEnd => flow.questions.len(),
        _ => 0,
    }
}

/// Earlier questions and feedback can be viewed again; a follow-up can't.
pub(super) fn was_earlier(position: &Position, page: &Page) -> bool {
    let Some(flow) = position.flow_a() else { return false };
    let answered = answered(position);
    let ordered = flow.ordered(position.assigned);
    let seen = |id: &str| index(&ordered, id).is_some_and(|index| index < answered);
    match page {
        Page::FlowAStart => position.progress.page != Page::FlowAStart,
        Page::FlowAQuestion(id) | Page::FlowACorrect(id) | Page::FlowAIncorrect(id) if seen(id) => {
            // On a feedback page, the page for the opposite answer is not open.
            !matches!(&position.progress.page, Page::FlowACorrect(now) | Page::FlowAIncorrect(now) if now == id)
                || matches!(page, Page::FlowAQuestion(_))
        }
        Page::FlowAInterim => {
            let interim = flow.interim_after as usize;
            (1..flow.questions.len()).contains(&interim)
                && position.progress.page.comes_after_interim(answered, interim)
        }
        _ => false,
    }
}

impl Page {
    fn comes_after_interim(&self, answered: usize, interim: usize) -> bool {
        match self {
            Self::FlowACorrect(_) | Self::FlowAIncorrect(_) => answered > interim,
            _ => answered >= interim,
        }
    }
}

/// The index in the participant's order.
fn index(ordered: &[&Question], id: &str) -> Option<usize> {
    ordered.iter().position(|question| question.id == id)
}
