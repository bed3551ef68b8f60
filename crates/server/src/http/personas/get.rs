//! `GET /api/personas/{id}`

use axum::extract::State;

use super::{PersonaCard, cards};
use crate::App;
use crate::auth::Viewer;
use crate::http::error::{ApiError, Result};
use crate::http::json::Json;
use crate::http::locale::LocaleQuery;
use crate::http::path::Path;
use crate::http::responses::{Always, Finding, SignedInOnly};

/// One persona.
#[utoipa::path(get, path = "/api/personas/{id}", operation_id = "personas_get", tag = "personas", security(("bearer" = [])),
    params(("id" = String, Path, description = "The persona"), LocaleQuery),
    responses((status = 200, body = PersonaCard), SignedInOnly, Finding, Always))]
pub async fn get(State(app): State<App>, viewer: Viewer, Path(id): Path) -> Result<Json<PersonaCard>> {
    let card = cards(&app, &viewer).await?.into_iter().find(|card| card.persona.id == id);
    card.map(Json).ok_or_else(ApiError::not_found)
}
