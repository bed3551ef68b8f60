//! The simulation certificate: everything acknowledged is stored and exported once, as it was sent; and how long it
//! took.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use anyhow::Result;
use serde::Serialize;
use unmask_simulation::check::{Kind, Violation, check_participants};
use unmask_simulation::exported::Exported;
use unmask_simulation::log::{Outcome, Remembered};
use unmask_simulation::response_model::observer::returning;
use unmask_simulation::response_model::person::World;
use unmask_simulation::stored::{Part, Person, Stored};
use unmask_study::Study;
use unmask_study::definition::{ArmId, WaveId};

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
    /// Who came back for each later part, by arm; only the parts that the arm has.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    later_parts: BTreeMap<String, BTreeMap<String, LaterPart>>,
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

/// Who came back for a later part.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LaterPart {
    /// The share of those for whom it was planned that was expected to come back.
    expected: f64,
    /// For how many it was planned: they completed the earlier part, and agreed if the part is by consent.
    planned: usize,
    /// How many of them came back.
    began: usize,
    completed: usize,
    /// Median time from the completion of the earlier part to the beginning of this one, by the participants' clocks.
    median_days: Option<f64>,
}

const MILLISECONDS_OF_A_DAY: f64 = 24.0 * 60.0 * 60.0 * 1000.0;

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

/// By arm and part, from the stored times of the parts.
fn later_parts(
    study: &Study,
    participants: &[Remembered],
    stored: &Stored,
) -> BTreeMap<String, BTreeMap<String, LaterPart>> {
    let simulated: BTreeSet<&str> = participants.iter().map(|one| one.username.as_str()).collect();
    let of_arm = |arm: &ArmId, people: &[&Person]| {
        let has = |wave: &usize| !study.steps_in(Some(*arm), *wave).is_empty();
        let part = |wave: usize| (study.wave_id(wave).to_string(), LaterPart::of(study, *arm, wave, people, stored));
        (1..=study.file.waves.len()).filter(has).map(part).collect::<BTreeMap<_, _>>()
    };
    let mut by_arm: BTreeMap<&str, Vec<&Person>> = BTreeMap::new();
    for person in stored.people.iter().filter(|person| simulated.contains(person.username.as_str())) {
        by_arm.entry(person.arm.as_deref().unwrap_or_default()).or_default().push(person);
    }
    let arms = study.steps.keys().filter_map(|arm| Some((arm, by_arm.get(arm.name())?)));
    let parts = arms.map(|(arm, people)| (arm.to_string(), of_arm(arm, people)));
    parts.filter(|(_, parts)| !parts.is_empty()).collect()
}

impl LaterPart {
    fn of(study: &Study, arm: ArmId, wave: usize, people: &[&Person], stored: &Stored) -> Self {
        let (id, before) = (study.wave_id(wave), study.file.wave_before(wave));
        let part = |person: &Person, id: WaveId| {
            stored.parts.iter().find(|part| part.participant == person.id && part.wave == id.name())
        };
        let earlier = |person: &Person| match before {
            0 => person.completed_at,
            later => part(person, study.wave_id(later))?.completed_at,
        };
        let planned: Vec<(&Part, i64)> =
            people.iter().filter_map(|person| Some((part(person, id)?, earlier(person)?))).collect();
        let mut days: Vec<f64> = planned
            .iter()
            .filter_map(|(part, earlier)| Some((part.started_at? - earlier) as f64 / MILLISECONDS_OF_A_DAY))
            .collect();
        days.sort_by(f64::total_cmp);
        Self {
            expected: returning(study.file.expected(arm).returning.as_ref(), id),
            planned: planned.len(),
            began: days.len(),
            completed: planned.iter().filter(|(part, _)| part.completed_at.is_some()).count(),
            median_days: days.get(days.len() / 2).map(|days| (days * 10.0).round() / 10.0),
        }
    }
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
        let parts = self.later_parts.iter().flat_map(|(arm, parts)| parts.iter().map(move |part| (arm, part)));
        if !self.later_parts.is_empty() {
            let part = "later part";
            writeln!(
                f,
                "\n{:<width$}  {part:<14}{:>9}{:>11}{:>11}{:>11}{:>8}",
                "arm", "planned", "came back", "expected", "completed", "days"
            )?;
        }
        for (name, (part, of_part)) in parts {
            let LaterPart { expected, planned, began, completed, median_days } = of_part;
            let share = |share: f64| format!("{:.0}%", 100.0 * share);
            let came = format!("{began} ({})", share(*began as f64 / (*planned).max(1) as f64));
            let days = median_days.map_or_else(|| "–".to_owned(), |days| format!("{days:.1}"));
            let expected = share(*expected);
            writeln!(f, "{name:<width$}  {part:<14}{planned:>9}{came:>11}{expected:>11}{completed:>11}{days:>8}")?;
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
