//! `GET /api/users/current-state`

use crate::routes::prelude::*;
use crate::routes::receipt::Position;

/// Returns the user's position in the page flow.
#[utoipa::path(get, path = "/api/users/current-state", operation_id = "users_current_state", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = Position), SignedInOnly, Always))]
pub async fn current_state(who: SignedIn) -> Json<Position> {
    Json(match &who {
        SignedIn::Registrant(registrant) => Position::of(registrant),
        SignedIn::Admin(_) => Position { current_state: "/dashboard".into(), next_state: None, progress: None },
    })
}
