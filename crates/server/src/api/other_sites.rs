//! Rejects requests that a page of another site makes a browser send (CSRF). They could not change anything anyway,
//! because JSON needs a preflight and other sites don't have the token. This check does not depend on that, and runs
//! before the body is read.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::error::{ApiError, Code};

/// The header in which the browser states where a request comes from (W3C, Fetch Metadata Request Headers). Scripts
/// can't set it. Browsers send it under TLS and to localhost; programs don't.
const SENT_FROM: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Rejects API calls that could change something and come from another site, including sibling domains.
pub async fn reject(request: Request, next: Next) -> Response {
    let from = request.headers().get(SENT_FROM).map(HeaderValue::as_bytes);
    if matches!(from, Some(b"cross-site" | b"same-site")) && guarded(request.method(), request.uri()) {
        return ApiError::of(Code::OtherSite).into_response();
    }
    next.run(request).await
}

/// Reads are not rejected: visitors follow links, and scripts of other sites can't see the reply. Usage events have
/// their own rules (`collector/origin.rs`).
fn guarded(method: &Method, uri: &Uri) -> bool {
    let path = uri.path();
    !method.is_safe() && path.starts_with("/api/") && !path.starts_with("/api/collect/")
}
