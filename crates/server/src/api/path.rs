//! The variable part of a path.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::error::{ApiError, Result};

/// An ID, name or ticket in a path. If it is not valid UTF-8, the reply is 404.
#[derive(Debug)]
pub struct Path(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Path {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        match axum::extract::Path::<String>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(text)) => Ok(Self(text)),
            Err(_) => Err(ApiError::not_found()),
        }
    }
}
