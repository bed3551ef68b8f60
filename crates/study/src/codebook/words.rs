//! The definition in words: how a score is made, when an item is shown, what the values mean.

use serde_json::Value;

use super::Type;
use crate::definition::item::{Condition, Kind, Method, Scale};
use crate::variable::Values;

/// How a score is made, in words.
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

/// With which answers a check of attention is passed, in words.
pub(super) fn passes(kind: &Kind) -> Option<String> {
    let Kind::Attention { expect, .. } = kind else { return None };
    let answers: Vec<String> = expect.iter().map(i64::to_string).collect();
    Some(format!("passed with {}", answers.join(" or ")))
}

/// A value of the file without the quotation marks of JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Condition {
    /// The condition in words, for the codebook.
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

impl Values<'_> {
    pub(super) fn kind(&self) -> Type {
        match self {
            Self::One(_) => Type::Category,
            Self::Many { .. } => Type::Categories,
            Self::Steps { .. } | Self::Number { integer: true, .. } => Type::Integer,
            Self::Number { .. } => Type::Number,
            Self::Words { .. } => Type::Text,
            Self::Day { .. } => Type::Date,
        }
    }

    pub(super) fn words(&self) -> Vec<(String, String)> {
        match self {
            Self::One(options) | Self::Many { options, .. } => {
                options.iter().map(|option| (option.value.clone(), option.label.0.clone())).collect()
            }
            Self::Steps { first, labels, .. } => {
                (*first..).zip(*labels).map(|(value, label)| (value.to_string(), label.0.clone())).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn limits(&self) -> (Option<f64>, Option<f64>) {
        match self {
            Self::Steps { first, last, .. } => (Some(*first as f64), Some(*last as f64)),
            Self::Number { min, max, .. } => (*min, *max),
            _ => (None, None),
        }
    }
}
