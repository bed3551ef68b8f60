//! Signing up, in and out.

pub mod login;
pub mod logout;
pub mod refresh;
pub mod register;
pub mod suggestion;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::auth::address_limit::{Network, address};
use crate::auth::session::Tokens;
use crate::auth::tokens::Pair;
use crate::auth::{SignedIn, device, tokens};
use crate::http::error::{ApiError, Result};
use crate::http::json::Json;
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

impl Session {
    /// The reply to the browser that the session is for: it is told to remember that this name was here.
    pub fn here(self, app: &App, name: &str) -> SignedInHere {
        let cookie = device::remember(&app.key, name, app.settings.https);
        ([(header::SET_COOKIE, cookie)], Json(self))
    }
}

/// A session, and the cookie of a device that is known from now on.
pub type SignedInHere = ([(HeaderName, HeaderValue); 1], Json<Session>);

/// The call counts against the limit of its address, which is given if it is known.
pub struct Counted(pub Option<Network>);

impl FromRequestParts<App> for Counted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let network = address(&app.settings, &parts.headers, &parts.extensions);
        app.addresses.count(&app.settings, network, app.clock.now())?;
        Ok(Self(network))
    }
}
