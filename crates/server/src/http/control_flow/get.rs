//! `GET /api/control-flow`

use serde::Serialize;
use unmask_study::Step;
use unmask_study::public::{self, PublicClip, PublicItem, PublicMedia, PublicPersona};
use utoipa::ToSchema;

use crate::auth::Viewer;
use crate::content::Seal as _;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::locale::LocaleQuery;
use crate::http::personas::find_persona;
use crate::http::responses::{Always, Here, SignedInOnly};

/// The clips, with how many are rated.
#[derive(Debug, Serialize, ToSchema)]
pub struct ControlFlow {
    /// In order.
    pub clips: Vec<Clip>,
    /// Rated so far.
    pub done: usize,
}

/// A clip with its persona.
#[derive(Debug, Serialize, ToSchema)]
pub struct Clip {
    pub id: String,
    /// From 1.
    pub number: usize,
    pub context: Option<String>,
    pub media: PublicMedia,
    /// Ratings; ids without the clip's prefix.
    pub ratings: Vec<PublicItem>,
    pub persona: PublicPersona,
}

/// The clips of the control flow.
#[utoipa::path(get, path = "/api/control-flow", tag = "control-flow", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = ControlFlow), SignedInOnly, Here, Always))]
pub async fn get(viewer: Viewer) -> Result<Json<ControlFlow>> {
    let (assigned, progress) = viewer.at(Step::ControlFlow)?;
    let study = &viewer.loaded.study;
    let personas = public::personas(study, &assigned, &viewer.locale);
    let tickets = viewer.tickets();
    let clip = |clip: PublicClip| {
        let persona = find_persona(&personas, &clip.persona)?.sealed(&tickets);
        let PublicClip { id, number, persona: _, context, media, ratings } = clip.sealed(&tickets);
        Ok(Clip { id, number, context, media, ratings, persona })
    };
    let clips = public::clips(study, &assigned, &viewer.locale).into_iter().map(clip).collect::<Result<_>>()?;
    Ok(Json(ControlFlow { clips, done: progress.memory.done }))
}
