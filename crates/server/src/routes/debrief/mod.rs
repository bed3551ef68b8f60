//! `GET /api/debrief`

use unmask_store::stored::ValueLocation;
use unmask_store::submissions;
use unmask_study::answers::Answers;
use unmask_study::definition::Content;
use unmask_study::definition::Questionnaire;
use unmask_study::progress::Assignment;
use unmask_study::public::{self, PublicDebrief, PublicExercise, Shown};
use unmask_study::waves::WaveState;
use unmask_study::{Step, StepKind, Study};

use crate::auth::{Registrant, ViewerOrLeaver};
use crate::routes::prelude::*;
use crate::routes::users::user::{LaterPart, later_parts};

/// The debrief: its text, and each item with the correct answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Debrief {
    /// HTML, sanitised.
    pub html: String,
    /// Items that the participant saw, in order.
    pub items: Vec<PublicDebrief>,
    /// The estimated number of correct judgements in the post-questionnaire. Null if the study does not ask for it, and
    /// after withdrawal.
    pub estimate: Option<f64>,
    /// Training items as an exercise, for participants of an arm without training.
    pub training: Vec<PublicExercise>,
    /// The later parts of the study that are planned for the participant. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub waves: Vec<LaterPart>,
}

/// Returns the debrief. Available on `/end` and after withdrawal.
#[utoipa::path(get, path = "/api/debrief", operation_id = "debrief_get", tag = "debrief", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Debrief), SignedInOnly, InFlow, Always))]
pub async fn debrief(State(app): State<App>, ViewerOrLeaver(viewer): ViewerOrLeaver) -> Result<Json<Debrief>> {
    let leaver = viewer.participant.as_ref().filter(|participant| participant.withdrawn);
    let study = &viewer.loaded.study;
    let (assigned, text) = if let Some(leaver) = leaver {
        (leaver.assigned.clone(), "withdrawn".to_owned())
    } else {
        let place = viewer.at(StepKind::End)?;
        // Who missed a part reads the text at the end of the last one that they completed.
        let present = place.step.wave;
        let completed = viewer.participant.as_ref().map_or(present, |participant| participant.completed_part(present));
        let is_end = |step: &&Step| step.wave == completed && step.kind == StepKind::End;
        let end = study.steps_of(place.assigned.arm).iter().find(is_end).copied().unwrap_or(place.step);
        (place.assigned, study.page_stem(end, "end"))
    };
    let tickets = viewer.tickets();
    // The answers of a part that is still to come are not told before it.
    let early = viewer.participant.as_ref().is_some_and(|participant| participant.is_expected_again());
    let (shown, estimate) = match &viewer.participant {
        Some(_) if early => (Vec::new(), None),
        Some(participant) => {
            let answered = answered(&app, study, &participant.id).await?;
            let estimate = leaver.is_none().then(|| public::estimate(study, &answered.answers)).flatten();
            (answered.shown(), estimate)
        }
        None => (all(study), None),
    };
    let has_text = |stem: &str| study.pages.contains_key(stem);
    let text = if early && has_text(WAITING) { WAITING.to_owned() } else { text };
    let mut html = public::page_text(study, &viewer.locale, &text).unwrap_or_default();
    if viewer.participant.as_ref().is_some_and(|participant| missed_the_debrief(participant, &assigned)) {
        html += &public::debrief_texts(study, &assigned, &viewer.locale);
    }
    Ok(Json(Debrief {
        html,
        items: public::debrief(study, &assigned, &shown, &viewer.locale).sealed(&tickets),
        estimate,
        // Participants who withdrew have no training.
        training: match leaver {
            Some(_) => Vec::new(),
            None if early => Vec::new(),
            None => public::training(study, &assigned, &viewer.locale).sealed(&tickets),
        },
        waves: match &viewer.participant {
            Some(participant) if !participant.withdrawn => later_parts(participant, &viewer.locale),
            _ => Vec::new(),
        },
    }))
}

/// The text at the end of a part while a later one is to come.
const WAITING: &str = "waiting";

/// Whether the debrief was to come in a last part that the participant did not complete and can't complete any more.
fn missed_the_debrief(participant: &Registrant, assigned: &Assignment) -> bool {
    let last = participant.loaded.study.steps_of(assigned.arm).last().map_or(0, |step| step.wave);
    let completed = participant.waves.iter().any(|own| own.number == last && own.state == WaveState::Completed);
    assigned.contact_again && !participant.is_expected_again() && !completed
}

/// What a participant has submitted.
struct Answered {
    /// The last answer to each variable.
    answers: Answers,
    /// Clips that were rated. Only ratings are stored of them, no judgement.
    rated: Vec<String>,
}

impl Answered {
    /// Every variable and every clip; those without a truth fall out later.
    fn shown(&self) -> Vec<Shown> {
        let confidence = |item: &str| self.answers.get(&format!("{item}_confidence"))?.as_u64()?.try_into().ok();
        let rated = self.rated.iter().map(|clip| Shown { item: clip.clone(), answer: None, confidence: None });
        let answers = self.answers.iter().map(|(item, answer)| Shown {
            item: item.clone(),
            answer: answer.as_str().map(str::to_owned),
            confidence: confidence(item),
        });
        answers.chain(rated).collect()
    }
}

async fn answered(app: &App, study: &Study, participant: &str) -> Result<Answered> {
    let mut answered = Answered { answers: Answers::new(), rated: Vec::new() };
    let mut rows = submissions::submissions(&app.store, participant).await?;
    // The last attempt and the final judgement count, even if the clock was set back.
    rows.sort_by_key(|row| (row.attempt, row.stage));
    for row in rows {
        if let Some((block, clip)) = row.item.split_once('/')
            && matches!(study.content(block), Some(Content::ControlFlow(_)))
        {
            answered.rated.push(clip.to_owned());
        }
        let answers: Answers =
            ValueLocation { table: "submission", column: "answers", row: &row.id }.json(&row.answers)?;
        answered.answers.extend(answers);
    }
    Ok(answered)
}

fn all(study: &Study) -> Vec<Shown> {
    let questionnaires = study.questionnaires.values().flat_map(Questionnaire::items);
    let questions = study.flow_a.iter().flat_map(|flow| &flow.questions).map(|question| &question.id);
    let posts = study.flow_b.iter().flat_map(|flow| &flow.personas).flat_map(|p| &p.posts).map(|post| &post.id);
    let clips = study.control_flow.iter().flat_map(|flow| &flow.clips).map(|clip| &clip.id);
    let ids = std::iter::once(&study.practice.id).chain(questionnaires.map(|item| &item.id));
    ids.chain(questions)
        .chain(posts)
        .chain(clips)
        .map(|id| Shown { item: id.clone(), answer: None, confidence: None })
        .collect()
}
