//! `GET /api/admin/exports`

use std::collections::BTreeMap;

use unmask_store::audit::{self, AuditAction, Entry};
use unmask_store::study;

use crate::routes::admin::audit::tells_rows;
use crate::routes::prelude::*;

/// A data package that was made, here or on the command line.
#[derive(Debug, Serialize, ToSchema)]
pub struct PastExport {
    pub at: String,
    /// Who asked for it.
    pub actor: String,
    /// SHA-256 of its manifest, which has the SHA-256 of all its files.
    pub package: Option<String>,
    /// Whether simulated participants are in it.
    pub simulated: bool,
    /// Rows by table; none of an export before unblinding as long as the arms are blinded.
    pub rows: BTreeMap<String, u64>,
    /// SHA-256 of the file of accounts and recruiters' ids, if one was made.
    pub identities: Option<String>,
}

/// The last hundred packages, the newest first, as the audit log has them.
#[utoipa::path(get, path = "/api/admin/exports", operation_id = "admin_exports_list", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = Vec<PastExport>), AdminOnly, Always))]
pub async fn list(State(app): State<App>, _: Admin) -> Result<Json<Vec<PastExport>>> {
    let entries = audit::of_action(&app.store, AuditAction::ExportData).await?;
    let is_masked = study::unblinding(&app.store).await?.is_none();
    Ok(Json(entries.into_iter().map(|entry| past(entry, is_masked)).collect()))
}

fn past(entry: Entry, is_masked: bool) -> PastExport {
    let text = |name: &str| entry.details[name].as_str().map(str::to_owned);
    let rows = entry.details["rows"].as_object().filter(|_| !is_masked || !tells_rows(&entry.details));
    PastExport {
        at: rfc3339(entry.at),
        package: text("package"),
        simulated: entry.details["simulated"] == Value::Bool(true),
        rows: rows.into_iter().flatten().filter_map(|(table, rows)| Some((table.clone(), rows.as_u64()?))).collect(),
        identities: text("identities"),
        actor: entry.actor,
    }
}
