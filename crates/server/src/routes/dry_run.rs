//! The administrator's dry runs: an answer is judged as a participant's would be, and is not stored.

use unmask_study::flow::{self, Judgement, Submission};
use unmask_study::progress::{Assignment, Progress};
use unmask_study::{Page, public};

use super::receipt::{Position, Receipt, Reply, completed_personas};
use super::submit::rejected;
use crate::auth::preview;
use crate::routes::prelude::*;
use crate::study_versions::LoadedVersion;

/// Judges a submission from the place where it would be right.
pub fn submit(app: &App, admin: &Admin, submission: Submission) -> Result<Reply> {
    let loaded = &admin.loaded;
    let (assigned, mut progress) = place_for(loaded, &submission).ok_or_else(ApiError::not_found)?;
    if let Submission::Followup(id, _) = &submission
        && let Some((answer, correct)) = app.dry_runs.answer_to(&admin.family, id)
    {
        progress.memory.verdict = Some(correct);
        progress.memory.variables.insert(id.clone(), answer.into());
    }
    let judged = match &submission {
        Submission::Question(id, Judgement { answer, .. }) => Some((id.clone(), answer.clone())),
        _ => None,
    };
    let locale = loaded.locale(None);
    let accepted = flow::submit(&loaded.study, &assigned, &progress, submission)
        .map_err(|error| rejected(loaded, &locale.0, error))?;
    if let (Some((id, answer)), Some(correct)) = (judged, accepted.record.correct) {
        app.dry_runs.remember(&admin.family, id, answer, correct);
    }
    let verdict = accepted.feedback.as_ref().and_then(|v| public::feedback(&loaded.study, &assigned, &locale, v));
    Ok(Reply::Fresh(Box::new(Receipt {
        receipt: None,
        stored_at: None,
        repeated: false,
        position: Position::at(loaded, &assigned, &accepted.progress),
        verdict,
        completed_personas: completed_personas(loaded, &assigned, &accepted.progress),
    })))
}

/// The place where a submission would be right.
fn place_for(loaded: &LoadedVersion, submission: &Submission) -> Option<(Assignment, Progress)> {
    let study = &loaded.study;
    let last_post = |persona: &str| {
        let flow = study.flow_b.as_ref()?;
        let posts = flow.personas.iter().find(|posts| posts.persona == persona)?;
        let (assigned, _) = preview(loaded, &Page::FlowBStart(persona.to_owned()))?;
        Some(flow.posts(&assigned, posts).last()?.id.clone())
    };
    let page = match submission {
        Submission::Question(id, _) => Page::FlowAQuestion(id.clone()),
        Submission::Followup(id, _) => Page::FlowAFollowup(id.clone()),
        Submission::Post(id, _) => Page::FlowBQuestion(id.clone()),
        Submission::CompletePersona(id) => Page::FlowBCorrect(last_post(id)?),
        other => other.step().first_page(),
    };
    let (assigned, mut progress) = preview(loaded, &page)?;
    let memory = &mut progress.memory;
    match submission {
        Submission::Questionnaire { page, section: Some(section), .. } => {
            memory.done = study.questionnaires.get(page)?.sections.iter().position(|other| other.id == *section)?;
        }
        Submission::Followup(..) => {
            memory.verdict = Some(true);
            memory.attempts = 1;
        }
        Submission::CompletePersona(id) => memory.persona = Some(id.clone()),
        Submission::Post(id, _) => {
            let mut personas = study.flow_b.iter().flat_map(|flow| &flow.personas);
            memory.persona = personas.find(|p| p.posts.iter().any(|post| post.id == *id)).map(|p| p.persona.clone());
        }
        Submission::Rating(id, _) => {
            memory.done = study.control_flow.as_ref()?.place(&assigned, id)?;
        }
        _ => {}
    }
    Some((assigned, progress))
}
