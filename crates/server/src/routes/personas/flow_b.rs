//! `GET /api/personas/{id}/flow-b`

use unmask_study::Page;
use unmask_study::page::StepKind;
use unmask_study::progress::Progress;
use unmask_study::public::{self, PublicFlowBPost};

use crate::routes::prelude::*;
use crate::routes::training::{Answered, History, Retry};

/// The posts of a persona with the participant's answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonaPosts {
    /// HTML, sanitised.
    pub intro: String,
    /// In order.
    pub posts: Vec<Post>,
}

/// A post with the participant's answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Post {
    #[serde(flatten)]
    post: PublicFlowBPost,
    #[serde(flatten)]
    answered: Answered,
}

/// Returns the posts of the persona in progress.
#[utoipa::path(get, path = "/api/personas/{id}/flow-b", operation_id = "personas_flow_b", tag = "personas", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the persona"), LocaleQuery),
    responses((status = 200, body = PersonaPosts), SignedInOnly, InFlow, Always))]
pub async fn flow_b(State(app): State<App>, viewer: Viewer, Path(id): Path) -> Result<Json<PersonaPosts>> {
    let place = viewer.at(StepKind::FlowB)?;
    let id = viewer.bundle_id(&id)?;
    let study = &viewer.loaded.study;
    let flow = study.flow_b(place.step.block).ok_or_else(ApiError::not_found)?;
    let intro = public::persona_intro(study, flow, &viewer.locale, &id).ok_or_else(ApiError::not_found)?;
    if let Some(participant) = viewer.participant.as_ref().filter(|_| !is_under_way(&place.progress, &id)) {
        return Err(ApiError::wrong_page(participant.current_state()));
    }
    let rule = Retry { attempts: flow.attempts, options: flow.options.len() };
    let history = History::load(&app, &viewer, place.step).await?;
    let post = |post: PublicFlowBPost| Post {
        answered: history.of(&post.id, &viewer, &place, rule),
        post: post.sealed(&viewer.tickets()),
    };
    let posts = public::posts(study, flow, &place.assigned, &viewer.locale, &id).unwrap_or_default();
    Ok(Json(PersonaPosts { intro, posts: posts.into_iter().map(post).collect() }))
}

fn is_under_way(progress: &Progress, persona: &str) -> bool {
    progress.memory.persona.as_deref() == Some(persona) || progress.page == Page::FlowBStart(persona.to_owned())
}
