//! Compares the list of the recruitment service with the study, by person.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a recruitment service writes if a participant gave no code:
/// <https://researcher-help.prolific.com/en/article/d9b735>
const NO_CODE: &str = "NOCODE";

/// Statuses that mean completed, separated by commas.
pub const FINISHED: &str = "approved,awaiting review,completed,rejected,partially approved";
/// Statuses that mean ended without completion.
pub const ENDED: &str = "returned,timed out";

/// A submission in the recruiter's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceSubmission {
    /// The recruitment ID, as written in the list.
    pub id: String,
    /// The recruitment ID, normalised for comparison.
    pub person: String,
    /// The status, as written in the list.
    pub status: String,
    /// Whether the status means completed.
    pub finished: bool,
    /// Whether the status means ended without completion.
    pub ended: bool,
    /// The completion code, empty if missing. None in a list without codes.
    pub code: Option<String>,
}

/// Whether two spellings of a status are the same: `AWAITING REVIEW`, `awaiting_review` and `Awaiting-Review` are one.
pub fn is_same_status(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace(['_', '-'], " ");
    plain(a) == plain(b)
}

/// What the study has stored about a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalRecord {
    /// Each participation of the person.
    Known(Vec<Participation>),
    /// The person took part, and their data are erased.
    Erased,
}

impl LocalRecord {
    /// Whether a participation is completed.
    pub fn has_completed(&self) -> bool {
        participations(self).into_iter().any(|part| part.completed)
    }
}

/// One participation of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact about the participation")]
pub struct Participation {
    /// The recruitment ID, as it was in the link.
    pub id: String,
    /// The visit of that link, normalised; none if it is not stored.
    pub visit: Option<String>,
    /// Participant code.
    pub code: String,
    /// The participant withdrew.
    pub withdrawn: bool,
    /// Reached the end.
    pub completed: bool,
    /// Turned away by the answers before the arms differ, or ended in a later part.
    pub turned_away: bool,
    /// Not over: neither completed nor ended, or in a later part.
    pub under_way: bool,
    /// The codes that the participant got or would get, of their study version: those of all parts, with those of later
    /// parts that were ended, or that of the outcome with which they were turned away.
    pub own_codes: Vec<String>,
}

/// A difference between the list and the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ComparisonFinding)]
pub enum Finding {
    /// Completed there, but only started here.
    FinishedThereOnly,
    /// Completed there, but never registered here.
    UnknownHere,
    /// Completed here, but not there.
    FinishedHereOnly,
    /// Returned or timed out there, but still under way here.
    EndedThereOnly,
    /// Completed in both, with a wrong completion code or none.
    WrongCode,
    /// Withdrew here; their data are kept.
    #[serde(rename = "withdrawn_here")]
    Withdrawn,
    /// Took part here, and had their data erased.
    #[serde(rename = "erased_here")]
    Erased,
    /// Listed more than once by the recruiter.
    #[serde(rename = "twice_there")]
    Twice,
    /// Took part here more than once.
    TwiceHere,
    /// Takes part here by a link that is of no submission of theirs there.
    UnknownThere,
}

impl Finding {
    /// All findings in the order of declaration, with name in the file and description.
    pub const ALL: [(Self, &'static str, &'static str); 10] = [
        (Self::FinishedThereOnly, "finished_there_only", "completed there, but only started here"),
        (Self::UnknownHere, "unknown_here", "completed there, but never registered here"),
        (
            Self::FinishedHereOnly,
            "finished_here_only",
            "completed here, but not there: perhaps they did not return with the code",
        ),
        (Self::EndedThereOnly, "ended_there_only", "returned or timed out there, but still under way here"),
        (Self::WrongCode, "wrong_code", "completed in both, with a wrong completion code or none"),
        (Self::Withdrawn, "withdrawn_here", "withdrew here; their data are kept"),
        (Self::Erased, "erased_here", "took part here, and had their data erased"),
        (Self::Twice, "twice_there", "listed more than once by the service"),
        (Self::TwiceHere, "twice_here", "took part here more than once"),
        (Self::UnknownThere, "unknown_there", "takes part here by a link that is of no submission of theirs there"),
    ];

    /// The name in the file.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A case to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The recruitment ID.
    pub id: String,
    pub finding: Finding,
    /// The status in the list; empty if the list does not contain the ID.
    pub status: String,
    pub code: String,
    /// The participant codes that are affected, separated by spaces.
    pub participant: String,
}

/// Compares by normalised recruitment ID. A person is not in the result if both agree: completed in both with the right
/// code, or in neither, and once. If the list contains a person more than once, the line that agrees best is compared,
/// and the others are reported.
pub fn compare<S: BuildHasher>(
    listed: &[ServiceSubmission],
    registered: &HashMap<String, LocalRecord, S>,
) -> Vec<Found> {
    let mut lines: IndexMap<&str, Vec<&ServiceSubmission>> = IndexMap::new();
    for line in listed {
        lines.entry(&line.person).or_default().push(line);
    }
    let mut found: Vec<Found> = Vec::new();
    for (person, lines) in &lines {
        let registered = registered.get(*person);
        let best = best(lines, registered);
        let known = || registered.map(participations).unwrap_or_default();
        let differing = differences(best, registered).into_iter().map(|(finding, parts)| (best, finding, parts));
        let others = lines.iter().filter(|line| best.is_none_or(|best| !std::ptr::eq(best, **line)));
        let again = others.map(|line| (Some(*line), Finding::Twice, known()));
        found.extend(differing.chain(again).filter_map(|(line, finding, parts)| {
            let line = line?;
            Some(Found {
                id: line.id.clone(),
                finding,
                status: line.status.clone(),
                code: line.code.clone().unwrap_or_default(),
                participant: pseudonyms(&parts),
            })
        }));
    }
    let mut unseen: Vec<_> = registered.iter().filter(|(person, _)| !lines.contains_key(person.as_str())).collect();
    unseen.sort_by_key(|(person, _)| *person);
    for (_, person) in unseen {
        found.extend(differences(None, Some(person)).into_iter().map(|(finding, parts)| Found {
            id: parts.first().map(|part| part.id.clone()).unwrap_or_default(),
            finding,
            status: String::new(),
            code: String::new(),
            participant: pseudonyms(&parts),
        }));
    }
    found
}

/// Those who take part by a link that is of no submission of theirs: an ID or a visit that somebody invented, while the
/// recruiter could not be asked. `submissions` are all that the recruiter has, by person. Who has completed and is not
/// listed at all is found without that.
pub fn unknown_there<S: BuildHasher, T: BuildHasher, U: BuildHasher>(
    submissions: &HashMap<String, HashSet<String, U>, T>,
    registered: &HashMap<String, LocalRecord, S>,
) -> Vec<Found> {
    let mut found = Vec::new();
    for (person, record) in registered {
        let own = submissions.get(person);
        let is_known = |part: &Participation| match (&part.visit, own) {
            (_, None) => part.completed,
            (None, Some(_)) => true,
            (Some(visit), Some(own)) => own.contains(visit),
        };
        let takes_part = |part: &&Participation| !part.withdrawn && (part.under_way || part.completed);
        let unknown: Vec<_> =
            participations(record).into_iter().filter(takes_part).filter(|part| !is_known(part)).collect();
        if let Some(first) = unknown.first() {
            found.push(Found {
                id: first.id.clone(),
                finding: Finding::UnknownThere,
                status: String::new(),
                code: String::new(),
                participant: pseudonyms(&unknown),
            });
        }
    }
    found.sort_by(|a, b| a.id.cmp(&b.id));
    found
}

/// The first line with the right code; otherwise the first completed one; otherwise the first that has not ended;
/// otherwise the first.
fn best<'a>(lines: &[&'a ServiceSubmission], registered: Option<&LocalRecord>) -> Option<&'a ServiceSubmission> {
    let parts = registered.map(participations).unwrap_or_default();
    let is_right = |line: &ServiceSubmission| parts.iter().any(|part| part.completed && agrees(line, part));
    lines.iter().copied().rev().max_by_key(|line| (line.finished, line.finished && is_right(line), !line.ended))
}

/// The differences about a person, and the participations that they are about. A person who took part more than once
/// has completed if one participation is completed. Withdrawn participations do not affect the others.
fn differences<'a>(
    line: Option<&ServiceSubmission>,
    registered: Option<&'a LocalRecord>,
) -> Vec<(Finding, Vec<&'a Participation>)> {
    let finished = line.filter(|line| line.finished);
    let all = match registered {
        None => return finished.map(|_| (Finding::UnknownHere, Vec::new())).into_iter().collect(),
        Some(LocalRecord::Erased) => return vec![(Finding::Erased, Vec::new())],
        Some(known) => participations(known),
    };
    let (withdrawn, stayed): (Vec<&Participation>, Vec<&Participation>) = all.iter().partition(|part| part.withdrawn);
    let completed: Vec<_> = stayed.iter().copied().filter(|part| part.completed).collect();
    let mut found = Vec::new();
    match finished {
        // Whoever was turned away and returned with the code of that outcome has done what was asked.
        Some(line) if completed.is_empty() => {
            let open = stayed.into_iter().filter(|part| !(part.turned_away && agrees(line, part)));
            found.push((Finding::FinishedThereOnly, open.collect()));
        }
        Some(line) if !completed.iter().any(|part| agrees(line, part)) => found.push((Finding::WrongCode, completed)),
        Some(_) => {}
        None => found.push((Finding::FinishedHereOnly, completed)),
    }
    if line.is_some_and(|line| line.ended) {
        found.push((Finding::EndedThereOnly, all.iter().copied().filter(|part| part.under_way).collect()));
    }
    found.push((Finding::Withdrawn, withdrawn));
    if all.len() > 1 {
        found.push((Finding::TwiceHere, all));
    }
    // A finding without a participation is none.
    found.retain(|(_, parts)| !parts.is_empty());
    found
}

fn participations(registered: &LocalRecord) -> Vec<&Participation> {
    match registered {
        LocalRecord::Known(parts) => parts.iter().collect(),
        LocalRecord::Erased => Vec::new(),
    }
}

fn pseudonyms(parts: &[&Participation]) -> String {
    parts.iter().map(|part| part.code.as_str()).collect::<Vec<_>>().join(" ")
}

/// Whether the code is right. In a list without codes, every code is; in one with codes, an empty code is not.
fn agrees(line: &ServiceSubmission, part: &Participation) -> bool {
    let is_own = |code: &String| part.own_codes.iter().any(|own| code.eq_ignore_ascii_case(own)) && code != NO_CODE;
    line.code.as_ref().is_none_or(is_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_disagreement_is_found_and_nothing_else() {
        let line = |id: &str, finished: bool, code: &str| ServiceSubmission {
            id: id.into(),
            person: id.into(),
            status: if finished { "APPROVED" } else { "RETURNED" }.into(),
            finished,
            ended: !finished && !id.starts_with("looks"),
            code: Some(code.into()),
        };
        let part = |id: &str, code: &str, withdrawn, completed| Participation {
            id: id.into(),
            visit: None,
            code: code.into(),
            withdrawn,
            completed,
            turned_away: id.starts_with("away"),
            under_way: !withdrawn && (!completed && !id.starts_with("away") || id == "second-part"),
            own_codes: vec![if id == "before" { "EARLY" } else { "RIGHT" }.into(), "PART-2".into()],
        };
        let known = |id: &str, withdrawn, completed| {
            (id.to_owned(), LocalRecord::Known(vec![part(id, "CODE", withdrawn, completed)]))
        };
        let twice = |id: &str, [one, two]: [(bool, bool); 2]| {
            let both = vec![part(id, "ONE", one.0, one.1), part(id, "TWO", two.0, two.1)];
            (id.to_owned(), LocalRecord::Known(both))
        };
        let registered: HashMap<String, LocalRecord> = [
            known("both", false, true),
            known("before", false, true),
            known("no-codes", false, true),
            known("empty", false, true),
            known("left", false, false),
            known("neither", false, false),
            known("looks", false, false),
            known("away-returned", false, false),
            known("second-part", false, true),
            known("joined-again", false, false),
            known("left-both", true, false),
            known("away", false, false),
            known("away-with-another-code", false, false),
            known("forgot", false, true),
            known("other", false, true),
            known("none", false, true),
            known("withdrew", true, true),
            ("erased".into(), LocalRecord::Erased),
            known("absent", false, true),
            known("absent-early", false, false),
            known("came-back", false, true),
            known("retyped", false, true),
            twice("again", [(false, true), (false, false)]),
            twice("back", [(true, true), (false, false)]),
            twice("forgot-twice", [(false, false), (false, true)]),
        ]
        .into();
        let listed = [
            line("both", true, "right"),
            line("before", true, "EARLY"),
            ServiceSubmission { code: None, ..line("no-codes", true, "") },
            line("empty", true, ""),
            line("left", true, "RIGHT"),
            line("neither", false, ""),
            line("looks", false, ""),
            line("away-returned", false, ""),
            line("second-part", false, ""),
            line("joined-again", false, ""),
            ServiceSubmission { ended: false, status: "ACTIVE".into(), ..line("joined-again", false, "") },
            line("left-both", false, ""),
            line("away", true, "RIGHT"),
            line("away-with-another-code", true, "GUESSED"),
            line("forgot", false, ""),
            line("other", true, "WRONG"),
            line("none", true, "NOCODE"),
            line("withdrew", true, "RIGHT"),
            line("erased", false, ""),
            line("nobody", true, "RIGHT"),
            line("looked", false, ""),
            line("both", true, "RIGHT"),
            line("again", true, "RIGHT"),
            line("back", true, "RIGHT"),
            line("came-back", false, ""),
            line("came-back", true, "RIGHT"),
            line("retyped", true, "WRONG"),
            line("retyped", true, "RIGHT"),
        ];
        let found = compare(&listed, &registered);
        let found: Vec<_> =
            found.iter().map(|one| (one.id.as_str(), one.finding.name(), one.participant.as_str())).collect();
        assert_eq!(
            found,
            [
                ("both", "twice_there", "CODE"),
                ("empty", "wrong_code", "CODE"),
                ("left", "finished_there_only", "CODE"),
                ("neither", "ended_there_only", "CODE"),
                ("second-part", "finished_here_only", "CODE"),
                ("second-part", "ended_there_only", "CODE"),
                ("joined-again", "twice_there", "CODE"),
                ("left-both", "withdrawn_here", "CODE"),
                ("away-with-another-code", "finished_there_only", "CODE"),
                ("forgot", "finished_here_only", "CODE"),
                ("other", "wrong_code", "CODE"),
                ("none", "wrong_code", "CODE"),
                ("withdrew", "withdrawn_here", "CODE"),
                ("erased", "erased_here", ""),
                ("nobody", "unknown_here", ""),
                ("again", "twice_here", "ONE TWO"),
                ("back", "finished_there_only", "TWO"),
                ("back", "withdrawn_here", "ONE"),
                ("back", "twice_here", "ONE TWO"),
                ("came-back", "twice_there", "CODE"),
                ("retyped", "twice_there", "CODE"),
                ("absent", "finished_here_only", "CODE"),
                ("forgot-twice", "finished_here_only", "TWO"),
                ("forgot-twice", "twice_here", "ONE TWO"),
            ]
        );
    }

    #[test]
    fn who_came_by_a_link_of_no_submission_is_found() {
        let part = |visit: Option<&str>, change: fn(&mut Participation)| {
            let mut part = Participation {
                id: "ada".into(),
                visit: visit.map(str::to_owned),
                code: "CODE".into(),
                withdrawn: false,
                completed: false,
                turned_away: false,
                under_way: true,
                own_codes: vec![],
            };
            change(&mut part);
            part
        };
        let completed: fn(&mut Participation) = |part| (part.completed, part.under_way) = (true, false);
        let withdrawn: fn(&mut Participation) = |part| part.withdrawn = true;
        let over: fn(&mut Participation) = |part| part.under_way = false;
        let plain: fn(&mut Participation) = |_| {};
        let submissions = |known: &[&str]| -> HashMap<String, HashSet<String>> {
            let own = known.iter().map(|id| (*id).to_owned()).collect();
            if known.is_empty() { HashMap::new() } else { [("ada".to_owned(), own)].into() }
        };
        for (part, known, is_found) in [
            (part(Some("s1"), plain), &["s1"][..], false),
            (part(Some("s1"), plain), &["s0", "s1"], false),
            (part(Some("invented"), plain), &["s1"], true),
            (part(Some("invented"), completed), &["s1"], true),
            (part(Some("s1"), plain), &[], true),
            (part(None, plain), &[], true),
            (part(None, plain), &["s1"], false),
            // `finished_here_only` says so.
            (part(Some("s1"), completed), &[], false),
            (part(Some("invented"), withdrawn), &["s1"], false),
            (part(Some("invented"), over), &["s1"], false),
        ] {
            let registered = HashMap::from([("ada".to_owned(), LocalRecord::Known(vec![part.clone()]))]);
            let found = unknown_there(&submissions(known), &registered);
            assert_eq!(found.len(), usize::from(is_found), "{part:?} {known:?}");
        }
    }
}
