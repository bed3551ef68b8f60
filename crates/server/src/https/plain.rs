//! The port for plain HTTP: it replies to challenges of the authority, and redirects everything else to HTTPS.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, MatchedPath, Path, Request, State};
use axum::http::uri::PathAndQuery;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tower::ServiceExt as _;

use super::Live;
use crate::base::config::Settings;

/// What the port needs.
#[derive(Clone)]
struct Plain {
    live: Live,
    /// The first name of the settings.
    name: String,
    /// `:8443`, if the public address has a port.
    port: String,
    /// Replies to health checks of this machine.
    health: Router,
}

/// The router of the port. `health` replies to `/healthz` and `/readyz` of this machine.
pub fn router(live: Live, settings: &Settings, health: Router) -> Router {
    let name = settings.https.names().first().copied().unwrap_or_default().to_owned();
    let port = port_of(settings.mail.public_url.as_deref().unwrap_or_default());
    Router::new()
        .route("/.well-known/acme-challenge/{token}", get(challenge))
        .route("/healthz", get(check_health))
        .route("/readyz", get(check_health))
        .fallback(redirect)
        .with_state(Plain { live, name, port, health })
}

async fn challenge(State(plain): State<Plain>, Path(token): Path<String>) -> Response {
    match plain.live.answer(&token) {
        Some(answer) => ([(header::CONTENT_TYPE, "application/octet-stream")], answer).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn check_health(State(plain): State<Plain>, mut request: Request) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    if !peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback()) {
        return redirect(State(plain), request).await;
    }
    // The log and the metrics name the route of the other router alone.
    request.extensions_mut().remove::<MatchedPath>();
    plain.health.oneshot(request).await.unwrap_or_else(|never| match never {})
}

async fn redirect(State(plain): State<Plain>, request: Request) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).map(host_of);
    // Only to a name of this server, because the client chooses the header; and never to that of another study.
    let host = host.filter(|host| plain.live.has_name(host)).unwrap_or_else(|| plain.name.clone());
    let path = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
    let location = format!("https://{host}{}{path}", plain.port);
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)]).into_response()
}

/// The name in a `Host` header.
fn host_of(header: &str) -> String {
    let name = header.rsplit_once(':').map_or(header, |(name, _)| name);
    name.trim_end_matches('.').to_ascii_lowercase()
}

fn port_of(url: &str) -> String {
    url.parse::<Uri>().ok().and_then(|url| url.port_u16()).map(|port| format!(":{port}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_and_port_are_found() {
        assert_eq!(host_of("Study.Example.org:80"), "study.example.org");
        assert_eq!(host_of("study.example.org."), "study.example.org");
        assert_eq!(port_of("https://study.example.org"), "");
        assert_eq!(port_of("https://study.example.org:8443/"), ":8443");
    }
}
