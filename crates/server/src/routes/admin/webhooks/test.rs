//! `POST /api/admin/webhooks/{id}/test`

use unmask_store::AuditAction;
use unmask_store::webhooks as stored;

use crate::base::ids;
use crate::routes::admin::Act;
use crate::routes::prelude::*;

/// An event that is sent within seconds.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueuedEvent {
    /// Its ID in the delivery log.
    pub event: String,
}

/// Sends a test to a webhook that is not disabled. It names no participant. The delivery log shows the result.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/test", operation_id = "admin_webhooks_test", tag = "admin", security(("bearer" = [])),
    params(("id" = String, Path, description = "The ID of the webhook")),
    responses((status = 200, body = QueuedEvent), WithId, AdminOnly, Always))]
pub async fn test(State(app): State<App>, admin: Admin, Path(id): Path) -> Result<Json<QueuedEvent>> {
    let act = Act::of(&app, &admin);
    let event = format!("msg_{}", ids::uuid(act.at));
    let new = event.clone();
    let queued = app.store.write(async move |tx| {
        let queued = stored::queue_test(tx, &new, &id, act.at).await?;
        if queued {
            act.log(tx, AuditAction::TestWebhook, json!({ "webhook": id })).await?;
        }
        Ok::<_, StoreError>(queued)
    });
    if queued.await? { Ok(Json(QueuedEvent { event })) } else { Err(ApiError::not_found()) }
}
