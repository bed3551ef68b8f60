//! `expect`: what `unmask simulate` assumes about an arm.

use std::borrow::Cow;
use std::fmt;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::ids::WaveId;

/// What `unmask simulate` assumes about an arm. Each preset uses a part of it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ExpectedEffect {
    /// Added to d' after the training (preset `works`).
    pub d_prime: f64,
    /// Added to the probability of a correct answer to an item of knowledge (preset `works`).
    pub knowledge: f64,
    /// Added to the criterion after the training (preset `bias-only`).
    pub criterion: f64,
    /// Probability of leaving after the arms differ (preset `attrition`). Default: the same as in any arm.
    pub leaving: Option<f64>,
    /// Share of the effects that is left in each later part of the study, from 0 to 1 (all presets). Default: all.
    pub retained: Option<f64>,
    /// Probability of coming back for a later part, of those who completed the earlier one (all presets). Default: the
    /// same as in any arm.
    pub returning: Option<Returning>,
}

impl ExpectedEffect {
    /// An effect with that of a level. Of probabilities to leave, the greatest holds, of shares that are left and of
    /// probabilities to come back, the smallest.
    pub(crate) fn and(self, other: &Self) -> Self {
        Self {
            d_prime: self.d_prime + other.d_prime,
            knowledge: self.knowledge + other.knowledge,
            criterion: self.criterion + other.criterion,
            leaving: either(self.leaving, other.leaving, f64::max),
            retained: either(self.retained, other.retained, f64::min),
            returning: match (self.returning, &other.returning) {
                (Some(own), Some(other)) => Some(own.least(other)),
                (own, other) => own.or_else(|| other.clone()),
            },
        }
    }
}

fn either(a: Option<f64>, b: Option<f64>, both: fn(f64, f64) -> f64) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(both(a, b)),
        (one, other) => one.or(other),
    }
}

/// Probabilities of coming back: one for all later parts, or one for each part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Returning {
    /// For all parts that `parts` does not name.
    pub all: Option<f64>,
    /// By part.
    pub parts: IndexMap<WaveId, f64>,
}

impl Returning {
    /// The stated probability of coming back for a part, if there is one.
    pub fn of(&self, part: WaveId) -> Option<f64> {
        self.parts.get(&part).copied().or(self.all)
    }

    /// The smaller probability of two for each part.
    fn least(&self, other: &Self) -> Self {
        let parts = self.parts.keys().chain(other.parts.keys());
        let least = |part: &WaveId| Some((*part, either(self.of(*part), other.of(*part), f64::min)?));
        Self { all: either(self.all, other.all, f64::min), parts: parts.filter_map(least).collect() }
    }
}

impl<'de> Deserialize<'de> for Returning {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrParts;

        impl<'de> Visitor<'de> for NumberOrParts {
            type Value = Returning;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number, or a number for each later part")
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Returning, E> {
                Ok(Returning { all: Some(number), parts: IndexMap::new() })
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Returning, E> {
                self.visit_f64(number as f64)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Returning, E> {
                self.visit_f64(number as f64)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Returning, A::Error> {
                let parts = Deserialize::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Returning { all: None, parts })
            }
        }

        deserializer.deserialize_any(NumberOrParts)
    }
}

impl JsonSchema for Returning {
    fn schema_name() -> Cow<'static, str> {
        "Returning".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let parts = generator.subschema_for::<IndexMap<WaveId, f64>>();
        json_schema!({
            "description": "Probability of coming back: for all later parts, or for each part by its ID.",
            "anyOf": [{ "type": "number", "format": "double" }, parts],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLLOW_UP: WaveId = WaveId::literal("follow_up");
    const LAST: WaveId = WaveId::literal("last");

    #[test]
    fn of_two_levels_the_smaller_probability_of_each_part_holds() {
        let all = Returning { all: Some(0.6), parts: IndexMap::new() };
        let parts = Returning { all: None, parts: [(FOLLOW_UP, 0.9), (LAST, 0.2)].into_iter().collect() };
        for both in [all.least(&parts), parts.least(&all)] {
            assert_eq!((both.of(FOLLOW_UP), both.of(LAST)), (Some(0.6), Some(0.2)));
        }
        let [one, other] = [Some(all), None].map(|returning| ExpectedEffect { returning, ..Default::default() });
        assert_eq!(one.clone().and(&other), one);
        assert_eq!(other.and(&one), one);
    }
}
