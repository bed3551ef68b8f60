//! A participant's position, and the rules of every step.

use super::stage::Stage;
use super::{Accepted, Feedback, FlowError, Judgement, Record, flow_a, flow_b, home};
use crate::answers::{Answers, FieldError, ValidationCode};
use crate::definition::item::Choice;
use crate::definition::{BlockId, FlowA, FlowB, Study};
use crate::items::values::CONFIDENCE;
use crate::page::{Page, Step, StepKind};
use crate::progress::{Assignment, Memory, Progress};
use crate::screening::Screening;
use crate::second_look::{Look, look_variable};

/// A participant's position in the definition.
pub(super) struct Position<'a> {
    pub study: &'a Study,
    pub assigned: &'a Assignment,
    pub progress: &'a Progress,
    /// Steps of the arm.
    pub steps: &'a [Step],
    /// The present step.
    pub step: Step,
}

/// The steps of the participant's arm.
pub(super) fn steps<'a>(study: &'a Study, assigned: &Assignment) -> &'a [Step] {
    study.steps_of(assigned.arm)
}

/// The beginning of a step.
pub(super) fn enter(steps: &[Step], index: usize) -> Progress {
    let page = steps.get(index).map_or(Page::End, |step| step.first_page());
    Progress { step: index, page, memory: Memory::default() }
}

impl<'a> Position<'a> {
    pub fn new(study: &'a Study, assigned: &'a Assignment, progress: &'a Progress) -> Self {
        let steps = steps(study, assigned);
        let step = steps.get(progress.step).copied().unwrap_or_else(|| StepKind::End.into());
        Self { study, assigned, progress, steps, step }
    }

    /// The beginning of the next step.
    pub fn advance(&self) -> Progress {
        enter(self.steps, self.progress.step + 1)
    }

    /// Another page in the same step.
    pub fn at(&self, page: Page, memory: Memory) -> Progress {
        Progress { step: self.progress.step, page, memory }
    }

    pub fn next_step_page(&self) -> Option<Page> {
        self.steps.get(self.progress.step + 1).map(|step| step.first_page())
    }

    pub fn wrong_page(&self) -> FlowError {
        FlowError::WrongPage(self.progress.page.clone())
    }

    /// The error for an item that the present block lacks: another block of the arm may have it.
    pub fn absent(&self, has: impl Fn(&'a Study, BlockId) -> bool) -> FlowError {
        let elsewhere = self.steps.iter().any(|step| has(self.study, step.block));
        if elsewhere { self.wrong_page() } else { FlowError::NotFound }
    }

    /// Rejects the call unless the participant is on this page.
    pub fn require(&self, page: &Page) -> Result<(), FlowError> {
        if self.progress.page == *page { Ok(()) } else { Err(self.wrong_page()) }
    }

    /// Whether the present step is complete, so that a visit leaves it. Questionnaires and the control flow are left by
    /// their last submission.
    pub fn is_complete(&self) -> bool {
        match self.step.kind {
            StepKind::Home => self.progress.page != Page::Home,
            StepKind::FlowA => self.progress.page == Page::FlowAEnd,
            StepKind::FlowB => flow_b::is_complete(self),
            _ => false,
        }
    }

    /// Whether the participant may view the page without moving.
    pub fn is_open(&self, page: &Page) -> bool {
        page.is_public()
            || page.is_always_open()
            || *page == self.progress.page
            || match self.step.kind {
                StepKind::Home => home::was_earlier(self, page),
                StepKind::FlowA => flow_a::was_earlier(self, page),
                StepKind::FlowB => flow_b::was_earlier(self, page),
                _ => false,
            }
    }

    /// The Flow A of the present step.
    pub fn flow_a(&self) -> Option<&'a FlowA> {
        self.study.flow_a(self.step.block)
    }

    /// The Flow B of the present step.
    pub fn flow_b(&self) -> Option<&'a FlowB> {
        self.study.flow_b(self.step.block)
    }

    /// The record of a submission on the present page, with the position after it. `item` is its natural key without
    /// the block.
    pub fn accept(&self, item: &str, attempt: u32, answers: Answers, progress: Progress) -> Accepted {
        let record = Record {
            page: self.progress.page.clone(),
            item: format!("{}/{item}", self.step.block),
            attempt,
            stage: Stage::Only,
            answers,
            correct: None,
            scores: serde_json::Map::new(),
        };
        Accepted { record, progress, feedback: None, screening: Screening::default() }
    }
}

/// Validates a judgement and returns its answers by variable.
pub(super) fn judge(
    id: &str,
    judged: &Judgement,
    options: &[Choice],
    disabled: &[String],
    confidence: bool,
) -> Result<Answers, FlowError> {
    let mut answers = Answers::new();
    let mut errors = Vec::new();
    let offered = options.iter().any(|option| option.value == judged.answer);
    if offered && !disabled.contains(&judged.answer) {
        answers.insert(id.to_owned(), judged.answer.as_str().into());
    } else {
        errors.push(FieldError::new(id, ValidationCode::CHOOSE_ONE.into()));
    }
    let name = format!("{id}_confidence");
    match (confidence, judged.confidence) {
        (false, None) => {}
        (false, Some(_)) => errors.push(FieldError::new(&name, ValidationCode::UNKNOWN.into())),
        (true, given) => match CONFIDENCE.check(&given.into()) {
            Ok(value) => drop(answers.insert(name, value)),
            Err(error) => errors.push(FieldError::new(&name, error)),
        },
    }
    if errors.is_empty() { Ok(answers) } else { Err(FlowError::Invalid(errors)) }
}

/// The second look at the question or post `id`, after an incorrect first answer. The page of the feedback stays that
/// of the first answer.
pub(super) fn look_again(
    position: &Position,
    id: &str,
    judged: &Judgement,
    look: Look<'_>,
    page: Page,
) -> Result<Accepted, FlowError> {
    let variable = look_variable(id);
    let mut errors = Vec::new();
    if !look.options().any(|option| option.value == judged.answer) {
        errors.push(FieldError::new(&variable, ValidationCode::CHOOSE_ONE.into()));
    }
    if judged.confidence.is_some() {
        errors.push(FieldError::new(&format!("{id}_confidence"), ValidationCode::UNKNOWN.into()));
    }
    if !errors.is_empty() {
        return Err(FlowError::Invalid(errors));
    }
    let mut memory = position.progress.memory.clone();
    let number = attempt(&memory);
    memory.attempts += 1;
    let found = look.correct().any(|option| option.value == judged.answer);
    let disabled = memory.disabled.clone();
    let answers = Answers::from_iter([(variable, judged.answer.as_str().into())]);
    let mut accepted = position.accept(id, number, answers, position.at(page, memory));
    accepted.record.correct = Some(found);
    let id = id.to_owned();
    accepted.feedback = Some(Feedback { id, correct: false, may_retry: false, disabled, found: Some(found) });
    Ok(accepted)
}

/// The memory and the feedback after a judgement: an incorrect answer is disabled for the next attempt.
pub(super) fn feedback(
    mut memory: Memory,
    id: &str,
    answer: &str,
    correct: bool,
    allowed: u32,
    options: usize,
) -> (Memory, Feedback) {
    if !correct {
        memory.disabled.push(answer.to_owned());
    }
    let may_retry = !correct && may_retry(&memory, allowed, options);
    let feedback = Feedback { id: id.to_owned(), correct, may_retry, disabled: memory.disabled.clone(), found: None };
    (memory, feedback)
}

/// Whether attempts and answers are left after an incorrect one.
pub(super) fn may_retry(memory: &Memory, allowed: u32, options: usize) -> bool {
    memory.attempts < allowed as usize && memory.disabled.len() < options
}

/// The number of the present attempt.
pub(super) fn attempt(memory: &Memory) -> u32 {
    u32::try_from(memory.attempts).unwrap_or(u32::MAX).saturating_add(1)
}
