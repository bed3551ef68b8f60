//! The fields of an item that only some kinds have. A kind takes its own. A field that is left is an error in the file.

use std::any::Any;

use serde::Deserialize;
use serde_json::Value;

use super::parts::Points;
use crate::definition::defaults;

/// All fields that `fields!` declares, with their values in the file.
pub(super) struct Fields {
    item: String,
    declared: Vec<Field>,
    undeclared: Option<&'static str>,
}

struct Field {
    name: &'static str,
    /// An `Option` of the declared type.
    value: Box<dyn Any>,
    remains: bool,
}

impl Fields {
    pub fn new(item: &str) -> Self {
        Self { item: item.to_owned(), declared: Vec::new(), undeclared: None }
    }

    /// Declares a field.
    pub fn declare<T: Any>(&mut self, name: &'static str, value: Option<T>) {
        self.declared.push(Field { name, remains: value.is_some(), value: Box::new(value) });
    }

    /// A field that the kind did not take, or one that it took without a declaration.
    pub fn remaining(&self) -> Option<&'static str> {
        self.undeclared.or_else(|| self.declared.iter().find(|field| field.remains).map(|field| field.name))
    }

    /// A field, if the file has it. The compiler doesn't compare its type with the declared one, so an undeclared name
    /// or another type makes every item of the kind an error.
    pub fn take<T: Any>(&mut self, name: &'static str) -> Option<T> {
        let mut declared = self.declared.iter_mut();
        let Some(field) = declared.find(|field| field.name == name && field.value.is::<Option<T>>()) else {
            self.undeclared = Some(name);
            return None;
        };
        field.remains = false;
        field.value.downcast_mut::<Option<T>>()?.take()
    }

    /// A required field.
    pub fn required<T: Any>(&mut self, name: &'static str) -> Result<T, String> {
        self.take(name).ok_or_else(|| self.missing(name))
    }

    /// A field that is false by default.
    pub fn flag(&mut self, name: &'static str) -> bool {
        self.take(name).unwrap_or(false)
    }

    /// A limit in the type of the kind: a count, a number or a date.
    pub fn limit<T: for<'de> Deserialize<'de>>(&mut self, name: &'static str) -> Result<Option<T>, String> {
        let Some(value) = self.take::<Value>(name) else { return Ok(None) };
        let wrong = |_| format!("item `{}`: `{name}: {value}` does not fit an item of this kind", self.item);
        T::deserialize(&value).map(Some).map_err(wrong)
    }

    /// A required limit.
    pub fn required_limit<T: for<'de> Deserialize<'de>>(&mut self, name: &'static str) -> Result<T, String> {
        self.limit(name)?.ok_or_else(|| self.missing(name))
    }

    /// The points of a rating.
    pub fn points(&mut self) -> Points {
        Points {
            points: self.take("points").unwrap_or_default(),
            numbers: self.take("numbers"),
            ends: self.take("ends"),
            first: self.take("first").unwrap_or_else(defaults::one_i64),
        }
    }

    fn missing(&self, field: &str) -> String {
        format!("item `{}`: an item of this kind needs `{field}`", self.item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_another_type_is_reported_even_if_the_file_does_not_give_it() {
        let mut fields = Fields::new("age");
        fields.declare::<u32>("numbers", None);
        assert_eq!((fields.take::<u32>("numbers"), fields.remaining()), (None, None));
        assert_eq!((fields.take::<i64>("numbers"), fields.remaining()), (None, Some("numbers")));
    }
}
