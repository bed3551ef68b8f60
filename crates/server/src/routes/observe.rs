//! The outermost layer of every call: request ID, time limit, one log entry without personal data, and common headers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use unmask_store::Store;

use crate::api::error::Damage;
use crate::api::{page_route, request_id};
use crate::base::ids;
use crate::installation::Installation;
use crate::metrics::Metrics;
use crate::routes::prelude::*;

/// Time limit of all calls except [`UNLIMITED`].
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// The time for a data package, or for a study folder, depends on its size. They are cancelled if they make no
/// progress.
const UNLIMITED: [&str; 2] = ["/api/admin/exports/{ticket}", "/api/admin/study/folder"];

/// What the outermost layer needs of a study, or of the installation.
#[derive(Clone)]
pub struct Observed {
    store: Store,
    metrics: Option<Arc<Metrics>>,
    https: bool,
    study: Arc<str>,
}

impl Observed {
    pub fn of(app: &App) -> Self {
        Self {
            store: app.store.clone(),
            metrics: app.metrics.clone(),
            https: app.settings.https.is_on(),
            study: app.settings.site.id().into(),
        }
    }

    pub fn of_installation(installation: &Installation) -> Self {
        Self {
            store: installation.control().clone(),
            metrics: installation.common().metrics.clone(),
            https: installation.settings().https.is_on(),
            study: "".into(),
        }
    }
}

/// The outermost layer.
pub async fn observe(State(observed): State<Observed>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = ids::request();
    let method = request.method().clone();
    let route = route(&request);
    let response = request_id::scope(id.clone(), bounded(&route, next.run(request))).await;
    let mut response = with_damage(&observed.store, response);
    finish(observed.https, &route, &id, &mut response);
    let status = response.status().as_u16();
    if let Some(metrics) = &observed.metrics {
        metrics.answered(&route, status, started.elapsed());
    }
    let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::info!(study = &*observed.study, %method, route, status, ms, request = id, "answered");
    response
}

/// The route and not the path: ids, tickets and query strings stay out of the log, and so does what scanners ask for.
fn route(request: &Request) -> String {
    match request.extensions().get::<MatchedPath>() {
        Some(path) => path.as_str().to_owned(),
        None => page_route::route(request.uri().path()).unwrap_or_else(|| "(unknown)".to_owned()),
    }
}

async fn bounded(route: &str, answer: impl Future<Output = Response>) -> Response {
    if UNLIMITED.contains(&route) {
        return answer.await;
    }
    match tokio::time::timeout(TIME_LIMIT, answer).await {
        Ok(response) => response,
        Err(_) => ApiError::unavailable("a call took longer than the time limit").into_response(),
    }
}

/// Notes the damage to the database that the call has met. Once there is damage, an unexpected error is its
/// consequence: the call can be repeated as soon as a backup is restored.
fn with_damage(store: &Store, mut response: Response) -> Response {
    if let Some(Damage(error)) = response.extensions_mut().remove() {
        store.noted(*error);
    }
    match response.status() {
        StatusCode::INTERNAL_SERVER_ERROR if store.damage().is_some() => {
            ApiError::unavailable("the database is damaged").into_response()
        }
        _ => response,
    }
}

fn finish(https: bool, route: &str, id: &str, response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // They are about documents, and a participation has 300 other replies.
    if headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    }
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    if https {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let nothing = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
        headers.insert(header::CONTENT_SECURITY_POLICY, nothing);
    }
    if route.starts_with("/api/") || !headers.contains_key(header::CACHE_CONTROL) {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn every_call_is_cut_but_that_for_a_data_package() {
        let slow = async || {
            tokio::time::sleep(TIME_LIMIT * 20).await;
            StatusCode::OK.into_response()
        };
        assert_eq!(bounded("/api/admin/exports", slow()).await.status(), 503);
        let known = crate::routes::openapi();
        for route in UNLIMITED {
            assert!(known["paths"].get(route).is_some(), "the route has another name: {route}");
            assert_eq!(bounded(route, slow()).await.status(), 200);
        }
    }

    #[test]
    fn pages_are_logged_by_their_pattern_and_nothing_else_by_its_path() {
        let of = |path: &str| route(&Request::builder().uri(path).body(Body::empty()).unwrap());
        assert_eq!(of("/flow-a/question/abcdefghijkl/correct?x=1"), "/flow-a/question/{questionId}/correct");
        assert_eq!(of("/"), "/");
        assert_eq!(of("/somebody@example.org"), "(unknown)");
        assert_eq!(of("/api/none"), "(unknown)");
    }
}
