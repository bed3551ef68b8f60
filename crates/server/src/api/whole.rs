//! Integers in bodies, also in the forms `70.0` and `7e1`: for OpenAPI these are the same integer, and some languages
//! write all numbers as floats.

use std::collections::BTreeMap;

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};
use unmask_study::answers;

/// An integer, in any of its forms.
struct Whole<T>(T);

impl<'de, T: TryFrom<i64>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = Number::deserialize(deserializer)?;
        let written = given.to_string();
        let number = answers::whole(&Value::Number(given)).and_then(|whole| T::try_from(whole).ok());
        let expected = &"a whole number within the limits of this field";
        number.map(Self).ok_or_else(|| D::Error::invalid_value(Unexpected::Other(&written), expected))
    }
}

/// Reads an integer.
pub fn whole<'de, T: TryFrom<i64>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Whole::deserialize(deserializer).map(|Whole(number)| number)
}

/// Reads an optional integer.
pub fn maybe_whole<'de, T: TryFrom<i64>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(Option::deserialize(deserializer)?.map(|Whole(number)| number))
}

/// Reads integers by name.
pub fn named_whole<'de, T: TryFrom<i64>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, T>, D::Error> {
    let numbers = BTreeMap::<String, Whole<T>>::deserialize(deserializer)?;
    Ok(numbers.into_iter().map(|(name, Whole(number))| (name, number)).collect())
}

/// Reads answers by variable, with numbers in a canonical form, so that a repeat is recognised.
pub fn answers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    let given = Map::deserialize(deserializer)?;
    Ok(given.into_iter().map(|(name, value)| (name, answers::plain_numbers(value))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Form {
        #[serde(default, deserialize_with = "maybe_whole")]
        sure: Option<u8>,
        #[serde(default, deserialize_with = "whole")]
        plays: u32,
        #[serde(default, deserialize_with = "named_whole")]
        arms: BTreeMap<String, u32>,
    }

    fn read(body: &str) -> Result<Form, String> {
        serde_json::from_str(body).map_err(|error| error.to_string())
    }

    #[test]
    fn an_integer_may_have_a_fraction_of_zeros() {
        let form = read(r#"{"sure":70.0,"plays":2e0,"arms":{"a":20.00}}"#).unwrap();
        assert_eq!((form.sure, form.plays, form.arms["a"]), (Some(70), 2, 20));
        for absent in ["{}", r#"{"sure":null}"#] {
            assert_eq!(read(absent).unwrap().sure, None, "{absent}");
        }
    }

    #[test]
    fn anything_else_is_rejected() {
        for wrong in ["70.5", "-1", "-1.0", "256.0", "300", "1e300", "18446744073709551616", "9007199254740993.0"] {
            let message = read(&format!(r#"{{"sure":{wrong}}}"#)).unwrap_err();
            assert!(message.contains("expected a whole number"), "{wrong}: {message}");
        }
        for wrong in ["1e400", "-1e400", "NaN", "Infinity", "\"70\"", "true", "[70]", "{}", "70."] {
            for field in ["sure", "plays"] {
                assert!(read(&format!(r#"{{"{field}":{wrong}}}"#)).is_err(), "{field}: {wrong}");
            }
        }
        assert!(read(r#"{"plays":null}"#).is_err());
    }
}
