//! Commands whose output shows participants' arms unblind a blinded study, as in the console.

use anyhow::anyhow;
use serde_json::Value;
use unmask_store::study::{self, Unblinding};

use crate::api::reason::reason;
use unmask_store::audit::AuditAction;

use crate::cli::prelude::*;

/// The unblinding by this command; none if the study is not blinded. `what` begins the sentence that asks for a reason.
pub(super) async fn unblinding(
    store: &Store,
    at: Millis,
    given: Option<&str>,
    what: &str,
) -> Result<Option<Unblinding>> {
    if !study::has_participants_to_unblind(store).await? {
        return Ok(None);
    }
    let Some(given) = given else {
        bail!(
            "the study is blinded, and {what} would reveal the arms. To unblind the study permanently, add --reason \"…\"; \
             the audit log records it. (`unmask report` without --unblind shows the results with blinded labels.)"
        );
    };
    let reason = reason(given).map_err(|error| anyhow!("--reason: {}", error.message()))?;
    Ok(Some(Unblinding { at, actor: "operator".into(), reason }))
}

/// Records an action in the audit log, in the same transaction as the unblinding, if there is one.
pub(super) async fn record(
    store: &Store,
    at: Millis,
    unblinding: Option<Unblinding>,
    action: AuditAction,
    details: Value,
) -> Result<(), StoreError> {
    let recorded = store.write(async move |tx| {
        if let Some(unblinding) = &unblinding {
            study::unblind(tx, unblinding).await?;
        }
        audit::audit(tx, at, "operator", action, &details).await
    });
    recorded.await
}

/// Prints the consequence of the unblinding.
pub(super) fn announce() {
    eprintln!("\nThe study is now unblinded: the console and reports show the names of the arms.");
}
