//! `POST /api/admin/webhooks`

use unmask_store::AuditAction;
use unmask_store::webhooks::{self as stored, Webhook};
use unmask_study::webhooks::EventKind;

use super::WebhookRow;
use crate::api::form::FormCode;
use crate::auth::people::Kind;
use crate::base::ids;
use crate::routes::admin::Act;
use crate::routes::prelude::*;
use crate::webhooks::{SigningSecret, endpoint, require_outside};

/// A new webhook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// Where events are sent: `https://…`, or `http://…` on the server's machine.
    pub url: String,
    /// The events to be sent.
    pub events: Vec<EventKind>,
}

/// A webhook that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedWebhook {
    pub webhook: WebhookRow,
    /// The secret that signs its events, `whsec_…`. No other call returns it.
    pub secret: String,
}

/// Adds a webhook. Its receiver gets the events from now on.
#[utoipa::path(post, path = "/api/admin/webhooks", operation_id = "admin_webhooks_add", tag = "admin", security(("bearer" = [])), request_body = NewWebhook,
    responses((status = 200, body = AddedWebhook), WithBody, WithFields, AdminOnly, Always))]
pub async fn add(State(app): State<App>, admin: Admin, Json(new): Json<NewWebhook>) -> Result<Json<AddedWebhook>> {
    let act = Act::of(&app, &admin);
    // Who works with a study does not operate the server.
    let outside = matches!(admin.kind, Kind::Person | Kind::Program);
    let webhook = Webhook { outside, ..checked(new, act.at)? };
    if outside && let Ok(url) = endpoint(&webhook.url) {
        let found = require_outside(&url).await;
        found.map_err(|error| ApiError::invalid_fields(vec![FieldProblem::new("url", error)]))?;
    }
    let secret = SigningSecret::random();
    let sealed = secret.seal(&app.key, &webhook.id);
    let row = WebhookRow::from(webhook.clone());
    app.store
        .write(async move |tx| {
            stored::add(tx, &webhook, &sealed).await?;
            let details = json!({ "webhook": webhook.id, "url": webhook.url, "events": webhook.events });
            act.log(tx, AuditAction::AddWebhook, details).await
        })
        .await?;
    Ok(Json(AddedWebhook { webhook: row, secret: secret.text() }))
}

fn checked(new: NewWebhook, at: Millis) -> Result<Webhook> {
    let NewWebhook { url, mut events } = new;
    events.sort_unstable();
    events.dedup();
    let mut errors = Vec::new();
    let url = endpoint(&url).map_err(|error| errors.push(FieldProblem::new("url", error)));
    if events.is_empty() || events.contains(&EventKind::Test) {
        errors.push(FieldProblem::new("events", FormCode::WebhookEvents.into()));
    }
    match url {
        Ok(url) if errors.is_empty() => Ok(Webhook {
            id: ids::uuid(at),
            url: url.into(),
            events,
            outside: false,
            created_at: at,
            disabled_at: None,
        }),
        _ => Err(ApiError::invalid_fields(errors)),
    }
}
