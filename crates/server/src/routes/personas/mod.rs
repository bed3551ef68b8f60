//! Personas, and the posts that show them.

pub mod flow_b;
pub mod get;
pub mod list;
pub mod profile_picture;

use unmask_study::Page;
use unmask_study::page::StepKind;
use unmask_study::progress::Progress;
use unmask_study::public::{self, PublicPersona};

use crate::auth::Place;
use crate::routes::prelude::*;
use crate::routes::training::History;

/// A persona with the participant's progress.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonaCard {
    #[serde(flatten)]
    persona: PublicPersona,
    /// Whether the persona's posts are open, in progress or done.
    state: PersonaState,
    /// Number of the persona's posts in Flow B.
    posts: usize,
    answered: usize,
}

/// The participant's progress with a persona.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PersonaState {
    Open,
    UnderWay,
    Done,
}

/// The steps in which personas are shown.
const KINDS: [StepKind; 3] = [StepKind::FlowB, StepKind::FlowA, StepKind::ControlFlow];

/// The participant's position, if personas are shown there; otherwise 404.
pub fn position(viewer: &Viewer) -> Result<Place> {
    KINDS.iter().find_map(|kind| viewer.at(*kind).ok()).ok_or_else(ApiError::not_found)
}

/// All cards, in the participant's order.
pub async fn cards(app: &App, viewer: &Viewer) -> Result<Vec<PersonaCard>> {
    let Place { assigned, progress, step } = position(viewer)?;
    let study = &viewer.loaded.study;
    let history = History::load(app, viewer, step).await?;
    let flow = study.flow_b(step.block);
    let posts_of = |persona: &str| flow?.personas.iter().find(|posts| posts.persona == persona);
    let personas = public::personas(study, flow, &assigned, &viewer.locale).into_iter();
    let shown = personas.filter(|persona| flow.is_none() || posts_of(&persona.id).is_some());
    let card = |persona: PublicPersona| {
        let posts = posts_of(&persona.id).map_or(&[][..], |posts| &posts.posts);
        PersonaCard {
            state: state(&progress, &persona.id),
            posts: posts.len(),
            answered: history.count(posts.iter().map(|post| post.id.as_str())),
            persona: persona.sealed(&viewer.tickets()),
        }
    };
    Ok(shown.map(card).collect())
}

fn state(progress: &Progress, persona: &str) -> PersonaState {
    let memory = &progress.memory;
    if memory.completed_personas.iter().any(|done| done == persona) {
        PersonaState::Done
    } else if memory.persona.as_deref() == Some(persona) || progress.page == Page::FlowBStart(persona.to_owned()) {
        PersonaState::UnderWay
    } else {
        PersonaState::Open
    }
}

/// A persona by the bundle's id.
pub fn find_persona(personas: &[PublicPersona], id: &str) -> Result<PublicPersona> {
    let found = personas.iter().find(|persona| persona.id == id).cloned();
    found.ok_or_else(|| ApiError::internal(format!("the study names a persona '{id}' that it does not define")))
}
