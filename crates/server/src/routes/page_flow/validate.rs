//! `GET /api/page-flow/validate`

use super::{PageToCheck, correct, require_group};
use crate::routes::prelude::*;

/// Whether the user may be on a page now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Validity {
    /// Whether the user may be on the page.
    pub is_valid: bool,
}

/// Returns whether the user may be on the page now.
#[utoipa::path(get, path = "/api/page-flow/validate", operation_id = "page_flow_validate", tag = "page-flow", security(("bearer" = [])), params(PageToCheck),
    responses((status = 200, body = Validity), WithBody, WithFields, SignedInOnly, Always))]
pub async fn validate(who: SignedIn, Query(query): Query<PageToCheck>) -> Result<Json<Validity>> {
    require_group(&who, query.group_type)?;
    Ok(Json(Validity { is_valid: correct(&who, &query.page) == query.page }))
}
