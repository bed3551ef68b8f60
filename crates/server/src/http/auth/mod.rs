//! Signing up, in and out.

pub mod login;
pub mod logout;
pub mod refresh;
pub mod register;
pub mod suggestion;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::auth::session::Tokens;
use crate::auth::tokens::Pair;
use crate::auth::{SignedIn, tokens};
use crate::http::error::{ApiError, Result};
use crate::http::users::user::User;

/// Tokens, with the user that they belong to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Session {
    #[serde(flatten)]
    tokens: Tokens,
    /// Who is signed in.
    user: User,
}

impl Session {
    /// For a session that has just been stored.
    pub async fn of(app: &App, pair: Pair) -> Result<Self> {
        let who = SignedIn::of(app, tokens::hash(&pair.access)).await?;
        Ok(Self { user: User::of(app, &who).await?, tokens: pair.into() })
    }
}

/// The call counts against the limit of its address.
pub struct Counted;

impl FromRequestParts<App> for Counted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        app.addresses.count(&app.settings, &parts.headers, &parts.extensions, app.clock.now())?;
        Ok(Self)
    }
}
