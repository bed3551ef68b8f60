//! The variables of an item, which validation, scoring, conditions and the codebook share.

use std::collections::BTreeSet;

use serde_json::Value;

use super::parts::Choice;
use crate::answers::{Answers, FieldError, ValidationCode, ValidationError, is_empty, parse_day, same, whole};
use crate::codebook::Type;
use crate::text::Text;

/// A variable: one column of the data set.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable<'a> {
    /// Name in the data.
    pub name: String,
    /// The question.
    pub label: &'a Text,
    /// The values that are valid.
    pub values: Values<'a>,
    /// An answer is required if the item is shown.
    pub required: bool,
    /// Source of the wording.
    pub source: Option<&'a str>,
}

/// The values of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Values<'a> {
    /// One of the options' values.
    One(&'a [Choice]),
    /// A list of options' values, `min` to `max` of them.
    Many {
        /// The options.
        options: &'a [Choice],
        /// Fewest options.
        min: usize,
        /// Most options.
        max: usize,
    },
    /// Whole numbers from `first` to `last`, `step` apart.
    Steps {
        /// Smallest value.
        first: i64,
        /// Largest value.
        last: i64,
        /// Distance between two values.
        step: i64,
        /// A label for each value; empty if they have none.
        labels: &'a [Text],
        /// The error of an answer that is none of the values. Its message can name `{min}` and `{max}`.
        error: ValidationCode,
    },
    /// A number.
    Number {
        /// Smallest value.
        min: Option<f64>,
        /// Largest value.
        max: Option<f64>,
        /// Whole numbers only.
        integer: bool,
    },
    /// A text.
    Text {
        /// Fewest characters.
        min: usize,
        /// Most characters.
        max: usize,
        /// Line breaks are allowed.
        long: bool,
    },
    /// A date.
    Date {
        /// Earliest date, `YYYY-MM-DD`.
        min: Option<&'a str>,
        /// Latest date, `YYYY-MM-DD`.
        max: Option<&'a str>,
    },
}

impl Values<'_> {
    /// Whether this is one of the values, as a plan names it: an option, a point, or a number within the limits.
    pub fn contains(&self, value: &Value) -> bool {
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
            Self::Many { .. } | Self::Text { .. } | Self::Date { .. } => false,
        }
    }

    /// Smallest and largest value as numbers, where there are both: reversing an item needs them.
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
            Self::Many { .. } | Self::Text { .. } | Self::Date { .. } => None,
        }
    }
}

/// Confidence in per cent: 50, 60 … 100.
pub const CONFIDENCE: Values<'static> =
    Values::Steps { first: 50, last: 100, step: 10, labels: &[], error: ValidationCode::CHOOSE_POINT };
/// Likelihood of sharing: 1 to 6.
pub const SHARING: Values<'static> =
    Values::Steps { first: 1, last: 6, step: 1, labels: &[], error: ValidationCode::CHOOSE_POINT };

/// The answers to one item: the valid ones, and what is wrong with the others.
#[derive(Default)]
pub(crate) struct CheckedAnswers {
    pub(crate) valid: Answers,
    pub(crate) errors: Vec<FieldError>,
}

/// Checks each variable separately.
pub(crate) fn check_each(variables: &[Variable], given: &Answers) -> CheckedAnswers {
    let mut checked = CheckedAnswers::default();
    for variable in variables {
        match check(variable, given.get(&variable.name)) {
            Ok(Some(value)) => drop(checked.valid.insert(variable.name.clone(), value)),
            Ok(None) => {}
            Err(error) => checked.errors.push(FieldError::new(&variable.name, error)),
        }
    }
    checked
}

/// Checks one variable. An absent, null or empty answer counts as none and is valid only if the item is optional.
pub(crate) fn check(variable: &Variable, given: Option<&Value>) -> Result<Option<Value>, ValidationError> {
    match given.filter(|value| !is_empty(value)) {
        Some(value) => variable.values.check(value).map(Some),
        None if variable.required => Err(variable.values.missing()),
        None => Ok(None),
    }
}

impl Values<'_> {
    /// Checks an answer and returns the value to store.
    pub fn check(&self, value: &Value) -> Result<Value, ValidationError> {
        let missing = || self.missing();
        match self {
            Self::One(options) => one_of(options, value).ok_or_else(missing),
            Self::Many { options, min, max } => many_of(options, *min, *max, value),
            Self::Steps { first, last, step, .. } => {
                let fits = |n: &i64| n >= first && n <= last && (n - first) % step.max(&1) == 0;
                whole(value).filter(fits).map(Value::from).ok_or_else(missing)
            }
            Self::Number { min, max, integer } => number(value, *min, *max, *integer).ok_or_else(missing),
            Self::Text { min, max, long } => text(value, *min, *max, *long),
            Self::Date { min, max } => date(value, *min, *max).ok_or_else(missing),
        }
    }

    /// The error for no answer, or for one of another kind.
    pub(crate) fn missing(&self) -> ValidationError {
        match self {
            Self::One(_) => ValidationCode::CHOOSE_ONE.into(),
            Self::Many { min, .. } => too_few(*min),
            Self::Steps { error, first, last, .. } => ValidationError::with(*error, [("min", first), ("max", last)]),
            Self::Number { min: Some(min), max: Some(max), integer } => ValidationError::with(
                if *integer { ValidationCode::WHOLE_RANGE } else { ValidationCode::RANGE },
                [("min", min), ("max", max)],
            ),
            Self::Number { min: Some(min), .. } => ValidationError::with(ValidationCode::AT_LEAST, [("min", min)]),
            Self::Number { max: Some(max), .. } => ValidationError::with(ValidationCode::AT_MOST, [("max", max)]),
            Self::Number { integer, .. } => {
                ValidationError::from(if *integer { ValidationCode::WHOLE } else { ValidationCode::NUMBER })
            }
            Self::Text { .. } => ValidationCode::ENTER.into(),
            Self::Date { min: Some(min), max: Some(max) } => {
                ValidationError::with(ValidationCode::DAY_RANGE, [("min", min), ("max", max)])
            }
            Self::Date { min: Some(min), .. } => ValidationError::with(ValidationCode::DAY_FROM, [("min", min)]),
            Self::Date { max: Some(max), .. } => ValidationError::with(ValidationCode::DAY_UNTIL, [("max", max)]),
            Self::Date { .. } => ValidationCode::DAY.into(),
        }
    }
}

fn one_of(options: &[Choice], value: &Value) -> Option<Value> {
    let value = value.as_str()?;
    options.iter().find(|option| option.value == value).map(|option| Value::from(option.value.as_str()))
}

fn too_few(min: usize) -> ValidationError {
    match min {
        0 | 1 => ValidationCode::CHOOSE_SOME.into(),
        _ => ValidationError::with(ValidationCode::CHOOSE_MIN, [("min", &min)]),
    }
}

/// The chosen options in the definition's order.
fn many_of(options: &[Choice], min: usize, max: usize, value: &Value) -> Result<Value, ValidationError> {
    let any = || ValidationError::from(ValidationCode::CHOOSE_ANY);
    let list = value.as_array().ok_or_else(any)?;
    let chosen: Option<BTreeSet<&str>> = list.iter().map(Value::as_str).collect();
    let chosen = chosen.filter(|chosen| chosen.len() == list.len()).ok_or_else(any)?;
    let found: Vec<&Choice> = options.iter().filter(|option| chosen.contains(option.value.as_str())).collect();
    if found.len() < chosen.len() {
        return Err(any());
    }
    let alone = found.iter().any(|option| option.exclusive);
    if alone && found.len() > 1 {
        return Err(ValidationCode::CHOOSE_ALONE.into());
    }
    // An exclusive option is a complete answer, even if more are asked for.
    if !alone && found.len() < min {
        return Err(too_few(min));
    }
    if found.len() > max {
        return Err(ValidationError::with(ValidationCode::CHOOSE_MAX, [("max", &max)]));
    }
    Ok(found.iter().map(|option| option.value.as_str()).collect())
}

fn number(value: &Value, min: Option<f64>, max: Option<f64>, integer: bool) -> Option<Value> {
    let number = value.as_f64().filter(|n| n.is_finite())?;
    if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
        return None;
    }
    match whole(value) {
        Some(whole) => Some(whole.into()),
        None => (!integer).then(|| value.clone()),
    }
}

fn text(value: &Value, min: usize, max: usize, long: bool) -> Result<Value, ValidationError> {
    let text = value.as_str().ok_or(ValidationCode::ENTER)?;
    let layout = |c: char| long && matches!(c, '\n' | '\r' | '\t');
    if text.chars().any(|c| c.is_control() && !layout(c)) {
        return Err(ValidationCode::PLAIN.into());
    }
    match text.chars().count() {
        length if length > max => Err(ValidationError::with(ValidationCode::SHORTER, [("max", &max)])),
        length if length < min => Err(ValidationError::with(ValidationCode::LONGER, [("min", &min)])),
        _ => Ok(text.into()),
    }
}

fn date(value: &Value, min: Option<&str>, max: Option<&str>) -> Option<Value> {
    let text = value.as_str()?;
    let date = parse_day(text)?;
    let late_enough = min.and_then(parse_day).is_none_or(|min| date >= min);
    let early_enough = max.and_then(parse_day).is_none_or(|max| date <= max);
    (late_enough && early_enough).then(|| text.into())
}

impl Values<'_> {
    /// The type in the codebook.
    pub(crate) fn codebook_type(&self) -> Type {
        match self {
            Self::One(_) => Type::Category,
            Self::Many { .. } => Type::Categories,
            Self::Steps { .. } | Self::Number { integer: true, .. } => Type::Integer,
            Self::Number { .. } => Type::Number,
            Self::Text { .. } => Type::Text,
            Self::Date { .. } => Type::Date,
        }
    }

    /// The values that have labels, with them.
    pub(crate) fn labelled(&self) -> Vec<(String, String)> {
        match self {
            Self::One(options) | Self::Many { options, .. } => {
                options.iter().map(|option| (option.value.clone(), option.label.0.clone())).collect()
            }
            Self::Steps { first, labels, .. } => {
                (*first..).zip(*labels).map(|(value, label)| (value.to_string(), label.0.clone())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Smallest and largest value, where there are limits.
    pub(crate) fn limits(&self) -> (Option<f64>, Option<f64>) {
        match self {
            Self::Steps { first, last, .. } => (Some(*first as f64), Some(*last as f64)),
            Self::Number { min, max, .. } => (*min, *max),
            _ => (None, None),
        }
    }
}
