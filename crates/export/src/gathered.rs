//! A participant while their rows pass: what is read of each, and what a pass over everything submitted keeps.

use std::collections::BTreeSet;

use unmask_store::export::{Passing, Person, SubmissionRow};
use unmask_store::stored::Place;
use unmask_study::Study;
use unmask_study::answers::Earlier;
use unmask_study::evidence::Evidence;
use unmask_study::quality::{self, Flag};

use crate::prelude::*;

/// What passes, read.
pub enum Read {
    /// A participant begins.
    Person(Box<Person>),
    /// Something that this participant submitted.
    Given(Box<Given>),
}

/// A submission with what its JSON says.
pub struct Given {
    pub handed: SubmissionRow,
    pub answers: Map<String, Value>,
    pub scores: Map<String, Value>,
    /// None also if it is not wanted.
    pub evidence: Option<Evidence>,
}

impl Read {
    /// Reads what passes; evidence only if it is `wanted`, as it is most of the text.
    ///
    /// # Errors
    /// If something stored is not what it should be.
    pub fn of(passing: Passing, wanted: impl Fn(&str) -> bool) -> Result<Self> {
        let handed = match passing {
            Passing::Person(person) => return Ok(Self::Person(person.into())),
            Passing::SubmissionRow(handed) => handed,
        };
        let evidence = handed.evidence.as_deref().filter(|text| wanted(text));
        let given = Given {
            answers: object(&handed, "answers", &handed.answers)?,
            scores: object(&handed, "scores", &handed.scores)?,
            evidence: evidence.map(|text| object(&handed, "evidence", text)).transpose()?,
            handed,
        };
        Ok(Self::Given(given.into()))
    }
}

impl Given {
    /// How many media did not play.
    fn media_failed(&self) -> u32 {
        self.evidence.as_ref().map_or(0, Evidence::media_failed)
    }
}

/// A participant with what the wide form and the report need of everything submitted.
pub struct Gathered {
    pub person: Person,
    /// What was submitted, by its natural key.
    pub items: BTreeSet<String>,
    pub answers: Earlier,
    pub scores: Map<String, Value>,
    /// How often a medium did not play.
    pub media_failed: u32,
    /// What was flagged when it was submitted, as far as it was [noted](Gathered::note).
    pub flags: BTreeSet<Flag>,
}

impl Gathered {
    /// A participant of whom nothing has passed yet.
    pub fn of(person: Person) -> Self {
        Self {
            person,
            items: BTreeSet::new(),
            answers: Earlier::new(),
            scores: Map::new(),
            media_failed: 0,
            flags: BTreeSet::new(),
        }
    }

    /// Notes the signs of a submission, by the rules that it was judged by when it came.
    pub fn note(&mut self, study: &Study, given: &Given) {
        let attempt = u32::try_from(given.handed.attempt).unwrap_or(u32::MAX);
        let answered = quality::Given { item: &given.handed.item, attempt, answers: &given.answers };
        self.flags.extend(quality::flags(
            study,
            answered,
            given.evidence.as_ref().map(Evidence::measured).unwrap_or_default(),
        ));
    }

    /// Keeps what a submission brought.
    pub fn keep(&mut self, given: Given) {
        self.media_failed += given.media_failed();
        self.items.insert(given.handed.item);
        self.answers.extend(given.answers);
        self.scores.extend(given.scores);
    }
}

/// The object in a column of a submission.
fn object<'a, T: serde::Deserialize<'a>>(handed: &SubmissionRow, column: &'static str, text: &'a str) -> Result<T> {
    Ok(Place { table: "submission", column, row: &handed.receipt }.json(text)?)
}
