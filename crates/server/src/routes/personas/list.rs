//! `GET /api/personas`

use axum::extract::State;

use super::{PersonaCard, cards};
use crate::api::error::Result;
use crate::api::json::Json;
use crate::api::locale::LocaleQuery;
use crate::api::responses::{Always, Finding, SignedInOnly};
use crate::app::App;
use crate::auth::Viewer;

/// All personas of the present step.
#[utoipa::path(get, path = "/api/personas", operation_id = "personas_list", tag = "personas", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Vec<PersonaCard>), SignedInOnly, Finding, Always))]
pub async fn list(State(app): State<App>, viewer: Viewer) -> Result<Json<Vec<PersonaCard>>> {
    cards(&app, &viewer).await.map(Json)
}
