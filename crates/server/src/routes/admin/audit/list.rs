//! `GET /api/admin/audit`

use unmask_store::audit::{self as stored, AuditAction, Chain, Entry};
use unmask_store::{Store, study};
use unmask_study::hex;
use utoipa::openapi::schema::{AnyOfBuilder, ObjectBuilder, Ref, Type};

use super::blinded;
use crate::auth::people::Names;
use crate::routes::prelude::*;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Entries {
    /// Only entries before this number: `next` of the previous page.
    #[param(nullable = false)]
    pub before: Option<i64>,
    /// Number of entries, at most 200. Default: 50.
    #[param(nullable = false)]
    pub limit: Option<i64>,
    /// Only entries of this actor.
    #[param(nullable = false)]
    pub actor: Option<String>,
}

/// Default and maximum number of entries of a page.
const DEFAULT_LIMIT: i64 = 50;
const MAX_LIMIT: i64 = 200;

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditLog {
    /// Newest first.
    pub entries: Vec<AuditEntry>,
    /// Which entry the first one of the page is, counted from the newest: 1 on the first page.
    pub from: i64,
    /// Number of entries on all pages.
    pub total: i64,
    /// What to call the actor whose entries these are; null for all entries.
    pub of: Option<String>,
    /// Value of `before` for the next page; null on the last page.
    pub next: Option<i64>,
    /// Result of verifying the whole log now.
    pub chain: AuditChain,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    /// Sequence number from 1, without gaps.
    pub number: i64,
    pub at: String,
    /// Whom the log records: the ID of a person or a program of the installation; in the database of a study, a
    /// username; `operator`, the person at the command line.
    pub actor: String,
    /// What to call them now.
    pub name: String,
    /// The recorded action; any text if the log was tampered with.
    #[schema(schema_with = any_action)]
    pub action: String,
    pub details: Value,
}

fn any_action() -> AnyOfBuilder {
    let known = Ref::from_schema_name(AuditAction::name());
    AnyOfBuilder::new().item(known).item(ObjectBuilder::new().schema_type(Type::String))
}

/// The result of verifying the hash chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditChain {
    /// The chain is intact: no entry was changed, removed or inserted.
    pub whole: bool,
    /// Number of entries.
    pub entries: i64,
    /// Hash (SHA-256) of the last entry; null if the log is empty. It covers all earlier entries: anyone who has it can
    /// detect later that one of them was changed or removed. Each data package contains it in its manifest.
    pub head: Option<String>,
    /// Number of the first entry that does not match its predecessor; null if the chain is intact.
    pub broken_at: Option<i64>,
}

/// Returns a page of the audit log, and whether its hash chain is intact.
#[utoipa::path(get, path = "/api/admin/audit", operation_id = "admin_audit_list", tag = "admin", security(("bearer" = [])), params(Entries),
    responses((status = 200, body = AuditLog), WithQuery, AdminOnly, Always))]
pub async fn audit(State(app): State<App>, admin: Admin, Query(query): Query<Entries>) -> Result<Json<AuditLog>> {
    let arms = app.console.arms(study::is_unblinded(&app.store, &admin.person()).await?);
    // Those who are blinded get no details that would reveal the arms.
    let shown = |details| if arms.blinded { blinded(details, &arms.secrets()) } else { details };
    let names = app.sessions.people.names().await?;
    Ok(Json(page(&app.store, query, shown, &names).await?))
}

/// A page of the log of a database, with the details of entries as `shown`.
pub async fn page(store: &Store, query: Entries, shown: impl Fn(Value) -> Value, names: &Names) -> Result<AuditLog> {
    let limit = query.limit();
    let before = query.before.unwrap_or(i64::MAX);
    let found = match &query.actor {
        Some(actor) => stored::page_of_actor(store, actor, before, limit + 1).await?,
        None => stored::page(store, before, limit + 1).await?,
    };
    let end = stored::end(store).await?;
    let first = found.first().map_or(end.entries, |entry| entry.number);
    // Without an actor, no number is missing.
    let (total, from) = match &query.actor {
        Some(actor) => {
            (stored::count_of_actor(store, actor, 0).await?, stored::count_of_actor(store, actor, first).await?)
        }
        None => (end.entries, end.entries - first + 1),
    };
    composed(store, query, Found { entries: found, from, total }, shown, names).await
}

/// The same of the entries that are `readable`.
pub async fn page_of(
    store: &Store,
    query: Entries,
    readable: impl Fn(&Entry) -> bool,
    names: &Names,
) -> Result<AuditLog> {
    let is_asked = |entry: &Entry| query.actor.as_ref().is_none_or(|actor| entry.actor == *actor) && readable(entry);
    let mut all: Vec<_> = stored::entries(store).await?.into_iter().filter(is_asked).collect();
    all.reverse();
    let total = all.len();
    all.retain(|entry| entry.number < query.before.unwrap_or(i64::MAX));
    let from = total - all.len() + 1;
    all.truncate(usize::try_from(query.limit() + 1).unwrap_or_default());
    let count = |number| i64::try_from(number).unwrap_or(i64::MAX);
    let found = Found { entries: all, from: count(from), total: count(total) };
    composed(store, query, found, |details| details, names).await
}

impl Entries {
    fn limit(&self) -> i64 {
        self.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT)
    }
}

/// What was found for a page.
struct Found {
    /// One more than are shown, if there is a next page.
    entries: Vec<Entry>,
    from: i64,
    total: i64,
}

async fn composed(
    store: &Store,
    query: Entries,
    Found { entries: mut found, from, total }: Found,
    shown: impl Fn(Value) -> Value,
    names: &Names,
) -> Result<AuditLog> {
    let limit = query.limit();
    let more = i64::try_from(found.len()).is_ok_and(|length| length > limit);
    found.truncate(usize::try_from(limit).unwrap_or_default());
    // The end is read first, so that the check includes entries that are added meanwhile.
    let end = stored::end(store).await?;
    let broken_at = match stored::verify(store).await? {
        Chain::Whole(_) => None,
        Chain::Broken(at) => Some(at),
    };
    let head = (end.entries > 0).then(|| hex(&end.hash));
    let entry = |Entry { number, at, actor, action, details }| AuditEntry {
        number,
        at: rfc3339(at),
        name: names.of(actor.clone()),
        actor,
        action,
        details: shown(details),
    };
    Ok(AuditLog {
        from: from.max(1),
        total,
        of: query.actor.map(|actor| names.of(actor)),
        next: found.last().filter(|_| more).map(|last| last.number),
        chain: AuditChain { whole: broken_at.is_none(), entries: end.entries, head, broken_at },
        entries: found.into_iter().map(entry).collect(),
    })
}
