//! `GET /api/debrief`

use indexmap::IndexMap;
use unmask_store::stored::Place;
use unmask_store::submissions;
use unmask_study::definition::Questionnaire;
use unmask_study::public::{self, PublicDebrief, PublicExercise, Shown};
use unmask_study::{Step, Study};

use crate::auth::ViewerOrLeaver;
use crate::routes::prelude::*;

/// What the study was about, and each item with its truth.
#[derive(Debug, Serialize, ToSchema)]
pub struct Debrief {
    /// HTML, sanitised.
    pub html: String,
    /// Items that the participant has seen, in order.
    pub items: Vec<PublicDebrief>,
    /// The trainings' items as an exercise, for who was in an arm without a training.
    pub training: Vec<PublicExercise>,
}

/// The debrief: only on `/end`, and for anyone who has left the study.
#[utoipa::path(get, path = "/api/debrief", operation_id = "debrief_get", tag = "debrief", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Debrief), SignedInOnly, Here, Always))]
pub async fn debrief(State(app): State<App>, ViewerOrLeaver(viewer): ViewerOrLeaver) -> Result<Json<Debrief>> {
    let leaver = viewer.participant.as_ref().filter(|participant| participant.withdrawn);
    let (assigned, text) = match leaver {
        Some(leaver) => (leaver.assigned.clone(), "withdrawn"),
        None => (viewer.at(Step::End)?.0, "end"),
    };
    let study = &viewer.loaded.study;
    let tickets = viewer.tickets();
    let shown = match &viewer.participant {
        Some(participant) => answered(&app, &participant.id).await?,
        None => all(study),
    };
    Ok(Json(Debrief {
        html: public::page_text(study, &viewer.locale, text).unwrap_or_default(),
        items: public::debrief(study, &assigned, &shown, &viewer.locale).sealed(&tickets),
        // Who has left has done with it.
        training: match leaver {
            Some(_) => Vec::new(),
            None => public::training(study, &assigned, &viewer.locale).sealed(&tickets),
        },
    }))
}

/// Every variable that was answered, with its last answer, and every clip that was rated; those without a truth fall
/// out later.
async fn answered(app: &App, participant: &str) -> Result<Vec<Shown>> {
    let mut shown = IndexMap::new();
    let mut rows = submissions::submissions(&app.store, participant).await?;
    // The last attempt counts, also if a clock went backwards.
    rows.sort_by_key(|row| row.attempt);
    for row in rows {
        // Of a clip only ratings are stored, and what it was can't be said of them.
        if let Some(clip) = row.item.strip_prefix("control/") {
            shown.insert(clip.to_owned(), None);
        }
        let answers: Map<String, Value> =
            Place { table: "submission", column: "answers", row: &row.id }.json(&row.answers)?;
        for (item, answer) in answers {
            shown.insert(item, answer.as_str().map(str::to_owned));
        }
    }
    Ok(shown.into_iter().map(|(item, answer)| Shown { item, answer }).collect())
}

fn all(study: &Study) -> Vec<Shown> {
    let questionnaires = study.questionnaires.values().flat_map(Questionnaire::items);
    let questions = study.flow_a.iter().flat_map(|flow| &flow.questions).map(|question| &question.id);
    let posts = study.flow_b.iter().flat_map(|flow| &flow.personas).flat_map(|p| &p.posts).map(|post| &post.id);
    let clips = study.control_flow.iter().flat_map(|flow| &flow.clips).map(|clip| &clip.id);
    let ids = std::iter::once(&study.practice.id).chain(questionnaires.map(|item| &item.id));
    ids.chain(questions).chain(posts).chain(clips).map(|id| Shown { item: id.clone(), answer: None }).collect()
}
