//! Deserialising an item. serde's `flatten` would buffer it and lose the line and column of an error. So an item is
//! read as one struct with the fields of all kinds, from which its kind takes its own. A field that is left is an
//! error.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::AllFields;
use crate::definition::Item;

macro_rules! fields {
    ($($field:ident: $type:ty),+ $(,)?) => {
        /// All fields of all kinds.
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct AllFields {
            id: String,
            label: crate::text::Text,
            help: Option<crate::text::Text>,
            #[serde(default = "crate::definition::defaults::yes")]
            required: bool,
            show_if: Option<Condition>,
            group: Option<String>,
            source: Option<String>,
            kind: Name,
            $($field: Option<$type>,)+
        }

        impl AllFields {
            /// The fields that only some kinds have.
            fn of_kinds(&mut self) -> Fields {
                let mut fields = Fields::new(&self.id);
                $(fields.declare(stringify!($field), self.$field.take());)+
                fields
            }
        }
    };
}
pub(super) use fields;

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut all = AllFields::deserialize(deserializer)?;
        let mut fields = all.of_kinds();
        let kind = all.kind.read(&mut fields).map_err(D::Error::custom)?;
        if let Some(field) = fields.remaining() {
            return Err(D::Error::custom(format!("item `{}`: an item of this kind has no `{field}`", all.id)));
        }
        let AllFields { id, label, help, required, show_if, group, source, .. } = all;
        Ok(Self { id, label, help, required, show_if, group, source, kind })
    }
}
