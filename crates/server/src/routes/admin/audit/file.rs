//! `GET /api/admin/audit/file`

use std::io;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::Stream;
use futures_util::stream::try_unfold;
use unmask_store::audit::{self as stored, AuditAction, Head, SALT, Sealed};
use unmask_store::{Store, study};
use unmask_study::hex;

use super::blinded;
use crate::read_models::arms::Arms;
use crate::routes::admin::Act;
use crate::routes::prelude::*;

/// Number of entries in memory at a time.
const PIECE: i64 = 500;

/// A line of the file.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Line {
    Whole(Whole),
    Withheld(Link),
}

/// An entry of which only that is shown with which the chain goes on.
#[derive(Serialize)]
pub struct Link {
    number: i64,
    previous: String,
    hash: String,
    withheld: bool,
}

/// An entry with its contents.
#[derive(Serialize)]
pub struct Whole {
    number: i64,
    at: String,
    actor: String,
    action: String,
    /// The JSON text as it was hashed. If it were parsed and written again, its bytes could differ.
    details: String,
    previous: String,
    hash: String,
    /// The details differ from those that were hashed, because these would reveal the arms.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    blinded: bool,
}

/// Downloads the whole log as JSON Lines, oldest entry first: `number`, `at`, `actor`, `action`, `details` (the JSON
/// text that was hashed, with a random salt), `previous` and `hash`. `blinded` marks an entry whose details would
/// reveal the arms and are hidden from those who are blinded. The download is recorded as the next entry, with the
/// number and hash of the last entry in the file.
#[utoipa::path(get, path = "/api/admin/audit/file", operation_id = "admin_audit_download", tag = "admin", security(("bearer" = [])),
    responses((status = 200, description = "JSON Lines", body = String, content_type = "application/x-ndjson"),
        AdminOnly, Always))]
pub async fn file(State(app): State<App>, admin: Admin) -> Result<Response> {
    let act = Act::of(&app, &admin);
    let arms = app.console.arms(study::is_unblinded(&app.store, &admin.person()).await?);
    let end = stored::end(&app.store).await?;
    let details = json!({ "entries": end.entries, "head": hex(&end.hash) });
    app.store.write(async move |tx| act.log(tx, AuditAction::DownloadAuditLog, details.clone()).await).await?;
    Ok(download(app.store.clone(), end, move |entry| line(entry, &arms)))
}

/// The log up to `end` as a file, with each entry as `line` shows it.
pub fn download(store: Store, end: Head, line: impl Fn(Sealed) -> Line + Send + 'static) -> Response {
    let mut response = Body::from_stream(lines(store, end, line)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"audit-log.jsonl\""));
    response
}

/// All entries up to `end`. They can't change, because the log is append-only.
fn lines(
    store: Store,
    end: Head,
    line: impl Fn(Sealed) -> Line + Send + 'static,
) -> impl Stream<Item = io::Result<Bytes>> {
    try_unfold((store, line, 0), move |(store, line, after)| async move {
        let entries = stored::after(&store, after, end.entries, PIECE).await.map_err(io::Error::other)?;
        let Some(last) = entries.last().map(|entry| entry.number) else { return Ok(None) };
        let mut piece = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut piece, &line(entry))?;
            piece.push(b'\n');
        }
        Ok(Some((Bytes::from(piece), (store, line, last))))
    })
}

/// An entry; for those who are blinded to the arms, without what would reveal them.
fn line(entry: Sealed, arms: &Arms) -> Line {
    let shown = if arms.blinded { concealed(&entry.details, arms) } else { None };
    let blinded = shown.is_some();
    Line::whole(Sealed { details: shown.unwrap_or(entry.details), ..entry }, blinded)
}

impl Line {
    /// With the details as given; `blinded` if these differ from those that were hashed.
    pub fn whole(entry: Sealed, blinded: bool) -> Self {
        let Sealed { number, at, actor, action, details, previous, hash } = entry;
        let (previous, hash) = (hex(&previous), hex(&hash));
        Self::Whole(Whole { number, at: rfc3339(at), actor, action, details, previous, hash, blinded })
    }

    /// Without its contents.
    pub fn withheld(entry: &Sealed) -> Self {
        let Sealed { number, previous, hash, .. } = entry;
        Self::Withheld(Link { number: *number, previous: hex(previous), hash: hex(hash), withheld: true })
    }
}

/// The details without what would reveal the arms, and without the salt, with which that could be found by guessing;
/// none if nothing reveals them.
fn concealed(details: &str, arms: &Arms) -> Option<String> {
    let read: Value = serde_json::from_str(details).unwrap_or_else(|_| Value::String(details.to_owned()));
    let mut shown = blinded(read.clone(), &arms.secrets());
    if shown == read {
        return None;
    }
    if let Some(shown) = shown.as_object_mut() {
        shown.remove(SALT);
    }
    Some(shown.to_string())
}
