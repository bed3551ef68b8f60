//! The result of a check.

use std::fmt;

use serde::Serialize;
use unmask_store::{Store, StoreError};

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// In order.
    Ok,
    /// Worth knowing; the study can run.
    Warning,
    /// The study must not run like this.
    Failed,
}

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The study, if it is not the one at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub study: Option<String>,
    /// What was checked.
    pub check: &'static str,
    /// How it ended.
    pub outcome: Outcome,
    /// What was found.
    pub found: String,
    /// How to fix it; empty if there is no problem.
    #[serde(rename = "mend", skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

impl Finding {
    pub fn ok(check: &'static str, found: impl Into<String>) -> Self {
        Self { study: None, check, outcome: Outcome::Ok, found: found.into(), fix: None }
    }

    pub fn warning(check: &'static str, found: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { study: None, check, outcome: Outcome::Warning, found: found.into(), fix: Some(fix.into()) }
    }

    pub fn failed(check: &'static str, found: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { study: None, check, outcome: Outcome::Failed, found: found.into(), fix: Some(fix.into()) }
    }

    /// A check that could not run, because the database does not reply or can't be read.
    pub fn unanswered(check: &'static str, store: &Store, error: &StoreError) -> Self {
        let fix = match error.damage() {
            Some(_) => store.engine().remedy(),
            None => "check that the database answers, then run the command again",
        };
        Self::failed(check, error.to_string(), fix)
    }
}

/// All of them.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Whether no check failed.
    pub sound: bool,
    /// In the order of the checks.
    pub findings: Vec<Finding>,
}

impl Report {
    pub fn of(findings: Vec<Finding>) -> Self {
        Self { sound: findings.iter().all(|finding| finding.outcome != Outcome::Failed), findings }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut heading = None;
        for Finding { study, check, outcome, found, fix } in &self.findings {
            if study.as_deref() != heading {
                heading = study.as_deref();
                writeln!(f, "\nstudy '{}'", heading.unwrap_or_default())?;
            }
            let word = match outcome {
                Outcome::Ok => "ok",
                Outcome::Warning => "warning",
                Outcome::Failed => "FAILED",
            };
            writeln!(f, "{word:<8} {check:<11} {found}")?;
            if let Some(fix) = fix {
                writeln!(f, "{:20} -> {fix}", "")?;
            }
        }
        Ok(())
    }
}
