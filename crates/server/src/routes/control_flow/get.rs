//! `GET /api/control-flow`

use unmask_study::page::StepKind;
use unmask_study::public::{self, PublicClip, PublicItem, PublicMedia, PublicPersona};

use crate::auth::Place;
use crate::routes::personas::find_persona;
use crate::routes::prelude::*;

/// The opening, the clips, and the number submitted.
#[derive(Debug, Serialize, ToSchema)]
pub struct ControlFlow {
    /// In order.
    pub clips: Vec<Clip>,
    /// Number of opening and clips submitted so far.
    pub done: usize,
}

/// A clip with its persona, or the opening. The opening has no persona or medium, and `context` is its heading.
#[derive(Debug, Serialize, ToSchema)]
pub struct Clip {
    pub id: String,
    /// Number of the clip, from 1; 0 for the opening.
    pub number: usize,
    pub context: Option<String>,
    pub media: Option<PublicMedia>,
    /// The rating items. Their IDs do not have the clip's prefix.
    pub ratings: Vec<PublicItem>,
    pub persona: Option<PublicPersona>,
}

/// Returns the clips of the control flow.
#[utoipa::path(get, path = "/api/control-flow", operation_id = "control_flow_get", tag = "control-flow", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = ControlFlow), SignedInOnly, InFlow, Always))]
pub async fn get(viewer: Viewer) -> Result<Json<ControlFlow>> {
    let Place { assigned, progress, step } = viewer.at(StepKind::ControlFlow)?;
    let study = &viewer.loaded.study;
    let flow = study.control_flow(step.block).ok_or_else(ApiError::not_found)?;
    let personas = public::personas(study, None, &assigned, &viewer.locale);
    let tickets = viewer.tickets();
    let clip = |clip: PublicClip| {
        let persona = clip.persona.as_ref().map(|id| find_persona(&personas, id)).transpose()?.sealed(&tickets);
        let PublicClip { id, number, persona: _, context, media, ratings } = clip.sealed(&tickets);
        Ok(Clip { id, number, context, media, ratings, persona })
    };
    let clips = public::clips(study, flow, &assigned, &viewer.locale).into_iter().map(clip).collect::<Result<_>>()?;
    Ok(Json(ControlFlow { clips, done: progress.memory.done }))
}
