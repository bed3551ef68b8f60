//! `GET /api/flow-a/config`

use unmask_study::page::StepKind;
use unmask_study::public::{self, PublicFlowA};

use crate::routes::prelude::*;

/// Returns the settings of Flow A.
#[utoipa::path(get, path = "/api/flow-a/config", operation_id = "flow_a_config", tag = "flow-a", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = PublicFlowA), SignedInOnly, InFlow, Always))]
pub async fn config(viewer: Viewer) -> Result<Json<PublicFlowA>> {
    let place = viewer.at(StepKind::FlowA)?;
    let study = &viewer.loaded.study;
    let flow = study.flow_a(place.step.block).ok_or_else(ApiError::not_found)?;
    Ok(Json(public::flow_a_config(study, flow, &viewer.locale)))
}
