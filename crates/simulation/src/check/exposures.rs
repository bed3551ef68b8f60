//! Acknowledged ⊆ stored ⊆ sent for what participants were shown, and stored = exported, each once.

use std::collections::{HashMap, HashSet};

use super::violation::{Kind, Violation};
use crate::exported::{self, Exported};
use crate::log::Remembered;
use crate::stored::{Exposure, Stored};

pub(super) fn check(participants: &[Remembered], stored: &Stored, exported: &Exported) -> Vec<Violation> {
    let mut found = Vec::new();
    let kept: HashSet<&str> = stored.exposures.iter().map(|row| row.id.as_str()).collect();
    let mut sent: HashSet<&str> = HashSet::new();
    for exposed in participants.iter().flat_map(|participant| &participant.exposures) {
        sent.insert(&exposed.key);
        let receipt = exposed.receipt.as_deref();
        found.extend(receipt.filter(|id| !kept.contains(id)).map(|id| violation(Kind::Lost, id)));
    }
    let codes: HashMap<&str, &str> = stored.people.iter().map(|who| (who.id.as_str(), who.code.as_str())).collect();
    let mut reported: HashMap<&str, Vec<&exported::Exposure>> = HashMap::new();
    for row in exported.exposures.iter().filter(|row| row.is_reported()) {
        reported.entry(&row.participant_id).or_default().push(row);
    }
    let mut own = HashSet::new();
    for row in &stored.exposures {
        if !sent.contains(row.key.as_str()) {
            found.push(violation(Kind::Invented, &row.id));
        }
        if !own.insert((&row.participant, &row.item, &row.file)) {
            found.push(violation(Kind::Duplicated, &row.id));
        }
        let code = codes.get(row.participant.as_str()).copied().unwrap_or_default();
        match reported.get(code).into_iter().flatten().filter(|other| is_same(row, other)).count() {
            0 => found.push(violation(Kind::Lost, &format!("{} in the export", row.id))),
            1 => {}
            _ => found.push(violation(Kind::Duplicated, &format!("{} in the export", row.id))),
        }
    }
    let reported: usize = reported.values().map(Vec::len).sum();
    if reported > stored.exposures.len() {
        found.push(violation(Kind::Invented, &format!("{reported} rows in the export")));
    }
    found
}

/// A whole questionnaire is one submission with the exposures of all its sections, and a section or a screen one with
/// those of its texts.
fn is_same(row: &Exposure, other: &exported::Exposure) -> bool {
    let file = if row.file.is_empty() { exported::NOT_APPLICABLE } else { &row.file };
    let is_part = |item: &str, of: &str| {
        let rest = item.strip_prefix(of);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_here = match row.item.rsplit_once('/').filter(|_| other.variable != exported::NOT_APPLICABLE) {
        Some((section, item)) => {
            let is_with = is_part(section, &other.submission) || is_part(&other.submission, section);
            item == other.variable && is_with
        }
        None => is_part(&row.item, &other.submission),
    };
    other.file == file && is_here
}

fn violation(kind: Kind, what: &str) -> Violation {
    Violation::new(kind, format!("exposure {what}"))
}
