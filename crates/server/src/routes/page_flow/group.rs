//! `GET /api/page-flow/group/{groupType}`

use super::{pages, require_group};
use crate::routes::prelude::*;

/// The pages of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupFlow {
    pub group_type: ArmId,
    /// Pages in order.
    pub page_flow: Vec<String>,
}

/// Returns the pages of the participant's group. The admin can request any group.
#[utoipa::path(get, path = "/api/page-flow/group/{groupType}", operation_id = "page_flow_group", tag = "page-flow", security(("bearer" = [])),
    params(("groupType" = String, Path, description = "The group")),
    responses((status = 200, body = GroupFlow), SignedInOnly, WithId, Always))]
pub async fn group(who: SignedIn, Path(name): Path) -> Result<Json<GroupFlow>> {
    let named = |arm: &&ArmId| arm.name() == name;
    let group = *who.loaded().study.file.arms.keys().find(named).ok_or_else(ApiError::not_found)?;
    require_group(&who, group)?;
    Ok(Json(GroupFlow { group_type: group, page_flow: pages(&who, group) }))
}
