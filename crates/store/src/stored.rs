//! Stored values that a type has to be made of. One that does not fit is named by table, column and row.

use serde::de::value::{Error as DeError, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer as _};
use serde::{Deserialize, Serialize};

use crate::StoreError;

/// Where a value comes from.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub table: &'static str,
    pub column: &'static str,
    pub row: &'a str,
}

impl Place<'_> {
    fn corrupt(self, why: &impl ToString) -> StoreError {
        StoreError::Corrupt { table: self.table, column: self.column, row: self.row.to_owned(), why: why.to_string() }
    }

    /// JSON.
    pub fn json<T: DeserializeOwned>(self, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|e| self.corrupt(&e))
    }

    /// A word of a closed list.
    pub fn word<'de, T: Deserialize<'de>>(self, text: &'de str) -> Result<T, StoreError> {
        let word: StrDeserializer<'de, DeError> = text.into_deserializer();
        T::deserialize(word).map_err(|e| self.corrupt(&e))
    }
}

/// The word that a member of a closed list is stored as.
pub(crate) fn word(of: impl Serialize) -> Result<String, StoreError> {
    match serde_json::to_value(of) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        other => Err(StoreError::Internal(format!("not a word: {other:?}"))),
    }
}
