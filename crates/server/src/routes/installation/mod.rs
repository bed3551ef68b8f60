//! All studies of this process behind one address, and the calls about the installation.

mod audit;
mod handover;
mod invitation;
mod me;
mod passkeys;
mod people;
mod person;
mod ready;
mod session;
mod sso;
mod studies;
mod tokens;
mod unavailable;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tower::ServiceExt as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::observe::Observed;
use super::{health, layered};
use crate::api::document;
use crate::api::error::ApiError;
use crate::base::site::PREFIX;
use crate::installation::{Installation, below};
use crate::web_app;

/// Every documented call about the installation.
#[rustfmt::skip]
pub(super) fn api() -> OpenApiRouter<Installation> {
    OpenApiRouter::with_openapi(document::frame())
        .routes(routes!(session::login))
        .routes(routes!(session::refresh))
        .routes(routes!(session::recovery))
        .routes(routes!(session::logout))
        .routes(routes!(handover::begin))
        .routes(routes!(handover::hand_over))
        .routes(routes!(handover::exchange))
        .routes(routes!(invitation::invitation, invitation::accept))
        .routes(routes!(me::me, me::update))
        .routes(routes!(me::password))
        .routes(routes!(me::recovery_codes))
        .routes(routes!(me::sessions))
        .routes(routes!(me::end_session))
        .routes(routes!(passkeys::list, passkeys::add))
        .routes(routes!(passkeys::begin_adding))
        .routes(routes!(passkeys::remove))
        .routes(routes!(passkeys::begin))
        .routes(routes!(passkeys::sign_in))
        .routes(routes!(sso::ways))
        .routes(routes!(sso::begin))
        .routes(routes!(sso::sign_in))
        .routes(routes!(sso::connect, sso::disconnect))
        .routes(routes!(studies::list, studies::create))
        .routes(routes!(studies::archive))
        .routes(routes!(studies::reopen))
        .routes(routes!(studies::delete))
        .routes(routes!(people::list, people::invite))
        .routes(routes!(people::give_role, people::take_role))
        .routes(routes!(people::invite_again))
        .routes(routes!(people::remove))
        .routes(routes!(tokens::list, tokens::create))
        .routes(routes!(tokens::revoke))
        .routes(routes!(audit::audit))
        .routes(routes!(audit::file))
}

/// The router of the whole process.
pub fn router(installation: Installation) -> Router {
    let (own, _) = api().split_for_parts();
    let own = own
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(ready::readyz))
        // The same in all studies: they are there even if the study at the root is not.
        .route("/assets/{*path}", get(web_app::asset))
        .method_not_allowed_fallback(super::method_not_allowed);
    let observed = Observed::of_installation(&installation);
    // Not `fallback` on the layered routes: each study has these layers around its own.
    Router::new()
        .merge(layered(own, observed).with_state(installation.clone()))
        .fallback(forward)
        .with_state(installation)
}

/// Hands a request to its study, as if that were at the root.
async fn forward(State(installation): State<Installation>, mut request: Request) -> Response {
    let host = request.headers().get("host").and_then(|host| host.to_str().ok());
    let host = request.uri().host().or(host);
    let Some(found) = installation.find(host, request.uri().path()) else {
        return unavailable::unknown(&request);
    };
    let served = match found.study.served().await {
        Ok(served) => served,
        Err(why) => return unavailable::reply(&request, why),
    };
    if request.uri().path().starts_with(PREFIX) {
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = below(&found.path, request.uri().query());
        match Uri::from_parts(parts) {
            Ok(uri) => *request.uri_mut() = uri,
            Err(_) => return ApiError::not_found().into_response(),
        }
    }
    let reply = served.router.clone().oneshot(request).await;
    reply.unwrap_or_else(|never| match never {})
}
