//! A participant while their rows pass: what a pass over everything handed in keeps of one of them.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use unmask_store::export::{Handed, Person};
use unmask_study::answers::Earlier;

use crate::{ExportError, Result};

/// A participant with what the wide form and the report need of everything handed in.
pub struct Gathered {
    pub person: Person,
    /// What was handed in, by its natural key.
    pub items: BTreeSet<String>,
    pub answers: Earlier,
    pub scores: Map<String, Value>,
    /// How often a medium did not play.
    pub media_failed: u32,
}

impl Gathered {
    /// Somebody of whom nothing has passed yet.
    pub fn of(person: Person) -> Self {
        Self { person, items: BTreeSet::new(), answers: Earlier::new(), scores: Map::new(), media_failed: 0 }
    }

    /// Keeps what a submission brought.
    pub fn keep(&mut self, item: &str, answers: Map<String, Value>, scores: Map<String, Value>, failed: usize) {
        self.items.insert(item.to_owned());
        self.answers.extend(answers);
        self.scores.extend(scores);
        self.media_failed += u32::try_from(failed).unwrap_or(u32::MAX);
    }
}

/// The object in a column of a submission.
///
/// # Errors
/// If the text is no JSON of that shape.
pub fn object<'a, T: serde::Deserialize<'a>>(handed: &Handed, column: &str, text: &'a str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| ExportError::Damaged {
        what: format!("submission.{column} of row {}", handed.receipt),
        why: error.to_string(),
    })
}
