//! `GET /api/admin/audit`

use axum::extract::State;
use indexmap::IndexSet;
use serde::Serialize;
use serde_json::Value;
use unmask_store::audit::{self as stored, Chain, Entry};
use unmask_store::study;
use utoipa::ToSchema;

use super::Entries;
use crate::App;
use crate::auth::Admin;
use crate::clock::rfc3339;
use crate::console::arms::Arms;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::query::Query;
use crate::http::responses::{AdminOnly, Always, Asking};

/// Entries of a page, if nobody says otherwise, and at most.
const USUAL: i64 = 50;
const MOST: i64 = 200;

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditLog {
    /// The newest first.
    pub entries: Vec<AuditEntry>,
    /// For `before` of the next page; null on the last one.
    pub next: Option<i64>,
    /// What checking the whole log found just now.
    pub chain: AuditChain,
}

/// An entry.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    /// From 1, without a gap.
    pub number: i64,
    /// When.
    pub at: String,
    /// Who.
    pub actor: String,
    /// What.
    pub action: String,
    /// Its details.
    pub details: Value,
}

/// Whether every entry follows from the one before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditChain {
    /// They do: nothing was changed, removed or put in.
    pub whole: bool,
    /// How many there are.
    pub entries: i64,
    /// The first entry that does not follow; null if all do.
    pub broken_at: Option<i64>,
}

/// Who did what, and whether the log is whole.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin", security(("bearer" = [])), params(Entries),
    responses((status = 200, body = AuditLog), Asking, AdminOnly, Always))]
pub async fn audit(State(app): State<App>, _: Admin, Query(wanted): Query<Entries>) -> Result<Json<AuditLog>> {
    let limit = wanted.limit.unwrap_or(USUAL).clamp(1, MOST);
    let arms = Arms::of(&app, study::unblinding(&app.store).await?.is_some());
    let mut found = stored::page(&app.store, wanted.before.unwrap_or(i64::MAX), limit + 1).await?;
    let more = i64::try_from(found.len()).is_ok_and(|length| length > limit);
    found.truncate(usize::try_from(limit).unwrap_or_default());
    let chain = match stored::verify(&app.store).await? {
        Chain::Whole(entries) => AuditChain { whole: true, entries, broken_at: None },
        Chain::Broken(at) => AuditChain { whole: false, entries: stored::size(&app.store).await?, broken_at: Some(at) },
    };
    Ok(Json(AuditLog {
        next: found.last().filter(|_| more).map(|last| last.number),
        entries: found.into_iter().map(|entry| shown(entry, &arms)).collect(),
        chain,
    }))
}

/// An entry, without what would tell the arms as long as they are masked.
fn shown(mut entry: Entry, arms: &Arms) -> AuditEntry {
    if arms.masked {
        conceal(&mut entry.details, &arms.secrets());
    }
    let Entry { number, at, actor, action, details } = entry;
    AuditEntry { number, at: rfc3339(at), actor, action, details }
}

fn conceal(details: &mut Value, secrets: &IndexSet<&str>) {
    match details {
        Value::String(text) if secrets.iter().any(|secret| text.contains(secret)) => "(masked)".clone_into(text),
        Value::Array(all) => all.iter_mut().for_each(|one| conceal(one, secrets)),
        Value::Object(map) => {
            map.retain(|name, _| !secrets.contains(name.as_str()));
            map.values_mut().for_each(|one| conceal(one, secrets));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_arms_are_concealed_wherever_they_are() {
        let mut details =
            json!({ "reason": "too many in control_0", "arms": { "control_0": 5, "a": 1 }, "list": ["x"] });
        conceal(&mut details, &["control_0"].into_iter().collect());
        assert_eq!(details, json!({ "reason": "(masked)", "arms": { "a": 1 }, "list": ["x"] }));
    }
}
