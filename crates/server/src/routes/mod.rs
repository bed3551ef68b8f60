//! The whole route table.

pub mod admin;
pub mod auth;
pub mod collect;
mod control_flow;
mod debrief;
mod dry_run;
mod exposures;
mod flow_a;
mod flow_b;
mod health;
pub mod installation;
mod judged;
mod media;
pub mod observe;
mod page_flow;
mod personas;
mod practice;
mod prelude;
mod questionnaires;
mod receipt;
pub mod study;
mod submit;
pub mod timing;
mod training;
pub mod unsubscribe;
pub mod users;

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde_json::Value;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate as _, SizeAbove};
use tower_http::decompression::RequestDecompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::error::{ApiError, Code};
use crate::api::{body, document, other_sites};
use crate::app::App;
use crate::study_versions::Enrolment;
use crate::web_app;

/// Bytes of a body; what calls read of it is limited further in [`json`].
const BODY_LIMIT: usize = 1024 * 1024;

/// Every documented call.
#[rustfmt::skip]
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(document::frame())
        .routes(routes!(auth::register::register))
        .routes(routes!(auth::login::login))
        .routes(routes!(auth::refresh::refresh))
        .routes(routes!(auth::logout::logout))
        .routes(routes!(auth::suggestion::suggestion))
        .routes(routes!(auth::invitation::invitation, auth::invitation::accept))
        .routes(routes!(auth::link::link))
        .routes(routes!(users::profile::profile, users::update_profile::update_profile))
        .routes(routes!(users::set_password::set_password))
        .routes(routes!(users::address::set_address, users::address::remove_address))
        .routes(routes!(users::current_state::current_state, users::set_current_state::set_current_state))
        .routes(routes!(users::consent::consent))
        .routes(routes!(users::complete_persona::complete_persona))
        .routes(routes!(users::save_questionnaire::pre))
        .routes(routes!(users::save_questionnaire::treatment))
        .routes(routes!(users::save_questionnaire::post))
        .routes(routes!(users::data::data))
        .routes(routes!(users::decline_parts::decline_parts))
        .routes(routes!(users::withdraw::withdraw))
        .routes(routes!(users::completion::completion))
        .routes(routes!(study::get::get))
        .routes(routes!(study::consent::consent))
        .routes(routes!(study::page::page))
        .routes(routes!(questionnaires::questionnaire))
        .routes(routes!(practice::get::get))
        .routes(routes!(practice::answer::answer))
        .routes(routes!(personas::list::list))
        .routes(routes!(personas::get::get))
        .routes(routes!(personas::profile_picture::profile_picture))
        .routes(routes!(personas::flow_b::flow_b))
        .routes(routes!(flow_a::config::config))
        .routes(routes!(flow_a::questions::questions))
        .routes(routes!(flow_a::answer::answer))
        .routes(routes!(flow_a::followup::followup))
        .routes(routes!(flow_b::answer))
        .routes(routes!(control_flow::get::get))
        .routes(routes!(control_flow::rate::rate))
        .routes(routes!(debrief::debrief))
        .routes(routes!(exposures::exposures))
        .routes(routes!(media::media))
        .routes(routes!(page_flow::config::config))
        .routes(routes!(page_flow::group::group))
        .routes(routes!(page_flow::next::next))
        .routes(routes!(page_flow::previous::previous))
        .routes(routes!(page_flow::validate::validate))
        .routes(routes!(page_flow::correct_page::correct_page))
        .routes(routes!(collect::track::track, collect::track::track_by_address))
        .routes(routes!(collect::engage::engage, collect::engage::engage_by_address))
        .routes(routes!(collect::groups::groups, collect::groups::groups_by_address))
        .routes(routes!(collect::import::import, collect::import::import_by_address))
        .merge(admin::routes())
}

/// The OpenAPI document as it is served, once for all studies.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| openapi().to_string().into());

/// The router, for the server and for tests.
pub fn router(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    let openapi = async || ([("content-type", "application/json")], DOCUMENT.clone());
    let routes = api
        .route("/api/openapi.json", get(openapi))
        // The official clients write these addresses with a slash at the end, or without.
        .route("/api/collect/track/", post(collect::track::track).get(collect::track::track_by_address))
        .route("/api/collect/engage/", post(collect::engage::engage).get(collect::engage::engage_by_address))
        .route("/api/collect/groups/", post(collect::groups::groups).get(collect::groups::groups_by_address))
        .route("/api/collect/import/", post(collect::import::import).get(collect::import::import_by_address))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/favicon.ico", get(web_app::favicon))
        .route("/robots.txt", get(web_app::robots))
        .route("/default_profile.png", get(web_app::default_profile))
        .route("/assets/{*path}", get(web_app::asset))
        .route("/study-media/{*file}", get(study::picture::picture))
        .route("/unsubscribe/{token}", get(unsubscribe::page).post(unsubscribe::unsubscribe))
        .fallback(page)
        .method_not_allowed_fallback(method_not_allowed);
    layered(routes, observe::Observed::of(&app)).with_state(app)
}

/// The layers around all calls.
fn layered<S: Clone + Send + Sync + 'static>(routes: Router<S>, observed: observe::Observed) -> Router<S> {
    routes
        // The innermost first: what a body unfolds to is limited where it is read.
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(RequestDecompressionLayer::new())
        .layer(map_response(async |response: Response| body::explain_encoding(response)))
        .layer(packed())
        .layer(CatchPanicLayer::custom(|_| panicked()))
        .layer(from_fn(other_sites::reject))
        .layer(from_fn_with_state(observed, observe::observe))
}

/// Packs JSON that is worth it: a list of questions shrinks to a quarter, which a slow network feels. Pages and
/// assets are packed already, media can't be. Nothing in it is both secret and chosen by a stranger, and the token is
/// no cookie, so that its length reveals nothing.
fn packed() -> CompressionLayer<impl tower_http::compression::Predicate> {
    let json = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
    };
    CompressionLayer::new().gzip(true).quality(CompressionLevel::Default).compress_when(SizeAbove::new(2_048).and(json))
}

/// The OpenAPI document of all calls.
pub fn openapi() -> Value {
    let mut all = api().into_openapi();
    all.merge(installation::api().into_openapi());
    document::complete(&all)
}

async fn page(State(app): State<App>, request: Request) -> Response {
    // If it is not known whether people can register, the page is shown as usual; registering reports it.
    let enrolment = async { app.enrolment().await.unwrap_or(Enrolment::Open) };
    app.web().page(request, enrolment).await
}

async fn method_not_allowed() -> ApiError {
    ApiError::of(Code::MethodNotAllowed)
}

fn panicked() -> Response {
    ApiError::internal("a handler panicked").into_response()
}
