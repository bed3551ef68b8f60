//! The page flow: one state machine for the server, tests and simulated participants.
//!
//! Participants move only through `start`, `submit`, `visit` and `correct_page`.

mod control;
mod distance;
mod flow_a;
mod flow_b;
mod home;
mod page_items;
mod position;
mod presentation;
mod preview;
mod questionnaire;
mod screens;
mod stage;
mod submission;
#[cfg(test)]
mod tests;
mod titles;
mod views;

use indexmap::IndexSet;

use crate::definition::Study;
use crate::page::{Page, StepKind};
use crate::progress::{Assignment, Progress};

pub(crate) use distance::seconds_of;
pub use distance::{ProgressSummary, is_exposed, progress_summary};
pub use page_items::{PageItems, page_items, shown_on};
use position::Position;
pub use presentation::PresentationOrder;
pub use preview::{Preview, find_step, preview};
pub use screens::{Screen, submission_with};
pub use stage::Stage;
pub use submission::{Accepted, Feedback, FlowError, Judgement, Record, Submission};
pub use titles::title;
pub use views::{Shown, View, ViewKind, views};

/// The position after consent: the first page of the first step.
pub fn start(study: &Study, assigned: &Assignment) -> Progress {
    position::enter(position::steps(study, assigned), 0)
}

/// The position at the beginning of a wave, for a participant who is at the end of another one; none if the arm has no
/// steps in that wave. `wave` is 1 for the first of the study's `waves`. The caller decides whether the wave is open.
pub fn begin_wave(study: &Study, assigned: &Assignment, progress: &Progress, wave: usize) -> Option<Progress> {
    let position = Position::new(study, assigned, progress);
    if position.step.kind != StepKind::End || position.step.wave == wave {
        return None;
    }
    let first = position.steps.iter().position(|step| step.wave == wave)?;
    Some(position::enter(position.steps, first))
}

/// The end of a wave, for a participant who did not complete it in time.
pub fn end_of_wave(study: &Study, assigned: &Assignment, wave: usize) -> Progress {
    let steps = position::steps(study, assigned);
    position::enter(steps, steps.partition_point(|step| step.wave <= wave).saturating_sub(1))
}

/// The wave of a position: 0 is the first part of the study.
pub fn wave_of(study: &Study, assigned: &Assignment, progress: &Progress) -> usize {
    Position::new(study, assigned, progress).step.wave
}

/// The personas of Flow B that a participant has completed, by the bundle's IDs: in the order of completion during the
/// step, and all of them afterwards.
pub fn completed_personas(study: &Study, assigned: &Assignment, progress: &Progress) -> Vec<String> {
    let position = Position::new(study, assigned, progress);
    if position.step.kind == StepKind::FlowB {
        return progress.memory.completed_personas.clone();
    }
    let passed = position.steps.iter().take(progress.step).filter_map(|step| study.flow_b(step.block));
    let personas: IndexSet<&String> =
        passed.flat_map(|flow| flow.ordered(assigned)).map(|posts| &posts.persona).collect();
    personas.into_iter().cloned().collect()
}

/// Accepts a submission if it is for the present page and every item is valid. Scores it and moves on.
pub fn submit(
    study: &Study,
    assigned: &Assignment,
    progress: &Progress,
    submission: Submission,
) -> Result<Accepted, FlowError> {
    let position = Position::new(study, assigned, progress);
    if !position.steps.iter().any(|step| step.kind == submission.step()) {
        return Err(FlowError::NotFound);
    }
    match submission {
        Submission::Practice(judged) => home::submit(&position, &judged),
        Submission::Questionnaire { page, section, answers } => {
            questionnaire::submit(&position, page, section.as_deref(), &answers)
        }
        Submission::Question(id, judged) => flow_a::question(&position, &id, &judged),
        Submission::Followup(id, answers) => flow_a::followup(&position, &id, &answers),
        Submission::Post(id, judged) => flow_b::post(&position, &id, &judged),
        Submission::CompletePersona(id) => flow_b::complete(&position, &id),
        Submission::Rating(id, answers) => control::submit(&position, &id, &answers),
    }
}

/// Moves to a page that needs no submission: past a start, feedback, interim or end page, to a persona, back to a
/// question for another attempt. Visiting a page that is open anyway (present, public or earlier) changes nothing.
pub fn visit(study: &Study, assigned: &Assignment, progress: &Progress, page: &Page) -> Result<Progress, FlowError> {
    let position = Position::new(study, assigned, progress);
    // Before the present page, because the next step may begin on the same one.
    if position.is_complete() && position.next_step_page().as_ref() == Some(page) {
        return Ok(position.advance());
    }
    if *page == progress.page {
        return Ok(progress.clone());
    }
    let within = match position.step.kind {
        StepKind::FlowA => flow_a::visit(&position, page),
        StepKind::FlowB => flow_b::visit(&position, page),
        _ => None,
    };
    match within {
        Some(moved) => Ok(moved),
        None if position.is_open(page) => Ok(progress.clone()),
        None => Err(position.wrong_page()),
    }
}

/// The page for a participant who requests `asked`: `asked` itself if it is open to them (public, always open, the
/// present page, or an earlier page of the present step), otherwise the present page.
pub fn correct_page(study: &Study, assigned: &Assignment, progress: &Progress, asked: &Page) -> Page {
    let position = Position::new(study, assigned, progress);
    if position.is_open(asked) { asked.clone() } else { progress.page.clone() }
}

/// The page that [`visit`] accepts next without another submission, if there is one: the target of a "Continue" button.
pub fn next_page(study: &Study, assigned: &Assignment, progress: &Progress) -> Option<Page> {
    let position = Position::new(study, assigned, progress);
    if position.is_complete() {
        return position.next_step_page();
    }
    match position.step.kind {
        StepKind::FlowA => flow_a::next(&position),
        StepKind::FlowB => flow_b::next(&position),
        _ => None,
    }
}
