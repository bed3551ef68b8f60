//! What the server does each night with Prolific: comparing each part of the study, and keeping the participant groups.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use unmask_study::Study;
use unmask_study::definition::WaveId;
use unmask_study::definition::wave::MAIN;

use super::compare::{Finding, Found, compare, unknown_there};
use super::prolific::{Prolific, Submission};
use super::registered::{LocalStudy, registered};
use super::{GroupChange, groups};
use crate::auth::recruitment::plain_id;

/// The comparison of a part of the study.
#[derive(Debug)]
pub struct PartComparison {
    pub wave: WaveId,
    /// Number of submissions at Prolific.
    pub submissions: usize,
    /// Statuses that this program does not know, with their number.
    pub unknown: BTreeMap<String, usize>,
    /// The cases to check.
    pub found: Vec<Found>,
    /// Normalised IDs of those with a submission.
    people: HashSet<String>,
}

/// What is stored of a comparison, besides its cases: no IDs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProlificResult {
    pub parts: Vec<PartSummary>,
    pub groups: Vec<GroupChange>,
}

/// A part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartSummary {
    pub wave: WaveId,
    pub submissions: usize,
    pub unknown: BTreeMap<String, usize>,
    /// The number of cases of each kind that occurred.
    pub findings: BTreeMap<Finding, usize>,
}

impl From<&PartComparison> for PartSummary {
    fn from(part: &PartComparison) -> Self {
        let mut findings = BTreeMap::new();
        for found in &part.found {
            *findings.entry(found.finding).or_default() += 1;
        }
        Self { wave: part.wave, submissions: part.submissions, unknown: part.unknown.clone(), findings }
    }
}

/// Reads the submissions of each part's studies at Prolific, and compares them with its participants.
pub async fn compare_parts(local: LocalStudy<'_>, prolific: &Prolific) -> Result<Vec<PartComparison>> {
    let mut parts = Vec::new();
    let Some(own) = local.study.file.recruitment.as_ref().and_then(|own| own.prolific.as_ref()) else {
        return Ok(parts);
    };
    let mut lists = Vec::new();
    for (wave, studies) in own.parts() {
        let mut submissions = Vec::new();
        for id in studies {
            submissions.extend(prolific.submissions(id).await?);
        }
        lists.push((wave, submissions));
    }
    let ids = ids_by_person(lists.iter().flat_map(|(_, submissions)| submissions));
    for (wave, submissions) in lists {
        let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
        for one in submissions.iter().filter(|one| !one.has_known_status()) {
            *unknown.entry(one.status.clone()).or_default() += 1;
        }
        let number = submissions.len();
        let listed: Vec<_> = submissions.into_iter().filter_map(Submission::listed).collect();
        let registered = registered(local, Some(wave), &listed).await?;
        let mut found = compare(&listed, &registered);
        if wave == MAIN && has_links_to_confirm(local.study) {
            found.extend(unknown_there(&ids, &registered));
        }
        let people = listed.into_iter().map(|line| line.person).collect();
        parts.push(PartComparison { wave, submissions: number, unknown, found, people });
    }
    Ok(parts)
}

/// Whether links open accounts, without a signature of the study's own.
fn has_links_to_confirm(study: &Study) -> bool {
    study.file.link_accounts().is_some_and(|own| own.signature.is_none())
}

/// The IDs of the submissions of each person.
fn ids_by_person<'a>(submissions: impl Iterator<Item = &'a Submission>) -> HashMap<String, HashSet<String>> {
    let mut ids: HashMap<String, HashSet<String>> = HashMap::new();
    for one in submissions {
        if let Some(person) = plain_id(&one.participant_id) {
            ids.entry(person).or_default().insert(one.id.clone());
        }
    }
    ids
}

/// Keeps the participant groups of the later parts: the only calls that change something at Prolific.
pub async fn keep_groups(
    local: LocalStudy<'_>,
    prolific: &Prolific,
    parts: &[PartComparison],
) -> Result<Vec<GroupChange>> {
    let mut changes = Vec::new();
    let Some(own) = local.study.file.recruitment.as_ref().and_then(|own| own.prolific.as_ref()) else {
        return Ok(changes);
    };
    let there: HashSet<String> = parts.iter().flat_map(|part| part.people.iter().cloned()).collect();
    for group in own.groups() {
        changes.push(groups::keep(local, prolific, group, &there).await?);
    }
    Ok(changes)
}
