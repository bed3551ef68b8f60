//! Commands whose output shows participants' arms unblind the person who runs them, as the console does, and nobody
//! else.

use anyhow::anyhow;
use serde_json::Value;
use unmask_store::identity::{self, Role};
use unmask_store::study::{self, OPERATOR, Unblinding};

use crate::api::reason::reason;
use crate::auth::names;
use unmask_store::audit::AuditAction;

use crate::cli::prelude::*;

/// Who gets the output of a command.
#[derive(clap::Args)]
pub struct Recipient {
    /// Username of the researcher who gets the output, if it is not the person at the command line (`operator`). Only
    /// that researcher is unblinded.
    #[arg(long = "as", value_name = "USERNAME")]
    researcher: Option<String>,
    /// Unblind everybody: all who use the console, now or later, and the command line.
    #[arg(long, requires = "reason", conflicts_with = "researcher")]
    everybody: bool,
}

impl Recipient {
    /// Who this is where it is recorded who is unblinded. An error names an account that can't use the console.
    pub(super) async fn person(&self, store: &Store) -> Result<String> {
        let Some(username) = &self.researcher else { return Ok(OPERATOR.into()) };
        let key = names::key(username);
        match identity::account_by_key(store, &key).await? {
            Some(account) if account.role == Role::Admin => Ok(key),
            _ => {
                bail!("--as: no researcher is called '{username}'; `unmask researcher list` shows who uses the console")
            }
        }
    }

    /// The unblinding by this command; none if the recipient is not blinded. `what` begins the sentence that asks for a
    /// reason.
    pub(super) async fn unblinding(
        &self,
        store: &Store,
        at: Millis,
        given: Option<&str>,
        what: &str,
    ) -> Result<Option<Unblinding>> {
        let person = self.person(store).await?;
        let done = study::unblindings(store).await?;
        let is_done = if self.everybody { done.of_everybody().is_some() } else { done.of(&person).is_some() };
        if is_done || !study::has_participants(store).await? {
            return Ok(None);
        }
        let Some(given) = given else {
            bail!(
                "'{person}' is blinded, and {what} would reveal the arms. To unblind '{person}' permanently, add --reason \
                 \"…\"; the audit log records it. (`unmask report` without --unblind shows the results with blinded \
                 labels, and `unmask export --blinded` exports them.)"
            );
        };
        let reason = reason(given).map_err(|error| anyhow!("--reason: {}", error.message()))?;
        let person = Some(person).filter(|_| !self.everybody);
        Ok(Some(Unblinding { at, actor: OPERATOR.into(), reason, person }))
    }
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
        audit::audit(tx, at, OPERATOR, action, &details).await
    });
    recorded.await
}

/// Prints the consequence of the unblinding.
pub(super) fn announce(unblinding: &Unblinding) {
    match &unblinding.person {
        Some(person) => eprintln!("\n'{person}' is now unblinded. Everybody else is blinded as before."),
        None => eprintln!("\nEverybody is now unblinded: the console and reports show the names of the arms."),
    }
}
