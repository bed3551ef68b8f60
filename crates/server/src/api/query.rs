//! Query strings. Errors name the parameter and the problem.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::error::{ApiError, Result, short};

/// A query string.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        match axum::extract::Query::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(query)) => Ok(Self(query)),
            Err(error) => {
                let text = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
                Err(ApiError::malformed(format!("The query is not valid: {}.", short(&text, 300))))
            }
        }
    }
}
