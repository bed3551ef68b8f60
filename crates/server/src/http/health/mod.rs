//! `/healthz` and `/readyz`, for whoever runs the server.

use axum::extract::State;
use axum::http::StatusCode;

use crate::App;

/// The process is alive.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// The server can do its work: the database answers, and it is not on its way out.
pub async fn readyz(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match app.store.ping().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::error!("not ready: {error}");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}
