//! Items one by one: points, options, ranges, conditions.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Check, Placed, numbered};
use crate::condition::same;
use crate::definition::item::{Choice, Item, Points};
use crate::items::values::Values;
use crate::problem::Severity;

pub(super) fn check(check: &mut Check) {
    for placed in check.items() {
        placed.item.check(&mut ItemCheck { check, file: &placed.file, path: &placed.path });
        condition(check, &placed);
    }
    if let Some(flow) = &check.study.control_flow {
        let asked = flow.opening.iter().flat_map(|opening| numbered(&opening.items, "opening.items"));
        for (path, rating) in asked.chain(numbered(&flow.ratings, "ratings")) {
            rating.check(&mut ItemCheck { check, file: "control-flow.yaml", path: &path });
        }
    }
}

/// Reports findings about one item.
pub(crate) struct ItemCheck<'c, 'a> {
    check: &'c mut Check<'a>,
    file: &'c str,
    path: &'c str,
}

impl ItemCheck<'_, '_> {
    /// Reports a mistake in a field of the item.
    pub(crate) fn error(&mut self, field: &str, message: String, help: &str) {
        self.report(Severity::Error, field, message, help);
    }

    /// Reports something about a field of the item.
    pub(crate) fn report(&mut self, severity: Severity, field: &str, message: String, help: &str) {
        self.check.report(severity, self.file, &format!("{}.{field}", self.path), message, help);
    }

    /// Reports two limits that exclude every value.
    pub(crate) fn range(&mut self, field: &str, fits: bool) {
        if !fits {
            self.error(field, "the lower limit is above the upper one".into(), "swap or correct them");
        }
    }

    /// Reports options that cannot be told apart, or of which there is no choice.
    pub(crate) fn choices(&mut self, field: &str, options: &[Choice]) {
        choices(self.check, self.file, &format!("{}.{field}", self.path), options);
    }

    /// Reports points that are no rating.
    pub(crate) fn points(&mut self, points: &Points) {
        self::points(self.check, self.file, self.path, points);
    }

    /// Reports a right answer that is not one of the options.
    pub(crate) fn right_answer(&mut self, field: &str, value: &str, options: &[Choice]) {
        right_answer(self.check, self.file, &format!("{}.{field}", self.path), value, options);
    }
}

pub(super) fn choices(check: &mut Check, file: &str, path: &str, options: &[Choice]) {
    if options.len() < 2 {
        check.error(file, path, "at least two options are needed".into(), "add another option");
    }
    let mut seen = BTreeSet::new();
    for (path, option) in numbered(options, path) {
        if !seen.insert(&option.value) {
            let message = format!("two options have the value `{}`", option.value);
            check.error(file, &format!("{path}.value"), message, "give each option a value of its own");
        }
    }
}

fn points(check: &mut Check, file: &str, path: &str, points: &Points) {
    let at = |name: &str| format!("{path}.{name}");
    match (points.points.len(), points.numbers) {
        (0, None) => check.error(
            file,
            &at("kind"),
            "no points are given".into(),
            "add `points: [...]`, or `numbers` with `ends`",
        ),
        (1.., Some(_)) => {
            check.error(file, &at("numbers"), "both `points` and `numbers` are given".into(), "keep one of them");
        }
        (0, Some(2..=11)) | (2..=11, None) => {}
        _ => check.error(
            file,
            &at(if points.numbers.is_some() { "numbers" } else { "points" }),
            "a rating has 2 to 11 points".into(),
            "choose another number of points",
        ),
    }
    if points.numbers.is_some() && points.ends.is_none() {
        check.warning(file, &at("numbers"), "numbers without words say little".into(), "add `ends: [lowest, highest]`");
    }
    if !(0..=1).contains(&points.first) {
        check.error(file, &at("first"), "ratings begin at 0 or 1".into(), "write `first: 0` or leave it out");
    }
}

pub(super) fn right_answer(check: &mut Check, file: &str, path: &str, value: &str, options: &[Choice]) {
    if !options.iter().any(|option| option.value == value) {
        let all: Vec<String> = options.iter().map(|option| format!("`{}`", option.value)).collect();
        check.error(
            file,
            path,
            format!("`{value}` is not one of the options"),
            &format!("use one of {}", all.join(", ")),
        );
    }
}

/// A condition reads an earlier variable of the same questionnaire, by one test that can come true.
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
    let tests =
        [condition.is.is_some(), condition.is_not.is_some(), condition.at_least.is_some(), condition.at_most.is_some()];
    if tests.into_iter().filter(|given| *given).count() != 1 {
        check.error(
            &placed.file,
            &path,
            "a condition has exactly one test".into(),
            "keep one of is, is_not, at_least, at_most",
        );
    }
    let may_be = |value: &Value| match &variable.values {
        Values::One(options) | Values::Many { options, .. } => {
            options.iter().any(|option| same(&option.value.as_str().into(), value))
        }
        _ => !value.is_object() && !value.is_array(),
    };
    for (name, values) in [("is", &condition.is), ("is_not", &condition.is_not)] {
        for (path, value) in
            values.iter().flat_map(|values| numbered(values, &format!("{path}.{name}")).collect::<Vec<_>>())
        {
            if !may_be(value) {
                let message = format!("{value} is not an answer to `{}`", condition.item);
                check.error(&placed.file, &path, message, "name the value of an option, or one text or number");
            }
        }
    }
}
