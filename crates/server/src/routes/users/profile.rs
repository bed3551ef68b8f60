//! `GET /api/users/profile`

use super::user::{User, later_parts};
use crate::api::locale::RequestedLocale;
use crate::routes::prelude::*;

/// Returns the signed-in user. Names of later parts are in the requested language.
#[utoipa::path(get, path = "/api/users/profile", operation_id = "users_profile", tag = "users", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = User), SignedInOnly, Always))]
pub async fn profile(
    State(app): State<App>,
    who: SignedIn,
    RequestedLocale(requested): RequestedLocale,
) -> Result<Json<User>> {
    let user = User::of(&app, &who).await?;
    Ok(Json(match (&who, requested) {
        (SignedIn::Registrant(registrant), Some(tag)) => {
            User { waves: later_parts(registrant, &registrant.loaded.locale(Some(&tag))), ..user }
        }
        _ => user,
    }))
}
