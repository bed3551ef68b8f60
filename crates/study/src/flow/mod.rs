//! The page flow: one state machine for server, tests and robots.
//!
//! `start`, `submit`, `visit` and `correct_page` are the only ways in which a participant moves.

mod control;
mod distance;
mod flow_a;
mod flow_b;
mod home;
mod page_items;
mod place;
mod position;
mod preview;
mod questionnaire;
mod submission;
#[cfg(test)]
mod tests;
mod titles;
mod views;

use crate::definition::Study;
use crate::page::{Page, Step};
use crate::progress::{Assignment, Progress};

pub use distance::{ProgressSummary, is_exposed, progress_summary};
pub use page_items::{PageItems, page_items};
pub use place::PresentationOrder;
use position::Position;
pub use preview::{Preview, preview};
pub use submission::{Accepted, FlowError, Judged, Record, Submission, Verdict};
pub use titles::title;
pub use views::{Shown, View, ViewKind, views};

/// The position of somebody who has just consented: the first page of the first step.
pub fn start(study: &Study, assigned: &Assignment) -> Progress {
    position::enter(position::steps(study, assigned), 0)
}

/// The personas of Flow B that somebody has completed, by the bundle's ids: in order as long as the step lasts, which
/// remembers them, and all of them ever after.
pub fn completed_personas(study: &Study, assigned: &Assignment, progress: &Progress) -> Vec<String> {
    let step = position::steps(study, assigned).iter().position(|step| *step == Step::FlowB);
    if step.is_none_or(|step| progress.step <= step) {
        return progress.memory.completed_personas.clone();
    }
    let flow = study.flow_b.iter().flat_map(|flow| flow.ordered(assigned));
    flow.map(|posts| posts.persona.clone()).collect()
}

/// Judges a submission: right page? every item valid? then scores it and moves on.
pub fn submit(
    study: &Study,
    assigned: &Assignment,
    progress: &Progress,
    submission: Submission,
) -> Result<Accepted, FlowError> {
    let here = Position::new(study, assigned, progress);
    if !here.steps.contains(&submission.step()) {
        return Err(FlowError::NotFound);
    }
    match submission {
        Submission::Practice(judged) => home::submit(&here, &judged),
        Submission::Questionnaire { page, section, answers } => {
            questionnaire::submit(&here, page, section.as_deref(), &answers)
        }
        Submission::Question(id, judged) => flow_a::question(&here, &id, &judged),
        Submission::Followup(id, answers) => flow_a::followup(&here, &id, &answers),
        Submission::Post(id, judged) => flow_b::post(&here, &id, &judged),
        Submission::CompletePersona(id) => flow_b::complete(&here, &id),
        Submission::Rating(id, answers) => control::submit(&here, &id, &answers),
    }
}

/// Moves to a page that needs no submission: past a start, verdict, interim or end page, into a
/// persona, back to a question for another attempt. Visiting a page that is open anyway (the present
/// one, a public one, an earlier one to look at again) changes nothing.
pub fn visit(study: &Study, assigned: &Assignment, progress: &Progress, page: &Page) -> Result<Progress, FlowError> {
    let here = Position::new(study, assigned, progress);
    if *page == progress.page {
        return Ok(progress.clone());
    }
    if here.is_complete() && here.next_step_page().as_ref() == Some(page) {
        return Ok(here.advance());
    }
    let within = match here.step {
        Step::FlowA => flow_a::visit(&here, page),
        Step::FlowB => flow_b::visit(&here, page),
        _ => None,
    };
    match within {
        Some(moved) => Ok(moved),
        None if here.is_open(page) => Ok(progress.clone()),
        None => Err(here.wrong_page()),
    }
}

/// Where somebody who asks for `asked` belongs: `asked` itself if it is open to them (public, always
/// open, the present page, or an earlier page of the present step to look at again), else the present page.
pub fn correct_page(study: &Study, assigned: &Assignment, progress: &Progress, asked: &Page) -> Page {
    let here = Position::new(study, assigned, progress);
    if here.is_open(asked) { asked.clone() } else { progress.page.clone() }
}

/// The page that [`visit`] would accept next from here without another submission, if there is one:
/// what a "Continue" button leads to.
pub fn next_page(study: &Study, assigned: &Assignment, progress: &Progress) -> Option<Page> {
    let here = Position::new(study, assigned, progress);
    if here.is_complete() {
        return here.next_step_page();
    }
    match here.step {
        Step::FlowA => flow_a::next(&here),
        Step::FlowB => flow_b::next(&here),
        _ => None,
    }
}
