//! Validation of answers against their items: the same rules as the form in the browser, binding here.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::definition::item::Choice;
use crate::definition::{Item, Section};
use crate::variable::{Values, Variable};

mod validation_error;
mod value;

pub use validation_error::{FieldError, Params, TEMPLATES, ValidationCode, ValidationError, fill};
pub use value::{Earlier, parse_day, plain_numbers, whole};

/// Answers by variable, in the definition's order once validated.
pub type Answers = Map<String, Value>;

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
                Err(error) => errors.push(FieldError::new(&variable.name, error)),
            }
            asked.insert(variable.name);
        }
    }
    let answered = given.iter().filter(|(_, value)| !value.is_null());
    let unknown = answered.filter(|(name, _)| !asked.contains(*name));
    errors.extend(unknown.map(|(name, _)| FieldError::new(&printable(name), ValidationCode::Unknown.into())));
    if errors.is_empty() { Ok(valid) } else { Err(errors) }
}

/// A name that the sender has invented, without the control characters that no message and no log may have.
fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

/// Checks one variable. An absent, null or empty answer is none: allowed only if it is optional.
pub fn check(variable: &Variable, given: Option<&Value>) -> Result<Option<Value>, ValidationError> {
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
            Self::Words { min, max, long } => words(value, *min, *max, *long),
            Self::Day { min, max } => day(value, *min, *max).ok_or_else(missing),
        }
    }

    /// What to say where no (usable) answer was given.
    fn missing(&self) -> ValidationError {
        match self {
            Self::One(_) => ValidationCode::ChooseOne.into(),
            Self::Many { min, .. } => ValidationError::with(ValidationCode::ChooseMin, [("min", min.max(&1))]),
            Self::Steps { points: true, .. } => ValidationCode::ChoosePoint.into(),
            Self::Steps { first, last, .. } => {
                ValidationError::with(ValidationCode::SetSlider, [("min", first), ("max", last)])
            }
            Self::Number { min: Some(min), max: Some(max), integer } => ValidationError::with(
                if *integer { ValidationCode::WholeRange } else { ValidationCode::Range },
                [("min", min), ("max", max)],
            ),
            Self::Number { min: Some(min), .. } => ValidationError::with(ValidationCode::AtLeast, [("min", min)]),
            Self::Number { max: Some(max), .. } => ValidationError::with(ValidationCode::AtMost, [("max", max)]),
            Self::Number { integer, .. } => {
                ValidationError::from(if *integer { ValidationCode::Whole } else { ValidationCode::Number })
            }
            Self::Words { .. } => ValidationCode::Enter.into(),
            Self::Day { .. } => ValidationCode::Day.into(),
        }
    }
}

fn one_of(options: &[Choice], value: &Value) -> Option<Value> {
    let value = value.as_str()?;
    options.iter().find(|option| option.value == value).map(|option| Value::from(option.value.as_str()))
}

/// Chosen options in the definition's order, whatever the order of the clicks.
fn many_of(options: &[Choice], min: usize, max: usize, value: &Value) -> Result<Value, ValidationError> {
    let any = || ValidationError::from(ValidationCode::ChooseAny);
    let list = value.as_array().ok_or_else(any)?;
    let chosen: Option<BTreeSet<&str>> = list.iter().map(Value::as_str).collect();
    let chosen = chosen.filter(|chosen| chosen.len() == list.len()).ok_or_else(any)?;
    let found: Vec<&Choice> = options.iter().filter(|option| chosen.contains(option.value.as_str())).collect();
    if found.len() < chosen.len() {
        return Err(any());
    }
    let alone = found.iter().any(|option| option.exclusive);
    if alone && found.len() > 1 {
        return Err(ValidationCode::ChooseAlone.into());
    }
    // "None of these" is a whole answer, however many are asked for.
    if !alone && found.len() < min {
        return Err(ValidationError::with(ValidationCode::ChooseMin, [("min", &min)]));
    }
    if found.len() > max {
        return Err(ValidationError::with(ValidationCode::ChooseMax, [("max", &max)]));
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

fn words(value: &Value, min: usize, max: usize, long: bool) -> Result<Value, ValidationError> {
    let words = value.as_str().ok_or(ValidationCode::Enter)?;
    let layout = |c: char| long && matches!(c, '\n' | '\r' | '\t');
    if words.chars().any(|c| c.is_control() && !layout(c)) {
        return Err(ValidationCode::Plain.into());
    }
    match words.chars().count() {
        length if length > max => Err(ValidationError::with(ValidationCode::Shorter, [("max", &max)])),
        length if length < min => Err(ValidationError::with(ValidationCode::Longer, [("min", &min)])),
        _ => Ok(words.into()),
    }
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
