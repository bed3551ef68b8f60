//! `GET /api/page-flow/config`

use std::collections::BTreeMap;

use super::pages;
use crate::routes::prelude::*;

/// How long the browser waits before it asks for the right page.
const CHECK_DELAY: u32 = 100;

/// The page flow of the user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlowConfig {
    /// The participant's group; null for the admin and for participants without a slot.
    pub group_type: Option<ArmId>,
    /// The participant's pages in order.
    pub page_flow: Vec<String>,
    /// Milliseconds from a route change to the check of the page.
    pub check_delay: u32,
    /// All groups; only for the admin.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub groups: Option<BTreeMap<ArmId, Vec<String>>>,
}

/// Returns the page flow.
#[utoipa::path(get, path = "/api/page-flow/config", operation_id = "page_flow_config", tag = "page-flow", security(("bearer" = [])),
    responses((status = 200, body = FlowConfig), SignedInOnly, Always))]
pub async fn config(who: SignedIn) -> Json<FlowConfig> {
    let (group_type, groups) = match &who {
        SignedIn::Registrant(registrant) => (registrant.assigned.as_ref().and_then(|assigned| assigned.arm), None),
        SignedIn::Admin(admin) => {
            let groups = admin.loaded.study.file.arms.keys().map(|group| (*group, pages(&who, *group)));
            (None, Some(groups.collect()))
        }
    };
    let page_flow = group_type.map_or_else(Vec::new, |group| pages(&who, group));
    Json(FlowConfig { group_type, page_flow, check_delay: CHECK_DELAY, groups })
}
