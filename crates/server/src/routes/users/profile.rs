//! `GET /api/users/profile`

use axum::extract::State;

use super::user::User;
use crate::api::error::Result;
use crate::api::json::Json;
use crate::api::responses::{Always, SignedInOnly};
use crate::app::App;
use crate::auth::SignedIn;

/// The signed-in user.
#[utoipa::path(get, path = "/api/users/profile", operation_id = "users_profile", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = User), SignedInOnly, Always))]
pub async fn profile(State(app): State<App>, who: SignedIn) -> Result<Json<User>> {
    User::of(&app, &who).await.map(Json)
}
