//! The variables of an item: one definition that validation, scoring, conditions and the codebook share.

use serde_json::Value;

use crate::answers::whole;
use crate::condition::same;
use crate::definition::item::{Choice, Points, Row};
use crate::definition::{Item, Kind};
use crate::text::Text;

/// A column of the future data set.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable<'a> {
    /// Its name.
    pub name: String,
    /// What was asked.
    pub label: &'a Text,
    /// Which values it may have.
    pub values: Values<'a>,
    /// Whether it must be answered when it is shown.
    pub required: bool,
    /// Where the wording comes from.
    pub source: Option<&'a str>,
}

/// What values a variable may have.
#[derive(Clone, Debug, PartialEq)]
pub enum Values<'a> {
    /// One of the options' values.
    One(&'a [Choice]),
    /// A list of options' values, `min` to `max` of them.
    Many {
        /// The options.
        options: &'a [Choice],
        /// Fewest.
        min: usize,
        /// Most.
        max: usize,
    },
    /// Whole numbers from `first` to `last`, `step` apart; with words for each, or for the ends.
    Steps {
        /// Smallest.
        first: i64,
        /// Largest.
        last: i64,
        /// Distance.
        step: i64,
        /// Words for each point, or none.
        labels: &'a [Text],
        /// A rating by points (true) or a slider (false): they differ in what participants are told.
        points: bool,
    },
    /// A number.
    Number {
        /// Smallest.
        min: Option<f64>,
        /// Largest.
        max: Option<f64>,
        /// Whole numbers only.
        integer: bool,
    },
    /// Words.
    Words {
        /// Fewest characters.
        min: usize,
        /// Most characters.
        max: usize,
        /// Line breaks are allowed.
        long: bool,
    },
    /// A day.
    Day {
        /// Earliest.
        min: Option<&'a str>,
        /// Latest.
        max: Option<&'a str>,
    },
}

impl Values<'_> {
    /// Whether a plan that names this value means one of these: one option, one point, a number within the limits.
    pub fn has(&self, value: &Value) -> bool {
        match self {
            Self::One(options) => options.iter().any(|option| same(&option.value.as_str().into(), value)),
            Self::Steps { first, last, step, .. } => {
                let on_a_step = |given: i64| (given - first).checked_rem(*step).is_some_and(|rest| rest == 0);
                whole(value).is_some_and(|given| (*first..=*last).contains(&given) && on_a_step(given))
            }
            Self::Number { min, max, integer } => value.as_f64().is_some_and(|given| {
                let within = min.is_none_or(|min| given >= min) && max.is_none_or(|max| given <= max);
                within && (!integer || whole(value).is_some())
            }),
            Self::Many { .. } | Self::Words { .. } | Self::Day { .. } => false,
        }
    }

    /// Smallest and largest value as numbers, where that means something: what "reverse" needs.
    pub fn range(&self) -> Option<(f64, f64)> {
        match self {
            Self::Steps { first, last, .. } => Some((*first as f64, *last as f64)),
            Self::Number { min, max, .. } => (*min).zip(*max),
            Self::One(options) => {
                let values: Option<Vec<f64>> = options.iter().map(|option| option.value.parse().ok()).collect();
                let values = values?;
                let min = values.iter().copied().reduce(f64::min)?;
                Some((min, values.iter().copied().fold(min, f64::max)))
            }
            Self::Many { .. } | Self::Words { .. } | Self::Day { .. } => None,
        }
    }
}

/// How sure: 50, 60 … 100.
pub const CONFIDENCE: Values<'static> = Values::Steps { first: 50, last: 100, step: 10, labels: &[], points: true };
/// How likely to share: 1 to 6.
pub const SHARING: Values<'static> = Values::Steps { first: 1, last: 6, step: 1, labels: &[], points: true };

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
}

impl Item {
    /// The variables that this item gives, in order; none for information.
    pub fn variables(&self) -> Vec<Variable<'_>> {
        match &self.kind {
            Kind::Information { .. } => Vec::new(),
            Kind::Matrix { rows, points, .. } => rows.iter().map(|row| self.row(row, points.values())).collect(),
            Kind::Judgement { options, confidence, sharing, .. } => {
                let mut variables = vec![self.variable("", Values::One(options))];
                if *confidence {
                    variables.push(self.variable("_confidence", CONFIDENCE));
                }
                if *sharing {
                    variables.push(self.variable("_sharing", SHARING));
                }
                variables
            }
            _ => self.single().map(|values| self.variable("", values)).into_iter().collect(),
        }
    }

    fn single(&self) -> Option<Values<'_>> {
        Some(match &self.kind {
            Kind::Single { options, .. } => Values::One(options),
            Kind::Multiple { options, min, max, .. } => Values::Many {
                options,
                min: min.map_or(usize::from(self.required), |min| min as usize),
                max: max.map_or(options.len(), |max| max as usize),
            },
            Kind::Likert { points } | Kind::Attention { points, .. } => points.values(),
            Kind::Slider { min, max, step, .. } => {
                Values::Steps { first: *min, last: *max, step: *step, labels: &[], points: false }
            }
            Kind::Number { min, max, integer, .. } => Values::Number { min: *min, max: *max, integer: *integer },
            Kind::Text { long, min_length, max_length } => Values::Words {
                min: min_length.map_or(0, |min| min as usize),
                max: max_length.map_or(default_length(*long), |max| max as usize),
                long: *long,
            },
            Kind::Date { min, max } => Values::Day { min: min.as_deref(), max: max.as_deref() },
            Kind::Confidence => CONFIDENCE,
            Kind::Matrix { .. } | Kind::Judgement { .. } | Kind::Information { .. } => return None,
        })
    }

    fn variable<'a>(&'a self, suffix: &str, values: Values<'a>) -> Variable<'a> {
        Variable {
            name: format!("{}{suffix}", self.id),
            label: &self.label,
            values,
            required: self.required,
            source: self.source.as_deref(),
        }
    }

    fn row<'a>(&'a self, row: &'a Row, values: Values<'a>) -> Variable<'a> {
        Variable {
            name: row.id.clone(),
            label: &row.label,
            values,
            required: self.required,
            source: row.source.as_deref().or(self.source.as_deref()),
        }
    }
}

/// Most characters of a text item that names no limit.
pub fn default_length(long: bool) -> usize {
    if long { 2000 } else { 200 }
}
