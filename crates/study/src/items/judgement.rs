//! Judgements: is a medium original or altered, a post genuine or misleading?

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind};
use super::parts::{Choice, PostText, Truth, TruthByForm, original_or_altered, random_option};
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
    pub stimulus: Option<String>,
    /// The post, with or without a medium.
    pub post: Option<PostText>,
    /// The post of form Y, so that the same medium and author appear with both truths.
    pub in_form_y: Option<Box<InFormY>>,
    /// The correct answer: the same for all, or by test form.
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
        self.in_form(form).map_or(self.post.as_ref(), |y| Some(&y.post))
    }

    /// The texts that replace those of form X for this test form, if any.
    pub(crate) fn in_form(&self, form: Form) -> Option<&InFormY> {
        self.in_form_y.as_deref().filter(|_| form == Form::Y)
    }
}

impl ItemKind for Judgement {
    type Public = PublicJudgement;

    const FIELDS: &'static str =
        "`stimulus` and/or `post`, `truth`, `in_form_y`, `options`, `confidence` (true), `sharing` (false)";
    const STORED_AS: &'static str = "value; `<id>_confidence`; `<id>_sharing` 1 to 6";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self {
            stimulus: fields.take("stimulus"),
            post: fields.take("post"),
            in_form_y: fields.take("in_form_y"),
            truth: fields.required("truth")?,
            options: fields.take("options").unwrap_or_else(original_or_altered),
            confidence: fields.take("confidence").unwrap_or_else(defaults::yes),
            sharing: fields.flag("sharing"),
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
        if self.stimulus.is_none() && self.post.is_none() {
            check.error("id", "there is nothing to judge".into(), "add a `stimulus` or a `post`");
        }
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        let mut variables = vec![item.variable("", Values::One(&self.options))];
        variables.extend(self.confidence.then(|| item.variable("_confidence", CONFIDENCE)));
        variables.extend(self.sharing.then(|| item.variable("_sharing", SHARING)));
        variables
    }

    fn public(&self, _: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        PublicJudgement {
            media: view.judged_medium(self.stimulus.as_deref(), self.truth.for_form(view.assigned.form)),
            post: self.post_in(view.assigned.form).map(|post| view.texts.post(post)),
            options: view.texts.choices(&self.options),
            confidence: self.confidence,
            sharing: self.sharing,
        }
    }

    fn describe(&self, item: &CommonFields<'_>, variable: &str, row: &mut Row) {
        row.stimulus.clone_from(&self.stimulus);
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
