//! `GET /api/auth/suggestion`

use unmask_store::identity;

use crate::auth::names;
use crate::base::ids;
use crate::routes::prelude::*;

/// Among nine million names a few tries find a free one.
const ATTEMPTS: usize = 20;

/// A suggested username.
#[derive(Debug, Serialize, ToSchema)]
pub struct Suggestion {
    /// A username that is not taken and does not identify the person.
    pub username: String,
}

/// Suggests a username that does not identify the person.
#[utoipa::path(get, path = "/api/auth/suggestion", operation_id = "auth_suggestion", tag = "auth", responses((status = 200, body = Suggestion), Always))]
pub async fn suggestion(State(app): State<App>) -> Result<Json<Suggestion>> {
    free_name(&app).await.map(|username| Json(Suggestion { username }))
}

/// A username that is not taken and does not identify the person.
pub(super) async fn free_name(app: &App) -> Result<String> {
    for _ in 0..ATTEMPTS {
        let username = ids::username();
        if identity::account_by_key(&app.store, &names::key(&username)).await?.is_none() {
            return Ok(username);
        }
    }
    Err(ApiError::unavailable("no free username was found"))
}
