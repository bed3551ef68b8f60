//! `Idempotency-Key`: the client's ID of a submission, by which a repeat is recognised.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::error::{ApiError, Result};
use crate::base::ids;

/// The key, if the client sent one.
#[derive(Clone, Debug)]
pub struct IdempotencyKey(pub Option<String>);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let key = value.to_str().ok().map(|key| key.trim_matches('"')).filter(|key| ids::is_uuid(key));
        match key {
            Some(key) => Ok(Self(Some(key.to_ascii_lowercase()))),
            None => Err(ApiError::malformed("Idempotency-Key: send a UUID.")),
        }
    }
}
