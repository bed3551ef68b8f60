//! `GET /api/page-flow/next`

use super::{CurrentPage, neighbour};
use crate::routes::prelude::*;

/// The page that follows another page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextPage {
    /// Path of the page; null at the end and outside the flow.
    pub next_page: Option<String>,
}

/// Returns the page that follows the given page in the flow.
#[utoipa::path(get, path = "/api/page-flow/next", operation_id = "page_flow_next", tag = "page-flow", security(("bearer" = [])), params(CurrentPage),
    responses((status = 200, body = NextPage), WithBody, WithFields, SignedInOnly, Always))]
pub async fn next(who: SignedIn, Query(query): Query<CurrentPage>) -> Result<Json<NextPage>> {
    Ok(Json(NextPage { next_page: neighbour(&who, &query, 1)? }))
}
