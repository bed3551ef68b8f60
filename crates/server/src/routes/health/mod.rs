//! `/healthz` and `/readyz`, for operators.

use std::borrow::Cow;

use axum::http::StatusCode;

use crate::routes::prelude::*;

/// The process is alive.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// The server can do its work: it is not shutting down, the database responds and is undamaged, and its schedule was
/// made from this server's seed.
pub async fn readyz(State(app): State<App>) -> (StatusCode, Cow<'static, str>) {
    ready(&app).await
}

/// The same for a study.
pub async fn ready(app: &App) -> (StatusCode, Cow<'static, str>) {
    match fault(app).await {
        None if app.versions.rejected().is_some() => {
            (StatusCode::OK, "ready, with the study version in the database: the study folder is not served\n".into())
        }
        None => (StatusCode::OK, "ready\n".into()),
        Some(fault) => (StatusCode::SERVICE_UNAVAILABLE, fault),
    }
}

async fn fault(app: &App) -> Option<Cow<'static, str>> {
    if app.is_draining() {
        return Some("stopping\n".into());
    }
    let own_seed = app.schedule.is_own(&app.store).await;
    if let Some(what) = app.store.damage() {
        return Some(format!("the database is damaged ({what}): {}\n", app.store.engine().remedy()).into());
    }
    match own_seed {
        Ok(true) => None,
        Ok(false) => {
            tracing::error!(
                "not ready: the schedule in the database was made from another allocation seed than this server's; stop \
                 it, put the right allocation.seed into its data folder, and start it again"
            );
            Some("the schedule in the database was made from another allocation seed\n".into())
        }
        Err(error) => {
            tracing::error!(%error, "not ready");
            Some("the database did not respond\n".into())
        }
    }
}
