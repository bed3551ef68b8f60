//! Short IDs of arms, blocks and waves.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Length of the longest ID of an arm, a block or a wave.
pub const LONGEST_ID: usize = 32;

/// What an ID of an arm is, in messages.
pub(crate) const ARM_ID: &str = "the ID of an arm";

/// What an ID of a wave is, in messages.
pub(crate) const WAVE_ID: &str = "the ID of a wave";

/// What an ID of a block is, in messages.
pub(crate) const BLOCK_ID: &str = "the ID of a block";

/// The text is not an ID of an arm, a block or a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("use no more than {LONGEST_ID} lower-case letters, digits and underscores, and begin with a letter")]
pub struct InvalidId;

const fn read(id: &[u8], hyphens: bool) -> Option<[u8; LONGEST_ID]> {
    if id.is_empty() || id.len() > LONGEST_ID || !id[0].is_ascii_lowercase() {
        return None;
    }
    let mut bytes = [0; LONGEST_ID];
    let mut index = 0;
    while index < id.len() {
        if !(matches!(id[index], b'a'..=b'z' | b'0'..=b'9' | b'_') || hyphens && id[index] == b'-') {
            return None;
        }
        bytes[index] = id[index];
        index += 1;
    }
    Some(bytes)
}

/// A type for short IDs. The bytes are inside, filled up with zeros, so that IDs are copied like numbers and can be
/// constants.
macro_rules! short_id {
    ($(#[$documentation:meta])* $name:ident, $pattern:literal, hyphens: $hyphens:literal, $expected:expr) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, utoipa::ToSchema)]
        #[schema(value_type = String, pattern = $pattern)]
        pub struct $name(#[schemars(with = "String", regex(pattern = $pattern))] [u8; LONGEST_ID]);

        impl $name {
            /// A constant.
            ///
            /// # Panics
            /// If the text is not an ID.
            #[must_use]
            pub const fn literal(id: &str) -> Self {
                match read(id.as_bytes(), $hyphens) {
                    Some(id) => Self(id),
                    None => panic!("not an ID"),
                }
            }

            /// The ID as it is in files, in the API and in the data.
            pub fn name(&self) -> &str {
                let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(LONGEST_ID);
                str::from_utf8(&self.0[..length]).unwrap_or_default()
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                read(text.as_bytes(), $hyphens).map(Self).ok_or(InvalidId)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), &$expected))
            }
        }
    };
}

short_id!(
    /// The ID of an arm: `[a-z][a-z0-9_]{0,31}`.
    ArmId, "^[a-z][a-z0-9_]{0,31}$", hyphens: false, ARM_ID
);

short_id!(
    /// The ID of a wave: `[a-z][a-z0-9_]{0,31}`.
    WaveId, "^[a-z][a-z0-9_]{0,31}$", hyphens: false, WAVE_ID
);

short_id!(
    /// The ID of a block: `[a-z][a-z0-9_-]{0,31}`. It is the first part of the natural keys of the block's submissions.
    BlockId, "^[a-z][a-z0-9_-]{0,31}$", hyphens: true, BLOCK_ID
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_lower_case_letters_digits_and_underscores() {
        let longest = "a".repeat(LONGEST_ID);
        for id in ["a", "control_0", "label_ai", "x__9_", &longest] {
            let arm: ArmId = id.parse().unwrap();
            assert_eq!((arm.name(), arm.to_string()), (id, id.to_owned()));
            assert_eq!(serde_json::to_string(&arm).unwrap(), format!("\"{id}\""));
            assert_eq!(serde_json::from_value::<ArmId>(id.into()).unwrap(), arm);
        }
        let too_long = "a".repeat(LONGEST_ID + 1);
        for id in ["", "0", "_a", "Control", "a-b", "a b", "ä", "a\0", &too_long] {
            assert_eq!(id.parse::<ArmId>(), Err(InvalidId), "{id:?}");
        }
    }

    #[test]
    fn ids_are_in_the_order_of_their_texts() {
        let mut ids = ["control_0", "a", "treatment_1", "treatment_0", "control", "a_b", "a1"];
        let mut arms = ids.map(ArmId::literal);
        ids.sort_unstable();
        arms.sort_unstable();
        assert_eq!(arms.map(|arm| arm.to_string()), ids);
    }
}
