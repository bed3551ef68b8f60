//! Validation of answers. The browser applies the same rules, but the server decides.

use std::collections::BTreeSet;

use crate::definition::{Item, Section};

mod validation_error;
mod value;

pub use validation_error::{FieldError, Params, ValidationCode, ValidationError, fill};
pub use value::{Answers, Earlier, parse_day, plain_numbers, whole};
pub(crate) use value::{is_empty, same};

/// Validates the answers to `sections`. Returns the valid answers in the definition's order, without nulls and without
/// answers to hidden items.
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
    errors.extend(unknown.map(|(name, _)| FieldError::new(&printable(name), ValidationCode::UNKNOWN.into())));
    if errors.is_empty() { Ok(valid) } else { Err(errors) }
}

/// The beginning of an unknown name, without control characters, which must not get into messages and logs.
fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(MOST_OF_A_NAME).collect()
}

/// Names of variables have at most 64 characters.
const MOST_OF_A_NAME: usize = 80;

#[cfg(test)]
mod tests;
