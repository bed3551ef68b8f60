//! The webhooks of the study, and the log of what was sent to them.

pub mod add;
pub mod deliveries;
pub mod list;
pub mod redelivery;
pub mod remove;
pub mod test;

use unmask_store::webhooks::Webhook;
use unmask_study::webhooks::EventKind;

use crate::routes::prelude::*;

/// A webhook without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookRow {
    pub id: String,
    /// Where events are sent.
    pub url: String,
    /// The events that are sent.
    pub events: Vec<EventKind>,
    pub created_at: String,
    /// Since when it gets no events, because its receiver wants none (410); null if it gets them.
    pub disabled_at: Option<String>,
}

impl From<Webhook> for WebhookRow {
    fn from(webhook: Webhook) -> Self {
        let Webhook { id, url, events, created_at, disabled_at, .. } = webhook;
        Self { id, url, events, created_at: rfc3339(created_at), disabled_at: disabled_at.map(rfc3339) }
    }
}
