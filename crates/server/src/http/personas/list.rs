//! `GET /api/personas`

use axum::extract::State;

use super::{PersonaCard, cards};
use crate::App;
use crate::auth::Viewer;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::locale::LocaleQuery;
use crate::http::responses::{Always, Finding, SignedInOnly};

/// All personas of the present step.
#[utoipa::path(get, path = "/api/personas", operation_id = "personas_list", tag = "personas", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Vec<PersonaCard>), SignedInOnly, Finding, Always))]
pub async fn list(State(app): State<App>, viewer: Viewer) -> Result<Json<Vec<PersonaCard>>> {
    cards(&app, &viewer).await.map(Json)
}
