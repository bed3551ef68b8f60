//! `GET /api/flow-a/questions`

use unmask_study::page::StepKind;
use unmask_study::public::{self, PublicPersona, PublicQuestion};

use crate::routes::personas::find_persona;
use crate::routes::prelude::*;
use crate::routes::training::{Answered, History, Retry};

/// A question with its persona and the participant's answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Question {
    #[serde(flatten)]
    body: PublicQuestionBody,
    /// The person who is seen or heard.
    persona: PublicPersona,
    #[serde(flatten)]
    answered: Answered,
}

/// A question of Flow A.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicQuestionBody {
    pub id: String,
    /// From 1.
    pub number: usize,
    pub prompt: String,
    pub context: Option<String>,
    pub options: Vec<public::PublicChoice>,
    pub confidence: bool,
    pub media: public::PublicMedia,
}

impl From<PublicQuestion> for PublicQuestionBody {
    fn from(question: PublicQuestion) -> Self {
        let PublicQuestion { id, number, persona: _, prompt, context, options, confidence, media } = question;
        Self { id, number, prompt, context, options, confidence, media }
    }
}

/// Returns all questions of Flow A, in the participant's order.
#[utoipa::path(get, path = "/api/flow-a/questions", operation_id = "flow_a_questions", tag = "flow-a", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Vec<Question>), SignedInOnly, InFlow, Always))]
pub async fn questions(State(app): State<App>, viewer: Viewer) -> Result<Json<Vec<Question>>> {
    let place = viewer.at(StepKind::FlowA)?;
    let study = &viewer.loaded.study;
    let flow = study.flow_a(place.step.block).ok_or_else(ApiError::not_found)?;
    let rule = Retry { attempts: flow.attempts, options: flow.options.len() };
    let history = History::load(&app, &viewer, place.step).await?;
    let personas = public::personas(study, None, &place.assigned, &viewer.locale);
    let tickets = viewer.tickets();
    let question = |question: PublicQuestion| {
        let persona = find_persona(&personas, &question.persona)?.sealed(&tickets);
        let answered = history.of(&question.id, &viewer, &place, rule);
        Ok(Question { persona, answered, body: question.sealed(&tickets).into() })
    };
    public::questions(study, flow, &place.assigned, &viewer.locale)
        .into_iter()
        .map(question)
        .collect::<Result<_>>()
        .map(Json)
}
