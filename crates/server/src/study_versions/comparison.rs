//! What a new version of a study changes, and whether it may follow the one that runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;
use unmask_study::Study;
use unmask_study::definition::ArmId;
use unmask_study::definition::allocation::UnitCode;
use unmask_study::plan::Plan;
use unmask_study::report::Language;
use utoipa::ToSchema;

/// The difference between two versions, in words.
#[derive(Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What participants go through: who can take part, allocation, arms with their steps and contents, later parts,
    /// and what is asked. A trial that has begun keeps it.
    pub design: Vec<String>,
    /// What else the preregistered plan has: scoring, analysis, and how many participants there are to be.
    pub plan: Vec<String>,
    /// Files that differ.
    pub files: Vec<FileChange>,
}

/// A file that differs.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FileChange {
    pub file: String,
    pub change: FileChangeKind,
    /// Number of lines that differ; null if the file is new or gone.
    pub lines: Option<i64>,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileChangeKind {
    New,
    Gone,
    Changed,
}

impl fmt::Display for FileChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, change, lines } = self;
        match change {
            FileChangeKind::New => write!(f, "{file}: new"),
            FileChangeKind::Gone => write!(f, "{file}: gone"),
            FileChangeKind::Changed if *lines == Some(1) => write!(f, "{file}: 1 line differs"),
            FileChangeKind::Changed => write!(f, "{file}: {} lines differ", lines.unwrap_or_default()),
        }
    }
}

impl Comparison {
    /// Compares a version with the next one. Files are those that the database keeps: every text, and the media by
    /// their checksums in `stimuli.yaml`.
    pub fn of(before: (&Study, &str), after: (&Study, &str), language: Language) -> Self {
        let differences = Plan::of(before.0).differences(&Plan::of(after.0));
        let (design, plan): (Vec<_>, Vec<_>) = differences.into_iter().partition(|one| is_design(&one.key));
        let in_words = |all: Vec<unmask_study::plan::Difference>| {
            all.iter().map(|difference| difference.in_words(language)).collect()
        };
        Self { design: in_words(design), plan: in_words(plan), files: files(before.1, after.1) }
    }
}

/// Whether participants go through what a value of the plan says. More of them than planned is no other design, and
/// neither is another analysis or scoring of what they answer.
fn is_design(key: &str) -> bool {
    const EVALUATED: [&str; 4] = [".scales[", "].truth", "].passing", "].advised"];
    let is_evaluated = key.starts_with("questionnaires.") && EVALUATED.iter().any(|part| key.contains(part));
    !is_evaluated && !key.starts_with("analysis.") && !["allocation.target", "result.estimate"].contains(&key)
}

fn files(before: &str, after: &str) -> Vec<FileChange> {
    let read = |stored| serde_json::from_str::<BTreeMap<String, String>>(stored).unwrap_or_default();
    let (before, after) = (read(before), read(after));
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let change = |name: &String| {
        let (change, lines) = match (before.get(name), after.get(name)) {
            (Some(old), Some(new)) if old == new => return None,
            (Some(old), Some(new)) => (FileChangeKind::Changed, Some(lines(old, new))),
            (None, _) => (FileChangeKind::New, None),
            (_, None) => (FileChangeKind::Gone, None),
        };
        Some(FileChange { file: name.clone(), change, lines })
    };
    names.into_iter().filter_map(change).collect()
}

/// How many lines of the new text are not in the old one, or the other way round if those are more.
fn lines(old: &str, new: &str) -> i64 {
    let count = |from: &str, to: &str| {
        let mut left: BTreeMap<&str, i64> = BTreeMap::new();
        from.lines().for_each(|line| *left.entry(line).or_default() += 1);
        to.lines().for_each(|line| *left.entry(line).or_default() -= 1);
        left.into_values().filter(|more| *more > 0).sum::<i64>()
    };
    count(new, old).max(count(old, new))
}

/// What makes a bundle another trial than the one that runs, and what to do about it. Strata and arms must stay: the
/// slots of the schedule refer to them, and the trial compares the arms.
pub fn other_trial(running: &Study, new: &Study) -> Option<String> {
    let arms = |study: &Study| {
        let mut names: Vec<&str> = study.file.arms.keys().map(ArmId::name).collect();
        names.sort_unstable();
        names.join(", ")
    };
    if is_other_study(running, new) {
        return Some(format!(
            "is '{}', and the database contains '{}'; use a separate database",
            new.file.id, running.file.id
        ));
    }
    let [before, after] = [running, new].map(|study| study.file.allocation.unit.as_ref());
    if running.file.allocation.kind != new.file.allocation.kind || before.is_some() != after.is_some() {
        return Some("allocates in another way than it started with; use a separate database".into());
    }
    let rows = |study: &Study| -> Vec<_> {
        study.file.allocation.rows.iter().map(|row| (row.arm, row.stratum.clone())).collect()
    };
    if !rows(new).starts_with(&rows(running)) {
        return Some(
            "has another list of slots than it started with; add rows only at its end, or use a separate database"
                .into(),
        );
    }
    if let [Some(old), Some(new)] = [before, after]
        && old.parameter != new.parameter
    {
        return Some(format!(
            "finds the unit of a participant in `{}`, and it started with `{}`, which the links in use contain; leave \
             `unit.parameter` as it is, or use a separate database",
            new.parameter, old.parameter
        ));
    }
    let keeps = |unit: &UnitCode| after.is_some_and(|plan| plan.codes.contains(unit));
    if let Some(gone) = before.iter().flat_map(|plan| &plan.codes).find(|unit| !keeps(unit)) {
        return Some(format!(
            "lacks the unit '{}' as it was, which may have members; add units only, or use a separate database",
            gone.code
        ));
    }
    if running.file.forms() != new.file.forms() {
        return Some(
            "has other lists than it started with, and slots of its schedule are on those; leave `within` as it is, or use \
             a separate database"
                .into(),
        );
    }
    // The slots of units are drawn when they are needed, so that units in a new stratum have slots, too.
    let has_other_strata = before.is_none() && running.strata() != new.strata();
    if running.factors() != new.factors() || has_other_strata {
        return Some(
            "has other strata than it started with, and its schedule has no slots for them; use a separate database \
             (strata by language change with the languages)"
                .into(),
        );
    }
    (arms(running) != arms(new)).then(|| {
        format!(
            "has the arms {}, and it started with {}, for which its schedule was drawn; leave the arms as they are (a \
             quota of 0 in the console ends one, for as long as you like), or use a separate database",
            arms(new),
            arms(running)
        )
    })
}

/// Whether it has another ID.
pub fn is_other_study(running: &Study, new: &Study) -> bool {
    running.file.id != new.file.id
}
