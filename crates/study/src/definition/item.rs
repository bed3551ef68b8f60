//! `questionnaires/*.yaml`: sections of items. One definition drives rendering, validation,
//! scoring and the codebook.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::assigned::Form;
use super::defaults;
pub use super::scale::{Method, Scale};
pub use crate::items::{Choice, Kind, Points, PostText, Truth, TruthByForm, original_or_altered};
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
    #[serde(default = "defaults::yes")]
    pub required: bool,
    /// Shown only if an earlier answer fulfils this.
    pub show_if: Option<Condition>,
    /// Where the wording comes from (citation), for the codebook.
    pub source: Option<String>,
    /// What kind of item, with what that kind needs.
    #[serde(flatten)]
    pub kind: Kind,
}

impl Item {
    /// The help that a participant with this test form reads.
    pub fn help_in(&self, form: Form) -> Option<&Text> {
        let in_form = match &self.kind {
            Kind::Judgement(judgement) => judgement.in_form(form),
            _ => None,
        };
        in_form.map_or(self.help.as_ref(), |y| y.help.as_ref())
    }

    /// The post that a participant with this test form reads.
    pub fn post_in(&self, form: Form) -> Option<&PostText> {
        match &self.kind {
            Kind::Judgement(judgement) => judgement.post_in(form),
            _ => None,
        }
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
