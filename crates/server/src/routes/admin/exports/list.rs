//! `GET /api/admin/exports`

use std::collections::BTreeMap;

use unmask_store::audit::{self, AuditAction, Entry};
use unmask_store::study;

use crate::auth::people::Names;
use crate::routes::prelude::*;

/// A data package that was exported in the console or on the command line.
#[derive(Debug, Serialize, ToSchema)]
pub struct PastExport {
    pub at: String,
    /// The user who requested it.
    pub actor: String,
    /// SHA-256 of the manifest, which contains the SHA-256 of each file.
    pub package: Option<String>,
    /// Whether the package includes simulated participants.
    pub simulated: bool,
    /// Whether it contains only participants who agreed to publication.
    pub public: bool,
    /// Whether it has blinded arms.
    pub blinded: bool,
    /// Number of rows by table. Empty for those who are blinded, because the difference between two exports may be
    /// the rows of one participant.
    pub rows: BTreeMap<String, u64>,
    /// SHA-256 of the file of accounts and recruitment IDs; null if none was exported.
    pub identities: Option<String>,
}

/// Returns the last hundred data packages that the audit log records, newest first.
#[utoipa::path(get, path = "/api/admin/exports", operation_id = "admin_exports_list", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = Vec<PastExport>), AdminOnly, Always))]
pub async fn list(State(app): State<App>, admin: Admin) -> Result<Json<Vec<PastExport>>> {
    let entries = audit::of_action(&app.store, AuditAction::ExportData).await?;
    let is_blinded = !study::is_unblinded(&app.store, &admin.person()).await?;
    let names = app.sessions.people.names().await?;
    Ok(Json(entries.into_iter().map(|entry| past(entry, is_blinded, &names)).collect()))
}

fn past(entry: Entry, is_blinded: bool, names: &Names) -> PastExport {
    let text = |name: &str| entry.details[name].as_str().map(str::to_owned);
    let rows = entry.details["rows"].as_object().filter(|_| !is_blinded);
    PastExport {
        at: rfc3339(entry.at),
        package: text("package"),
        simulated: entry.details["simulated"] == Value::Bool(true),
        public: entry.details["public"] == Value::Bool(true),
        blinded: entry.details["blinded"] == Value::Bool(true),
        rows: rows.into_iter().flatten().filter_map(|(table, rows)| Some((table.clone(), rows.as_u64()?))).collect(),
        identities: text("identities"),
        actor: names.of(entry.actor),
    }
}
