//! What a page of another site makes a visitor's browser send. It changes nothing already, because JSON needs a
//! preflight and no other site has the token; this rejects it before anything is read, whatever becomes of the rest.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::error::{ApiError, Code};

/// The browser's own word on where a call comes from (W3C, Fetch Metadata Request Headers): no script can set it. It
/// is there where the connection is trusted, so under TLS and on the machine itself; programs don't send it.
const SENT_FROM: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Rejects calls of the API that could change something and come from another site, a sibling of ours included.
pub async fn reject(request: Request, next: Next) -> Response {
    let from = request.headers().get(SENT_FROM).map(HeaderValue::as_bytes);
    if matches!(from, Some(b"cross-site" | b"same-site")) && guarded(request.method(), request.uri()) {
        return ApiError::of(Code::OtherSite).into_response();
    }
    next.run(request).await
}

/// Reading is not rejected: people come by links, and no other site's script sees a reply. Usage events have rules of
/// their own (`collector/origin.rs`).
fn guarded(method: &Method, uri: &Uri) -> bool {
    let path = uri.path();
    !method.is_safe() && path.starts_with("/api/") && !path.starts_with("/api/collect/")
}
