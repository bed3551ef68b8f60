//! `GET /api/admin/exports/{ticket}`

use std::path::PathBuf;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse as _, Response};
use tokio::runtime::Handle;
use tower::ServiceExt as _;
use tower_http::services::ServeFile;
use unmask_export::staging::Staging;
use unmask_store::study;

use super::progress::{PATIENCE, while_it_grows};
use super::ticket::{Ticket, What};
use crate::auth::names;
use crate::base::background;
use crate::routes::prelude::*;

/// Downloads a data package with the current data. The address from `POST /api/admin/exports` is the authorization; no
/// token is needed.
#[utoipa::path(get, path = "/api/admin/exports/{ticket}", operation_id = "admin_exports_download", tag = "admin",
    params(("ticket" = String, Path, description = "The ticket in an address that `POST /api/admin/exports` returned")),
    responses(
        (status = 200, description = "A ZIP file, or the file of accounts and recruitment IDs",
            content((Value = "application/zip"), (Value = "text/csv"))),
        WithId, Once, Always))]
pub async fn fetch(State(app): State<App>, Path(ticket): Path, request: Request) -> Result<Response> {
    let now = app.clock.now();
    let ticket = Ticket::read(&app.key, &ticket).filter(|ticket| ticket.until > now).ok_or_else(ApiError::not_found)?;
    let actor = app.sessions.actor(&ticket.session, now).await?.ok_or_else(ApiError::not_found)?;
    // Somebody may have taken the role since the request.
    if !app.sessions.may_still(&actor, &Method::POST, "/api/admin/exports", now).await? {
        return Err(ApiError::not_found());
    }
    if !ticket.blinded && study::would_unblind(&app.store, &names::key(&actor)).await? {
        return Err(ApiError::of(Code::ExportWouldUnblind));
    }
    // One at a time, because each uses a processor, and disk space of its size.
    let _turn = app.console.exporting.lock().await;
    let name = name(&app, &ticket, now);
    // On the disk of the data, and deleted with this handle. An open file can still be read to its end.
    let scratch = Staging::next_to(&app.settings.data.join("download"));
    let scratch = scratch.map_err(|error| ApiError::unavailable(format!("no room for an export: {error}")))?;
    let writing = written(&app, &ticket, actor, scratch.folder().join(&name), now);
    let file = while_it_grows(scratch.folder(), writing).await.unwrap_or_else(|| {
        Err(ApiError::unavailable(format!("an export wrote nothing for {} seconds", PATIENCE.as_secs())))
    })?;
    let plain = Request::builder().method(request.method()).body(Body::empty()).unwrap_or_default();
    let served = ServeFile::new(&file).oneshot(plain).await.map_err(|error| ApiError::internal(error.to_string()))?;
    let mut response = served.map(Body::new).into_response();
    let kind = if ticket.what == What::Package { "application/zip" } else { "text/csv; charset=utf-8" };
    let headers = response.headers_mut();
    headers.remove(header::LAST_MODIFIED);
    headers.remove(header::ACCEPT_RANGES);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let disposition = format!("attachment; filename=\"{name}\"");
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::try_from(disposition).map_err(|error| ApiError::internal(error.to_string()))?,
    );
    Ok(response)
}

/// `study-2026-11-20.zip`.
fn name(app: &App, ticket: &Ticket, now: Millis) -> String {
    let id: String =
        app.versions.active().study.file.id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let day = &rfc3339(now)[..10];
    match ticket.what {
        What::Package if ticket.blinded => format!("{id}-{day}-blinded.zip"),
        What::Package => format!("{id}-{day}.zip"),
        What::Identities => format!("{id}-{day}-identities.csv"),
    }
}

async fn written(app: &App, ticket: &Ticket, actor: String, target: PathBuf, at: Millis) -> Result<PathBuf> {
    let (store, ticket, file) = (app.store.clone(), ticket.clone(), target.clone());
    let seed = *app.schedule.seed();
    let usage = app.collector.as_ref().map(|collector| collector.store.clone());
    // Reading all data from SQLite blocks the thread.
    let writing = background::run(move || {
        let Ticket { what, simulated, spreadsheet, public, blinded, .. } = ticket;
        let usage = usage.as_ref();
        let request = unmask_export::Request {
            target: &file,
            identities: None,
            whole: None,
            spreadsheet,
            csv_alone: false,
            simulated,
            public: public.then_some(&[]),
            blinded: blinded.then_some(seed),
            seed: None,
            usage,
            unblinding: None,
            actor: &actor,
            at,
        };
        match what {
            What::Package => Handle::current().block_on(unmask_export::export(&store, &request)).map(drop),
            What::Identities => Handle::current().block_on(unmask_export::export_identities(&store, &request)),
        }
    });
    writing.await.map_err(|error| ApiError::internal(format!("the export stopped: {error:#}")))??;
    Ok(target)
}
