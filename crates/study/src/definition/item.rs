//! `questionnaires/*.yaml`: sections of items. One definition drives rendering, validation,
//! scoring and the codebook.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

pub use super::scale::{Method, Scale};
use super::shape::map_or;
use crate::progress::Form;
use crate::text::{Markdown, Text};

/// A questionnaire: sections, each shown as one page, and its scales.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Questionnaire {
    /// Heading.
    pub title: Text,
    /// Text under the heading of the first section.
    pub intro: Option<Markdown>,
    /// How often each answer is right, where a study does not mean each as often as the others: by value and in each form, for example
    /// `{ original: 12, altered: 4 }`; an answer left out is never right.
    #[serde(default)]
    pub right_answers: BTreeMap<String, u32>,
    /// Pages of items, in order.
    pub sections: Vec<Section>,
    /// Scores computed from the items.
    #[serde(default)]
    pub scales: Vec<Scale>,
}

/// One page of items.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Name in the data.
    pub id: String,
    /// Heading of the page.
    pub title: Text,
    /// Text under it.
    pub intro: Option<Markdown>,
    /// Show the items in an order of their own for every participant. Keys never change.
    #[serde(default)]
    pub shuffle: bool,
    /// The items.
    pub items: Vec<Item>,
}

/// One question or other element. Its `id` is the variable's name in the data
/// (with `_confidence`, `_sharing` and the rows' ids for the parts of compound items).
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Variable name: lower-case letters, digits and underscores, unique in the whole study.
    pub id: String,
    /// The question.
    pub label: Text,
    /// One or two sentences of help.
    pub help: Option<Text>,
    /// Whether an answer is needed; it is unless switched off.
    #[serde(default = "yes")]
    pub required: bool,
    /// Shown only if an earlier answer fulfils this.
    pub show_if: Option<Condition>,
    /// Where the wording comes from (citation), for the codebook.
    pub source: Option<String>,
    /// What kind of item, with what that kind needs.
    #[serde(flatten)]
    pub kind: Kind,
}

fn yes() -> bool {
    true
}

/// The kinds of items, by their `kind` in the file.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// One of several options.
    Single {
        /// The options.
        options: Vec<Choice>,
        /// Own order for every participant; options marked `fixed` stay where they are.
        #[serde(default)]
        shuffle: bool,
    },
    /// Any of several options.
    Multiple {
        /// The options.
        options: Vec<Choice>,
        /// Own order for every participant.
        #[serde(default)]
        shuffle: bool,
        /// At least so many.
        min: Option<u32>,
        /// At most so many.
        max: Option<u32>,
    },
    /// A rating on numbered or worded points; stored as the point's number from 1.
    Likert {
        /// The points.
        #[serde(flatten)]
        points: Points,
    },
    /// Several statements on the same points; each row is a variable of its own.
    Matrix {
        /// The statements.
        rows: Vec<Row>,
        /// The points.
        #[serde(flatten)]
        points: Points,
        /// Own order of rows for every participant.
        #[serde(default)]
        shuffle: bool,
    },
    /// A rating between two ends; unanswered until touched.
    Slider {
        /// Lowest value.
        min: i64,
        /// Highest value.
        max: i64,
        /// Distance of two values.
        #[serde(default = "one")]
        step: i64,
        /// Words at the lower and at the upper end.
        ends: [Text; 2],
        /// Unit after the number.
        unit: Option<Text>,
    },
    /// A number typed in.
    Number {
        /// Lowest value allowed.
        min: Option<f64>,
        /// Highest value allowed.
        max: Option<f64>,
        /// Whole numbers only, unless switched off.
        #[serde(default = "yes")]
        integer: bool,
        /// Unit after the field.
        unit: Option<Text>,
    },
    /// Words; one line, or several.
    Text {
        /// Several lines.
        #[serde(default)]
        long: bool,
        /// Fewest characters.
        min_length: Option<u32>,
        /// Most characters (default 200 for one line, 2000 for several).
        max_length: Option<u32>,
    },
    /// A day, stored as `YYYY-MM-DD`.
    Date {
        /// Earliest day allowed, `YYYY-MM-DD`.
        min: Option<String>,
        /// Latest day allowed, `YYYY-MM-DD`.
        max: Option<String>,
    },
    /// How sure, in six steps from 50 to 100 per cent; stored as 50, 60 … 100.
    Confidence,
    /// A medium and what it is: never with feedback. Stored as the option's value; with
    /// `confidence`, `<id>_confidence`; with `sharing`, `<id>_sharing` (1 to 6).
    Judgement {
        /// The medium shown, from `stimuli.yaml`; absent for a post in words alone.
        stimulus: Option<String>,
        /// A post around it.
        post: Option<PostText>,
        /// What form Y reads instead, so that one picture and one person stand for both truths.
        in_form_y: Option<Box<InFormY>>,
        /// What is right: one truth for all, or by test form.
        truth: Truth,
        /// The two (or more) answers; default `original` and `altered`.
        #[serde(default = "original_or_altered")]
        options: Vec<Choice>,
        /// Ask how sure.
        #[serde(default = "yes")]
        confidence: bool,
        /// Ask how likely the participant would share it.
        #[serde(default)]
        sharing: bool,
    },
    /// Text or a picture without a question.
    Information {
        /// The text.
        text: Markdown,
        /// A medium from `stimuli.yaml`.
        stimulus: Option<String>,
    },
    /// An attention check: looks like a `likert` item, has one expected answer.
    Attention {
        /// The points.
        #[serde(flatten)]
        points: Points,
        /// The points that pass.
        expect: Vec<i64>,
    },
}

fn one() -> i64 {
    1
}

/// `original` and `altered`.
pub fn original_or_altered() -> Vec<Choice> {
    [("original", "Original"), ("altered", "Altered")].map(|(value, label)| Choice::new(value, label)).into()
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Value in the data.
    pub value: String,
    /// Words shown.
    pub label: Text,
    /// A smaller line under them.
    pub note: Option<Text>,
    /// Keeps its place when the options are shuffled ("Other").
    #[serde(default)]
    pub fixed: bool,
    /// Excludes all others in a `multiple` item ("None of these").
    #[serde(default)]
    pub exclusive: bool,
}

impl Choice {
    /// A plain option.
    pub fn new(value: &str, label: &str) -> Self {
        Self { value: value.into(), label: Text(label.into()), note: None, fixed: false, exclusive: false }
    }
}

/// Points of a rating: worded (`points: [Never, Sometimes, Often]`) or numbered
/// (`numbers: 7` with `ends: [Strongly disagree, Strongly agree]`). Exactly one of both.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
pub struct Points {
    /// Words, from the first point to the last.
    #[serde(default)]
    pub points: Vec<Text>,
    /// Number of points, 2 to 11.
    pub numbers: Option<u32>,
    /// Words at both ends of a numbered scale.
    pub ends: Option<[Text; 2]>,
    /// First number shown and stored (0 or 1).
    #[serde(default = "one")]
    pub first: i64,
}

/// A statement of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Variable name.
    pub id: String,
    /// The statement.
    pub label: Text,
    /// Where the wording comes from.
    pub source: Option<String>,
}

/// A post around a medium, of no known brand.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PostText {
    /// Who posts.
    pub author: Text,
    /// `@handle`.
    pub handle: String,
    /// How long ago, in words.
    pub age: Text,
    /// The words of the post.
    pub text: Text,
}

/// Words of a judged post for form Y; the medium stays the same.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InFormY {
    /// In place of the item's `help`.
    pub help: Option<Text>,
    /// In place of its `post`.
    pub post: PostText,
}

impl Item {
    /// The help that a participant with this test form reads.
    pub fn help_in(&self, form: Form) -> Option<&Text> {
        self.in_form(form).map_or(self.help.as_ref(), |y| y.help.as_ref())
    }

    /// The post that a participant with this test form reads.
    pub fn post_in(&self, form: Form) -> Option<&PostText> {
        let Kind::Judgement { post, .. } = &self.kind else { return None };
        self.in_form(form).map_or(post.as_ref(), |y| Some(&y.post))
    }

    fn in_form(&self, form: Form) -> Option<&InFormY> {
        match &self.kind {
            Kind::Judgement { in_form_y, .. } if form == Form::Y => in_form_y.as_deref(),
            _ => None,
        }
    }
}

/// What is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Truth {
    /// The same for everybody.
    Fixed(String),
    /// By the participant's test form.
    ByForm(TruthByForm),
}

/// What is right in each test form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TruthByForm {
    /// Right in form X.
    pub x: String,
    /// Right in form Y.
    pub y: String,
}

impl<'de> Deserialize<'de> for Truth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a right answer, or `{ x: …, y: … }` with one for each form", Self::ByForm, Self::Fixed)
    }
}

/// "Shown only if an earlier answer …". Exactly one of the tests.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Variable of an earlier item of the same questionnaire.
    pub item: String,
    /// … is one of these (for a `multiple` item: contains one of these).
    pub is: Option<Vec<serde_json::Value>>,
    /// … is none of these.
    pub is_not: Option<Vec<serde_json::Value>>,
    /// … is at least this number.
    pub at_least: Option<f64>,
    /// … is at most this number.
    pub at_most: Option<f64>,
}
