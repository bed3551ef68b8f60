//! The traits of a kind of item. This module imports no kind.

use rand_chacha::ChaCha20Rng;
use serde_json::Value;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::values::{Checked, Values, Variable, check_each};
use crate::answers::Answers;
use crate::codebook::Row;
use crate::public::{PublicMedia, View};
use crate::text::Text;

/// The fields of all items that a kind reads.
pub(super) struct CommonFields<'a> {
    pub id: &'a str,
    pub label: &'a Text,
    pub required: bool,
    pub source: Option<&'a str>,
}

impl<'a> CommonFields<'a> {
    /// A variable with the item's label.
    pub fn variable(&self, suffix: &str, values: Values<'a>) -> Variable<'a> {
        self.part(format!("{}{suffix}", self.id), self.label, values)
    }

    /// A variable with the label of a part of the item.
    pub fn part(&self, name: String, label: &'a Text, values: Values<'a>) -> Variable<'a> {
        Variable { name, label, values, required: self.required, source: self.source }
    }
}

/// A kind of item.
pub(super) trait ItemKind: Sized {
    /// The form that participants see.
    type Public;

    /// The fields that only this kind has, for its row in docs/STUDY-FORMAT.md.
    const FIELDS: &'static str;
    /// How its answers are stored, for the same row.
    const STORED_AS: &'static str;

    /// Reads its own fields.
    fn read(fields: &mut Fields) -> Result<Self, String>;

    /// Reports findings about the item before the study starts.
    fn check(&self, _item: &CommonFields<'_>, _check: &mut ItemCheck<'_>) {}

    /// The variables that the item gives, in order.
    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>>;

    /// The path, below the item, of the text that names a variable, by the variable's index.
    fn name_path(&self, _variable: usize) -> String {
        "id".into()
    }

    /// Checks the answers to its variables: each separately, unless they depend on each other. An error of the item as a
    /// whole has the item's `id`.
    fn check_answers(&self, item: &CommonFields<'_>, given: &Answers) -> Checked {
        check_each(&self.variables(item), given)
    }

    /// The item as one participant sees it.
    fn public(&self, item: &CommonFields<'_>, view: &View<'_>) -> Self::Public;

    /// Completes the codebook row of a variable.
    fn describe(&self, _item: &CommonFields<'_>, _variable: &str, _row: &mut Row) {}

    /// The stimulus that it shows.
    fn stimulus(&self) -> Option<&str> {
        None
    }
}

/// The public form of a kind.
pub(super) trait PublicItemKind {
    /// A valid answer to each of its variables.
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers;

    /// The medium that it shows.
    fn media(&self) -> Option<&PublicMedia> {
        None
    }

    /// The same, mutably: the server replaces its URLs.
    fn media_mut(&mut self) -> Option<&mut PublicMedia> {
        None
    }
}

/// The answer to the only variable of an item.
pub(super) fn one(id: &str, answer: impl Into<Value>) -> Answers {
    Answers::from_iter([(id.to_owned(), answer.into())])
}
