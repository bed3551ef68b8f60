//! Values that a file may write as a map or in a shorter way. serde's `untagged` would copy such a value first, ignore
//! unknown fields of the map, and lose the line and column of an error.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};

/// Reads a map as `M`, and a text or a list as `S`.
pub(crate) fn map_or<'de, D: Deserializer<'de>, M: Deserialize<'de>, S: Deserialize<'de>, T>(
    deserializer: D,
    expected: &'static str,
    map: fn(M) -> T,
    short: fn(S) -> T,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(MapOr { expected, map, short, value: PhantomData })
}

struct MapOr<M, S, T> {
    expected: &'static str,
    map: fn(M) -> T,
    short: fn(S) -> T,
    value: PhantomData<T>,
}

impl<'de, M: Deserialize<'de>, S: Deserialize<'de>, T> Visitor<'de> for MapOr<M, S, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        M::deserialize(MapAccessDeserializer::new(map)).map(self.map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        S::deserialize(SeqAccessDeserializer::new(list)).map(self.short)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        S::deserialize(text.into_deserializer()).map(self.short)
    }
}

/// Reads a text or a list of texts.
pub(crate) fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct OneOrMore;

    impl<'de> Visitor<'de> for OneOrMore {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a word or a list of words")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<String>, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(list))
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Vec<String>, E> {
            Ok(vec![text.to_owned()])
        }
    }

    deserializer.deserialize_any(OneOrMore)
}
