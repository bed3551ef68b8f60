//! Dry runs of the administrator: a submission is checked as a participant's would be, but not stored.

use unmask_study::flow::{self, Judgement, Submission};
use unmask_study::page::{QuestionnairePage, Step};
use unmask_study::progress::{Assignment, Form, Memory, Progress};
use unmask_study::text::Locale;
use unmask_study::{Page, Study, public};

use super::receipt::{Position, Receipt, Reply, completed_personas};
use super::submit::invalid;
use crate::auth::{Place, preview};
use crate::routes::prelude::*;
use crate::study_versions::LoadedVersion;

/// Checks a submission at the position where it is allowed.
pub fn submit(app: &App, admin: &Admin, locale: &Locale, submission: &Submission) -> Result<Reply> {
    let loaded = &admin.loaded;
    let (assigned, mut progress) = position_for(loaded, submission).ok_or_else(ApiError::not_found)?;
    if let Submission::Followup(id, _) = submission
        && let Some((answer, correct)) = app.dry_runs.answer_to(&admin.family, id)
    {
        progress.memory.correct = Some(correct);
        progress.memory.variables.insert(id.clone(), answer.into());
    }
    let judged = match submission {
        Submission::Question(id, Judgement { answer, .. }) => Some((id.clone(), answer.clone())),
        _ => None,
    };
    let accepted = flow::submit(&loaded.study, &assigned, &progress, submission.clone())
        .map_err(|error| invalid(loaded, locale, submission, error))?;
    if let (Some((id, answer)), Some(correct)) = (judged, accepted.record.correct) {
        app.dry_runs.remember(&admin.family, id, answer, correct);
    }
    let verdict = accepted.feedback.as_ref().and_then(|v| public::feedback(&loaded.study, &assigned, locale, v));
    Ok(Reply::Fresh(Box::new(Receipt {
        receipt: None,
        stored_at: None,
        repeated: false,
        position: Position::at(loaded, &assigned, &accepted.progress),
        verdict,
        completed_personas: completed_personas(loaded, &assigned, &accepted.progress),
        hears_sound: None,
    })))
}

/// The position in some arm where a section is open.
fn at_section(study: &Study, page: QuestionnairePage, section: &str) -> Option<(Assignment, Progress)> {
    study.steps.iter().find_map(|(arm, steps)| {
        let assigned = Assignment { arm: Some(*arm), form: Form::X, seed: 0, contact_again: false };
        let done = |step: &Step| {
            let block = step.questionnaire().filter(|block| block.page == page)?;
            let screens = study.questionnaires.get(&block)?.screens(block, &assigned);
            screens.iter().position(|screen| screen.name() == section)
        };
        let (step, done) = steps.iter().enumerate().find_map(|(index, step)| Some((index, done(step)?)))?;
        let memory = Memory { done, ..Memory::default() };
        Some((assigned.clone(), Progress { step, page: page.kind().first_page(), memory }))
    })
}

/// Whether the answer is a sign, which only a second look asks for.
fn is_look(study: &Study, id: &str, judged: &Judgement) -> bool {
    study.look(id).is_some_and(|look| look.options().any(|option| option.value == judged.answer))
}

/// The position where a submission is allowed.
fn position_for(loaded: &LoadedVersion, submission: &Submission) -> Option<(Assignment, Progress)> {
    let study = &loaded.study;
    let last_post = |persona: &str| {
        let Place { assigned, step, .. } = preview(loaded, &Page::FlowBStart(persona.to_owned()))?;
        let flow = study.flow_b(step.block)?;
        let posts = flow.personas.iter().find(|posts| posts.persona == persona)?;
        Some(flow.posts(&assigned, posts).last()?.id.clone())
    };
    let page = match submission {
        Submission::Question(id, _) => Page::FlowAQuestion(id.clone()),
        Submission::Followup(id, _) => Page::FlowAFollowup(id.clone()),
        Submission::Post(id, _) => Page::FlowBQuestion(id.clone()),
        Submission::CompletePersona(id) => Page::FlowBCorrect(last_post(id)?),
        other => other.step().first_page(),
    };
    let Place { assigned, mut progress, step } = preview(loaded, &page)?;
    let memory = &mut progress.memory;
    match submission {
        Submission::Questionnaire { page, section: Some(section), .. } => {
            return at_section(study, *page, section);
        }
        Submission::Followup(..) => {
            memory.correct = Some(true);
            memory.attempts = 1;
        }
        Submission::Question(id, judged) if is_look(study, id, judged) => memory.attempts = 1,
        Submission::CompletePersona(id) => memory.persona = Some(id.clone()),
        Submission::Post(id, judged) => {
            memory.attempts = usize::from(is_look(study, id, judged));
            let mut personas = study.flow_b.iter().flat_map(|flow| &flow.personas);
            memory.persona = personas.find(|p| p.posts.iter().any(|post| post.id == *id)).map(|p| p.persona.clone());
        }
        Submission::Rating(id, _) => {
            memory.done = study.control_flow(step.block)?.place(&assigned, id)?;
        }
        _ => {}
    }
    Some((assigned, progress))
}
