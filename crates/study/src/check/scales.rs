//! Scales: known items, numbers where numbers are needed, a correct answer where one is counted.

use super::{Check, numbered};
use crate::definition::Questionnaire;
use crate::definition::item::{Method, Scale};

pub(super) fn check(check: &mut Check) {
    for (page, questionnaire) in &check.study.questionnaires {
        let file = check.file(page.id);
        for (path, scale) in numbered(&questionnaire.scales, "scales") {
            items(check, &file, &path, questionnaire, scale);
            counts(check, &file, &path, scale);
        }
    }
}

fn items(check: &mut Check, file: &str, path: &str, questionnaire: &Questionnaire, scale: &Scale) {
    for (path, name) in numbered(&scale.items, &format!("{path}.items")) {
        let Some(variable) = questionnaire.variable(name) else {
            let message = format!("`{name}` is not a variable of this questionnaire");
            check.error(file, &path, message, "name an item, or a row of a matrix");
            continue;
        };
        if scale.method == Method::Correct {
            let judged = questionnaire.items().any(|item| item.id == *name && item.judgement().is_some());
            if !judged && !scale.key.contains_key(name) {
                check.error(file, &path, format!("the right answer to `{name}` is not known"), "add it under `key`");
            }
        } else if variable.values.range().is_none() {
            let help = "a mean or a sum needs ratings or numbers with limits";
            check.error(file, &path, format!("`{name}` is not a number"), help);
        }
    }
    let reverse = numbered(&scale.reverse, &format!("{path}.reverse"));
    let keys = scale.key.keys().map(|name| (format!("{path}.key.{name}"), name));
    for (path, name) in reverse.chain(keys).filter(|(_, name)| !scale.items.contains(name)) {
        let message = format!("`{name}` is not one of the scale's items");
        check.error(file, &path, message, "add it to `items`, or remove it here");
    }
    for (name, _) in scale.key.iter().filter(|(_, right)| right.is_object()) {
        let message = format!("a map is not an answer to `{name}`");
        check.error(file, &format!("{path}.key.{name}"), message, "write the value of the right answer");
    }
}

fn counts(check: &mut Check, file: &str, path: &str, scale: &Scale) {
    if scale.items.is_empty() {
        check.error(file, &format!("{path}.id"), "a scale without items", "name its items");
    }
    if scale.min_answered.is_some_and(|needed| needed == 0 || needed as usize > scale.items.len()) {
        let message = "can't be more than the number of items, or zero";
        check.error(file, &format!("{path}.min_answered"), message, "leave it out if all items are needed");
    }
}
