//! The comparison, person by person.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::theirs::Theirs;

/// Written in place of a code by a recruiter whose person gave none:
/// <https://researcher-help.prolific.com/en/article/d9b735>
const NO_CODE: &str = "NOCODE";

/// A person as the study has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Here {
    /// With data, for each time that they took part.
    Known(Vec<Part>),
    /// Took part, and their data are erased.
    Gone,
}

/// A participant's taking part once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The recruiter's id, as it stood in the link.
    pub id: String,
    /// Pseudonym.
    pub code: String,
    /// Left the study.
    pub withdrawn: bool,
    /// Reached the end: everything is stored.
    pub completed: bool,
    /// What their version of the study gives at its end.
    pub completion_code: String,
}

/// What does not agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    FinishedThereOnly,
    UnknownHere,
    FinishedHereOnly,
    WrongCode,
    Withdrawn,
    Erased,
    Twice,
    TwiceHere,
}

impl Finding {
    /// All of them in the order of their declaration, as they are called in the file and for people.
    pub const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::FinishedThereOnly, "finished_there_only", "completed there, but only started here"),
        (Self::UnknownHere, "unknown_here", "completed there, but never registered here"),
        (
            Self::FinishedHereOnly,
            "finished_here_only",
            "completed here, but not there: perhaps they did not return with the code",
        ),
        (Self::WrongCode, "wrong_code", "completed in both, with a wrong completion code or none"),
        (Self::Withdrawn, "withdrawn_here", "withdrew here; their data are kept"),
        (Self::Erased, "erased_here", "took part here, and had their data erased"),
        (Self::Twice, "twice_there", "listed more than once by the service"),
        (Self::TwiceHere, "twice_here", "took part here more than once"),
    ];

    /// In the file.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// What needs a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The recruiter's id.
    pub id: String,
    pub finding: Finding,
    /// What the recruiter's list says; empty if it has nobody of that id.
    pub status: String,
    pub code: String,
    /// The pseudonyms here that it is about, with a space between them.
    pub participant: String,
}

/// Compares, by ids in the form that two which look the same have in common. Anyone who agrees is not in the result:
/// finished in both places with the right code, or in neither, and once. Of a participant who stands there more than
/// once, the line that agrees best is compared, and the others are reported.
pub(super) fn compare(theirs: &[Theirs], here: &HashMap<String, Here>) -> Vec<Found> {
    let mut lines: IndexMap<&str, Vec<&Theirs>> = IndexMap::new();
    for line in theirs {
        lines.entry(&line.person).or_default().push(line);
    }
    let mut found: Vec<Found> = Vec::new();
    for (person, lines) in &lines {
        let here = here.get(*person);
        let best = best(lines, here);
        let known = || here.map(parts).unwrap_or_default();
        let judged = judge(best, here).into_iter().map(|(finding, parts)| (best, finding, parts));
        let others = lines.iter().filter(|line| best.is_none_or(|best| !std::ptr::eq(best, **line)));
        let again = others.map(|line| (Some(*line), Finding::Twice, known()));
        found.extend(judged.chain(again).filter_map(|(line, finding, parts)| {
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
    let mut unseen: Vec<_> = here.iter().filter(|(person, _)| !lines.contains_key(person.as_str())).collect();
    unseen.sort_by_key(|(person, _)| *person);
    for (_, person) in unseen {
        found.extend(judge(None, Some(person)).into_iter().map(|(finding, parts)| Found {
            id: parts.first().map(|part| part.id.clone()).unwrap_or_default(),
            finding,
            status: String::new(),
            code: String::new(),
            participant: pseudonyms(&parts),
        }));
    }
    found
}

/// The first of the lines with the right code, or else the first that says finished, or else the first.
fn best<'a>(lines: &[&'a Theirs], here: Option<&Here>) -> Option<&'a Theirs> {
    let parts = here.map(parts).unwrap_or_default();
    let is_right = |line: &Theirs| parts.iter().any(|part| part.completed && agrees(line, part));
    lines.iter().copied().rev().max_by_key(|line| (line.finished, line.finished && is_right(line)))
}

/// What does not agree about a person, and which of their taking part it is about. A participant who took part more
/// than once has finished if they did so once, and what they have withdrawn from says nothing about the rest.
fn judge<'a>(there: Option<&Theirs>, here: Option<&'a Here>) -> Vec<(Finding, Vec<&'a Part>)> {
    let finished = there.filter(|there| there.finished);
    let all = match here {
        None => return finished.map(|_| (Finding::UnknownHere, Vec::new())).into_iter().collect(),
        Some(Here::Gone) => return vec![(Finding::Erased, Vec::new())],
        Some(known) => parts(known),
    };
    let (withdrawn, stayed): (Vec<&Part>, Vec<&Part>) = all.iter().partition(|part| part.withdrawn);
    let completed: Vec<_> = stayed.iter().copied().filter(|part| part.completed).collect();
    let mut found = Vec::new();
    match finished {
        Some(_) if completed.is_empty() => found.push((Finding::FinishedThereOnly, stayed)),
        Some(there) if !completed.iter().any(|part| agrees(there, part)) => found.push((Finding::WrongCode, completed)),
        Some(_) => {}
        None => found.push((Finding::FinishedHereOnly, completed)),
    }
    found.push((Finding::Withdrawn, withdrawn));
    if all.len() > 1 {
        found.push((Finding::TwiceHere, all));
    }
    // What is about nothing is none.
    found.retain(|(_, parts)| !parts.is_empty());
    found
}

fn parts(here: &Here) -> Vec<&Part> {
    match here {
        Here::Known(parts) => parts.iter().collect(),
        Here::Gone => Vec::new(),
    }
}

fn pseudonyms(parts: &[&Part]) -> String {
    parts.iter().map(|part| part.code.as_str()).collect::<Vec<_>>().join(" ")
}

/// A list without codes says nothing about them; anyone who has none in one that has them gave none.
fn agrees(there: &Theirs, part: &Part) -> bool {
    there.code.as_ref().is_none_or(|code| code.eq_ignore_ascii_case(&part.completion_code) && code != NO_CODE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_does_not_agree_is_found_and_nobody_else() {
        let there = |id: &str, finished: bool, code: &str| Theirs {
            id: id.into(),
            person: id.into(),
            status: if finished { "APPROVED" } else { "RETURNED" }.into(),
            finished,
            code: Some(code.into()),
        };
        let part = |id: &str, code: &str, withdrawn, completed| Part {
            id: id.into(),
            code: code.into(),
            withdrawn,
            completed,
            completion_code: if id == "before" { "EARLY" } else { "RIGHT" }.into(),
        };
        let known =
            |id: &str, withdrawn, completed| (id.to_owned(), Here::Known(vec![part(id, "CODE", withdrawn, completed)]));
        let twice = |id: &str, [one, two]: [(bool, bool); 2]| {
            let both = vec![part(id, "ONE", one.0, one.1), part(id, "TWO", two.0, two.1)];
            (id.to_owned(), Here::Known(both))
        };
        let here: HashMap<String, Here> = [
            known("both", false, true),
            known("before", false, true),
            known("no-codes", false, true),
            known("empty", false, true),
            known("left", false, false),
            known("neither", false, false),
            known("forgot", false, true),
            known("other", false, true),
            known("none", false, true),
            known("withdrew", true, true),
            ("erased".into(), Here::Gone),
            known("absent", false, true),
            known("absent-early", false, false),
            known("came-back", false, true),
            known("retyped", false, true),
            twice("again", [(false, true), (false, false)]),
            twice("back", [(true, true), (false, false)]),
            twice("forgot-twice", [(false, false), (false, true)]),
        ]
        .into();
        let theirs = [
            there("both", true, "right"),
            there("before", true, "EARLY"),
            Theirs { code: None, ..there("no-codes", true, "") },
            there("empty", true, ""),
            there("left", true, "RIGHT"),
            there("neither", false, ""),
            there("forgot", false, ""),
            there("other", true, "WRONG"),
            there("none", true, "NOCODE"),
            there("withdrew", true, "RIGHT"),
            there("erased", false, ""),
            there("nobody", true, "RIGHT"),
            there("looked", false, ""),
            there("both", true, "RIGHT"),
            there("again", true, "RIGHT"),
            there("back", true, "RIGHT"),
            there("came-back", false, ""),
            there("came-back", true, "RIGHT"),
            there("retyped", true, "WRONG"),
            there("retyped", true, "RIGHT"),
        ];
        let found = compare(&theirs, &here);
        let found: Vec<_> =
            found.iter().map(|one| (one.id.as_str(), one.finding.name(), one.participant.as_str())).collect();
        assert_eq!(
            found,
            [
                ("both", "twice_there", "CODE"),
                ("empty", "wrong_code", "CODE"),
                ("left", "finished_there_only", "CODE"),
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
}
