//! `GET /api/personas/{id}`

use super::{PersonaCard, cards};
use crate::routes::prelude::*;

/// Returns a persona.
#[utoipa::path(get, path = "/api/personas/{id}", operation_id = "personas_get", tag = "personas", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the persona"), LocaleQuery),
    responses((status = 200, body = PersonaCard), SignedInOnly, WithId, Always))]
pub async fn get(State(app): State<App>, viewer: Viewer, Path(id): Path) -> Result<Json<PersonaCard>> {
    let card = cards(&app, &viewer).await?.into_iter().find(|card| card.persona.id == id);
    card.map(Json).ok_or_else(ApiError::not_found)
}
