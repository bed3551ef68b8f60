//! `GET /api/personas/{id}/profile-picture`

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use unmask_study::definition::stimulus::MediaKind;
use unmask_study::public::media_type;

use super::position;
use crate::routes::media::serve_file;
use crate::routes::prelude::*;

/// Returns the portrait of a persona.
#[utoipa::path(get, path = "/api/personas/{id}/profile-picture", operation_id = "personas_profile_picture", tag = "personas", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the persona")),
    responses((status = 200, description = "The picture", content_type = "image/*"), SignedInOnly, WithId, Always))]
pub async fn profile_picture(
    State(app): State<App>,
    viewer: Viewer,
    Path(id): Path,
    request: Request,
) -> Result<Response> {
    position(&viewer)?;
    let id = viewer.bundle_id(&id)?;
    let study = &viewer.loaded.study;
    let persona = study.personas.iter().find(|persona| persona.id == id).ok_or_else(ApiError::not_found)?;
    let stimulus = study.stimuli.get(&persona.portrait).ok_or_else(ApiError::not_found)?;
    let file = &stimulus.original.files.first().ok_or_else(ApiError::not_found)?.file;
    let mut response =
        serve_file(&app, &viewer.loaded.media, file, media_type(MediaKind::Image, file), request).await?;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response)
}
