//! Items one by one: points, options, ranges, conditions.

use serde_json::Value;

use super::{Check, Placed, numbered};
use crate::answers::same;
use crate::definition::item::{Choice, Condition, Item, Questionnaire};
use crate::items::ItemCheck;
use crate::items::values::{Values, Variable};
use crate::problem::Severity;

pub(super) fn check(check: &mut Check) {
    for placed in check.items() {
        placed.item.check(&mut ItemCheck::new(&mut below(check, &placed.file, &placed.path)));
        condition(check, &placed);
    }
    sound_check(check);
    for flow in &check.study.control_flow {
        let file = &check.file(flow.block);
        let opening = flow.opening.iter().map(|opening| ("opening.items".to_owned(), opening.items.as_slice()));
        let lists = opening.chain(flow.all_ratings());
        for (path, item) in lists.flat_map(|(path, items)| numbered(items, &path)) {
            item.check(&mut ItemCheck::new(&mut below(check, file, &path)));
        }
    }
}

/// Reports options with the same value, and fewer than two options.
pub(super) fn choices(check: &mut Check, file: &str, path: &str, options: &[Choice]) {
    ItemCheck::new(&mut below(check, file, "")).choices(path, options);
}

/// Reports a correct answer that is not one of the options.
pub(super) fn correct_answer(check: &mut Check, file: &str, path: &str, value: &str, options: &[Choice]) {
    ItemCheck::new(&mut below(check, file, "")).correct_answer(path, value, options);
}

/// Reports findings about the fields below `path`; the fields of the file if that is empty.
fn below(check: &mut Check, file: &str, path: &str) -> impl FnMut(Severity, &str, String, &str) {
    move |severity, field, message, help| {
        let path = if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") };
        check.report(severity, file, &path, message, help);
    }
}

/// A condition reads an earlier variable of the same questionnaire.
fn condition(check: &mut Check, placed: &Placed) {
    let Some(condition) = &placed.item.show_if else { return };
    let path = format!("{}.show_if", placed.path);
    let earlier = check.study.questionnaires[&placed.page].items().take_while(|item| item.id != placed.item.id);
    let variables: Vec<_> = earlier.flat_map(Item::variables).collect();
    let Some(variable) = variables.iter().find(|variable| variable.name == condition.item) else {
        let message = format!("`{}` is not a variable of an earlier item of this questionnaire", condition.item);
        check.error(&placed.file, &format!("{path}.item"), message, "name an item that comes before this one");
        return;
    };
    one_test(check, &placed.file, &path, condition, variable);
}

/// The sound check reads a variable of any questionnaire.
fn sound_check(check: &mut Check) {
    let Some(condition) = &check.study.file.sound_check else { return };
    let variables = check.study.questionnaires.values().flat_map(Questionnaire::items).flat_map(Item::variables);
    if let Some(variable) = variables.into_iter().find(|variable| variable.name == condition.item) {
        one_test(check, "study.yaml", "sound_check", condition, &variable);
    } else {
        let message = format!("`{}` is not a variable of a questionnaire", condition.item);
        check.error("study.yaml", "sound_check.item", message, "name the item that asks about the sound");
    }
}

/// A condition has one test, which can come true.
pub(super) fn one_test(check: &mut Check, file: &str, path: &str, condition: &Condition, variable: &Variable) {
    let tests =
        [condition.is.is_some(), condition.is_not.is_some(), condition.at_least.is_some(), condition.at_most.is_some()];
    if tests.into_iter().filter(|given| *given).count() != 1 {
        let help = "keep one of is, is_not, at_least, at_most";
        check.error(file, path, "a condition has exactly one test", help);
    }
    let may_be = |value: &Value| match &variable.values {
        Values::One(options) | Values::Many { options, .. } => {
            options.iter().any(|option| same(&option.value.as_str().into(), value))
        }
        _ => !value.is_object() && !value.is_array(),
    };
    for (name, values) in [("is", &condition.is), ("is_not", &condition.is_not)] {
        let named = values.iter().flat_map(|values| numbered(values, &format!("{path}.{name}")));
        for (path, value) in named.filter(|(_, value)| !may_be(value)) {
            let message = format!("{value} is not an answer to `{}`", condition.item);
            check.error(file, &path, message, "name the value of an option, or one text or number");
        }
    }
}
