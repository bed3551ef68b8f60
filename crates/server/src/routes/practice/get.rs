//! `GET /api/practice`

use unmask_study::page::StepKind;
use unmask_study::public::{self, PublicFeedback, PublicPractice};

use crate::routes::prelude::*;
use crate::routes::training::{History, Retry};

/// The practice item with the participant's answer.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the name on the wire")]
pub struct Practice {
    pub practice: PublicPractice,
    /// The participant's answer; null before it.
    pub answer: Option<String>,
    pub verdict: Option<PublicFeedback>,
}

/// Returns the practice item with the participant's answer.
#[utoipa::path(get, path = "/api/practice", operation_id = "practice_get", tag = "practice", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Practice), SignedInOnly, InFlow, Always))]
pub async fn get(State(app): State<App>, viewer: Viewer) -> Result<Json<Practice>> {
    let place = viewer.at(StepKind::Home)?;
    let study = &viewer.loaded.study;
    let history = History::load(&app, &viewer, place.step).await?;
    let once = Retry { attempts: 1, options: study.practice.options.len() };
    let mut answered = history.of(&study.practice.id, &viewer, &place, once);
    let practice = public::practice(study, &viewer.locale).ok_or_else(ApiError::not_found)?;
    Ok(Json(Practice {
        practice: practice.sealed(&viewer.tickets()),
        answer: answered.answers.pop().map(|given| given.answer),
        verdict: answered.verdict,
    }))
}
