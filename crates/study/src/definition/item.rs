//! `questionnaires/*.yaml`: sections of items. Pages, validation, scores and the codebook are derived from them.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::assigned::Form;
pub use super::condition::Condition;
use super::defaults;
pub use super::scale::{Method, Scale};
use super::screening::ScreenOut;
pub use crate::items::{Advised, Choice, Kind, Points, PostText, Truth, TruthByForm, original_or_altered};
use crate::order::Grouped;
use crate::text::{Markdown, Text};

/// A questionnaire: sections, each shown as one page, and its scales.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Questionnaire {
    /// Heading.
    pub title: Text,
    /// Text under the heading of the first section.
    pub intro: Option<Markdown>,
    /// How often each answer is correct in each test form, if not equally often: by value, for example
    /// `{ original: 12, altered: 4 }`. An answer that is absent is never correct.
    #[serde(default)]
    pub right_answers: BTreeMap<String, u32>,
    /// Who can't take part, by the answers to this questionnaire. Default: nobody.
    #[serde(default)]
    pub screen_out: Vec<ScreenOut>,
    /// Show the sections in a random order for each participant. Those with `fixed` keep their position.
    #[serde(default)]
    pub shuffle_sections: bool,
    /// Pages of items, in order.
    pub sections: Vec<Section>,
    /// Scores that are computed from the items.
    #[serde(default)]
    pub scales: Vec<Scale>,
}

/// One page of items.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the file")]
pub struct Section {
    /// Name in the data.
    pub id: String,
    /// Heading of the page.
    pub title: Text,
    /// Text under the heading.
    pub intro: Option<Markdown>,
    /// Keep the position of this section when the sections are shuffled.
    #[serde(default)]
    pub fixed: bool,
    /// Show the items in a random order for each participant. A `group` of items moves as a whole.
    #[serde(default)]
    pub shuffle: bool,
    /// Show the items of each `group` in a random order for each participant. Texts keep their position in the group.
    #[serde(default)]
    pub shuffle_in_groups: bool,
    /// Show one item per page, without a way back to an answered one. A text stays with the item after it, an item with
    /// a condition with the item before it.
    #[serde(default)]
    pub one_per_page: bool,
    /// With `one_per_page`: the advice after each judgement, by the answer that it names. Each judgement is then made
    /// twice, before and after the advice. Texts that are `null` in an arm mean that it has no advice.
    #[serde(default)]
    pub advice: IndexMap<String, Option<Text>>,
    /// It explains the study: shown only to participants who have no later part, because they did not tick
    /// `contact_again`. The texts of it are shown on `/end` to those who missed the later part.
    #[serde(default)]
    pub debrief: bool,
    /// The items.
    pub items: Vec<Item>,
}

/// A question, a task or a text. Its `id` is the name of its variable in the data, or the beginning of several names.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Variable name: lower-case letters, digits and underscores, unique in the study.
    pub id: String,
    /// The question.
    pub label: Text,
    /// One or two sentences of help.
    pub help: Option<Text>,
    /// An answer is required.
    #[serde(default = "defaults::yes")]
    pub required: bool,
    /// The item is shown only if an earlier answer meets this condition.
    pub show_if: Option<Condition>,
    /// Name of the group of items with which it stays together when the section is shuffled. The items of a group
    /// follow each other in the file.
    pub group: Option<String>,
    /// Source of the wording (a citation), for the codebook.
    pub source: Option<String>,
    /// The kind of item, with its fields.
    #[serde(flatten)]
    pub kind: Kind,
}

impl Questionnaire {
    /// Puts each item with conditions in another one on each list.
    pub(crate) fn rotate(&mut self, conditions: &[String]) {
        let items = self.sections.iter_mut().flat_map(|section| &mut section.items);
        let judged = items.filter_map(|item| if let Kind::Judgement(own) = &mut item.kind { Some(own) } else { None });
        let rotated = judged.filter(|judgement| !judgement.in_condition.is_empty());
        rotated.enumerate().for_each(|(number, judgement)| judgement.rotate(conditions, number));
    }
}

impl Section {
    /// Whether its judgements are made before and after advice.
    pub fn has_advice(&self) -> bool {
        let of_items = self.items.iter().filter_map(Item::judgement).flat_map(|judgement| judgement.advice.values());
        self.one_per_page && self.advice.values().chain(of_items).any(Option::is_some)
    }

    /// The advice on an item, and the answer that it names, for participants with this test form; none if they get no
    /// advice on it.
    pub fn advice_on<'a>(&'a self, item: &'a Item, form: Form) -> Option<(&'a str, &'a Text)> {
        let judgement = item.judgement().filter(|_| self.one_per_page)?;
        let named = judgement.advised_in(form)?;
        let text = judgement.advice.get(named).or_else(|| self.advice.get(named))?.as_ref()?;
        Some((named, text))
    }
}

impl Grouped for Item {
    fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }
}

impl Item {
    /// The stimulus for participants with this test form.
    pub(crate) fn stimulus_in(&self, form: Form) -> Option<&str> {
        match self.judgement() {
            Some(judgement) => judgement.stimulus_in(form).map(String::as_str),
            None => self.stimulus(),
        }
    }

    /// Each stimulus that it can show, with its path below the item.
    pub(crate) fn stimuli(&self) -> Vec<(String, &str)> {
        let usual = self.stimulus().map(|id| ("stimulus".to_owned(), id));
        let conditions = self.judgement().into_iter().flat_map(|judgement| &judgement.in_condition);
        let own = conditions
            .filter_map(|(name, own)| Some((format!("in_condition.{name}.stimulus"), own.stimulus.other()?.as_str())));
        usual.into_iter().chain(own).collect()
    }

    /// The help for participants with this test form.
    pub fn help_in(&self, form: Form) -> Option<&Text> {
        let usual = self.help.as_ref();
        self.judgement().map_or(usual, |judgement| judgement.help_in(form, usual))
    }

    /// The post for participants with this test form.
    pub fn post_in(&self, form: Form) -> Option<&PostText> {
        self.judgement().and_then(|judgement| judgement.post_in(form))
    }
}
