//! `GET /api/page-flow/correct-page`

use super::{CurrentPath, correct, require_group};
use crate::routes::prelude::*;

/// The page where the user should be.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrectPage {
    /// Path of the page. It is the requested page if that is allowed.
    pub correct_page: String,
}

/// Returns the page where the user should be.
#[utoipa::path(get, path = "/api/page-flow/correct-page", operation_id = "page_flow_correct_page", tag = "page-flow", security(("bearer" = [])),
    params(CurrentPath), responses((status = 200, body = CorrectPage), WithBody, WithFields, SignedInOnly, Always))]
pub async fn correct_page(who: SignedIn, Query(query): Query<CurrentPath>) -> Result<Json<CorrectPage>> {
    if let Some(group) = query.group_type {
        require_group(&who, group)?;
    }
    Ok(Json(CorrectPage { correct_page: correct(&who, &query.current_path) }))
}
