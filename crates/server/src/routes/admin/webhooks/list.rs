//! `GET /api/admin/webhooks`

use unmask_store::webhooks;
use unmask_study::webhooks::EventKind;

use super::WebhookRow;
use crate::routes::prelude::*;

/// The webhooks of the study.
#[derive(Debug, Serialize, ToSchema)]
pub struct Webhooks {
    /// The oldest first.
    pub webhooks: Vec<WebhookRow>,
    /// The events that a webhook can be for.
    pub events: [EventKind; 8],
}

/// Returns the webhooks, without their secrets.
#[utoipa::path(get, path = "/api/admin/webhooks", operation_id = "admin_webhooks_list", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = Webhooks), AdminOnly, Always))]
pub async fn list(State(app): State<App>, _: Admin) -> Result<Json<Webhooks>> {
    let webhooks = webhooks::webhooks(&app.store).await?.into_iter().map(WebhookRow::from).collect();
    Ok(Json(Webhooks { webhooks, events: EventKind::ALL }))
}
