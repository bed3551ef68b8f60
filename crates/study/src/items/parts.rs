//! Options, points, posts and truths, which several kinds and the trainings share.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::values::Values;
use crate::answers::ValidationCode;
use crate::definition::defaults;
use crate::definition::shape::map_or;
use crate::order::below;
use crate::progress::Form;
use crate::public::{PublicChoice, PublicPoint};
use crate::text::Text;

/// An option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Value in the data.
    pub value: String,
    /// Text of the option.
    pub label: Text,
    /// A smaller line below the label.
    pub note: Option<Text>,
    /// Keep the position of this option when the options are shuffled ("Other").
    #[serde(default)]
    pub fixed: bool,
    /// Excludes all others in a `multiple` item ("None of these").
    #[serde(default)]
    pub exclusive: bool,
}

impl Choice {
    /// An option with value and label only.
    pub fn new(value: &str, label: &str) -> Self {
        Self { value: value.into(), label: Text(label.into()), note: None, fixed: false, exclusive: false }
    }
}

/// The default options of judgements: `original` and `altered`.
pub fn original_or_altered() -> Vec<Choice> {
    [("original", "Original"), ("altered", "Altered")].map(|(value, label)| Choice::new(value, label)).into()
}

/// Points of a rating: either labelled (`points: [Never, Sometimes, Often]`) or numbered
/// (`numbers: 7` with `ends: [Strongly disagree, Strongly agree]`).
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
pub struct Points {
    /// Labels, from the first point to the last.
    #[serde(default)]
    pub points: Vec<Text>,
    /// Number of points, 2 to 11.
    pub numbers: Option<u32>,
    /// Labels of the first and the last numbered point.
    pub ends: Option<[Text; 2]>,
    /// Number of the first point, 0 or 1.
    #[serde(default = "defaults::one_i64")]
    pub first: i64,
}

impl Points {
    /// Number of points.
    pub fn count(&self) -> usize {
        self.numbers.map_or(self.points.len(), |numbers| numbers as usize)
    }

    /// The values of a rating on these points.
    pub fn values(&self) -> Values<'_> {
        let count = i64::try_from(self.count()).unwrap_or(i64::MAX);
        Values::Steps {
            first: self.first,
            last: self.first.saturating_add(count).saturating_sub(1),
            step: 1,
            labels: &self.points,
            error: ValidationCode::CHOOSE_POINT,
        }
    }

    /// The labels of both ends, for the codebook.
    pub(super) fn end_labels(&self) -> Option<[String; 2]> {
        self.ends.as_ref().map(end_labels)
    }
}

/// The labels of both ends, for the codebook.
pub(super) fn end_labels(ends: &[Text; 2]) -> [String; 2] {
    ends.each_ref().map(|end| end.0.clone())
}

/// The ID of the stimulus of an item. It can differ by arm.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes in the schema what an item holds as a text")]
pub(super) struct ItemMedium(String);

/// A short text over the medium of an item, such as a label. No word that can be corrected while people take part: it
/// may be what an arm or a condition is about.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes in the schema what an item holds as a text")]
pub(super) struct ItemOverlay(String);

/// A social media post.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PostText {
    /// Name of the author.
    pub author: Text,
    /// `@handle`.
    pub handle: String,
    /// How long ago it was posted ("2 hours ago").
    pub age: Text,
    /// Text of the post.
    pub text: Text,
}

/// What replaces parts of a post.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PostParts {
    /// Name of the author.
    pub author: Option<Text>,
    /// `@handle`.
    pub handle: Option<String>,
    /// How long ago it was posted ("2 hours ago").
    pub age: Option<Text>,
    /// Text of the post.
    pub text: Option<Text>,
}

impl PostParts {
    /// The post with these parts.
    pub(super) fn replaced_in(&self, post: &PostText) -> PostText {
        PostText {
            author: self.author.as_ref().unwrap_or(&post.author).clone(),
            handle: self.handle.as_ref().unwrap_or(&post.handle).clone(),
            age: self.age.as_ref().unwrap_or(&post.age).clone(),
            text: self.text.as_ref().unwrap_or(&post.text).clone(),
        }
    }
}

/// The correct answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Truth {
    /// The same in both test forms.
    Fixed(String),
    /// By test form.
    ByForm(TruthByForm),
    /// On each list, by the condition in which the item is there.
    #[schemars(skip)]
    ByList(Vec<String>),
}

/// The correct answer in each test form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TruthByForm {
    /// Correct in form X.
    pub x: String,
    /// Correct in form Y.
    pub y: String,
}

impl<'de> Deserialize<'de> for Truth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a right answer, or `{ x: …, y: … }` with one for each form", Self::ByForm, Self::Fixed)
    }
}

impl Truth {
    /// The correct answer in this test form.
    pub fn for_form(&self, form: Form) -> &str {
        match (self, form) {
            (Self::Fixed(value), _) => value,
            (Self::ByForm(truth), Form::Y) => &truth.y,
            (Self::ByForm(truth), _) => &truth.x,
            (Self::ByList(truths), form) => truths.get(form.index()).map_or("", String::as_str),
        }
    }
}

/// A row of a matrix, or an option of a ranking, as participants see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublicRow {
    /// Its variable.
    pub id: String,
    /// The statement, or the label of the option.
    pub label: String,
}

/// The options' values, sorted, so that random answers do not depend on their order.
pub(super) fn sorted<'a>(options: impl IntoIterator<Item = &'a PublicChoice>) -> Vec<&'a str> {
    let mut values: Vec<&str> = options.into_iter().map(|option| option.value.as_str()).collect();
    values.sort_unstable();
    values
}

/// A random option; none if there are none.
pub(super) fn random_option(options: &[PublicChoice], rng: &mut ChaCha20Rng) -> Option<String> {
    let values = sorted(options);
    (!values.is_empty()).then(|| values[below(rng, values.len())].to_owned())
}

/// A random point; none if there are none.
pub(super) fn random_point(points: &[PublicPoint], rng: &mut ChaCha20Rng) -> Option<i64> {
    (!points.is_empty()).then(|| points[below(rng, points.len())].value)
}

/// A random number from `min` to `max`, a multiple of `step` from `min`.
pub(super) fn random_step(min: i64, max: i64, step: i64, rng: &mut ChaCha20Rng) -> i64 {
    let step = step.max(1);
    let steps = usize::try_from(max.saturating_sub(min) / step).unwrap_or(0);
    min + step * i64::try_from(below(rng, steps + 1)).unwrap_or(0)
}
