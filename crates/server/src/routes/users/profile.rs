//! `GET /api/users/profile`

use super::user::User;
use crate::routes::prelude::*;

/// Returns the signed-in user.
#[utoipa::path(get, path = "/api/users/profile", operation_id = "users_profile", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = User), SignedInOnly, Always))]
pub async fn profile(State(app): State<App>, who: SignedIn) -> Result<Json<User>> {
    User::of(&app, &who).await.map(Json)
}
