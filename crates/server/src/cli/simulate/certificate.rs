//! The simulation certificate: everything acknowledged is stored and exported once, as it was sent; and how long it
//! took.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use anyhow::Result;
use serde::Serialize;
use unmask_simulation::check::{Kind, Violation, check_participants};
use unmask_simulation::exported::Exported;
use unmask_simulation::log::{Outcome, Remembered};
use unmask_simulation::response_model::person::World;
use unmask_simulation::stored::Stored;
use unmask_study::{StepKind, Study};

use super::crowd::Visit;
use super::exported::Package;
use super::latencies::{self, Latency};

/// Maximum number of listed violations: one mistake often affects hundreds of rows.
const LISTED: usize = 30;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Certificate {
    /// The prefix of the simulated participants' usernames: `robot-<run>-00001`.
    run: String,
    study: String,
    study_version: String,
    preset: &'static str,
    seed: u64,
    seconds: f64,
    arms: BTreeMap<String, Arm>,
    /// How many completed each later part, by arm; only the parts that the arm has.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    later_parts: BTreeMap<String, BTreeMap<String, usize>>,
    submissions: Submissions,
    /// SHA-256 of the data package that was compared; the audit log has the same.
    package: String,
    /// By kind of call.
    latencies_ms: BTreeMap<&'static str, Latency>,
    violations: Vec<String>,
}

/// The outcome of an arm's simulated participants.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Arm {
    registered: usize,
    finished: usize,
    left: usize,
    failed: usize,
}

/// The outcome of the submissions.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Submissions {
    acknowledged: usize,
    stored: usize,
    /// Rows in the data package.
    exported: usize,
    /// Sent again with the same key, because a reply was lost or a second tab sent the same.
    sent_again: u32,
    lost: usize,
    doubled: usize,
    altered: usize,
    /// Stored, although no participant sent it.
    invented: usize,
}

impl Certificate {
    pub fn new(world: &World, version: &str, run: &str, visit: &Visit, stored: &Stored, package: &Package) -> Self {
        let exported = &package.exported;
        let mut violations = check_participants(&world.study, &visit.participants, stored, exported);
        violations.extend(visit.cut_short.iter().map(|why| Violation::new(Kind::TurnedAway, why)));
        Self {
            run: run.to_owned(),
            study: world.study.file.id.clone(),
            study_version: version.to_owned(),
            preset: world.preset.name(),
            seed: world.seed,
            seconds: (visit.took.as_secs_f64() * 10.0).round() / 10.0,
            arms: arms(&visit.participants),
            later_parts: later_parts(&world.study, &visit.participants, stored),
            submissions: submissions(&visit.participants, stored, exported, &violations),
            package: package.hash.clone(),
            latencies_ms: latencies::by_call(&visit.timed),
            violations: violations.iter().map(Violation::to_string).collect(),
        }
    }

    /// Whether there is no violation.
    pub fn is_good(&self) -> bool {
        self.violations.is_empty()
    }

    /// As a file.
    pub fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

fn arms(participants: &[Remembered]) -> BTreeMap<String, Arm> {
    let mut arms: BTreeMap<String, Arm> = BTreeMap::new();
    for participant in participants {
        let arm = arms.entry(participant.arm.clone().unwrap_or_else(|| "none".into())).or_default();
        arm.registered += 1;
        match (participant.finished, &participant.left) {
            (true, _) => arm.finished += 1,
            (false, Some(_)) => arm.left += 1,
            (false, None) => arm.failed += 1,
        }
    }
    arms
}

/// They complete one part after the other, so that the last position says which.
fn later_parts(
    study: &Study,
    participants: &[Remembered],
    stored: &Stored,
) -> BTreeMap<String, BTreeMap<String, usize>> {
    let mut parts: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    let stored = |one: &Remembered| stored.people.iter().find(|person| person.username == one.username);
    for person in participants.iter().filter_map(stored) {
        let arm = person.arm.clone().unwrap_or_default();
        let steps = study.steps.iter().find(|(one, _)| one.name() == arm).map(|(_, steps)| steps);
        let ends = steps.into_iter().flatten().enumerate();
        for (end, step) in ends.filter(|(_, step)| step.kind == StepKind::End && step.wave > 0) {
            let is_completed = person.step > end || (person.step == end && person.page == "/end");
            let completed = parts.entry(arm.clone()).or_default().entry(study.wave_id(step.wave).to_string());
            *completed.or_default() += usize::from(is_completed);
        }
    }
    parts
}

fn submissions(
    participants: &[Remembered],
    stored: &Stored,
    exported: &Exported,
    violations: &[Violation],
) -> Submissions {
    let count = |kind| violations.iter().filter(|violation| violation.kind == kind).count();
    let all = participants.iter().flat_map(|participant| &participant.submissions);
    Submissions {
        acknowledged: all.clone().filter(|sent| sent.outcome() == Outcome::Acknowledged).count(),
        stored: stored.rows.len(),
        exported: exported.submissions.len(),
        sent_again: all.map(|sent| sent.tries.saturating_sub(1)).sum(),
        lost: count(Kind::Lost),
        doubled: count(Kind::Duplicated),
        altered: count(Kind::Altered),
        invented: count(Kind::Invented),
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sent = &self.submissions;
        writeln!(f, "Simulation {} of '{}', preset {}, seed {}", self.run, self.study, self.preset, self.seed)?;
        let width = self.arms.keys().map(String::len).max().unwrap_or_default().max(14);
        writeln!(f, "\n{:<width$}{:>12}{:>10}{:>10}{:>10}", "arm", "registered", "finished", "left", "failed")?;
        for (name, arm) in &self.arms {
            writeln!(f, "{name:<width$}{:>12}{:>10}{:>10}{:>10}", arm.registered, arm.finished, arm.left, arm.failed)?;
        }
        if !self.later_parts.is_empty() {
            let parts: BTreeSet<&String> = self.later_parts.values().flat_map(BTreeMap::keys).collect();
            write!(f, "\n{:<width$}", "completed")?;
            parts.iter().try_for_each(|part| write!(f, "  {part:>10}"))?;
            for (name, completed) in &self.later_parts {
                write!(f, "\n{name:<width$}")?;
                for part in &parts {
                    let people = completed.get(*part).map_or_else(|| "–".to_owned(), usize::to_string);
                    write!(f, "  {people:>0$}", part.len().max(10))?;
                }
            }
            writeln!(f)?;
        }
        writeln!(f, "\n{:<14}{:>10}{:>10}{:>10}{:>10}", "replies (ms)", "calls", "p50", "p99", "max")?;
        for (name, took) in &self.latencies_ms {
            writeln!(f, "{name:<14}{:>10}{:>10.1}{:>10.1}{:>10.1}", took.calls, took.p50, took.p99, took.max)?;
        }
        writeln!(
            f,
            "\n{} submissions acknowledged, {} stored, {} exported: {} lost, {} duplicated, {} changed, {} unexpected; {} sent again. {} s.",
            sent.acknowledged,
            sent.stored,
            sent.exported,
            sent.lost,
            sent.doubled,
            sent.altered,
            sent.invented,
            sent.sent_again,
            self.seconds
        )?;
        for violation in self.violations.iter().take(LISTED) {
            writeln!(f, "VIOLATION {violation}")?;
        }
        match self.violations.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => writeln!(f, "… and {more} more"),
        }
    }
}
