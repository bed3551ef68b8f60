//! Items one by one: points, options, ranges, conditions.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Check, Placed, numbered};
use crate::answers::parse_day;
use crate::condition::same;
use crate::definition::item::{Choice, Item, Kind, Points, Truth, TruthByForm};
use crate::problem::Severity;
use crate::variable::Values;

pub(super) fn check(check: &mut Check) {
    for placed in check.items() {
        item(check, &placed.file, &placed.path, placed.item);
        condition(check, &placed);
    }
    if let Some(flow) = &check.study.control_flow {
        let asked = flow.opening.iter().flat_map(|opening| numbered(&opening.items, "opening.items"));
        for (path, rating) in asked.chain(numbered(&flow.ratings, "ratings")) {
            item(check, "control-flow.yaml", &path, rating);
        }
    }
}

/// Words in an id that tell a program which item checks its attention: ids are the keys of the answers that browsers send.
const TELLING: [&str; 4] = ["check", "attention", "trap", "imc"];

fn telling(check: &mut Check, file: &str, path: &str, id: &str) {
    if TELLING.iter().any(|word| id.contains(word)) {
        let message = format!("participants can read the name `{id}`, and it tells what the item is for");
        let help = "name it like the items around it; the codebook says that it is an attention check";
        check.report(Severity::Note, file, &format!("{path}.id"), message, help);
    }
}

/// The name of a judgement that contains one of its answers gives it away, or leads astray.
fn names_an_answer(check: &mut Check, file: &str, path: &str, id: &str, options: &[Choice]) {
    if options.iter().any(|option| id.split('_').any(|word| word == option.value)) {
        let message = format!("participants can read the name `{id}`, and it names an answer");
        let help = "number such items, in an order that does not follow what is right";
        check.error(file, &format!("{path}.id"), message, help);
    }
}

fn item(check: &mut Check, file: &str, path: &str, item: &Item) {
    match &item.kind {
        Kind::Single { options, .. } => choices(check, file, &format!("{path}.options"), options),
        Kind::Multiple { options, min, max, .. } => {
            choices(check, file, &format!("{path}.options"), options);
            let most = max.unwrap_or(u32::MAX).min(u32::try_from(options.len()).unwrap_or(u32::MAX));
            range(check, file, &format!("{path}.min"), f64::from(min.unwrap_or(0)) <= f64::from(most));
        }
        Kind::Likert { points: p } | Kind::Matrix { points: p, .. } => points(check, file, path, p),
        Kind::Attention { points: p, expect } => {
            points(check, file, path, p);
            telling(check, file, path, &item.id);
            if expect.is_empty() || expect.iter().any(|point| p.values().check(&(*point).into()).is_err()) {
                check.error(
                    file,
                    &format!("{path}.expect"),
                    "not one of the points".into(),
                    "name the points that pass",
                );
            }
        }
        Kind::Slider { min, max, step, .. } => {
            range(check, file, &format!("{path}.min"), min < max);
            if *step < 1 || (max - min) % step != 0 {
                check.error(
                    file,
                    &format!("{path}.step"),
                    "the steps do not end at `max`".into(),
                    "choose a step that divides the range",
                );
            }
        }
        Kind::Number { min, max, .. } => {
            range(check, file, &format!("{path}.min"), min.zip(*max).is_none_or(|(min, max)| min <= max));
        }
        Kind::Text { min_length, max_length, .. } => {
            let fits = min_length.zip(*max_length).is_none_or(|(min, max)| min <= max);
            range(check, file, &format!("{path}.min_length"), fits);
        }
        Kind::Date { min, max } => days(check, file, path, min.as_deref(), max.as_deref()),
        Kind::Judgement { stimulus, post, in_form_y, truth, options, .. } => {
            choices(check, file, &format!("{path}.options"), options);
            truths(check, file, path, truth, options);
            names_an_answer(check, file, path, &item.id, options);
            if post.is_none() && in_form_y.is_some() {
                let message = "form Y has a post and form X has none".into();
                check.error(file, &format!("{path}.in_form_y"), message, "add the `post` that form X reads");
            }
            if stimulus.is_none() && post.is_none() {
                check.error(
                    file,
                    &format!("{path}.id"),
                    "there is nothing to judge".into(),
                    "add a `stimulus` or a `post`",
                );
            }
        }
        Kind::Confidence | Kind::Information { .. } => {}
    }
}

fn range(check: &mut Check, file: &str, path: &str, fits: bool) {
    if !fits {
        check.error(file, path, "the lower limit is above the upper one".into(), "swap or correct them");
    }
}

fn days(check: &mut Check, file: &str, path: &str, min: Option<&str>, max: Option<&str>) {
    for (name, day) in [("min", min), ("max", max)] {
        if day.is_some_and(|day| parse_day(day).is_none()) {
            check.error(
                file,
                &format!("{path}.{name}"),
                "this is not a day".into(),
                "write it as YYYY-MM-DD, in quotes",
            );
        }
    }
    let fits = min.and_then(parse_day).zip(max.and_then(parse_day)).is_none_or(|(min, max)| min <= max);
    range(check, file, &format!("{path}.min"), fits);
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

fn truths(check: &mut Check, file: &str, path: &str, truth: &Truth, options: &[Choice]) {
    let values = match truth {
        Truth::Fixed(value) => vec![(String::new(), value)],
        Truth::ByForm(TruthByForm { x, y }) => vec![(".x".to_owned(), x), (".y".to_owned(), y)],
    };
    for (form, value) in values {
        right_answer(check, file, &format!("{path}.truth{form}"), value, options);
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
