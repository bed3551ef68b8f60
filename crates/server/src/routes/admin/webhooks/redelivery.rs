//! `POST /api/admin/webhooks/deliveries/{id}/redelivery`

use unmask_store::AuditAction;
use unmask_store::webhooks as stored;

use super::test::QueuedEvent;
use crate::routes::admin::Act;
use crate::routes::prelude::*;

/// Sends an event again that was delivered, given up, or waits after a failed attempt: under the same ID, with all
/// attempts. Replies 404 while it is being sent, and if its webhook is disabled.
#[utoipa::path(post, path = "/api/admin/webhooks/deliveries/{id}/redelivery", operation_id = "admin_webhooks_redeliver", tag = "admin", security(("bearer" = [])),
    params(("id" = String, Path, description = "The ID of the event")),
    responses((status = 200, body = QueuedEvent), WithId, AdminOnly, Always))]
pub async fn redeliver(State(app): State<App>, admin: Admin, Path(id): Path) -> Result<Json<QueuedEvent>> {
    let act = Act::of(&app, &admin);
    let event = id.clone();
    let again = app.store.write(async move |tx| {
        let again = stored::redeliver(tx, &id, act.at).await?;
        if again {
            act.log(tx, AuditAction::RedeliverEvent, json!({ "event": id })).await?;
        }
        Ok::<_, StoreError>(again)
    });
    if again.await? { Ok(Json(QueuedEvent { event })) } else { Err(ApiError::not_found()) }
}
