//! Options and points, which several kinds have.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::Deserialize;

use super::values::Values;
use crate::order::below;
use crate::public::{PublicChoice, PublicPoint};
use crate::text::Text;

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

fn one() -> i64 {
    1
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
            points: true,
        }
    }

    /// The words at both ends, for the codebook.
    pub(super) fn end_words(&self) -> Option<[String; 2]> {
        self.ends.as_ref().map(end_words)
    }
}

/// The words at both ends, for the codebook.
pub(super) fn end_words(ends: &[Text; 2]) -> [String; 2] {
    ends.each_ref().map(|end| end.0.clone())
}

/// The options' values in an order that is the same for everyone.
pub(super) fn sorted<'a>(options: impl IntoIterator<Item = &'a PublicChoice>) -> Vec<&'a str> {
    let mut values: Vec<&str> = options.into_iter().map(|option| option.value.as_str()).collect();
    values.sort_unstable();
    values
}

/// One of the options; none if there are none.
pub(super) fn any_option(options: &[PublicChoice], rng: &mut ChaCha20Rng) -> Option<String> {
    let values = sorted(options);
    (!values.is_empty()).then(|| values[below(rng, values.len())].to_owned())
}

/// One of the points; none if there are none.
pub(super) fn any_point(points: &[PublicPoint], rng: &mut ChaCha20Rng) -> Option<i64> {
    (!points.is_empty()).then(|| points[below(rng, points.len())].value)
}

/// A whole number of steps from `min` to `max`.
pub(super) fn any_step(min: i64, max: i64, step: i64, rng: &mut ChaCha20Rng) -> i64 {
    let step = step.max(1);
    let steps = usize::try_from(max.saturating_sub(min) / step).unwrap_or(0);
    min + step * i64::try_from(below(rng, steps + 1)).unwrap_or(0)
}
