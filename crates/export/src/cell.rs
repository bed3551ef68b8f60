//! One value of a table.

use std::borrow::Cow;
use std::fmt::Write as _;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Number, Value};
use unmask_store::Millis;
use unmask_study::allocation::Stratum;
use unmask_study::missing::Missing;
use unmask_study::progress::Form;

/// A value, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// A text, a category or a day.
    Text(Cow<'a, str>),
    /// A whole number.
    Integer(i64),
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A moment, UTC.
    Time(Millis),
    /// Why there is no value.
    Missing(Missing),
}

impl<'a> Cell<'a> {
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// A value, or the reason.
    pub fn or<T: Into<Self>>(value: Option<T>, why: Missing) -> Self {
        value.map_or(Self::Missing(why), Into::into)
    }

    /// The cell in a text file; `room` is its buffer. A number is the shortest decimal that reads
    /// back as the same number.
    pub fn words<'s>(&'s self, room: &'s mut String) -> &'s str {
        room.clear();
        // Writing to a text can't fail.
        let _ = match self {
            Self::Text(text) => return text,
            Self::Flag(flag) => return if *flag { "1" } else { "0" },
            Self::Missing(why) => return why.code(),
            Self::Integer(number) => room.write_str(itoa::Buffer::new().format(*number)),
            Self::Number(number) => write_number(room, *number),
            Self::Time(at) => room.write_str(&time(*at)),
        };
        room
    }
}

/// The shortest decimal that reads back as the same number, never with an exponent.
fn write_number(room: &mut String, number: f64) -> std::fmt::Result {
    if let Some((whole, tenth)) = tenths(number) {
        room.write_str(itoa::Buffer::new().format(whole))?;
        return if tenth == 0 { Ok(()) } else { write!(room, ".{tenth}") };
    }
    let mut buffer = zmij::Buffer::new();
    let digits = buffer.format(number);
    // Very large and very small numbers, which do not occur.
    if digits.contains('e') {
        write!(room, "{number}")
    } else {
        room.write_str(digits.strip_suffix(".0").unwrap_or(digits))
    }
}

/// The integer part and the decimal of a number with at most one decimal, as most are: points of a scale, and times in
/// tenths of a millisecond. The text is exact, because a double distinguishes fifteen digits.
#[expect(clippy::cast_possible_truncation, reason = "what does not fit is another number when it is turned back")]
fn tenths(number: f64) -> Option<(i64, i64)> {
    let tenths = (number * 10.0) as i64;
    let same = (tenths as f64 / 10.0).to_bits() == number.to_bits();
    (same && (0..1_000_000_000_000_000).contains(&tenths)).then_some((tenths / 10, tenths % 10))
}

/// `2026-11-20T10:00:00.000Z`.
pub fn time(at: Millis) -> String {
    DateTime::<Utc>::from_timestamp_millis(at).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// A test form as the data name it.
pub fn form(form: Form) -> &'static str {
    form.name()
}

/// A stratum as the data name it; there is none if the study has no strata.
pub fn stratum(stratum: &Stratum) -> Cell<'_> {
    Cell::or((*stratum != Stratum::WHOLE).then(|| stratum.name()), Missing::NotApplicable)
}

/// An answer as text: texts unchanged, lists as JSON.
pub fn plain(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(words) => Cow::Borrowed(words),
        Value::Number(number) => digits(number).into(),
        other => other.to_string().into(),
    }
}

/// The same digits for the same number, in every table.
fn digits(number: &Number) -> String {
    match (number.as_i64(), number.as_f64()) {
        (Some(whole), _) => whole.to_string(),
        (None, Some(number)) => number.to_string(),
        (None, None) => number.to_string(),
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::text(text)
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Self::text(text)
    }
}

impl From<i64> for Cell<'_> {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<f64> for Cell<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Cell<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_every_digit() {
        for (cell, written) in [
            (Cell::Number(1200.5), "1200.5"),
            (Cell::Number(0.1 + 0.2), "0.30000000000000004"),
            (Cell::Number(1.0), "1"),
            (Cell::Number(0.0), "0"),
            (Cell::Number(0.1), "0.1"),
            (Cell::Number(-0.1), "-0.1"),
            (Cell::Number(46_947.7), "46947.7"),
            (Cell::Number(46_947.799_999_999_996), "46947.799999999996"),
            (Cell::Number(99_999_999_999_999.9), "99999999999999.9"),
            (Cell::Number(100_000_000_000_000.11), "100000000000000.11"),
            (Cell::Number(-0.0), "-0"),
            (Cell::Number(1e21), "1000000000000000000000"),
            (Cell::Number(1e-7), "0.0000001"),
            (Cell::Number(f64::NAN), "NaN"),
            (Cell::Integer(i64::MIN), "-9223372036854775808"),
            (Cell::Flag(true), "1"),
            (Cell::Time(1_795_168_800_007), "2026-11-20T10:00:00.007Z"),
            (Cell::text("=1+1"), "=1+1"),
            (Cell::Missing(Missing::Skipped), "NA_skipped"),
        ] {
            assert_eq!(cell.words(&mut String::new()), written);
        }
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        for text in ["0.1", "123456.789012345", "5e-324", "9007199254740993"] {
            assert_eq!(plain(&read(text)).parse::<f64>(), text.parse::<f64>());
        }
        assert_eq!(plain(&read(r#"["paper","on\"line"]"#)), r#"["paper","on\"line"]"#);
    }
}
