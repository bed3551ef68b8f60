//! `GET /api/media/{ticket}`: a medium by range. The ticket is the permission; no token is needed, because a video
//! element can't send one. It expires with its session, so that signing out and withdrawing take effect immediately.

use std::fmt;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt as _;

use crate::media::{MediaError, Opened, wanted};
use crate::routes::prelude::*;
use crate::study_versions::MediaTable;

/// Returns a media file or a range of it.
#[utoipa::path(get, path = "/api/media/{ticket}", operation_id = "media_get", tag = "media",
    params(("ticket" = String, Path, description = "The ticket in a media URL of another reply")),
    responses(
        (status = 200, description = "The whole file", content((Value = "image/*"), (Value = "video/*"), (Value = "audio/*"), (Value = "text/vtt"))),
        (status = 206, description = "The requested range",
            content((Value = "image/*"), (Value = "video/*"), (Value = "audio/*"), (Value = "text/vtt"))),
        (status = 416, description = "The range is outside the file"),
        WithId, Always))]
pub async fn media(State(app): State<App>, Path(ticket): Path, request: Request) -> Result<Response> {
    let now = app.clock.now();
    let found =
        app.versions.all().into_iter().find_map(|loaded| loaded.media.read(&ticket).map(|ticket| (loaded, ticket)));
    let (loaded, ticket) = found.filter(|(_, ticket)| ticket.until > now).ok_or_else(ApiError::not_found)?;
    if !app.sessions.is_alive(&ticket.session, now).await? {
        return Err(ApiError::not_found());
    }
    let medium = loaded.media.main(&ticket.file).to_owned();
    let served = serve_file(&app, &loaded.media, &ticket.file, ticket.media_type, request).await;
    let mut response = match served {
        Ok(response) => response,
        Err(error) => {
            app.deliveries.note_failure(&ticket.session, &medium, now);
            return Err(error);
        }
    };
    if response.status().is_success() {
        app.deliveries.note_success(&ticket.session, &medium);
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response.map(|body| {
        Body::new(body.map_err(move |error| {
            report(&app, &ticket.file, "broken off", &error);
            app.deliveries.note_failure(&ticket.session, &medium, now);
            error
        }))
    }))
}

/// Counts a medium that could not be delivered, and logs it at limited intervals.
fn report(app: &App, file: &str, reason: &'static str, error: &dyn fmt::Display) {
    if let Some(metrics) = &app.metrics {
        metrics.media_failed(reason);
    }
    if let Some(failures) = app.deliveries.to_log(file, app.clock.now()) {
        tracing::warn!(file, reason, failures, %error, "a medium could not be delivered");
    }
}

/// Sends a file, with ranges, and without what would distinguish two files before they are seen: no date, no tag, and
/// no answer to conditions on them (RFC 9110, section 13.1), which can't be ours.
pub async fn serve_file(
    app: &App,
    media: &MediaTable,
    file: &str,
    media_type: &'static str,
    request: Request,
) -> Result<Response> {
    let (range, head) = (wanted(request.headers()), request.method() == Method::HEAD);
    drop(request);
    let partial = range.is_some();
    let reply = Response::builder()
        .header(header::CONTENT_TYPE, HeaderValue::from_static(media_type))
        .header(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let reply = match media.library.open(file, media.sha256(file), range).await {
        Ok(Opened { size, range, body }) => {
            let reply = reply.header(header::CONTENT_LENGTH, range.end - range.start);
            let reply = if partial {
                let part = format!("bytes {}-{}/{size}", range.start, range.end - 1);
                reply.status(StatusCode::PARTIAL_CONTENT).header(header::CONTENT_RANGE, part)
            } else {
                reply
            };
            reply.body(if head { Body::empty() } else { body })
        }
        Err(MediaError::NoSuchPart(size)) => {
            let reply = reply.status(StatusCode::RANGE_NOT_SATISFIABLE);
            reply.header(header::CONTENT_RANGE, format!("bytes */{size}")).body(Body::empty())
        }
        Err(error @ MediaError::Missing) => {
            report(app, file, "missing", &error);
            return Err(ApiError::not_found());
        }
        Err(error @ (MediaError::Changed | MediaError::Unavailable(_))) => {
            let reason = if matches!(error, MediaError::Changed) { "changed" } else { "unavailable" };
            report(app, file, reason, &error);
            return Err(ApiError::of(Code::MediumUnavailable).retry_after(2));
        }
    };
    reply.map_err(|error| ApiError::internal(error.to_string()))
}
