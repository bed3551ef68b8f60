//! `POST /api/auth/logout`

use axum::http::StatusCode;

use crate::routes::prelude::*;

/// Ends the session. It becomes invalid on all servers immediately.
#[utoipa::path(post, path = "/api/auth/logout", operation_id = "auth_logout", tag = "auth", security(("bearer" = [])),
    responses((status = 204, description = "Signed out"), SignedInOnly, Always))]
pub async fn logout(State(app): State<App>, who: SignedIn) -> Result<StatusCode> {
    app.sessions.sign_out(&who, app.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
