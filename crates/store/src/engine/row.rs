//! Parameters and rows of statements, the same for both engines.

use std::cell::Cell;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, ToSqlOutput, Value, ValueRef};
use serde::de::DeserializeOwned;
use sqlx::postgres::{PgColumn, PgRow};
use sqlx::{Column as _, Decode, Postgres, Row as _, Type};

use crate::statement::Statement;
use crate::stored::ValueLocation;
use crate::{Digest, Stamp, StoreError};

/// A parameter. Each engine binds it with its own type, so the list is closed, and nulls have a type, too.
#[derive(Clone, Copy, Debug)]
pub enum Param<'a> {
    /// `text`.
    Text(Option<&'a str>),
    /// `bigint`; flags are 0 and 1.
    Int(Option<i64>),
    /// `bytea` or `blob`.
    Bytes(Option<&'a [u8]>),
}

impl<'a> From<&'a str> for Param<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Some(text))
    }
}

impl<'a> From<&'a String> for Param<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Some(text))
    }
}

impl<'a> From<&'a Option<String>> for Param<'a> {
    fn from(text: &'a Option<String>) -> Self {
        Self::Text(text.as_deref())
    }
}

impl<'a> From<Option<&'a str>> for Param<'a> {
    fn from(text: Option<&'a str>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Param<'_> {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

impl From<Option<i64>> for Param<'_> {
    fn from(number: Option<i64>) -> Self {
        Self::Int(number)
    }
}

impl From<bool> for Param<'_> {
    fn from(flag: bool) -> Self {
        Self::Int(Some(i64::from(flag)))
    }
}

impl From<Option<bool>> for Param<'_> {
    fn from(flag: Option<bool>) -> Self {
        Self::Int(flag.map(i64::from))
    }
}

impl<'a> From<&'a Digest> for Param<'a> {
    fn from(bytes: &'a Digest) -> Self {
        Self::Bytes(Some(bytes))
    }
}

impl<'a> From<&'a Vec<u8>> for Param<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::Bytes(Some(bytes))
    }
}

impl<'a> From<&'a [u8]> for Param<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(Some(bytes))
    }
}

impl ToSql for Param<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Text(Some(text)) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Self::Bytes(Some(bytes)) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
            Self::Int(Some(number)) => ToSqlOutput::Owned(Value::Integer(*number)),
            Self::Text(None) | Self::Int(None) | Self::Bytes(None) => ToSqlOutput::Owned(Value::Null),
        })
    }
}

/// The parameters of a statement, in the order of their numbers.
macro_rules! bind {
    ($($value:expr),* $(,)?) => { [$($crate::engine::Param::from($value)),*] };
}
pub(crate) use bind;

/// A struct whose fields are the columns of a row, in the order of the select list. A field that is not read by
/// [`Row::next`] names the method that reads it; those after a semicolon are known:
/// `columns!(row => Head { state: word(at("state")), hash: digest; at })`.
macro_rules! columns {
    ($row:ident => $type:ident {
        $($field:ident $(: $how:ident $(($($argument:expr),*))?)?),* $(; $($known:ident),*)?
    }) => {
        $type { $($field: read_column!($row $($how $($($argument),*)?)?)?,)* $($($known),*)? }
    };
}
pub(crate) use columns;

/// One column of [`columns!`].
macro_rules! read_column {
    ($row:ident) => {
        $row.next()
    };
    ($row:ident $how:ident $($argument:expr),*) => {
        $row.$how($($argument),*)
    };
}
pub(crate) use read_column;

/// A type that both engines read from a column.
pub trait Column: FromSql + for<'r> Decode<'r, Postgres> + Type<Postgres> {}
impl<T: FromSql + for<'r> Decode<'r, Postgres> + Type<Postgres>> Column for T {}

/// A row of a result, read from left to right: fields are decoded in the order of the select list.
pub struct Row<'r> {
    statement: &'static str,
    source: Source<'r>,
    at: Cell<usize>,
}

#[derive(Clone, Copy)]
enum Source<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r PgRow),
}

impl<'r> Row<'r> {
    pub(super) fn sqlite(statement: Statement, row: &'r rusqlite::Row<'r>) -> Self {
        Self { statement: statement.name, source: Source::Sqlite(row), at: Cell::new(0) }
    }

    pub(super) fn postgres(statement: Statement, row: &'r PgRow) -> Self {
        Self { statement: statement.name, source: Source::Postgres(row), at: Cell::new(0) }
    }

    /// The next column. Tests read every column once, so a value of another type, or text that is not valid UTF-8, is
    /// damage.
    pub fn next<T: Column>(&self) -> Result<T, StoreError> {
        let at = self.at.replace(self.at.get() + 1);
        match self.source {
            Source::Sqlite(row) => row.get(at).map_err(|error| self.damaged(at, &error)),
            Source::Postgres(row) => row.try_get(at).map_err(|error| self.damaged(at, &error)),
        }
    }

    fn damaged(&self, at: usize, why: &impl ToString) -> StoreError {
        let name = match self.source {
            Source::Sqlite(row) => row.as_ref().column_name(at).ok(),
            Source::Postgres(row) => row.columns().get(at).map(PgColumn::name),
        };
        let (name, why) = (name.unwrap_or("?"), why.to_string());
        StoreError::Damaged(format!("{}: column {} ({name}) can't be read: {why}", self.statement, at + 1))
    }

    /// The next column, a flag.
    pub fn flag(&self) -> Result<bool, StoreError> {
        Ok(self.next::<i64>()? != 0)
    }

    /// The next column, an optional flag.
    pub fn optional_flag(&self) -> Result<Option<bool>, StoreError> {
        Ok(self.next::<Option<i64>>()?.map(|flag| flag != 0))
    }

    /// The next column, an enum.
    pub fn word<T: DeserializeOwned>(&self, location: ValueLocation<'_>) -> Result<T, StoreError> {
        location.word(&self.next::<String>()?)
    }

    /// The next column, an optional enum.
    pub fn optional_word<T: DeserializeOwned>(&self, location: ValueLocation<'_>) -> Result<Option<T>, StoreError> {
        self.next::<Option<String>>()?.map(|text| location.word(&text)).transpose()
    }

    /// The next column, JSON.
    pub fn json<T: DeserializeOwned>(&self, location: ValueLocation<'_>) -> Result<T, StoreError> {
        location.json(&self.next::<String>()?)
    }

    /// The next column, optional JSON.
    pub fn optional_json<T: DeserializeOwned>(&self, location: ValueLocation<'_>) -> Result<Option<T>, StoreError> {
        self.next::<Option<String>>()?.map(|text| location.json(&text)).transpose()
    }

    /// The next two columns, a time with the measured one.
    pub fn stamp(&self) -> Result<Stamp, StoreError> {
        Ok(Stamp { at: self.next()?, measured: self.next()? })
    }

    /// The next two columns, an optional time with the measured one.
    pub fn optional_stamp(&self) -> Result<Option<Stamp>, StoreError> {
        let (at, measured) = (self.next::<Option<i64>>()?, self.next::<Option<i64>>()?);
        Ok(at.zip(measured).map(|(at, measured)| Stamp { at, measured }))
    }

    /// The next column, a SHA-256.
    pub fn digest(&self) -> Result<Digest, StoreError> {
        let bytes: Vec<u8> = self.next()?;
        self.of_32(bytes)
    }

    /// The next column, an optional SHA-256.
    pub fn optional_digest(&self) -> Result<Option<Digest>, StoreError> {
        self.next::<Option<Vec<u8>>>()?.map(|bytes| self.of_32(bytes)).transpose()
    }

    fn of_32(&self, bytes: Vec<u8>) -> Result<Digest, StoreError> {
        let length = bytes.len();
        bytes.try_into().map_err(|_| self.damaged(self.at.get() - 1, &format!("a hash of {length} bytes, not 32")))
    }
}

/// Reads a result of one column.
pub fn value<T: Column>(row: &Row<'_>) -> Result<T, StoreError> {
    row.next()
}
