//! `GET /api/page-flow/previous`

use super::{CurrentPage, neighbour};
use crate::routes::prelude::*;

/// The page that precedes another page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviousPage {
    /// Path of the page; null at the start and outside the flow.
    pub previous_page: Option<String>,
}

/// Returns the page that precedes the given page in the flow.
#[utoipa::path(get, path = "/api/page-flow/previous", operation_id = "page_flow_previous", tag = "page-flow", security(("bearer" = [])), params(CurrentPage),
    responses((status = 200, body = PreviousPage), WithBody, WithFields, SignedInOnly, Always))]
pub async fn previous(who: SignedIn, Query(query): Query<CurrentPage>) -> Result<Json<PreviousPage>> {
    Ok(Json(PreviousPage { previous_page: neighbour(&who, &query, -1)? }))
}
