//! `DELETE /api/admin/webhooks/{id}`

use axum::http::StatusCode;
use unmask_store::AuditAction;
use unmask_store::webhooks as stored;

use crate::routes::admin::Act;
use crate::routes::prelude::*;

/// Deletes a webhook with its events, also those that are still to be sent.
#[utoipa::path(delete, path = "/api/admin/webhooks/{id}", operation_id = "admin_webhooks_remove", tag = "admin", security(("bearer" = [])),
    params(("id" = String, Path, description = "The ID of the webhook")),
    responses((status = 204, description = "Deleted"), WithId, AdminOnly, Always))]
pub async fn remove(State(app): State<App>, admin: Admin, Path(id): Path) -> Result<StatusCode> {
    let act = Act::of(&app, &admin);
    let removed = app.store.write(async move |tx| {
        let removed = stored::remove(tx, &id).await?;
        if removed {
            act.log(tx, AuditAction::RemoveWebhook, json!({ "webhook": id })).await?;
        }
        Ok::<_, StoreError>(removed)
    });
    if removed.await? { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::not_found()) }
}
