//! Files of the web app, embedded as the build left them: `x.js` with `x.js.br` and `x.js.gz` next to it.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;

use super::encoding::Encoding;
use crate::api::error::ApiError;
use crate::api::path::Path;

/// `web/dist`; the program also builds without it.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Dist;

/// A file of the build.
pub fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    Dist::get(path).map(|file| file.data)
}

/// A text file of the build.
pub fn text(path: &str) -> Option<String> {
    file(path).and_then(|data| String::from_utf8(data.into_owned()).ok())
}

/// `/assets/…`: the name contains the content's hash, so a copy is always valid.
pub async fn asset(Path(path): Path, headers: HeaderMap) -> Response {
    let found = find(&format!("assets/{path}"), &headers, "public, max-age=31536000, immutable");
    found.unwrap_or_else(|| ApiError::not_found().into_response())
}

/// A file that keeps its name, such as `icon.svg`.
pub fn public_file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let is_public = !path.contains('/') && path.contains('.');
    is_public.then(|| find(path, headers, "public, max-age=3600")).flatten()
}

fn find(path: &str, headers: &HeaderMap, cache: &'static str) -> Option<Response> {
    for encoding in Encoding::accepted(headers) {
        let suffix = match encoding {
            Encoding::Brotli => ".br",
            Encoding::Gzip => ".gz",
            Encoding::Plain => "",
        };
        if let Some(data) = file(&format!("{path}{suffix}")) {
            return Some(respond(path, data, encoding, cache));
        }
    }
    None
}

fn respond(path: &str, data: Cow<'static, [u8]>, encoding: Encoding, cache: &'static str) -> Response {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let mut response = match data {
        Cow::Borrowed(data) => data.into_response(),
        Cow::Owned(data) => data.into_response(),
    };
    let headers = response.headers_mut();
    let text = matches!(mime.type_(), mime_guess::mime::TEXT) || mime.subtype() == mime_guess::mime::JAVASCRIPT;
    let mime = if text { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    if let Ok(mime) = HeaderValue::from_str(&mime) {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(name) = encoding.name() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
}

/// `/favicon.ico`: browsers request it automatically if no page names an icon.
pub async fn favicon(headers: HeaderMap) -> Response {
    public_file("icon.svg", &headers).unwrap_or_else(|| StatusCode::NO_CONTENT.into_response())
}

/// `/robots.txt`: search engines must not index a study, because its participants are invited.
pub async fn robots() -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=86400")];
    (headers, "User-agent: *\nDisallow: /\n").into_response()
}

/// `/default_profile.png`: shown where a portrait can't be had.
pub async fn default_profile() -> Response {
    const PICTURE: &[u8] = include_bytes!("../../assets/default_profile.png");
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=86400")];
    (headers, PICTURE).into_response()
}
