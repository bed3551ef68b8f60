//! `GET /metrics`, and nothing else, on an address that participants do not reach.

use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use prometheus_client::encoding::text;
use tokio::net::TcpListener;

use super::gauges::raise;
use super::{DROPPED, REPEATED};
use crate::app::App;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Whoever looks needs one.
const CONNECTIONS: usize = 8;

/// The router of the metrics.
pub fn router(app: App) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(app)
}

/// Serves them until the task is ended.
pub async fn serve(listener: TcpListener, app: App) {
    crate::serve::serve(listener, router(app), CONNECTIONS, std::future::pending(), || {}).await;
}

async fn metrics(State(app): State<App>) -> Response {
    let Some(metrics) = &app.metrics else { return StatusCode::NOT_FOUND.into_response() };
    metrics.gauges.ask(&app).await;
    raise(&metrics.repeated, REPEATED.load(Ordering::Relaxed));
    raise(&metrics.dropped, DROPPED.load(Ordering::Relaxed));
    let mut written = String::new();
    match text::encode(&mut written, &metrics.registry) {
        Ok(()) => ([(header::CONTENT_TYPE, OPEN_METRICS)], written).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
