//! `GET /api/media/{ticket}`: a medium by range. The ticket is the right to see it; no token is needed, because a
//! video element can't send one. The right ends with the session that the ticket was made for: signing out and
//! withdrawing hold at once.

use std::path::Path as FilePath;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use tower::ServiceExt as _;
use tower_http::services::ServeFile;
use unmask_store::sessions;

use super::error::{ApiError, Result};
use super::path::Path;
use super::responses::{Always, Finding};
use crate::App;

/// A medium, whole or in part.
#[utoipa::path(get, path = "/api/media/{ticket}", tag = "media",
    params(("ticket" = String, Path, description = "From an address in another reply")),
    responses(
        (status = 200, description = "The whole medium", content((Value = "image/*"), (Value = "video/*"), (Value = "audio/*"), (Value = "text/vtt"))),
        (status = 206, description = "The part asked for by `Range`",
            content((Value = "image/*"), (Value = "video/*"), (Value = "audio/*"), (Value = "text/vtt"))),
        (status = 416, description = "No such part"),
        Finding, Always))]
pub async fn media(State(app): State<App>, Path(ticket): Path, request: Request) -> Result<Response> {
    let now = app.clock.now();
    let found =
        app.versions.all().into_iter().find_map(|loaded| loaded.media.read(&ticket).map(|ticket| (loaded, ticket)));
    let (loaded, ticket) = found.filter(|(_, ticket)| ticket.until > now).ok_or_else(ApiError::not_found)?;
    if !sessions::is_alive(&app.store, &ticket.session, now).await? {
        return Err(ApiError::not_found());
    }
    let mut response = serve_file(&loaded.media.path(&ticket.file), ticket.media_type, request).await?;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response)
}

/// Sends a file, with ranges, and without what would tell two files apart before they are seen.
pub async fn serve_file(path: &FilePath, media_type: &'static str, request: Request) -> Result<Response> {
    let request = without_conditions(request);
    let response =
        ServeFile::new(path).oneshot(request).await.map_err(|error| ApiError::internal(error.to_string()))?;
    if response.status() == 404 {
        tracing::error!("a medium that the study names is missing in the media folder");
        return Err(ApiError::not_found());
    }
    let mut response = response.map(Body::new).into_response();
    let headers = response.headers_mut();
    headers.remove(header::LAST_MODIFIED);
    headers.remove(header::ETAG);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    Ok(response)
}

/// All conditions that HTTP knows (RFC 9110, section 13.1).
const CONDITIONS: [header::HeaderName; 5] =
    [header::IF_MATCH, header::IF_NONE_MATCH, header::IF_MODIFIED_SINCE, header::IF_UNMODIFIED_SINCE, header::IF_RANGE];

/// We send no dates and no tags, so conditions on them can't be ours; answering one would tell a file's date.
fn without_conditions(mut request: Request) -> Request {
    for name in CONDITIONS {
        request.headers_mut().remove(name);
    }
    request
}
