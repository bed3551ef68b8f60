//! `GET /api/admin/webhooks/deliveries`

use unmask_store::study;
use unmask_store::webhooks::{self, Logged};
use unmask_study::webhooks::{DeliveryFailure, EventKind};

use crate::read_models::times::When;
use crate::routes::prelude::*;
use crate::webhooks::{DeliveryState, is_withheld};

#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeliveriesQuery {
    /// Only events whose last attempt failed.
    #[param(nullable = false)]
    pub failed: Option<bool>,
}

/// How many events the log shows.
const MOST: i64 = 200;

/// The last events of all webhooks.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deliveries {
    /// The newest first, at most 200.
    pub deliveries: Vec<DeliveryRow>,
}

/// An event in the delivery log. For those who are blinded, times have only their day: the moment would reveal how long
/// a participant was in the arm-specific part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryRow {
    /// ID, the same for each attempt.
    pub id: String,
    /// ID of the webhook.
    pub webhook: String,
    /// Its URL.
    pub url: String,
    pub event: EventKind,
    /// The part that it is about; null for all parts, and for tests.
    pub wave: Option<String>,
    /// Participant code; null for tests, and after erasure.
    pub participant: Option<String>,
    /// When that happened which it reports.
    pub at: When,
    pub state: DeliveryState,
    /// Attempts with a result.
    pub attempts: i64,
    /// When it is tried next; null if it is not.
    pub next_at: Option<When>,
    /// When the receiver accepted it; null if it did not.
    pub delivered_at: Option<When>,
    /// HTTP status of the last reply.
    pub last_status: Option<i64>,
    /// Why the last attempt failed; null if it did not.
    pub last_error: Option<DeliveryFailure>,
}

/// Returns the last events with the result of their delivery. Events about a part that only some arms have are not
/// sent, and not in the log.
#[utoipa::path(get, path = "/api/admin/webhooks/deliveries", operation_id = "admin_webhooks_deliveries", tag = "admin", security(("bearer" = [])),
    params(DeliveriesQuery), responses((status = 200, body = Deliveries), WithQuery, AdminOnly, Always))]
pub async fn deliveries(
    State(app): State<App>,
    admin: Admin,
    Query(query): Query<DeliveriesQuery>,
) -> Result<Json<Deliveries>> {
    let blinded = study::would_unblind(&app.store, &admin.person()).await?;
    let mut deliveries = Vec::new();
    for logged in webhooks::log(&app.store, query.failed.unwrap_or_default(), MOST).await? {
        if !is_hidden(&app, &logged).await? {
            deliveries.push(row(logged, blinded));
        }
    }
    Ok(Json(Deliveries { deliveries }))
}

async fn is_hidden(app: &App, logged: &Logged) -> Result<bool> {
    let Some(version) = &logged.study_version else { return Ok(false) };
    let loaded = app.versions.load(version).await;
    let loaded = loaded.map_err(|error| ApiError::internal(format!("{error:#}")))?;
    Ok(is_withheld(&loaded.study, logged.wave))
}

fn row(logged: Logged, blinded: bool) -> DeliveryRow {
    let when = if blinded { When::day } else { When::At };
    DeliveryRow {
        state: DeliveryState::of(&logged),
        id: logged.id,
        webhook: logged.webhook,
        url: logged.url,
        event: logged.kind,
        wave: logged.wave.map(|wave| wave.name().to_owned()),
        participant: logged.code,
        at: when(logged.at),
        attempts: logged.attempts,
        next_at: logged.next_at.map(when),
        delivered_at: logged.delivered_at.map(when),
        last_status: logged.last_status,
        last_error: logged.last_error,
    }
}
