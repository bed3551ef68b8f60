//! Conversion of stored values to types. A value that does not fit is damage, reported with table, column and row, but
//! never with its content.

use serde::de::IntoDeserializer as _;
use serde::de::value::{Error as DeError, StrDeserializer};
use serde::{Deserialize, Serialize};

use crate::StoreError;

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
pub struct ValueLocation<'a> {
    /// Table.
    pub table: &'static str,
    /// Column.
    pub column: &'static str,
    /// Key of the row.
    pub row: &'a str,
}

impl ValueLocation<'_> {
    /// The value is not what this program writes.
    pub fn corrupt(self, why: &(impl ToString + ?Sized)) -> StoreError {
        StoreError::Corrupt { table: self.table, column: self.column, row: self.row.to_owned(), why: why.to_string() }
    }

    /// JSON.
    pub fn json<'de, T: Deserialize<'de>>(self, text: &'de str) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| {
            let what = if error.is_data() { "is other JSON than this program writes" } else { "is no JSON" };
            self.corrupt(&format!("it {what} (line {}, column {})", error.line(), error.column()))
        })
    }

    /// An enum.
    pub fn word<'de, T: Deserialize<'de>>(self, text: &'de str) -> Result<T, StoreError> {
        let word: StrDeserializer<'de, DeError> = text.into_deserializer();
        T::deserialize(word).map_err(|_| self.corrupt("it is not a word that this program writes"))
    }
}

/// The stored JSON of a value.
pub(crate) fn json(of: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(of).map_err(|error| StoreError::Internal(error.to_string()))
}

/// The stored word of an enum.
pub(crate) fn word(of: impl Serialize) -> Result<String, StoreError> {
    match serde_json::to_value(of) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        other => Err(StoreError::Internal(format!("not a word: {other:?}"))),
    }
}
