//! `GET /api/admin/audit`

use unmask_store::audit::{self as stored, AuditAction, Chain, Entry};
use unmask_store::study;
use unmask_study::hex;
use utoipa::openapi::schema::{AnyOfBuilder, ObjectBuilder, Ref, Type};

use super::masked;
use crate::read_models::arms::Arms;
use crate::routes::prelude::*;

#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Entries {
    /// Only entries before this number: `next` of the page before.
    #[param(nullable = false)]
    pub before: Option<i64>,
    /// Entries, 50 if it is not said, 200 at most.
    #[param(nullable = false)]
    pub limit: Option<i64>,
}

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

#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    /// From 1, without a gap.
    pub number: i64,
    pub at: String,
    pub actor: String,
    /// What; any text if the log was changed.
    #[schema(schema_with = any_action)]
    pub action: String,
    pub details: Value,
}

fn any_action() -> AnyOfBuilder {
    let known = Ref::from_schema_name(AuditAction::name());
    AnyOfBuilder::new().item(known).item(ObjectBuilder::new().schema_type(Type::String))
}

/// Whether every entry follows from the one before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditChain {
    /// They do: nothing was changed, removed or put in.
    pub whole: bool,
    /// How many there are.
    pub entries: i64,
    /// SHA-256 of the last one, which covers all before it; null if there is none. Anyone who has it can tell later
    /// that an entry up to there is missing or another: every data package has it in its manifest.
    pub head: Option<String>,
    /// The first entry that does not follow; null if all do.
    pub broken_at: Option<i64>,
}

/// Who did what, and whether the log is whole.
#[utoipa::path(get, path = "/api/admin/audit", operation_id = "admin_audit_list", tag = "admin", security(("bearer" = [])), params(Entries),
    responses((status = 200, body = AuditLog), Asking, AdminOnly, Always))]
pub async fn audit(State(app): State<App>, _: Admin, Query(wanted): Query<Entries>) -> Result<Json<AuditLog>> {
    let limit = wanted.limit.unwrap_or(USUAL).clamp(1, MOST);
    let arms = app.console.arms(study::unblinding(&app.store).await?.is_some());
    let mut found = stored::page(&app.store, wanted.before.unwrap_or(i64::MAX), limit + 1).await?;
    let more = i64::try_from(found.len()).is_ok_and(|length| length > limit);
    found.truncate(usize::try_from(limit).unwrap_or_default());
    // The end first: what is added meanwhile is checked too.
    let end = stored::end(&app.store).await?;
    let broken_at = match stored::verify(&app.store).await? {
        Chain::Whole(_) => None,
        Chain::Broken(at) => Some(at),
    };
    let head = (end.entries > 0).then(|| hex(&end.hash));
    let chain = AuditChain { whole: broken_at.is_none(), entries: end.entries, head, broken_at };
    Ok(Json(AuditLog {
        next: found.last().filter(|_| more).map(|last| last.number),
        entries: found.into_iter().map(|entry| shown(entry, &arms)).collect(),
        chain,
    }))
}

/// An entry, without what would reveal the arms as long as they are blinded.
fn shown(entry: Entry, arms: &Arms) -> AuditEntry {
    let Entry { number, at, actor, action, details } = entry;
    let details = if arms.blinded { masked(details, &arms.secrets()) } else { details };
    AuditEntry { number, at: rfc3339(at), actor, action, details }
}
