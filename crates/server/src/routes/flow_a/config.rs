//! `GET /api/flow-a/config`

use unmask_study::Step;
use unmask_study::public::{self, PublicFlowA};

use crate::routes::prelude::*;

/// Returns the settings of Flow A.
#[utoipa::path(get, path = "/api/flow-a/config", operation_id = "flow_a_config", tag = "flow-a", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = PublicFlowA), SignedInOnly, InFlow, Always))]
pub async fn config(viewer: Viewer) -> Result<Json<PublicFlowA>> {
    viewer.at(Step::FlowA)?;
    public::flow_a_config(&viewer.loaded.study, &viewer.locale).map(Json).ok_or_else(ApiError::not_found)
}
