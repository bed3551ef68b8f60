//! What a kind of item defines, and what it reads of the item. This module imports no kind.

use rand_chacha::ChaCha20Rng;
use serde_json::Value;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::values::{Checked, Values, Variable, check_each};
use crate::answers::Answers;
use crate::codebook::Row;
use crate::public::{PublicMedia, View};
use crate::text::Text;

/// The fields of an item that its kind needs to know and that all kinds have.
pub(super) struct CommonFields<'a> {
    pub id: &'a str,
    pub label: &'a Text,
    pub required: bool,
    pub source: Option<&'a str>,
}

impl<'a> CommonFields<'a> {
    /// A variable of an item, with its own label.
    pub fn variable(&self, suffix: &str, values: Values<'a>) -> Variable<'a> {
        Variable {
            name: format!("{}{suffix}", self.id),
            label: self.label,
            values,
            required: self.required,
            source: self.source,
        }
    }
}

/// What each kind defines.
pub(super) trait ItemKind: Sized {
    /// What participants see of it.
    type Public;

    /// The fields that only this kind has, for its row in docs/STUDY-FORMAT.md.
    const FIELDS: &'static str;
    /// How its answers are stored, for the same row.
    const STORED_AS: &'static str;

    /// Takes its fields out of the file's.
    fn read(fields: &mut Fields) -> Result<Self, String>;

    /// Reports what a participant or an analysis would stumble over.
    fn check(&self, _item: &CommonFields<'_>, _check: &mut ItemCheck<'_>) {}

    /// The variables that the item gives, in order.
    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>>;

    /// Where the name of a variable is written, by its number: a path below the item.
    fn name_path(&self, _variable: usize) -> String {
        "id".into()
    }

    /// Checks the answers to its variables: each alone, unless they depend on each other. What is wrong with the item as a
    /// whole is reported at its `id`.
    fn check_answers(&self, item: &CommonFields<'_>, given: &Answers) -> Checked {
        check_each(&self.variables(item), given)
    }

    /// The item as one participant sees it.
    fn public(&self, item: &CommonFields<'_>, view: &View<'_>) -> Self::Public;

    /// Adds to the codebook's row of a variable what only this kind knows.
    fn describe(&self, _item: &CommonFields<'_>, _variable: &str, _row: &mut Row) {}

    /// The name of the medium that it shows.
    fn stimulus(&self) -> Option<&str> {
        None
    }
}

/// What the public form of each kind defines.
pub(super) trait PublicItemKind {
    /// A valid answer to each of its variables.
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers;

    /// The medium that it shows.
    fn media(&self) -> Option<&PublicMedia> {
        None
    }

    /// The same, to replace its addresses.
    fn media_mut(&mut self) -> Option<&mut PublicMedia> {
        None
    }
}

/// The answer to the only variable of an item.
pub(super) fn one(id: &str, answer: impl Into<Value>) -> Answers {
    Answers::from_iter([(id.to_owned(), answer.into())])
}
