//! `GET /api/page-flow/previous`

use super::{CurrentPage, neighbour};
use crate::routes::prelude::*;

/// The page before another one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviousPage {
    /// Its path; `null` at the beginning, and outside of the flow.
    pub previous_page: Option<String>,
}

/// The page before the given one in the flow.
#[utoipa::path(get, path = "/api/page-flow/previous", operation_id = "page_flow_previous", tag = "page-flow", security(("bearer" = [])), params(CurrentPage),
    responses((status = 200, body = PreviousPage), WithBody, SignedInOnly, Always))]
pub async fn previous(who: SignedIn, Query(query): Query<CurrentPage>) -> Result<Json<PreviousPage>> {
    Ok(Json(PreviousPage { previous_page: neighbour(&who, &query, -1)? }))
}
