//! How an item is read. serde's `flatten` would buffer it and lose line and column of a mistake, so an item is read as one
//! flat list of all fields of all kinds. Each kind then takes its own out of it; what is left is a mistake.

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::{Fields, Points};
use crate::definition::Item;

macro_rules! fields {
    ($($field:ident: $type:ty),+ $(,)?) => {
        /// All fields of all kinds.
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            id: String,
            label: crate::text::Text,
            help: Option<crate::text::Text>,
            #[serde(default = "read::yes")]
            required: bool,
            show_if: Option<Condition>,
            source: Option<String>,
            kind: Name,
            $($field: Option<$type>,)+
        }

        impl Fields {
            /// A field that the kind did not take.
            fn left(&self) -> Option<&'static str> {
                let left = [$((stringify!($field), self.$field.is_some()),)+];
                left.into_iter().find_map(|(field, is_left)| is_left.then_some(field))
            }
        }
    };
}
pub(super) use fields;

pub(super) fn yes() -> bool {
    true
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Fields::deserialize(deserializer)?;
        let kind = fields.kind.read(&mut fields).map_err(D::Error::custom)?;
        if let Some(field) = fields.left() {
            return Err(D::Error::custom(format!("item `{}`: an item of this kind has no `{field}`", fields.id)));
        }
        let Fields { id, label, help, required, show_if, source, .. } = fields;
        Ok(Self { id, label, help, required, show_if, source, kind })
    }
}

impl Fields {
    /// A field without which the kind is incomplete.
    pub(super) fn needed<T>(&mut self, name: &str, field: fn(&mut Self) -> &mut Option<T>) -> Result<T, String> {
        field(self).take().ok_or_else(|| self.missing(name))
    }

    /// Off unless the file switches it on.
    pub(super) fn flag(&mut self, field: fn(&mut Self) -> &mut Option<bool>) -> bool {
        field(self).take().unwrap_or(false)
    }

    /// A limit in the kind's own type: a count, a number or a day.
    pub(super) fn limit<T: for<'de> Deserialize<'de>>(
        &mut self,
        name: &str,
        field: fn(&mut Self) -> &mut Option<Value>,
    ) -> Result<Option<T>, String> {
        let Some(value) = field(self).take() else { return Ok(None) };
        let wrong = |_| format!("item `{}`: `{name}: {value}` does not fit an item of this kind", self.id);
        T::deserialize(&value).map(Some).map_err(wrong)
    }

    /// A limit without which the kind is incomplete.
    pub(super) fn needed_limit<T: for<'de> Deserialize<'de>>(
        &mut self,
        name: &str,
        field: fn(&mut Self) -> &mut Option<Value>,
    ) -> Result<T, String> {
        self.limit(name, field)?.ok_or_else(|| self.missing(name))
    }

    /// The points of a rating.
    pub(super) fn points(&mut self) -> Points {
        Points {
            points: self.points.take().unwrap_or_default(),
            numbers: self.numbers.take(),
            ends: self.ends.take(),
            first: self.first.take().unwrap_or(1),
        }
    }

    fn missing(&self, field: &str) -> String {
        format!("item `{}`: an item of this kind needs `{field}`", self.id)
    }
}
