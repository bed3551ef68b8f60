//! The plan of a study: what is fixed before the first participant, and how a later version differs from it.
//!
//! It is derived from the bundle and has design, allocation, measures with their scoring, and analysis. Texts,
//! contact and recruitment are no part of it: correcting a typo does not change the plan. Labels on media are: they are
//! what some conditions or arms have and others have not.

mod baseline;
mod entries;
mod names;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::definition::Study;
use crate::hex::hex;
use crate::report::Language;

pub(crate) use baseline::baseline_of;
pub(crate) use entries::is_medium;

/// The number of this form of a plan. Hashes of plans in different forms can't be compared.
pub const FORMAT: u32 = 1;

/// A plan: values by their place in the bundle, such as `analysis.false_alarms.margin`. A value is a text, a number, a
/// truth value or a list of these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan(BTreeMap<String, Value>);

/// A value that two plans do not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its place.
    pub key: String,
    /// The value in the first plan; none if it has no such value.
    pub planned: Option<Value>,
    /// The value in the second plan.
    pub found: Option<Value>,
}

impl Plan {
    /// The plan of a bundle. Defaults are written out, so that naming a default does not change the plan.
    pub fn of(study: &Study) -> Self {
        Self(entries::of(study))
    }

    /// A plan that was stored as [its values](Self::values).
    pub fn from_values(values: BTreeMap<String, Value>) -> Self {
        Self(values)
    }

    /// Values by place, in the order of the places.
    pub fn values(&self) -> &BTreeMap<String, Value> {
        &self.0
    }

    /// The text whose hash is [`Self::hash`]: a line for each value, `place=value` with the value as JSON, sorted by
    /// place.
    pub fn canonical(&self) -> String {
        let lines = self.0.iter().map(|(key, value)| format!("{key}={value}"));
        lines.chain([String::new()]).collect::<Vec<_>>().join("\n")
    }

    /// SHA-256 over [`Self::canonical`], in hexadecimal.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.canonical()))
    }

    /// What another plan has otherwise, in the order of the places.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let added = other.0.keys().filter(|key| !self.0.contains_key(*key));
        let mut keys: Vec<&String> = self.0.keys().chain(added).collect();
        keys.sort();
        let difference = |key: &String| Difference {
            key: key.clone(),
            planned: self.0.get(key).cloned(),
            found: other.0.get(key).cloned(),
        };
        keys.into_iter().map(difference).filter(|one| one.planned != one.found).collect()
    }
}

impl Difference {
    /// What the value is, for people.
    pub fn name(&self, language: Language) -> String {
        names::name(&self.key, language)
    }

    /// `name (place): from → to`.
    pub fn in_words(&self, language: Language) -> String {
        let [from, to] = [&self.planned, &self.found].map(|value| shown(value.as_ref(), language));
        format!("{} ({}): {from} → {to}", self.name(language), self.key)
    }
}

/// A value for people: texts without quotes, lists with commas.
pub fn shown(value: Option<&Value>, language: Language) -> String {
    let german = language == Language::German;
    match value {
        None => if german { "nicht vorhanden" } else { "absent" }.to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Bool(true)) => if german { "ja" } else { "yes" }.to_owned(),
        Some(Value::Bool(false)) => if german { "nein" } else { "no" }.to_owned(),
        Some(Value::Array(all)) if all.is_empty() => if german { "nichts" } else { "nothing" }.to_owned(),
        Some(Value::Array(all)) => all.iter().map(|one| shown(Some(one), language)).collect::<Vec<_>>().join(", "),
        Some(Value::Number(number)) if german => number.to_string().replace('.', ","),
        Some(other) => other.to_string(),
    }
}
