//! Judgements: is a medium original or altered, a post genuine or misleading?

use indexmap::IndexMap;
use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind};
use super::parts::{
    Choice, ItemMedium, ItemOverlay, PostParts, PostText, Truth, TruthByForm, original_or_altered, random_option,
};
use super::values::{CONFIDENCE, SHARING, Values, Variable};
use crate::answers::Answers;
use crate::codebook::{Aspect, Row};
use crate::definition::defaults;
use crate::order::below;
use crate::progress::Form;
use crate::public::{PublicChoice, PublicMedia, PublicPost, View};
use crate::text::Text;

/// A judgement of a medium or a post, without feedback. Stored as the option's value; with
/// `confidence`, `<id>_confidence`; with `sharing`, `<id>_sharing` (1 to 6).
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Judgement {
    /// The medium, from `stimuli.yaml`; absent for a post without one.
    #[schemars(with = "Option<ItemMedium>")]
    pub stimulus: Option<String>,
    /// A short text over the medium, such as a label.
    #[schemars(with = "Option<ItemOverlay>")]
    pub overlay: Option<Box<Text>>,
    /// The post, with or without a medium.
    pub post: Option<PostText>,
    /// The post of form Y, so that the same medium and author appear with both truths.
    pub in_form_y: Option<Box<InFormY>>,
    /// What differs in each condition within participants, by the condition; an empty map for none. The item is in
    /// another condition on each list.
    #[schemars(with = "Option<IndexMap<String, InCondition>>")]
    pub in_condition: IndexMap<String, InCondition>,
    /// The item on each list.
    #[schemars(skip)]
    pub lists: Vec<OnList>,
    /// The correct answer: the same for all, or by test form. Required, unless it is in each condition.
    #[schemars(with = "Option<Truth>")]
    pub truth: Truth,
    /// The answers. Default: `original` and `altered`.
    #[serde(default = "original_or_altered")]
    pub options: Vec<Choice>,
    /// Ask for the confidence.
    #[serde(default = "defaults::yes")]
    pub confidence: bool,
    /// Ask how likely the participant would share it.
    #[serde(default)]
    pub sharing: bool,
    /// Whether the advice of the section names the right answer (default) or the wrong one.
    #[serde(default)]
    pub advised: Advised,
    /// Replaces the texts of the section's `advice`, by the answer that it names.
    #[serde(default)]
    pub advice: Box<IndexMap<String, Option<Text>>>,
}

/// Which answer the advice names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Advised {
    /// The right one.
    #[default]
    Right,
    /// The other one of two.
    Wrong,
}

/// The texts of a judged post in form Y; the medium stays the same.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InFormY {
    /// Replaces the item's `help`.
    pub help: Option<Text>,
    /// Replaces the item's `post`.
    pub post: PostText,
}

/// What a condition says about a part of the item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Own<T> {
    /// Nothing: it has that of the item.
    #[default]
    Usual,
    /// `null`: it has none.
    None,
    /// It has this one.
    Other(T),
}

impl<T> Own<T> {
    /// What it has, if it has one of its own.
    pub fn other(&self) -> Option<&T> {
        if let Self::Other(own) = self { Some(own) } else { None }
    }

    /// What there is in the condition.
    fn or<'a>(&'a self, usual: Option<&'a T>) -> Option<&'a T> {
        if matches!(self, Self::Usual) { usual } else { self.other() }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Own<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::None, Self::Other))
    }
}

/// What differs in a condition. What is absent is that of the item, and `null` is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InCondition {
    /// The correct answer.
    pub truth: Option<String>,
    /// Replaces the item's `help`; `null` for none.
    #[serde(default)]
    #[schemars(with = "Option<Text>")]
    pub help: Own<Text>,
    /// Replaces the item's `stimulus`; `null` for none.
    #[serde(default)]
    #[schemars(with = "Option<ItemMedium>")]
    pub stimulus: Own<String>,
    /// Replaces the item's `overlay`; `null` for none.
    #[serde(default)]
    #[schemars(with = "Option<ItemOverlay>")]
    pub overlay: Own<Text>,
    /// Parts of the post.
    pub post: Option<PostParts>,
}

/// The item on a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnList {
    /// The condition.
    pub condition: String,
    /// Replaces the item's `help`.
    pub help: Own<Text>,
    /// The medium.
    pub stimulus: Option<String>,
    /// The text over the medium.
    pub overlay: Option<Text>,
    /// The post.
    pub post: Option<PostText>,
}

/// A judgement of a medium or a post.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicJudgement {
    pub media: Option<PublicMedia>,
    pub post: Option<PublicPost>,
    pub options: Vec<PublicChoice>,
    pub confidence: bool,
    pub sharing: bool,
}

impl Judgement {
    /// The post for participants with this test form.
    pub(crate) fn post_in(&self, form: Form) -> Option<&PostText> {
        match (self.on_list(form), &self.in_form_y) {
            (Some(own), _) => own.post.as_ref(),
            (None, Some(y)) if form == Form::Y => Some(&y.post),
            _ => self.post.as_ref(),
        }
    }

    /// The help for participants with this test form; `usual` is that of the item.
    pub(crate) fn help_in<'a>(&'a self, form: Form, usual: Option<&'a Text>) -> Option<&'a Text> {
        match (self.on_list(form), &self.in_form_y) {
            (Some(own), _) => own.help.or(usual),
            (None, Some(y)) if form == Form::Y => y.help.as_ref(),
            _ => usual,
        }
    }

    /// The medium for participants with this test form.
    pub(crate) fn stimulus_in(&self, form: Form) -> Option<&String> {
        self.on_list(form).map_or(&self.stimulus, |own| &own.stimulus).as_ref()
    }

    /// The text over the medium for participants with this test form.
    fn overlay_in(&self, form: Form) -> Option<&Text> {
        self.on_list(form).map_or(self.overlay.as_deref(), |own| own.overlay.as_ref())
    }

    /// The condition of the item for participants with this test form; none if it has the same ones for all.
    pub fn condition_in(&self, form: Form) -> Option<&str> {
        self.on_list(form).map(|own| own.condition.as_str())
    }

    /// The answer that advice names for participants with this test form; none if there are not two answers and it is
    /// to name the wrong one.
    pub fn advised_in(&self, form: Form) -> Option<&str> {
        let truth = self.truth.for_form(form);
        match (self.advised, self.options.as_slice()) {
            (Advised::Right, _) => Some(truth),
            (Advised::Wrong, [one, other]) => Some(if one.value == truth { &other.value } else { &one.value }),
            (Advised::Wrong, _) => None,
        }
    }

    fn on_list(&self, form: Form) -> Option<&OnList> {
        self.lists.get(form.index())
    }

    /// Puts the item in another condition on each list. `number` counts those with conditions in the questionnaire,
    /// from 0, so that they are in different conditions on one list: a Latin square.
    pub(crate) fn rotate(&mut self, conditions: &[String], number: usize) {
        let none = InCondition::default();
        let turns = (0..conditions.len()).map(|list| &conditions[(list + number) % conditions.len()]);
        let own: Vec<_> = turns.map(|name| (name, self.in_condition.get(name).unwrap_or(&none))).collect();
        let usual = self.truth.for_form(Form::X);
        let truths: Vec<String> = own.iter().map(|(_, own)| own.truth.as_deref().unwrap_or(usual).to_owned()).collect();
        let on_list = |(name, own): &(&String, &InCondition)| OnList {
            condition: (*name).clone(),
            help: own.help.clone(),
            stimulus: own.stimulus.or(self.stimulus.as_ref()).cloned(),
            overlay: own.overlay.or(self.overlay.as_deref()).cloned(),
            post: self.post.as_ref().map(|post| own.post.as_ref().map_or(post.clone(), |own| own.replaced_in(post))),
        };
        self.lists = own.iter().map(on_list).collect();
        // The check rejects a truth for each form.
        if own.iter().any(|(_, own)| own.truth.is_some()) && !matches!(self.truth, Truth::ByForm(_)) {
            self.truth = Truth::ByList(truths);
        }
    }
}

impl Judgement {
    /// A text over a medium that is not there would not be shown.
    fn overlays(&self, check: &mut ItemCheck<'_>) {
        const HELP: &str = "add a `stimulus`, write the text in the `post`, or have `overlay: null` in this condition";
        if self.lists.is_empty() && self.overlay.is_some() && self.stimulus.is_none() {
            check.error("overlay", "there is no medium for this text".into(), HELP);
        }
        let conditions = self.in_condition.iter();
        let own = conditions.map(|(name, own)| (format!("in_condition.{name}.overlay"), own.overlay.other()));
        for (path, text) in own.chain([("overlay".to_owned(), self.overlay.as_deref())]) {
            if text.is_some_and(|text| text.0.trim().is_empty()) {
                check.error(&path, "this text is empty".into(), "write it, or `null` for none");
            }
        }
        for own in self.lists.iter().filter(|own| own.overlay.is_some() && own.stimulus.is_none()) {
            let is_own = self.in_condition.get(&own.condition).is_some_and(|own| own.overlay.other().is_some());
            let path = if is_own { format!("in_condition.{}.overlay", own.condition) } else { "overlay".to_owned() };
            let message = format!("there is no medium for this text in the condition `{}`", own.condition);
            check.error(&path, message, HELP);
        }
    }
}

impl ItemKind for Judgement {
    type Public = PublicJudgement;

    const FIELDS: &'static str = "`stimulus` and/or `post`, `overlay`, `truth`, `in_form_y`, `in_condition`, `options`, `confidence` (true), `sharing` (false), `advised` (right), `advice`";
    const STORED_AS: &'static str = "value; `<id>_confidence`; `<id>_sharing` 1 to 6";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        let conditions: IndexMap<String, InCondition> = fields.take("in_condition").unwrap_or_default();
        Ok(Self {
            stimulus: fields.take("stimulus"),
            overlay: fields.take("overlay"),
            post: fields.take("post"),
            in_form_y: fields.take("in_form_y"),
            truth: if conditions.values().any(|own| own.truth.is_some()) {
                fields.take("truth").unwrap_or_else(|| Truth::ByList(Vec::new()))
            } else {
                fields.required("truth")?
            },
            in_condition: conditions,
            lists: Vec::new(),
            options: fields.take("options").unwrap_or_else(original_or_altered),
            confidence: fields.take("confidence").unwrap_or_else(defaults::yes),
            sharing: fields.flag("sharing"),
            advised: fields.take("advised").unwrap_or_default(),
            advice: fields.take("advice").unwrap_or_default(),
        })
    }

    fn check(&self, item: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.choices("options", &self.options);
        match &self.truth {
            Truth::Fixed(value) => check.correct_answer("truth", value, &self.options),
            Truth::ByForm(TruthByForm { x, y }) => {
                check.correct_answer("truth.x", x, &self.options);
                check.correct_answer("truth.y", y, &self.options);
            }
            // Those of the conditions.
            Truth::ByList(_) => {}
        }
        for (name, own) in &self.in_condition {
            if let Some(truth) = &own.truth {
                check.correct_answer(&format!("in_condition.{name}.truth"), truth, &self.options);
            }
            if own.post.is_some() && self.post.is_none() {
                let message = "the item has no post of which a part could be replaced".to_owned();
                check.error(&format!("in_condition.{name}.post"), message, "add the `post` of the item");
            }
        }
        // Such a name reveals the answer, or misleads.
        if self.options.iter().any(|option| item.id.split('_').any(|word| word == option.value)) {
            let message = format!("participants can read the name `{}`, which names an answer", item.id);
            check.error("id", message, "number such items in an order that does not depend on the right answers");
        }
        if self.post.is_none() && self.in_form_y.is_some() {
            let message = "form Y has a post and form X has none".into();
            check.error("in_form_y", message, "add the `post` for form X");
        }
        if self.lists.is_empty() && self.stimulus.is_none() && self.post.is_none() {
            check.error("id", "there is nothing to judge".into(), "add a `stimulus` or a `post`");
        }
        if let Some(own) = self.lists.iter().find(|own| own.stimulus.is_none() && own.post.is_none()) {
            let message = format!("there is nothing to judge in the condition `{}`", own.condition);
            check.error("id", message, "add a `stimulus` to this condition, or a `stimulus` or a `post` to the item");
        }
        self.overlays(check);
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        let mut variables = vec![item.variable("", Values::One(&self.options))];
        variables.extend(self.confidence.then(|| item.variable("_confidence", CONFIDENCE)));
        variables.extend(self.sharing.then(|| item.variable("_sharing", SHARING)));
        variables
    }

    fn public(&self, _: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        let form = view.assigned.form;
        let stimulus = self.stimulus_in(form).map(String::as_str);
        let media = view.judged_medium(stimulus, self.truth.for_form(form));
        let overlay = view.texts.translate_optional(self.overlay_in(form));
        PublicJudgement {
            media: media.map(|media| PublicMedia { overlay, ..media }),
            post: self.post_in(form).map(|post| view.texts.post(post)),
            options: view.texts.choices(&self.options),
            confidence: self.confidence,
            sharing: self.sharing,
        }
    }

    fn describe(&self, item: &CommonFields<'_>, variable: &str, row: &mut Row) {
        row.stimulus.clone_from(&self.stimulus);
        let differs = self.in_condition.values().any(|own| own.stimulus != Own::Usual);
        row.stimuli = self.lists.iter().filter(|_| differs).map(|list| list.stimulus.clone()).collect();
        row.conditions = self.lists.iter().map(|list| list.condition.clone()).collect();
        match variable.strip_prefix(item.id) {
            Some("_confidence") => row.aspect = Aspect::Confidence,
            Some("_sharing") => row.aspect = Aspect::Sharing,
            _ => row.truth = Some(self.truth.clone()),
        }
    }

    fn stimulus(&self) -> Option<&str> {
        self.stimulus.as_deref()
    }

    /// One, together with its confidence and sharing.
    fn answered(&self, item: &CommonFields<'_>, answers: &Answers) -> usize {
        usize::from(answers.contains_key(item.id))
    }

    /// A medium or a post, and a confidence.
    fn seconds(&self, _: &CommonFields<'_>) -> usize {
        14
    }
}

impl PublicItemKind for PublicJudgement {
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        let mut given = Answers::new();
        if self.confidence {
            given.insert(format!("{id}_confidence"), (50 + 10 * below(rng, 6)).into());
        }
        if self.sharing {
            given.insert(format!("{id}_sharing"), (1 + below(rng, 6)).into());
        }
        given.insert(id.to_owned(), random_option(&self.options, rng).into());
        given
    }

    fn media(&self) -> Option<&PublicMedia> {
        self.media.as_ref()
    }

    fn media_mut(&mut self) -> Option<&mut PublicMedia> {
        self.media.as_mut()
    }
}
