//! A participant's test form.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::factors::MOST_ARMS;

/// The test form: which version of each test item a participant sees.
///
/// A study has the parallel forms X and Y, or, with conditions within persons, a list for each condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "two letters")]
pub enum Form {
    X,
    Y,
    /// A list of a Latin square: its number, from 1.
    List(u8),
}

/// The greatest number of lists.
pub const MOST_LISTS: usize = MOST_ARMS;

const LISTS: [&str; MOST_LISTS] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
    "21", "22", "23", "24",
];

impl Form {
    /// The forms of a study without conditions within persons.
    pub const PARALLEL: [Self; 2] = [Self::X, Self::Y];

    /// All forms that any study can have.
    fn all() -> impl Iterator<Item = Self> {
        Self::PARALLEL.into_iter().chain(Self::lists(MOST_LISTS))
    }

    /// So many lists, in order.
    pub fn lists(count: usize) -> impl Iterator<Item = Self> {
        (1..=u8::try_from(count).unwrap_or(u8::MAX)).map(Self::List)
    }

    /// Its position among the forms of the study, from 0.
    pub fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::List(number) => usize::from(number).saturating_sub(1),
        }
    }

    /// The form as it is in the database, in the API and in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::List(_) => LISTS.get(self.index()).copied().unwrap_or_default(),
        }
    }
}

/// For messages: `form X`, `list 3`.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::X => f.write_str("form X"),
            Self::Y => f.write_str("form Y"),
            Self::List(number) => write!(f, "list {number}"),
        }
    }
}

/// The text is no test form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a test form is x, y, or the number of a list from 1 to {MOST_LISTS}")]
pub struct InvalidForm;

impl FromStr for Form {
    type Err = InvalidForm;

    fn from_str(text: &str) -> Result<Self, InvalidForm> {
        Self::all().find(|form| form.name() == text).ok_or(InvalidForm)
    }
}

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Form {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl ToSchema for Form {}

impl PartialSchema for Form {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Self::all().map(Self::name)))
            .description(Some("The test form: the parallel forms x and y, or the number of a list of a study with conditions within persons."))
            .into()
    }
}
