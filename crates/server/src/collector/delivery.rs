//! The extractor of a delivery: who may send, and how much.

use axum::extract::{FromRef, FromRequest, Request};
use axum::http::Method;
use axum::http::request::Parts;
use serde_json::Value;
use unmask_store::sessions;
use utoipa::IntoParams;

use super::limit::Limit;
use super::wire::{self, Sent, Style};
use super::{Intake, identity, origin};
use crate::api::body;
use crate::api::error::{ApiError, Code, Result};
use crate::auth::address_limit::address;
use crate::auth::extract::bearer;
use crate::auth::tokens;
use crate::base::clock::Millis;

/// Bytes of a delivery after decompression. A client whose delivery is too large sends half.
const BODY: usize = 1024 * 1024;

/// A delivery from a permitted sender.
pub struct Delivery {
    pub sent: Sent,
    /// The participant of the session, if the delivery has one. A session that has ended is not an error: the items are
    /// still valid.
    pub session: Option<String>,
    /// When it arrived.
    pub now: Millis,
}

/// A delivery in the query of an address.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes what `wire` reads")]
pub struct ByAddress {
    /// One item or a list, as JSON or base64-encoded JSON.
    data: String,
    /// `1` for a JSON reply.
    verbose: Option<u8>,
}

impl Delivery {
    /// Parses a delivery that is not an import. Only imports get a strict reply and may have more items than this.
    pub fn in_parts(mut self, items: usize) -> Result<Self> {
        self.require_at_most(items)?;
        if self.sent.style == Style::Strict {
            self.sent.style = Style::Bare;
        }
        Ok(self)
    }

    /// Rejects more items than the call accepts.
    pub fn require_at_most(&self, items: usize) -> Result<()> {
        if self.sent.items.len() > items {
            return Err(ApiError::of(Code::TooManyItems).with("items", &items));
        }
        Ok(())
    }
}

impl<S: Send + Sync> FromRequest<S> for Delivery
where
    Intake: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let intake = &Intake::from_ref(state);
        let collector = intake.require()?;
        let (parts, body) = request.into_parts();
        origin::require_own(&parts.headers)?;
        let now = intake.clock.now();
        let take = |limit: &Limit, events| within(intake, limit, &parts, events, now);
        // The body can name the owner.
        take(&collector.strangers, 0).or_else(|_| take(&collector.participants, 0))?;
        collector.require_room(now).await?;
        let query = parts.uri.query().unwrap_or_default();
        let sent = if parts.method == Method::POST {
            wire::read(query, &body::read(body, BODY).await?)?
        } else {
            origin::require_program(&parts.headers)?;
            wire::read("", query.as_bytes())?
        };
        let session = session(intake, &parts, now).await?;
        let proven = session.is_some() || sent.items.iter().all(|item| is_proven(intake, item));
        // A delivery without items counts as one item.
        let events = sent.items.len().max(1);
        take(if proven { &collector.participants } else { &collector.strangers }, events)?;
        Ok(Self { sent, session, now })
    }
}

/// Whether the ID of an item proves its owner.
fn is_proven(intake: &Intake, item: &Value) -> bool {
    let id = item["properties"]["distinct_id"].as_str().or_else(|| item["$distinct_id"].as_str());
    id.is_some_and(|id| identity::proven(&intake.key, id).is_some())
}

fn within(intake: &Intake, limit: &Limit, parts: &Parts, events: usize, now: Millis) -> Result<()> {
    let address = address(&intake.settings, &parts.headers, &parts.extensions);
    limit.take(address, events, now).map_err(ApiError::too_many_requests)
}

async fn session(intake: &Intake, parts: &Parts, now: Millis) -> Result<Option<String>> {
    let Some(token) = bearer(parts) else { return Ok(None) };
    let session = sessions::authenticate(&intake.store, &tokens::hash(token), now).await?;
    Ok(session.and_then(|session| session.participant).map(|state| state.participant.id))
}
