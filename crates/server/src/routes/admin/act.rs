//! A change by the administrator: actor, time, reason, and an entry in the audit log.

use unmask_store::{AuditAction, Tx, audit as log};

use crate::routes::prelude::*;

/// The field `reason` of a form, see [`reason::reason`](crate::api::reason::reason).
pub fn reason(given: &str) -> Result<String> {
    crate::api::reason::reason(given)
        .map_err(|error| ApiError::invalid_fields(vec![FieldProblem::new("reason", error)]))
}

/// The actor and the time of a change.
#[derive(Clone, Debug)]
pub struct Act {
    /// Whom the audit log records, see [`Found::actor`](crate::auth::people::Found::actor).
    pub actor: String,
    pub at: Millis,
}

impl Act {
    /// An act of the administrator now.
    pub fn of(app: &App, admin: &Admin) -> Self {
        Self { actor: admin.actor.clone(), at: app.clock.now() }
    }

    /// Records it in the audit log, in the transaction of the change.
    pub async fn log(&self, tx: &mut Tx, action: AuditAction, details: Value) -> Result<(), StoreError> {
        log::audit(tx, self.at, &self.actor, action, &details).await
    }
}
