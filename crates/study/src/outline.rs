//! The outline of a YAML file: the source position of each value.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;
use serde_saphyr::options::NonFiniteFloatPolicy;

/// Line and column, both from 1.
pub type SourcePosition = (usize, usize);

/// A value's position and its contents.
#[derive(Debug)]
pub struct Outline {
    position: SourcePosition,
    inside: Vec<(String, SourcePosition, Outline)>,
    words: Option<String>,
}

impl Outline {
    /// Reads a file that is known to be YAML.
    pub fn read(text: &str) -> Option<Self> {
        // A check finds numbers that are not finite where they are not allowed, and needs their position.
        let options = serde_saphyr::options! { non_finite_float_policy: NonFiniteFloatPolicy::PassThrough };
        serde_saphyr::from_str_with_options::<Spanned<Inside>>(text, options).ok().map(Self::from)
    }

    /// The position of the value at a path such as `sections.0.items.2.id`; of as much of the path as there is.
    pub fn find(&self, path: &str) -> SourcePosition {
        let mut at = self;
        let mut position = self.position;
        for name in path.split('.').filter(|name| !name.is_empty()) {
            let Some((_, _, inside)) = at.inside.iter().find(|(key, ..)| key == name) else { break };
            (at, position) = (inside, inside.position);
        }
        position
    }

    /// The position of the value at a path below a key of the file, if it is there. The key can contain dots.
    pub fn value(&self, key: &str, path: &str) -> Option<SourcePosition> {
        let mut at = self;
        for name in std::iter::once(key).chain(path.split('.')) {
            at = at.inside.iter().find(|(key, ..)| key == name).map(|(.., inside)| inside)?;
        }
        Some(at.position)
    }

    /// The position of the key at the end of a path below a key of the file, if it is there.
    pub fn key_in(&self, key: &str, path: &str) -> Option<SourcePosition> {
        let (parent, last) = path.rsplit_once('.').unwrap_or(("", path));
        let inside = &self.inside(key, parent)?.inside;
        inside.iter().find(|(name, ..)| name == last).map(|(_, position, _)| *position)
    }

    /// The position of the first key of the map at a path below a key of the file, if it has one.
    pub fn first_key_in(&self, key: &str, path: &str) -> Option<SourcePosition> {
        self.inside(key, path)?.inside.first().map(|(_, position, _)| *position)
    }

    fn inside(&self, key: &str, path: &str) -> Option<&Self> {
        let mut names = std::iter::once(key).chain(path.split('.').filter(|name| !name.is_empty()));
        names.try_fold(self, |at, name| at.inside.iter().find(|(key, ..)| key == name).map(|(.., inside)| inside))
    }

    /// The text at a path, if there is one.
    pub fn text(&self, path: &str) -> Option<&str> {
        let mut at = self;
        for name in path.split('.').filter(|name| !name.is_empty()) {
            at = at.inside.iter().find(|(key, ..)| key == name).map(|(.., inside)| inside)?;
        }
        at.words.as_deref()
    }

    /// Every text inside, with the keys that lead to it and its source position.
    pub fn words(&self) -> Vec<(Vec<&str>, &str, SourcePosition)> {
        let mut found: Vec<_> = self.words.iter().map(|words| (Vec::new(), words.as_str(), self.position)).collect();
        for (key, _, inside) in &self.inside {
            found.extend(inside.words().into_iter().map(|(mut keys, words, position)| {
                keys.insert(0, key);
                (keys, words, position)
            }));
        }
        found
    }

    /// Every map that has entries: the path to it, with `*` for the position in a list, its keys, and the position of
    /// the first one.
    #[cfg(test)]
    pub fn maps(&self) -> Vec<(String, Vec<&str>, SourcePosition)> {
        // An entry of a list has no key: its position is that of the value.
        let is_list = |entry: &&(String, SourcePosition, Outline)| entry.1 == entry.2.position;
        let first = self.inside.first().filter(|entry| !is_list(entry));
        let keys = || self.inside.iter().map(|(key, ..)| key.as_str()).collect();
        let mut maps: Vec<_> = first.map(|(_, position, _)| (String::new(), keys(), *position)).into_iter().collect();
        for entry in &self.inside {
            let name = if is_list(&entry) { "*" } else { &entry.0 };
            let inside = entry.2.maps().into_iter();
            maps.extend(inside.map(|(path, keys, position)| (format!("{name}.{path}"), keys, position)));
        }
        maps
    }

    /// The keys at the top of the file's entry `parent`, with their positions.
    pub fn keys(&self, parent: &str) -> BTreeMap<&str, SourcePosition> {
        let inside = self.inside.iter().find(|(name, ..)| name == parent).map(|(.., inside)| inside);
        inside
            .into_iter()
            .flat_map(|parent| &parent.inside)
            .map(|(key, position, _)| (key.as_str(), *position))
            .collect()
    }

    /// The position of a key at the top of the file.
    pub fn key(&self, name: &str) -> SourcePosition {
        self.inside.iter().find(|(key, ..)| key == name).map_or(self.position, |(_, position, _)| *position)
    }
}

impl From<Spanned<Inside>> for Outline {
    fn from(spanned: Spanned<Inside>) -> Self {
        Self { position: position(&spanned), inside: spanned.value.inside, words: spanned.value.words }
    }
}

/// Where a value begins.
pub(crate) fn position<T>(spanned: &Spanned<T>) -> SourcePosition {
    let at = spanned.referenced;
    (usize::try_from(at.line()).unwrap_or(0), usize::try_from(at.column()).unwrap_or(0))
}

#[derive(Default)]
struct Inside {
    inside: Vec<(String, SourcePosition, Outline)>,
    words: Option<String>,
}

impl<'de> Deserialize<'de> for Inside {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Walk)
    }
}

struct Walk;

impl<'de> Visitor<'de> for Walk {
    type Value = Inside;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Inside, A::Error> {
        let mut inside = Vec::new();
        while let Some((key, value)) = map.next_entry::<Spanned<String>, Spanned<Inside>>()? {
            inside.push((key.value.clone(), position(&key), value.into()));
        }
        Ok(Inside { inside, words: None })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Inside, A::Error> {
        let mut inside = Vec::new();
        while let Some(value) = seq.next_element::<Spanned<Inside>>()? {
            inside.push((inside.len().to_string(), position(&value), value.into()));
        }
        Ok(Inside { inside, words: None })
    }

    fn visit_str<E>(self, words: &str) -> Result<Inside, E> {
        Ok(Inside { words: Some(words.to_owned()), ..Inside::default() })
    }

    fn visit_bool<E>(self, _: bool) -> Result<Inside, E> {
        Ok(Inside::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Inside, E> {
        Ok(Inside::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Inside, E> {
        Ok(Inside::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Inside, E> {
        Ok(Inside::default())
    }

    fn visit_unit<E>(self) -> Result<Inside, E> {
        Ok(Inside::default())
    }

    fn visit_none<E>(self) -> Result<Inside, E> {
        Ok(Inside::default())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Inside, D::Error> {
        deserializer.deserialize_any(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_values_and_keys_by_path() {
        let outline = Outline::read("id: one\nlist:\n  - name: ä\n    n: 5\n  - name: null\n").unwrap();
        assert_eq!(outline.find("id"), (1, 5));
        assert_eq!(outline.find("list.0.n"), (4, 8));
        assert_eq!(outline.find("list.1"), (5, 5));
        let texts = Outline::read("name: x\ntexts:\n  one: eins\n  What. Now?: x\n").unwrap();
        assert_eq!((texts.key("texts"), texts.keys("texts")["What. Now?"]), ((2, 1), (4, 3)));
        assert_eq!((outline.text("list.0.name"), outline.text("list.0.none")), (Some("ä"), None));
        assert_eq!(outline.find("list.7.x"), outline.find("list"));
    }

    #[test]
    fn numbers_that_are_not_finite_have_a_position() {
        let outline = Outline::read("n: .nan\nm: -.inf\n").unwrap();
        assert_eq!([outline.find("n"), outline.find("m")], [(1, 4), (2, 4)]);
    }
}
