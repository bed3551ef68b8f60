//! Sentences for the codebook: how a score is computed, and when an item is shown.

use serde_json::Value;

use crate::definition::item::{Condition, Method, Scale};

/// How a score is computed.
pub(super) fn scoring(scale: &Scale) -> String {
    let how = match scale.method {
        Method::Mean => "mean",
        Method::Sum => "prorated sum",
        Method::Correct => "number right",
    };
    let mut words = vec![format!("{how} of {}", scale.items.join(", "))];
    if !scale.reverse.is_empty() {
        words.push(format!("reversed: {}", scale.reverse.join(", ")));
    }
    if !scale.key.is_empty() {
        let key: Vec<String> = scale.key.iter().map(|(name, right)| format!("{name} = {}", plain(right))).collect();
        words.push(format!("right: {}", key.join(", ")));
    }
    words.extend(scale.min_answered.map(|least| format!("at least {least} answered")));
    words.join("; ")
}

/// A value without the quotation marks of JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Condition {
    /// The condition as a phrase.
    pub fn words(&self) -> String {
        let list = |values: &Vec<Value>| values.iter().map(plain).collect::<Vec<_>>().join(" or ");
        let tests = [
            self.is.as_ref().map(|values| format!("is {}", list(values))),
            self.is_not.as_ref().map(|values| format!("is not {}", list(values))),
            self.at_least.map(|least| format!("is at least {least}")),
            self.at_most.map(|most| format!("is at most {most}")),
        ];
        format!("{} {}", self.item, tests.into_iter().flatten().collect::<Vec<_>>().join(" and "))
    }
}
