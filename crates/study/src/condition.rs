//! "Shown only if …": whether a condition holds for what was answered so far.

use serde_json::Value;

use crate::answers::Earlier;
use crate::definition::Questionnaire;
use crate::definition::item::Condition;

impl Condition {
    /// Whether the condition holds. An item that was hidden or left open fulfils nothing.
    pub fn holds(&self, known: &Earlier) -> bool {
        let Some(answer) = known.get(&self.item) else { return false };
        let number = answer.as_f64();
        self.is.as_ref().is_none_or(|values| matches(answer, values))
            && self.is_not.as_ref().is_none_or(|values| !matches(answer, values))
            && self.at_least.is_none_or(|min| number.is_some_and(|number| number >= min))
            && self.at_most.is_none_or(|max| number.is_some_and(|number| number <= max))
    }
}

impl Questionnaire {
    /// Whether an item's condition reads this variable.
    pub fn is_condition(&self, name: &str) -> bool {
        self.items().filter_map(|item| item.show_if.as_ref()).any(|condition| condition.item == name)
    }
}

fn matches(answer: &Value, values: &[Value]) -> bool {
    match answer {
        Value::Array(chosen) => chosen.iter().any(|one| matches(one, values)),
        answer => values.iter().any(|value| same(answer, value)),
    }
}

/// `yes`, `5` and `"5"` in the file mean what a researcher means by them.
pub(crate) fn same(answer: &Value, value: &Value) -> bool {
    match (answer, value) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::String(a), Value::Bool(b)) => a == if *b { "true" } else { "false" },
        (Value::String(a), Value::Number(b)) => *a == b.to_string(),
        (Value::Number(a), Value::String(b)) => a.to_string() == *b,
        _ => answer == value,
    }
}
