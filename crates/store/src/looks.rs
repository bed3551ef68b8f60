//! Looks at outcomes by arm. Each is an entry of the audit log with the number of participants who had the primary
//! outcome, because every look at growing data is another chance of a false finding.

use serde::Deserialize as _;
use serde_json::{Value, json};
use unmask_study::report::input::TakenLook;
use unmask_study::report::{Recruitment, Sequential, Stage, StageKind};

use crate::audit::{self, AuditAction, Entry};
use crate::prelude::*;
use crate::study::{self, StudyStatus};

/// How long results before the target stay shown in the console.
pub const EARLY: Millis = 24 * 60 * 60 * 1000;

/// A look at outcomes by arm.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// When.
    pub at: Millis,
    /// Number of participants with the primary outcome.
    pub n: u32,
    /// The stage of the report.
    pub stage: StageKind,
    /// Of a planned look: z values of the primary hypotheses.
    pub z: Vec<(String, f64)>,
}

impl Look {
    /// The look that reading a report at this stage is, if it is one.
    pub fn of(stage: &Stage, at: Millis) -> Option<Self> {
        let looks = stage.sequential.as_ref().filter(|_| stage.kind == StageKind::PlannedLook);
        let z = looks.map(Sequential::last_z).unwrap_or_default();
        stage.is_look().then_some(Self { at, n: stage.n, stage: stage.kind, z })
    }

    /// For the details of the audit log.
    pub fn details(&self) -> Value {
        let mut details = json!({ "n": self.n, "stage": self.stage });
        if self.stage == StageKind::PlannedLook {
            details["z"] = self.z.iter().map(|(hypothesis, z)| (hypothesis.clone(), json!(z))).collect();
        }
        details
    }

    fn is_of_same_data(&self, other: &Self) -> bool {
        (self.n, self.stage) == (other.n, other.stage)
    }

    fn read(entry: &Entry) -> Option<Self> {
        let look = &entry.details["look"];
        let n = u32::try_from(look["n"].as_u64()?).ok()?;
        let z = look["z"].as_object().into_iter().flatten();
        let z = z.filter_map(|(hypothesis, z)| Some((hypothesis.clone(), z.as_f64()?))).collect();
        Some(Self { at: entry.at, n, stage: StageKind::deserialize(&look["stage"]).ok()?, z })
    }
}

/// All looks, oldest first: of one number of participants and stage, the first.
pub async fn looks(store: &Store) -> Result<Vec<Look>, StoreError> {
    let mut all: Vec<Look> = Vec::new();
    for entry in entries(store).await? {
        let Some(look) = Look::read(&entry) else { continue };
        if !all.iter().any(|known| known.is_of_same_data(&look)) {
            all.push(look);
        }
    }
    Ok(all)
}

/// Planned looks that were taken, the earliest first: the first of each number of participants.
pub async fn taken(snapshot: &mut Snapshot) -> Result<Vec<TakenLook>, StoreError> {
    let mut all: Vec<TakenLook> = Vec::new();
    for entry in audit::every_of_action_in(snapshot, AuditAction::ReadReport).await? {
        let Some(look) = Look::read(&entry).filter(|look| look.stage == StageKind::PlannedLook) else { continue };
        if all.iter().all(|known| known.n < look.n) {
            all.push(TakenLook { n: look.n, z: look.z });
        }
    }
    Ok(all)
}

/// Whether this person has looked at these data before.
pub async fn has_looked(store: &Store, actor: &str, look: &Look) -> Result<bool, StoreError> {
    let known = |entry: &Entry| Look::read(entry).is_some_and(|known| known.is_of_same_data(look));
    Ok(entries(store).await?.iter().any(|entry| entry.actor == actor && known(entry)))
}

/// Whether recruitment is closed, whether the console was asked to show results before the target, and with how many
/// participants results were read first.
pub async fn recruitment(store: &Store, now: Millis) -> Result<Recruitment, StoreError> {
    let asked = audit::of_action(store, AuditAction::ShowResultsEarly).await?;
    let looks = looks(store).await?;
    let unplanned = looks.iter().filter(|look| !look.stage.withholds());
    Ok(Recruitment {
        closed: study::status(store).await? == StudyStatus::Closed,
        shown_early: asked.first().is_some_and(|entry| now < entry.at + EARLY),
        first_read_with: unplanned.map(|look| look.n).min(),
    })
}

/// The entries that may be looks, oldest first.
async fn entries(store: &Store) -> Result<Vec<Entry>, StoreError> {
    let mut all = audit::every_of_action(store, AuditAction::ReadReport).await?;
    all.extend(audit::every_of_action(store, AuditAction::ExportData).await?);
    all.sort_by_key(|entry| entry.number);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planned_look_is_read_as_it_was_logged() {
        let z = vec![("H1".to_owned(), 2.123_456_789_012_345), ("H2".to_owned(), -0.1)];
        let look = Look { at: 7, n: 90, stage: StageKind::PlannedLook, z };
        let details: Value = serde_json::from_str(&json!({ "look": look.details() }).to_string()).unwrap();
        let entry = Entry { number: 1, at: 7, actor: "admin".into(), action: "read report".into(), details };
        assert_eq!(Look::read(&entry), Some(look));
        let other = Look { at: 7, n: 90, stage: StageKind::Final, z: Vec::new() };
        assert_eq!(other.details(), json!({ "n": 90, "stage": "final" }));
    }
}
