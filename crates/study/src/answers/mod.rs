//! Validation of answers against their items: the same rules as the form in the browser, binding here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chrono::NaiveDate;
use serde_json::{Map, Value};

use crate::definition::item::Choice;
use crate::definition::{Item, Section};
use crate::text::{Catalog, Locale};
use crate::variable::{Values, Variable};

/// Answers by variable, in the definition's order once validated.
pub type Answers = Map<String, Value>;

/// What is wrong with one variable, in words for the participant.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct FieldError {
    /// The variable.
    pub item: String,
    /// What is wrong and how to mend it ("Choose one of the answers.").
    pub message: String,
    /// The same, to be said in another language.
    #[serde(skip)]
    pub complaint: Option<Complaint>,
}

impl FieldError {
    /// A complaint about one variable.
    pub fn new(item: &str, complaint: Complaint) -> Self {
        Self { item: item.to_owned(), message: complaint.to_string(), complaint: Some(complaint) }
    }

    /// The same in the participant's language.
    #[must_use]
    pub fn say(mut self, catalog: &Catalog, locale: &Locale) -> Self {
        if let Some(complaint) = &self.complaint {
            self.message = complaint.say(catalog, locale);
        }
        self
    }
}

/// Everything that can be wrong with an answer: a closed list of templates, whose English text is the
/// key of the translation, with the numbers to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    template: &'static str,
    numbers: Vec<(&'static str, String)>,
}

/// The templates, for translators.
pub const TEMPLATES: [&str; 19] = [
    CHOOSE_ONE,
    CHOOSE_ANY,
    CHOOSE_MIN,
    CHOOSE_MAX,
    CHOOSE_ALONE,
    CHOOSE_POINT,
    SET_SLIDER,
    WHOLE,
    NUMBER,
    RANGE,
    WHOLE_RANGE,
    AT_LEAST,
    AT_MOST,
    ENTER,
    SHORTER,
    LONGER,
    PLAIN,
    DAY,
    UNKNOWN,
];
const CHOOSE_ONE: &str = "Choose one of the answers.";
const CHOOSE_ANY: &str = "Choose from the answers.";
const CHOOSE_MIN: &str = "Choose at least {min}.";
const CHOOSE_MAX: &str = "Choose at most {max}.";
const CHOOSE_ALONE: &str = "This answer can't be combined with others.";
const CHOOSE_POINT: &str = "Choose one of the points.";
const SET_SLIDER: &str = "Choose a value from {min} to {max}.";
const WHOLE: &str = "Enter a whole number.";
const NUMBER: &str = "Enter a number.";
const RANGE: &str = "Enter a number from {min} to {max}.";
const WHOLE_RANGE: &str = "Enter a whole number from {min} to {max}.";
const AT_LEAST: &str = "Enter a number of at least {min}.";
const AT_MOST: &str = "Enter a number of at most {max}.";
const ENTER: &str = "Enter an answer.";
const SHORTER: &str = "Use at most {max} characters.";
const LONGER: &str = "Use at least {min} characters.";
const PLAIN: &str = "Use letters, digits and punctuation only.";
const DAY: &str = "Enter a date such as 2026-05-17, within the dates allowed.";
const UNKNOWN: &str = "There is no such question here.";

impl Complaint {
    fn plain(template: &'static str) -> Self {
        Self { template, numbers: Vec::new() }
    }

    fn with(template: &'static str, numbers: &[(&'static str, &dyn ToString)]) -> Self {
        Self { template, numbers: numbers.iter().map(|(name, number)| (*name, number.to_string())).collect() }
    }

    /// "There is no such question here."
    pub fn unknown() -> Self {
        Self::plain(UNKNOWN)
    }

    /// "Choose one of the answers."
    pub fn choose_one() -> Self {
        Self::plain(CHOOSE_ONE)
    }

    /// The complaint in the participant's language.
    pub fn say(&self, catalog: &Catalog, locale: &Locale) -> String {
        self.fill(catalog.say(locale, self.template))
    }

    fn fill(&self, template: &str) -> String {
        let fill = |text: String, (name, number): &(&str, String)| text.replace(&format!("{{{name}}}"), number);
        self.numbers.iter().fold(template.to_owned(), fill)
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fill(self.template))
    }
}

/// What was answered before, by variable: what conditions read.
pub type Earlier = BTreeMap<String, Value>;

/// Checks the answers to `sections` in one go. Valid answers come back in the definition's order,
/// without those to hidden items and without nulls.
pub fn validate(sections: &[Section], given: &Answers, earlier: &Earlier) -> Result<Answers, Vec<FieldError>> {
    validate_items(sections.iter().flat_map(|section| &section.items), given, earlier)
}

/// See [`validate`].
pub fn validate_items<'a>(
    items: impl IntoIterator<Item = &'a Item>,
    given: &Answers,
    earlier: &Earlier,
) -> Result<Answers, Vec<FieldError>> {
    let mut known = earlier.clone();
    let mut valid = Answers::new();
    let mut errors = Vec::new();
    let mut asked = BTreeSet::new();
    for item in items {
        if item.show_if.as_ref().is_some_and(|condition| !condition.holds(&known)) {
            continue;
        }
        for variable in item.variables() {
            match check(&variable, given.get(&variable.name)) {
                Ok(Some(value)) => {
                    known.insert(variable.name.clone(), value.clone());
                    valid.insert(variable.name.clone(), value);
                }
                Ok(None) => {}
                Err(complaint) => errors.push(FieldError::new(&variable.name, complaint)),
            }
            asked.insert(variable.name);
        }
    }
    let answered = given.iter().filter(|(_, value)| !value.is_null());
    let unknown = answered.filter(|(name, _)| !asked.contains(*name));
    errors.extend(unknown.map(|(name, _)| FieldError::new(&printable(name), Complaint::unknown())));
    if errors.is_empty() { Ok(valid) } else { Err(errors) }
}

/// A name that the sender has invented, without the control characters that no message and no log may have.
fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

/// Checks one variable. An absent, null or empty answer is none: allowed only if it is optional.
pub fn check(variable: &Variable, given: Option<&Value>) -> Result<Option<Value>, Complaint> {
    match given.filter(|value| !is_empty(value)) {
        Some(value) => variable.values.check(value).map(Some),
        None if variable.required => Err(variable.values.missing()),
        None => Ok(None),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(words) => words.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

impl Values<'_> {
    /// Checks an answer that is there. What comes back is the value to store.
    pub fn check(&self, value: &Value) -> Result<Value, Complaint> {
        let complaint = || self.missing();
        match self {
            Self::One(options) => one_of(options, value).ok_or_else(complaint),
            Self::Many { options, min, max } => many_of(options, *min, *max, value),
            Self::Steps { first, last, step, .. } => {
                let fits = |n: &i64| n >= first && n <= last && (n - first) % step.max(&1) == 0;
                whole(value).filter(fits).map(Value::from).ok_or_else(complaint)
            }
            Self::Number { min, max, integer } => number(value, *min, *max, *integer).ok_or_else(complaint),
            Self::Words { min, max, long } => words(value, *min, *max, *long),
            Self::Day { min, max } => day(value, *min, *max).ok_or_else(complaint),
        }
    }

    /// What to say where no (usable) answer was given.
    fn missing(&self) -> Complaint {
        match self {
            Self::One(_) => Complaint::plain(CHOOSE_ONE),
            Self::Many { min, .. } => Complaint::with(CHOOSE_MIN, &[("min", min.max(&1))]),
            Self::Steps { points: true, .. } => Complaint::plain(CHOOSE_POINT),
            Self::Steps { first, last, .. } => Complaint::with(SET_SLIDER, &[("min", first), ("max", last)]),
            Self::Number { min: Some(min), max: Some(max), integer } => {
                Complaint::with(if *integer { WHOLE_RANGE } else { RANGE }, &[("min", min), ("max", max)])
            }
            Self::Number { min: Some(min), .. } => Complaint::with(AT_LEAST, &[("min", min)]),
            Self::Number { max: Some(max), .. } => Complaint::with(AT_MOST, &[("max", max)]),
            Self::Number { integer, .. } => Complaint::plain(if *integer { WHOLE } else { NUMBER }),
            Self::Words { .. } => Complaint::plain(ENTER),
            Self::Day { .. } => Complaint::plain(DAY),
        }
    }
}

fn one_of(options: &[Choice], value: &Value) -> Option<Value> {
    let value = value.as_str()?;
    options.iter().find(|option| option.value == value).map(|option| Value::from(option.value.as_str()))
}

/// Chosen options in the definition's order, whatever the order of the clicks.
fn many_of(options: &[Choice], min: usize, max: usize, value: &Value) -> Result<Value, Complaint> {
    let any = || Complaint::plain(CHOOSE_ANY);
    let list = value.as_array().ok_or_else(any)?;
    let chosen: Option<BTreeSet<&str>> = list.iter().map(Value::as_str).collect();
    let chosen = chosen.filter(|chosen| chosen.len() == list.len()).ok_or_else(any)?;
    let found: Vec<&Choice> = options.iter().filter(|option| chosen.contains(option.value.as_str())).collect();
    if found.len() < chosen.len() {
        return Err(any());
    }
    let alone = found.iter().any(|option| option.exclusive);
    if alone && found.len() > 1 {
        return Err(Complaint::plain(CHOOSE_ALONE));
    }
    // "None of these" is a whole answer, however many are asked for.
    if !alone && found.len() < min {
        return Err(Complaint::with(CHOOSE_MIN, &[("min", &min)]));
    }
    if found.len() > max {
        return Err(Complaint::with(CHOOSE_MAX, &[("max", &max)]));
    }
    Ok(found.iter().map(|option| option.value.as_str()).collect())
}

/// A number in range.
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

/// The whole number that a JSON number is: `70`, `70.0` and `7e1` are the same number, as in JSON Schema. None from 2^53 on,
/// where a float no longer tells a number from the next one.
pub fn whole(value: &Value) -> Option<i64> {
    const LARGEST: i64 = (1 << 53) - 1;
    let float = || value.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= LARGEST as f64);
    #[expect(clippy::cast_possible_truncation, reason = "whole and within the exact range, checked here")]
    let number = value.as_i64().or_else(|| float().map(|float| float as i64))?;
    (-LARGEST..=LARGEST).contains(&number).then_some(number)
}

/// A value in which every whole number is written without a fraction, at any depth.
#[must_use]
pub fn plain_numbers(value: Value) -> Value {
    match value {
        Value::Number(_) => whole(&value).map_or(value, Value::from),
        Value::Array(items) => items.into_iter().map(plain_numbers).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, plain_numbers(value))).collect(),
        other => other,
    }
}

fn words(value: &Value, min: usize, max: usize, long: bool) -> Result<Value, Complaint> {
    let words = value.as_str().ok_or_else(|| Complaint::plain(ENTER))?;
    let layout = |c: char| long && matches!(c, '\n' | '\r' | '\t');
    if words.chars().any(|c| c.is_control() && !layout(c)) {
        return Err(Complaint::plain(PLAIN));
    }
    match words.chars().count() {
        length if length > max => Err(Complaint::with(SHORTER, &[("max", &max)])),
        length if length < min => Err(Complaint::with(LONGER, &[("min", &min)])),
        _ => Ok(words.into()),
    }
}

/// A day of the calendar, written `YYYY-MM-DD` and nothing else.
pub fn parse_day(day: &str) -> Option<NaiveDate> {
    let date = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    (date.format("%Y-%m-%d").to_string() == day).then_some(date)
}

fn day(value: &Value, min: Option<&str>, max: Option<&str>) -> Option<Value> {
    let text = value.as_str()?;
    let date = parse_day(text)?;
    let late_enough = min.and_then(parse_day).is_none_or(|min| date >= min);
    let early_enough = max.and_then(parse_day).is_none_or(|max| date <= max);
    (late_enough && early_enough).then(|| text.into())
}

#[cfg(test)]
mod tests;
