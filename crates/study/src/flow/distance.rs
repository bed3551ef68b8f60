//! How far a participant is, and whether they have seen anything that their arm alone sees.

use super::here::{Here, steps};
use super::{flow_a, flow_b};
use crate::definition::{Item, Study};
use crate::page::Step;
use crate::progress::{Assigned, Progress};

/// How far: for "Part 2 of 5 · about 12 minutes left".
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HowFar {
    /// The present part, from 1.
    pub part: usize,
    /// Number of parts.
    pub of: usize,
    /// Fraction of the whole that is done, 0 to 1.
    pub done: f64,
    /// Estimated minutes left, at least 1 until the end is reached.
    pub minutes_left: u32,
}

/// How far the participant is. Every item weighs the same.
pub fn how_far(study: &Study, assigned: &Assigned, progress: &Progress) -> HowFar {
    let here = Here::new(study, assigned, progress);
    let weigh = |steps: &[Step]| steps.iter().map(|step| items(study, *step)).sum::<usize>();
    let before = weigh(&here.steps[..progress.step.min(here.steps.len())]);
    let whole = weigh(here.steps).max(1);
    let at_end = here.step == Step::End;
    let done = if at_end { 1.0 } else { (before + answered(&here)) as f64 / whole as f64 };
    HowFar {
        part: (progress.step + 1).min(here.steps.len()),
        of: here.steps.len(),
        done,
        minutes_left: if at_end { 0 } else { minutes(study.file.minutes, 1.0 - done) },
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a number of minutes")]
fn minutes(of: u32, share: f64) -> u32 {
    ((f64::from(of) * share).ceil() as u32).max(1)
}

/// Number of items in a step.
fn items(study: &Study, step: Step) -> usize {
    match step {
        Step::PreQuestionnaire | Step::TreatmentQuestionnaire | Step::PostQuestionnaire => {
            let questionnaire = step.questionnaire().and_then(|page| study.questionnaires.get(&page));
            questionnaire.map_or(0, |questionnaire| count(questionnaire.items()))
        }
        Step::Home => 1,
        Step::FlowA => study.flow_a.as_ref().map_or(0, |flow| flow.questions.len()),
        Step::FlowB => {
            study.flow_b.as_ref().map_or(0, |flow| flow.personas.iter().map(|posts| posts.posts.len()).sum())
        }
        Step::ControlFlow => study.control_flow.as_ref().map_or(0, |flow| flow.parts().count()),
        Step::End => 0,
    }
}

fn count<'a>(items: impl Iterator<Item = &'a Item>) -> usize {
    items.map(|item| item.variables().len().max(1)).sum()
}

/// Items done within the present step.
fn answered(here: &Here) -> usize {
    let done = here.progress.memory.done;
    match here.step {
        Step::PreQuestionnaire | Step::TreatmentQuestionnaire | Step::PostQuestionnaire => {
            let questionnaire = here.step.questionnaire().and_then(|page| here.study.questionnaires.get(&page));
            let sections = questionnaire.map_or(&[][..], |questionnaire| &questionnaire.sections);
            count(sections.iter().take(done).flat_map(|section| &section.items))
        }
        Step::Home => usize::from(here.is_complete()),
        Step::FlowA => flow_a::answered(here),
        Step::FlowB => flow_b::answered(here),
        Step::ControlFlow => done,
        Step::End => 0,
    }
}

/// Whether the present page or an earlier one differs between the arms: the participant counts as exposed.
pub fn is_exposed(study: &Study, assigned: &Assigned, progress: &Progress) -> bool {
    let own = steps(study, assigned);
    let differs = |index: &usize| study.file.arms.values().any(|arm| arm.steps.get(*index) != own.get(*index));
    (0..=progress.step).any(|index| differs(&index))
}
