//! The traits of a kind of item. What differs between kinds is a method here, so that a new kind changes no other
//! module. This module imports no kind.
//!
//! One kind has a meaning outside its module: the study scores judgements. Scoring, answer keys, checks of balance, the
//! report and simulated participants get them from `Item::judgement` and `PublicKind::judgement`.

use rand_chacha::ChaCha20Rng;
use serde_json::Value;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::parts::Points;
use super::values::{CheckedAnswers, Values, Variable, check_each};
use crate::answers::{Answers, ValidationCode};
use crate::codebook::Row;
use crate::public::{PublicChoice, PublicMedia, PublicPoint, View};
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
    /// The validation errors that only this kind has.
    const VALIDATION_CODES: &'static [ValidationCode] = &[];

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

    /// Checks the answers to its variables: each separately, unless they depend on each other. An error of the item as
    /// a whole has the item's `id`.
    fn check_answers(&self, item: &CommonFields<'_>, given: &Answers) -> CheckedAnswers {
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

    /// The points, if its variables are statements rated on them: the same answer to many is a straight line.
    fn statement_points(&self) -> Option<&Points> {
        None
    }

    /// The points that pass, if it is an attention check.
    fn passing_points(&self) -> Option<&[i64]> {
        None
    }

    /// How many questions these answers answer: each variable is one.
    fn answered(&self, item: &CommonFields<'_>, answers: &Answers) -> usize {
        self.variables(item).iter().filter(|variable| answers.contains_key(&variable.name)).count()
    }

    /// Approximate seconds to answer it, in proportion to other items: 6 for each variable.
    fn seconds(&self, item: &CommonFields<'_>) -> usize {
        6 * self.variables(item).len().max(1)
    }
}

/// The form of an answer, from which simulated participants choose a plausible one.
#[derive(Clone, Debug, PartialEq)]
pub enum ResponseFormat<'a> {
    /// A point for each of these variables.
    Ratings {
        /// The variables.
        variables: Vec<&'a str>,
        /// The points.
        points: &'a [PublicPoint],
    },
    /// One of these options.
    Choice(&'a [PublicChoice]),
    /// A number, `step` apart from the next.
    Number {
        /// Smallest value.
        min: Option<f64>,
        /// Largest value.
        max: Option<f64>,
        /// Distance between two values.
        step: f64,
    },
    /// A text.
    Text {
        /// Fewest characters.
        min: usize,
        /// Most characters.
        max: usize,
    },
    /// Anything else: any valid answer is plausible.
    Other,
}

/// The public form of a kind.
pub(super) trait PublicItemKind {
    /// A valid answer to each of its variables.
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers;

    /// The form of the answer to the item `id`.
    fn response_format<'a>(&'a self, _id: &'a str) -> ResponseFormat<'a> {
        ResponseFormat::Other
    }

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
pub(super) fn single_answer(id: &str, answer: impl Into<Value>) -> Answers {
    Answers::from_iter([(id.to_owned(), answer.into())])
}
