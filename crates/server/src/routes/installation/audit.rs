//! `GET /api/installation/audit`, and the log as a file.

use axum::response::Response;
use unmask_store::AuditAction;
use unmask_store::audit as stored;
use unmask_store::control::people::ALL_STUDIES;
use unmask_study::hex;

use super::person::{Person, ReadableLog};
use crate::installation::Installation;
use crate::routes::admin::audit::file::{Line, download};
use crate::routes::admin::audit::list::{AuditLog, Entries, page, page_of};
use crate::routes::prelude::*;

/// Returns a page of the installation's audit log, and whether its hash chain is intact. Owners and auditors of a study
/// get the entries about it.
#[utoipa::path(get, path = "/api/installation/audit", operation_id = "installation_audit", tag = "installation", security(("bearer" = [])), params(Entries),
    responses((status = 200, body = AuditLog), WithQuery, PersonOnly, Always))]
pub async fn audit(
    State(installation): State<Installation>,
    person: Person,
    Query(query): Query<Entries>,
) -> Result<Json<AuditLog>> {
    let (control, names) = (installation.control(), installation.people().names().await?);
    let log = match person.readable_log() {
        ReadableLog::All => page(control, query, |details| details, &names).await?,
        log @ ReadableLog::About(_) => page_of(control, query, |entry| log.has(&entry.details), &names).await?,
    };
    Ok(Json(log))
}

/// Downloads the whole log as JSON Lines, in the format of a study's log. For owners and auditors of a study, entries
/// about others are `withheld`: they only have `number`, `previous` and `hash`. The download is recorded as the next
/// entry.
#[utoipa::path(get, path = "/api/installation/audit/file", operation_id = "installation_audit_download", tag = "installation", security(("bearer" = [])),
    responses((status = 200, description = "JSON Lines", body = String, content_type = "application/x-ndjson"),
        PersonOnly, Always))]
pub async fn file(State(installation): State<Installation>, person: Person) -> Result<Response> {
    let control = installation.control();
    let end = stored::end(control).await?;
    let details = json!({ "entries": end.entries, "head": hex(&end.hash) });
    let log = person.readable_log();
    let (at, actor) = (installation.clock().now(), person.actor);
    let recorded =
        control.write(async move |tx| stored::audit(tx, at, &actor, AuditAction::DownloadAuditLog, &details).await);
    recorded.await?;
    Ok(download(control.clone(), end, move |entry| {
        let details = serde_json::from_str(&entry.details).unwrap_or_default();
        if log.has(&details) { Line::whole(entry, false) } else { Line::withheld(&entry) }
    }))
}

impl ReadableLog {
    /// Whether an entry with these details is part of it. What is about all studies is about each.
    fn has(&self, details: &Value) -> bool {
        let Self::About(studies) = self else { return true };
        let is_own = |study: &Value| {
            study.as_str().is_some_and(|study| study == ALL_STUDIES || studies.iter().any(|own| own == study))
        };
        is_own(&details["study"]) || details["studies"].as_array().is_some_and(|all| all.iter().any(is_own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_about_its_study_or_about_all() {
        let log = ReadableLog::About(vec!["pilot".into()]);
        for (details, expected) in [
            (json!({ "study": "pilot", "role": "owner" }), true),
            (json!({ "study": "*" }), true),
            (json!({ "person": "x", "studies": ["field", "pilot"] }), true),
            (json!({ "study": "field" }), false),
            (json!({ "person": "pilot" }), false),
            (json!({}), false),
        ] {
            assert_eq!(log.has(&details), expected, "{details}");
            assert!(ReadableLog::All.has(&details));
        }
    }
}
