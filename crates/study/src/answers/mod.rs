//! Validation of answers against their items: the same rules as the form in the browser, binding here.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::definition::{Item, Section};
use crate::items::values::Variable;

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
        let checked = item.check_answers(given);
        known.extend(checked.valid.clone());
        valid.extend(checked.valid);
        errors.extend(checked.errors);
        asked.extend(item.variables().into_iter().map(|variable| variable.name));
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

/// The answers to one item: the valid ones, and what is wrong with the others.
#[derive(Default)]
pub(crate) struct Checked {
    pub(crate) valid: Answers,
    pub(crate) errors: Vec<FieldError>,
}

/// Checks each variable alone.
pub(crate) fn check_each(variables: &[Variable], given: &Answers) -> Checked {
    let mut checked = Checked::default();
    for variable in variables {
        match check(variable, given.get(&variable.name)) {
            Ok(Some(value)) => drop(checked.valid.insert(variable.name.clone(), value)),
            Ok(None) => {}
            Err(error) => checked.errors.push(FieldError::new(&variable.name, error)),
        }
    }
    checked
}

/// Checks one variable. An absent, null or empty answer is none: allowed only if it is optional.
pub fn check(variable: &Variable, given: Option<&Value>) -> Result<Option<Value>, ValidationError> {
    match given.filter(|value| !is_empty(value)) {
        Some(value) => variable.values.check(value).map(Some),
        None if variable.required => Err(variable.values.missing()),
        None => Ok(None),
    }
}

pub(crate) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(words) => words.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
