//! `POST /api/collect/import`: events of any age, from a caller who knows the secret.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use subtle::ConstantTimeEq as _;

use super::track::store;
use crate::api::error::Problem;
use crate::collector::Intake;
use crate::collector::delivery::{ByAddress, Delivery};
use crate::collector::reply::Outcome;
use crate::routes::prelude::*;

/// Items of an import.
const ITEMS: usize = 2000;

/// Proof that the caller knows `--analytics-secret`.
pub struct Importer(());

/// Imports events. The secret is the username or password of basic authentication.
#[utoipa::path(post, path = "/api/collect/import", operation_id = "collect_import", tag = "analytics", security(("basic" = [])),
    request_body(content(
        (String = "application/x-www-form-urlencoded"),
        (Value = "application/json"),
        (String = "application/x-ndjson"),
    )),
    responses(WithBody, CrossSite, Limited, WithId, WithSecret, Always,
        (status = 200, description = "`1`, or `{status, error}` with `verbose=1`, or for JSON `{code, status, num_records_imported}`",
            content((String = "text/plain"), (Object = "application/json"))),
        (status = 400, description = "`malformed`; for JSON, the errors by event. All other events are stored",
            content((Object = "application/json"), (Problem = "application/problem+json")))))]
pub async fn import(State(intake): State<Intake>, _: Importer, delivery: Delivery) -> Result<Outcome> {
    delivery.require_at_most(ITEMS)?;
    store(&intake, delivery, true).await
}

/// Accepts single events in the query, as the official Node client sends them. The secret is in the header.
#[utoipa::path(get, path = "/api/collect/import", operation_id = "collect_import_by_address", tag = "analytics", security(("basic" = [])), params(ByAddress),
    responses(Outcome, WithBody, CrossSite, Limited, WithId, WithSecret, Always))]
pub async fn import_by_address(intake: State<Intake>, importer: Importer, delivery: Delivery) -> Result<Outcome> {
    import(intake, importer, delivery).await
}

impl<S: Send + Sync> FromRequestParts<S> for Importer
where
    Intake: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let intake = Intake::from_ref(state);
        intake.require()?;
        let Some(secret) = &intake.settings.analytics.analytics_secret else {
            return Err(ApiError::of(Code::ImportsOff));
        };
        let (name, password) = basic(parts).ok_or_else(ApiError::not_authenticated)?;
        let is_secret = |shown: &str| bool::from(shown.as_bytes().ct_eq(secret.as_bytes()));
        if is_secret(&name) || is_secret(&password) { Ok(Self(())) } else { Err(ApiError::not_authenticated()) }
    }
}

fn basic(parts: &Parts) -> Option<(String, String)> {
    let (scheme, code) = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let text = scheme.eq_ignore_ascii_case("basic").then(|| STANDARD.decode(code.trim()).ok())??;
    let text = String::from_utf8(text).ok()?;
    let (name, password) = text.split_once(':')?;
    Some((name.to_owned(), password.to_owned()))
}
