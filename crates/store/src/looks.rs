//! Looks at outcomes by arm. Each is an entry of the audit log with the number of participants who had the primary
//! outcome, because every look at growing data is another chance of a false finding.

use serde::Deserialize as _;
use serde_json::{Value, json};
use unmask_study::report::{Recruitment, Stage, StageKind};

use crate::audit::{self, AuditAction, Entry};
use crate::prelude::*;
use crate::study::{self, StudyStatus};

/// How long results before the target stay shown in the console.
pub const EARLY: Millis = 24 * 60 * 60 * 1000;

/// A look at outcomes by arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// When.
    pub at: Millis,
    /// Number of participants with the primary outcome.
    pub n: u32,
    /// The stage of the report.
    pub stage: StageKind,
}

impl Look {
    /// The look that reading a report at this stage is, if it is one.
    pub fn of(stage: &Stage, at: Millis) -> Option<Self> {
        stage.is_look().then_some(Self { at, n: stage.n, stage: stage.kind })
    }

    /// For the details of the audit log.
    pub fn details(self) -> Value {
        json!({ "n": self.n, "stage": self.stage })
    }

    fn is_of_same_data(self, other: Self) -> bool {
        (self.n, self.stage) == (other.n, other.stage)
    }

    fn read(entry: &Entry) -> Option<Self> {
        let look = &entry.details["look"];
        let n = u32::try_from(look["n"].as_u64()?).ok()?;
        Some(Self { at: entry.at, n, stage: StageKind::deserialize(&look["stage"]).ok()? })
    }
}

/// All looks, oldest first: of one number of participants and stage, the first.
pub async fn looks(store: &Store) -> Result<Vec<Look>, StoreError> {
    let mut all: Vec<Look> = Vec::new();
    for entry in entries(store).await? {
        let Some(look) = Look::read(&entry) else { continue };
        if !all.iter().any(|known| known.is_of_same_data(look)) {
            all.push(look);
        }
    }
    Ok(all)
}

/// Whether this person has looked at these data before.
pub async fn has_looked(store: &Store, actor: &str, look: Look) -> Result<bool, StoreError> {
    let known = |entry: &Entry| Look::read(entry).is_some_and(|known| known.is_of_same_data(look));
    Ok(entries(store).await?.iter().any(|entry| entry.actor == actor && known(entry)))
}

/// Whether recruitment is closed, and whether the console was asked to show results before the target.
pub async fn recruitment(store: &Store, now: Millis) -> Result<Recruitment, StoreError> {
    let asked = audit::of_action(store, AuditAction::ShowResultsEarly).await?;
    Ok(Recruitment {
        closed: study::status(store).await? == StudyStatus::Closed,
        shown_early: asked.first().is_some_and(|entry| now < entry.at + EARLY),
    })
}

/// The entries that may be looks, oldest first.
async fn entries(store: &Store) -> Result<Vec<Entry>, StoreError> {
    let mut all = audit::every_of_action(store, AuditAction::ReadReport).await?;
    all.extend(audit::every_of_action(store, AuditAction::ExportData).await?);
    all.sort_by_key(|entry| entry.number);
    Ok(all)
}
