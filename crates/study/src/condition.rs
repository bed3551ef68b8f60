//! Whether the condition of an item holds for the answers so far. `web/src/features/items/condition.ts` decides the
//! same in the browser; `fixtures/items/conditions.json` and `sections.json` have cases for both.

use serde_json::Value;

use crate::answers::{Answers, Earlier, is_empty, same};
use crate::definition::Questionnaire;
use crate::definition::item::Condition;
use crate::public::{PublicCondition, PublicItem};

/// What a condition asks of the answer to another item.
struct Test<'a> {
    is: Option<&'a [Value]>,
    is_not: Option<&'a [Value]>,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

impl Test<'_> {
    /// An item that was hidden or left open meets no condition.
    fn holds(&self, answer: Option<&Value>) -> bool {
        let Some(answer) = answer.filter(|answer| !is_empty(answer)) else { return false };
        let number = answer.as_f64();
        self.is.is_none_or(|values| matches(answer, values))
            && self.is_not.is_none_or(|values| !matches(answer, values))
            && self.at_least.is_none_or(|min| number.is_some_and(|number| number >= min))
            && self.at_most.is_none_or(|max| number.is_some_and(|number| number <= max))
    }
}

impl Condition {
    /// Whether the condition holds.
    pub fn holds(&self, known: &Earlier) -> bool {
        self.meets(known.get(&self.item))
    }

    /// Whether this answer to the item meets the condition.
    pub(crate) fn meets(&self, answer: Option<&Value>) -> bool {
        let (is, is_not) = (self.is.as_deref(), self.is_not.as_deref());
        Test { is, is_not, at_least: self.at_least, at_most: self.at_most }.holds(answer)
    }
}

impl PublicCondition {
    /// Whether the condition holds.
    pub fn holds(&self, known: &Answers) -> bool {
        let (is, is_not) = (self.is.as_deref(), self.is_not.as_deref());
        Test { is, is_not, at_least: self.at_least, at_most: self.at_most }.holds(known.get(&self.item))
    }
}

impl PublicItem {
    /// Whether the item is shown after these answers.
    pub fn is_shown(&self, known: &Answers) -> bool {
        self.show_if.as_ref().is_none_or(|condition| condition.holds(known))
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
