//! `POST /api/auth/refresh`

use super::Counted;
use crate::auth::session::{self, Refreshed, Tokens};
use crate::auth::tokens;
use crate::routes::prelude::*;

/// Maximum number of attempts when refreshes of one session run concurrently.
const ATTEMPTS: usize = 5;

/// The refresh token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    /// The refresh token as issued.
    pub refresh_token: String,
}

/// Exchanges a refresh token for a new pair of tokens. A repeated request returns the same pair.
#[utoipa::path(post, path = "/api/auth/refresh", operation_id = "auth_refresh", tag = "auth", request_body = Refresh,
    responses((status = 200, body = Tokens), WithBody, Refreshing, CrossSite, Limited, Always))]
pub async fn refresh(State(app): State<App>, Counted(_, given): Counted<Refresh>) -> Result<Json<Tokens>> {
    let token = tokens::hash(&given.refresh_token);
    for _ in 0..ATTEMPTS {
        let (key, now) = (app.key.clone(), app.clock.now());
        match app.store.write(async move |tx| session::refresh(tx, &key, token, now).await).await? {
            Refreshed::Pair(pair) => return Ok(Json(pair.into())),
            Refreshed::Superseded => {}
            Refreshed::Reused => {
                tracing::warn!("a used refresh token was presented; its session was ended");
                return Err(ended());
            }
            Refreshed::Ended => return Err(ended()),
        }
    }
    Err(ApiError::unavailable("a refresh conflicted with others too often"))
}

fn ended() -> ApiError {
    ApiError::of(Code::RefreshFailed)
}
