//! `GET /api/admin/live`

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};

use super::Counting;
use crate::auth::extract::bearer;
use crate::auth::tokens;
use crate::read_models::live;
use crate::routes::prelude::*;

/// Streams the overview as server-sent events (`text/event-stream`). An `overview` event is sent immediately and after
/// each change, with the body of `GET /api/admin/overview`. Read the stream with `fetch` and the bearer header. It ends
/// when the session or access token expires or the server stops; refresh the token if necessary and reconnect.
#[utoipa::path(get, path = "/api/admin/live", operation_id = "admin_live", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, description = "Events", body = String, content_type = "text/event-stream"),
        WithQuery, Limited, AdminOnly, Always))]
pub async fn live(
    State(app): State<App>,
    admin: Admin,
    Query(counting): Query<Counting>,
    request: Request,
) -> Result<Response> {
    let (parts, _) = request.into_parts();
    let token = bearer(&parts).map(tokens::hash).ok_or_else(ApiError::not_authenticated)?;
    let whose = (app.sessions.clone(), token, admin.person());
    let events = live::events(Arc::clone(&app.console), move || app.is_draining(), whose, counting.simulated);
    let events = events.ok_or_else(|| ApiError::too_many_requests(live::FULL_FOR))?;
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(live::HEARTBEAT)).into_response();
    // A proxy that collects the reply before it passes it on would pass nothing on.
    response.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}
