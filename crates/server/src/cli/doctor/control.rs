//! Checks of the installation's own database.

use unmask_store::control::{self, HostedStudy};

use super::{Finding, database};
use crate::cli::prelude::*;

/// Checks the control database and its audit log. Returns the studies beside the one at the root.
pub async fn studies(settings: &Settings, findings: &mut Vec<Finding>) -> Vec<HostedStudy> {
    let url = control::control_url(&settings.database_url, &settings.data);
    let store = match control::visit(&url).await {
        Ok(Some(store)) => store,
        // Created at the next start of a server.
        Ok(None) => return Vec::new(),
        Err(error) => {
            let fix = "check that the database answers, or restore the last backup of the study at the root";
            findings.push(Finding::failed("control", error.to_string(), fix));
            return Vec::new();
        }
    };
    findings.push(log(&store).await);
    let (finding, studies) = match (store.pending_control().await, control::studies(&store).await) {
        (Err(error), _) | (_, Err(error)) => (Finding::unanswered("control", &store, &error), Vec::new()),
        (Ok(pending), Ok(studies)) if pending.is_empty() => {
            let found = format!("{} studies beside the one at the root", studies.len());
            (Finding::ok("control", found), studies)
        }
        (Ok(pending), Ok(studies)) => {
            let found = format!("this program is newer than the control database, which lacks {}", pending.join(", "));
            let fix = "make a backup, then start the server of this version once";
            (Finding::failed("control", found, fix), studies)
        }
    };
    findings.push(finding);
    store.close().await;
    studies
}

/// The log of the installation, with the chain of its own.
async fn log(store: &Store) -> Finding {
    Finding { check: "control log", ..database::audit_log(store).await }
}
