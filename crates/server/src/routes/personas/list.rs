//! `GET /api/personas`

use super::{PersonaCard, cards};
use crate::routes::prelude::*;

/// Returns all personas of the current step.
#[utoipa::path(get, path = "/api/personas", operation_id = "personas_list", tag = "personas", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Vec<PersonaCard>), SignedInOnly, WithId, Always))]
pub async fn list(State(app): State<App>, viewer: Viewer) -> Result<Json<Vec<PersonaCard>>> {
    cards(&app, &viewer).await.map(Json)
}
