//! Signing up, in and out.

pub mod invitation;
pub mod link;
pub mod login;
pub mod logout;
pub mod refresh;
pub mod register;
pub mod suggestion;

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderName, HeaderValue, header};
use serde::de::DeserializeOwned;

use crate::auth::address_limit::{Network, address};
use crate::auth::session::Tokens;
use crate::auth::simulated::SimulatedParticipant;
use crate::auth::tokens::Pair;
use crate::auth::{device, simulated, tokens};
use crate::routes::prelude::*;
use crate::routes::users::user::User;

/// Tokens and the user they belong to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Session {
    #[serde(flatten)]
    tokens: Tokens,
    /// The signed-in user.
    user: User,
}

impl Session {
    /// For a session that was opened at `at`. It is valid at that time, even if the clock was set forward since.
    pub async fn of(app: &App, pair: Pair, at: Millis, permit: Option<SimulatedParticipant>) -> Result<Self> {
        let who = SignedIn::of(&app.sessions, tokens::hash(&pair.access), at, permit).await?;
        Ok(Self { user: User::of(app, &who).await?, tokens: pair.into() })
    }

    /// The reply to the browser that the session is for: it has to remember that this name was here.
    pub fn here(self, app: &App, name: &str) -> SignedInHere {
        let cookie = device::remember(&app.key, name, app.settings.https.is_on(), &app.settings.site.base());
        ([(header::SET_COOKIE, cookie)], Json(self))
    }
}

/// A session, and the cookie of a device that is known from now on.
pub type SignedInHere = ([(HeaderName, HeaderValue); 1], Json<Session>);

/// An attempt that counts against the limit of its address, if the address is known.
///
/// Requests of another type or with a body that does not parse are not counted: they cost no password hash, and a page
/// on another site could otherwise make browsers send enough of them to lock out a classroom's address. Their size is
/// limited as for every body, and once the minute is used up, no body is read. Simulated participants are not counted,
/// because they need the server key.
pub struct Counted<T>(pub Option<Network>, pub T);

impl<T: DeserializeOwned> FromRequest<App> for Counted<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let network = address(&app.settings, request.headers(), request.extensions());
        let is_counted = simulated::calling(&app.key, request.headers(), app.clock.now())?.is_none();
        if is_counted {
            app.addresses.require_room(&app.settings, network, app.clock.now())?;
        }
        let Json(given) = Json::from_request(request, app).await?;
        if is_counted {
            app.addresses.count(&app.settings, network, app.clock.now())?;
        }
        Ok(Self(network, given))
    }
}
