//! `GET /metrics`, and nothing else, on an address that participants do not reach.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use prometheus_client::encoding::text;
use tokio::net::TcpListener;
use unmask_store::Store;

use super::gauges::raise;
use super::{DROPPED, Metrics, REPEATED};
use crate::auth::password::Passwords;
use crate::base::clock::Clock;
use crate::study_versions::Versions;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Maximum number of concurrent scrapes.
const CONNECTIONS: usize = 8;

/// The metrics, and the parts of the server that provide gauges.
#[derive(Clone)]
pub struct Measured {
    pub metrics: Arc<Metrics>,
    /// The hashing threads.
    pub passwords: Passwords,
    /// The studies of the process at the moment.
    pub studies: Arc<dyn Fn() -> Vec<MeasuredStudy> + Send + Sync>,
}

/// A study with its gauges.
#[derive(Clone)]
pub struct MeasuredStudy {
    pub id: String,
    /// None while it is not open.
    pub open: Option<OpenStudy>,
}

/// What the gauges of an open study are read from.
#[derive(Clone)]
pub struct OpenStudy {
    pub store: Store,
    pub clock: Clock,
    /// The study versions.
    pub versions: Versions,
}

/// The router of the metrics.
pub fn router(measured: Measured) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(measured)
}

/// Serves them until the task is ended.
pub async fn serve(listener: TcpListener, measured: Measured) {
    crate::serve::serve(listener, router(measured), CONNECTIONS, std::future::pending(), || {}).await;
}

async fn metrics(State(measured): State<Measured>) -> Response {
    let metrics = &measured.metrics;
    // One at a time: the gauges are written before they are read.
    let _turn = metrics.asking.lock().await;
    metrics.gauges.ask(&measured).await;
    raise(&metrics.repeated, REPEATED.load(Ordering::Relaxed));
    raise(&metrics.dropped, DROPPED.load(Ordering::Relaxed));
    let mut written = String::new();
    match text::encode(&mut written, &metrics.registry) {
        Ok(()) => ([(header::CONTENT_TYPE, OPEN_METRICS)], written).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
