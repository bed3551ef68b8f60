//! Answers and their values in JSON.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde_json::{Map, Value};

/// Answers by variable; after validation, in the definition's order.
pub type Answers = Map<String, Value>;

/// Answers to earlier sections by variable, which conditions read.
pub type Earlier = BTreeMap<String, Value>;

/// A JSON number as a whole number: `70`, `70.0` and `7e1` are the same, as in JSON Schema. None from 2^53 on, where
/// floats can't represent every whole number.
pub fn whole(value: &Value) -> Option<i64> {
    const LARGEST: i64 = (1 << 53) - 1;
    let float = || value.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= LARGEST as f64);
    #[expect(clippy::cast_possible_truncation, reason = "whole and within the exact range, checked here")]
    let number = value.as_i64().or_else(|| float().map(|float| float as i64))?;
    (-LARGEST..=LARGEST).contains(&number).then_some(number)
}

/// The value with every whole number written without a fraction, at any depth.
#[must_use]
pub fn plain_numbers(value: Value) -> Value {
    match value {
        Value::Number(_) => whole(&value).map_or(value, Value::from),
        Value::Array(items) => items.into_iter().map(plain_numbers).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, plain_numbers(value))).collect(),
        other => other,
    }
}

/// A date in the form `YYYY-MM-DD`.
pub fn parse_day(day: &str) -> Option<NaiveDate> {
    let date = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    (date.format("%Y-%m-%d").to_string() == day).then_some(date)
}

/// Whether a value counts as no answer.
pub(crate) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(words) => words.chars().all(is_blank),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// White space, and characters that programs do not draw: `Default_Ignorable_Code_Point` of Unicode 16
/// (`DerivedCoreProperties.txt`), and the blank Braille pattern. The web app has the same rule (`condition.ts`).
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether an answer equals a value of the file, where `true`, `5` and `"5"` may be written with or without quotation
/// marks.
pub(crate) fn same(answer: &Value, value: &Value) -> bool {
    let written = |number: &Value| whole(number).map_or_else(|| number.to_string(), |whole| whole.to_string());
    match (answer, value) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::String(a), Value::Bool(b)) => a == if *b { "true" } else { "false" },
        (Value::String(a), number @ Value::Number(_)) | (number @ Value::Number(_), Value::String(a)) => {
            *a == written(number)
        }
        _ => answer == value,
    }
}
