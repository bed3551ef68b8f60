//! `GET /study-media/{file}`: the pictures of the landing page. Only its steps' pictures and its portraits are public.

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use unmask_study::definition::stimulus::MediaKind;
use unmask_study::public::{landing_portraits, media_type};

use crate::routes::media::serve_file;
use crate::routes::prelude::*;

/// A picture of the landing page.
pub async fn picture(State(app): State<App>, Path(file): Path, request: Request) -> Result<Response> {
    let loaded = app.versions.active();
    let mut steps = loaded.study.file.landing.steps.iter();
    if !steps.any(|step| step.picture == file) && !landing_portraits(&loaded.study).any(|portrait| portrait == file) {
        return Err(ApiError::not_found());
    }
    let mut response = serve_file(&app, &loaded.media, &file, media_type(MediaKind::Image, &file), request).await?;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    Ok(response)
}
