//! The comparison, person by person.

use std::collections::{HashMap, HashSet};

use super::theirs::Theirs;

/// Written in place of a code by a recruiter whose person gave none:
/// <https://researcher-help.prolific.com/en/article/d9b735>
const NO_CODE: &str = "NOCODE";

/// A person as the study has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Here {
    /// With data.
    Known {
        /// The recruiter's id, as it stood in the link.
        id: String,
        /// Pseudonym.
        code: String,
        /// Left the study.
        withdrawn: bool,
        /// Reached the end: everything is stored.
        completed: bool,
    },
    /// Took part, and their data are erased.
    Gone,
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
}

impl Finding {
    pub const ALL: [Self; 7] = [
        Self::FinishedThereOnly,
        Self::UnknownHere,
        Self::FinishedHereOnly,
        Self::WrongCode,
        Self::Withdrawn,
        Self::Erased,
        Self::Twice,
    ];

    /// In the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::FinishedThereOnly => "finished_there_only",
            Self::UnknownHere => "unknown_here",
            Self::FinishedHereOnly => "finished_here_only",
            Self::WrongCode => "wrong_code",
            Self::Withdrawn => "withdrawn_here",
            Self::Erased => "erased_here",
            Self::Twice => "twice_there",
        }
    }

    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Self::FinishedThereOnly => "finished there, and began but did not finish here",
            Self::UnknownHere => "finished there, and never registered here",
            Self::FinishedHereOnly => "finished here, and not there: perhaps they never went back with the code",
            Self::WrongCode => "finished in both places, with another completion code or none",
            Self::Withdrawn => "withdrew here; their data are kept",
            Self::Erased => "took part here, and had their data erased",
            Self::Twice => "stand there more than once",
        }
    }
}

/// Somebody who needs a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The recruiter's id.
    pub id: String,
    pub finding: Finding,
    /// What the recruiter's list says; empty if it has nobody of that id.
    pub status: String,
    pub code: String,
    /// Pseudonym here, if there is one.
    pub participant: String,
}

/// Compares, by ids in the form that two which look the same have in common. Whoever agrees is not in the result: finished
/// in both places with the right code, or in neither.
pub(super) fn compare(theirs: &[Theirs], here: &HashMap<String, Here>, completion_code: &str) -> Vec<Found> {
    let mut seen = HashSet::new();
    let mut found: Vec<Found> = Vec::new();
    for person in theirs {
        let finding = if seen.insert(person.person.as_str()) {
            judge(person, here.get(&person.person), completion_code)
        } else {
            Some(Finding::Twice)
        };
        found.extend(finding.map(|finding| Found {
            id: person.id.clone(),
            finding,
            status: person.status.clone(),
            code: person.code.clone(),
            participant: here.get(&person.person).map(pseudonym).unwrap_or_default(),
        }));
    }
    let mut unseen: Vec<_> = here.iter().filter(|(person, _)| !seen.contains(person.as_str())).collect();
    unseen.sort_by_key(|(person, _)| *person);
    for (_, person) in unseen {
        let (id, finding) = match person {
            Here::Known { id, withdrawn: true, .. } => (id.clone(), Finding::Withdrawn),
            Here::Known { id, completed: true, .. } => (id.clone(), Finding::FinishedHereOnly),
            _ => continue,
        };
        let participant = pseudonym(person);
        found.push(Found { id, finding, status: String::new(), code: String::new(), participant });
    }
    found
}

fn judge(person: &Theirs, here: Option<&Here>, completion_code: &str) -> Option<Finding> {
    match here {
        Some(Here::Gone) => Some(Finding::Erased),
        Some(Here::Known { withdrawn: true, .. }) => Some(Finding::Withdrawn),
        None => person.finished.then_some(Finding::UnknownHere),
        Some(Here::Known { completed, .. }) => match (person.finished, completed) {
            (true, false) => Some(Finding::FinishedThereOnly),
            (false, true) => Some(Finding::FinishedHereOnly),
            (true, true) => (!agrees(&person.code, completion_code)).then_some(Finding::WrongCode),
            (false, false) => None,
        },
    }
}

/// A list without codes says nothing about them.
fn agrees(code: &str, completion_code: &str) -> bool {
    code.is_empty() || (code.eq_ignore_ascii_case(completion_code) && code != NO_CODE)
}

fn pseudonym(here: &Here) -> String {
    match here {
        Here::Known { code, .. } => code.clone(),
        Here::Gone => String::new(),
    }
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
            code: code.into(),
        };
        let known = |id: &str, withdrawn, completed| {
            (id.to_owned(), Here::Known { id: id.into(), code: "CODE".into(), withdrawn, completed })
        };
        let here: HashMap<String, Here> = [
            known("both", false, true),
            known("left", false, false),
            known("neither", false, false),
            known("forgot", false, true),
            known("other", false, true),
            known("none", false, true),
            known("withdrew", true, true),
            ("erased".into(), Here::Gone),
            known("absent", false, true),
            known("absent-early", false, false),
        ]
        .into();
        let theirs = [
            there("both", true, "right"),
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
        ];
        let found = compare(&theirs, &here, "RIGHT");
        let found: Vec<(&str, &str)> = found.iter().map(|one| (one.id.as_str(), one.finding.name())).collect();
        assert_eq!(
            found,
            [
                ("left", "finished_there_only"),
                ("forgot", "finished_here_only"),
                ("other", "wrong_code"),
                ("none", "wrong_code"),
                ("withdrew", "withdrawn_here"),
                ("erased", "erased_here"),
                ("nobody", "unknown_here"),
                ("both", "twice_there"),
                ("absent", "finished_here_only"),
            ]
        );
    }
}
