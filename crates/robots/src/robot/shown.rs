//! Which items of a questionnaire a participant sees.

use serde_json::{Map, Value};

/// Whether an item is shown, given the answers so far.
pub(crate) fn is_shown(item: &Value, answers: &Map<String, Value>) -> bool {
    let Some(condition) = item["showIf"].as_object() else { return true };
    let given = condition.get("item").and_then(Value::as_str).and_then(|item| answers.get(item));
    let any_of = |list: &[Value]| match given {
        Some(Value::Array(values)) => values.iter().any(|value| list.contains(value)),
        Some(value) => list.contains(value),
        None => false,
    };
    let number = given.and_then(Value::as_f64);
    let limit = |name: &str| condition.get(name).and_then(Value::as_f64);
    if let Some(list) = condition.get("is").and_then(Value::as_array) {
        return any_of(list);
    }
    if let Some(list) = condition.get("isNot").and_then(Value::as_array) {
        return given.is_some() && !any_of(list);
    }
    let at_least = limit("atLeast").is_none_or(|least| number.is_some_and(|n| n >= least));
    at_least && limit("atMost").is_none_or(|most| number.is_some_and(|n| n <= most))
}
