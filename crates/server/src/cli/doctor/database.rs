//! Checks of the database: schema, statements, consistency.

use unmask_store::allocation;
use unmask_store::analytics::Analytics;
use unmask_store::audit::{self, Chain};
use unmask_store::identity::{self, Role};
use unmask_store::statement::{ALL, ANALYTICS};
use unmask_store::{backup, meta};

use super::Finding;
use crate::auth::names;
use crate::base::recorded::KEY_FINGERPRINT;
use crate::base::secrets::{ServerKey, commitment};
use crate::cli::ledger as check_ledger;
use crate::cli::prelude::*;

/// Whether the database answers, so that other checks can run.
pub async fn schema(store: &Store, findings: &mut Vec<Finding>) -> bool {
    let (finding, usable) = match store.schema().await {
        Err(error) => (Finding::unanswered("schema", store, &error), false),
        Ok((found, known)) if found == known => {
            (Finding::ok("schema", format!("{:?}, schema {found}", store.engine())), true)
        }
        Ok((found, known)) if found > known => {
            let found = format!("the database has schema {found}, this program knows {known}");
            (Finding::failed("schema", found, "use the newer program"), false)
        }
        Ok((found, known)) => {
            let found = format!("the database has schema {found}, this program is newer and has {known}");
            (Finding::failed("schema", found, "make a backup, then start the server of this version once"), false)
        }
    };
    findings.push(finding);
    usable
}

pub async fn statements(store: &Store) -> Finding {
    let mut failures = vec![];
    for statement in ALL {
        if let Err(error) = store.prepare(*statement).await {
            failures.push(error.to_string());
        }
    }
    if failures.is_empty() {
        return Finding::ok("statements", format!("{} prepare", ALL.len()));
    }
    let fix = "the schema was changed manually, or the database role lacks privileges: restore them";
    Finding::failed("statements", failures.join("; "), fix)
}

/// Checks every page and every reference of SQLite. PostgreSQL has its own tools for that.
pub async fn integrity(settings: &Settings) -> Finding {
    let Some(files) = backup::databases(&settings.database_url) else {
        return Finding::ok("integrity", "not checked with PostgreSQL: use pg_amcheck");
    };
    match backup::check(&files.study).await {
        Ok(contents) => {
            let (people, answers) = (contents.count("participant"), contents.count("submission"));
            Finding::ok("integrity", format!("intact: {people} participants, {answers} submissions"))
        }
        Err(error) => Finding::failed("integrity", error.to_string(), "stop the server and restore the last backup"),
    }
}

/// The key that every server on this database must have.
pub async fn server_key(settings: &Settings, store: &Store) -> Finding {
    let recorded = meta::meta_get(store, KEY_FINGERPRINT).await;
    recorded_secret("server key", Secret::ServerKey, settings, store, recorded, |bytes| ServerKey::new(*bytes).mark())
}

/// The seed from which the schedule was drawn. Without it the server does not start, and no ledger can be checked.
pub async fn seed(settings: &Settings, store: &Store) -> Finding {
    let recorded = allocation::seed_commitment(store).await;
    recorded_secret("seed", Secret::AllocationSeed, settings, store, recorded, commitment)
}

/// Compares a secret with the database's record of it, as the server does when it starts.
fn recorded_secret(
    check: &'static str,
    secret: Secret,
    settings: &Settings,
    store: &Store,
    recorded: Result<Option<String>, StoreError>,
    mark: impl Fn(&[u8; 32]) -> String,
) -> Finding {
    let (file, flag) = (secret.file(), secret.flag());
    let fix = format!(
        "the server does not start like this: put the first server's file '{file}' back (unmask backup keeps it in \
         secrets/), or give its value with {flag}"
    );
    match (recorded, secret.read(settings)) {
        (Err(error), _) => Finding::unanswered(check, store, &error),
        (Ok(None), _) => Finding::warning(check, "it is not recorded in the database yet", "start the server"),
        (Ok(Some(_)), Err(error)) => Finding::failed(check, format!("{error:#}"), fix),
        (Ok(Some(_)), Ok(None)) => Finding::failed(check, format!("there is no {}", secret.location(settings)), fix),
        (Ok(Some(recorded)), Ok(Some(bytes))) if mark(&bytes) == recorded => Finding::ok(check, "matches the database"),
        (Ok(Some(_)), Ok(Some(_))) => Finding::failed(check, "does not match the database", fix),
    }
}

/// See `unmask check --ledger`.
pub async fn ledger(settings: &Settings, store: &Store) -> Finding {
    match (allocation::schedule_size(store).await, allocation::is_unrecorded(store).await) {
        (Err(error), _) | (_, Err(error)) => return Finding::unanswered("ledger", store, &error),
        (Ok(0), _) => return Finding::warning("ledger", "there is no schedule yet", "start the server"),
        (Ok(_), Ok(true)) => {
            let found = "the database has slots, but their seed is not recorded; no server starts with it";
            return Finding::failed("ledger", found, "stop the server and restore the last backup");
        }
        (Ok(_), Ok(false)) => {}
    }
    let seed = match check_ledger::seed(settings) {
        Ok(seed) => seed,
        Err(error) => return Finding::failed("ledger", format!("{error:#}"), "see the line about the seed"),
    };
    match check_ledger::inspect(store, &seed).await {
        Ok(report) if report.problems.is_empty() => Finding::ok("ledger", "matches the seed"),
        Ok(report) => {
            let found = format!("differences: {}, the first: {}", report.problems.len(), report.problems[0]);
            Finding::failed("ledger", found, "see: unmask check --ledger")
        }
        Err(error) => match error.downcast_ref() {
            Some(error) => Finding::unanswered("ledger", store, error),
            None => Finding::failed("ledger", format!("{error:#}"), "see: unmask check --ledger"),
        },
    }
}

pub async fn admin(settings: &Settings, store: &Store) -> Finding {
    let name = &settings.admin_username;
    match identity::account_by_key(store, &names::key(name)).await {
        Err(error) => Finding::unanswered("admin", store, &error),
        Ok(Some(account)) if account.role == Role::Admin => Finding::ok("admin", format!("'{name}' is there")),
        Ok(Some(_)) => {
            let fix = "choose another name with --admin-username";
            Finding::failed("admin", format!("a participant has the admin's name '{name}'"), fix)
        }
        Ok(None) => Finding::failed("admin", format!("there is no account '{name}'"), "create the admin: unmask admin"),
    }
}

pub async fn audit_log(store: &Store) -> Finding {
    match (audit::verify(store).await, audit::is_guarded(store).await) {
        (Err(error), _) | (_, Err(error)) => Finding::unanswered("audit log", store, &error),
        (Ok(Chain::Whole(entries)), Ok(true)) => Finding::ok("audit log", format!("{entries} entries, intact")),
        (Ok(Chain::Whole(entries)), Ok(false)) => {
            let found = format!("{entries} entries, intact, but the database does not protect them from changes");
            let fix = "its triggers were removed: compare the head with that in an earlier package (docs/CONSOLE.md), \
                        then restore the last backup or put the triggers back (0003_append_only.sql)";
            Finding::warning("audit log", found, fix)
        }
        (Ok(Chain::Broken(entry)), Ok(_)) => {
            let fix = "the log was changed: compare it with the last backup, and find out who changed it";
            Finding::failed("audit log", format!("broken at entry {entry}"), fix)
        }
    }
}

/// Usage analytics. Problems are only warnings, because the answers are not affected.
pub async fn analytics(settings: &Settings) -> Finding {
    let fix = "answers are not affected; the server creates this database when it starts";
    let analytics = match Analytics::visit(&settings.database_url).await {
        Ok(Some(analytics)) => analytics,
        Ok(None) => return Finding::ok("analytics", "nothing is stored yet"),
        Err(error) => return Finding::warning("analytics", error.to_string(), fix),
    };
    let mut failures = None;
    for statement in ANALYTICS {
        failures = failures.or(analytics.prepare(*statement).await.err());
    }
    let size = analytics.size().await.unwrap_or(0) >> 20;
    analytics.close().await;
    let quota = i64::from(settings.analytics.analytics_quota);
    match failures {
        Some(error) => Finding::warning("analytics", error.to_string(), fix),
        None if size >= quota => {
            let fix = "new events are rejected, answers are not affected; raise --analytics-quota if there is room";
            Finding::warning("analytics", format!("full: {size} of {quota} MiB"), fix)
        }
        None => Finding::ok("analytics", format!("{size} of {quota} MiB")),
    }
}
