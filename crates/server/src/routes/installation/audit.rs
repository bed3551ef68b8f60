//! `GET /api/installation/audit`, and the log as a file.

use axum::response::Response;
use unmask_store::AuditAction;
use unmask_store::audit as stored;
use unmask_study::hex;

use super::person::Person;
use crate::installation::Installation;
use crate::routes::admin::audit::file::download;
use crate::routes::admin::audit::list::{AuditLog, Entries, page};
use crate::routes::prelude::*;

/// Returns a page of the installation's audit log, and whether its hash chain is intact.
#[utoipa::path(get, path = "/api/installation/audit", operation_id = "installation_audit", tag = "installation", security(("bearer" = [])), params(Entries),
    responses((status = 200, body = AuditLog), WithQuery, PersonOnly, Always))]
pub async fn audit(
    State(installation): State<Installation>,
    _person: Person,
    Query(query): Query<Entries>,
) -> Result<Json<AuditLog>> {
    let names = installation.people().names().await?;
    Ok(Json(page(installation.control(), query, |details| details, &names).await?))
}

/// Downloads the whole log as JSON Lines, in the format of a study's log. The download is recorded as the next entry.
#[utoipa::path(get, path = "/api/installation/audit/file", operation_id = "installation_audit_download", tag = "installation", security(("bearer" = [])),
    responses((status = 200, description = "JSON Lines", body = String, content_type = "application/x-ndjson"),
        PersonOnly, Always))]
pub async fn file(State(installation): State<Installation>, person: Person) -> Result<Response> {
    let control = installation.control();
    let end = stored::end(control).await?;
    let details = json!({ "entries": end.entries, "head": hex(&end.hash) });
    let (at, actor) = (installation.clock().now(), person.actor);
    let recorded =
        control.write(async move |tx| stored::audit(tx, at, &actor, AuditAction::DownloadAuditLog, &details).await);
    recorded.await?;
    Ok(download(control.clone(), None, end))
}
