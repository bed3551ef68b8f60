//! What an altered version changes, and what it is called.

use serde::Deserialize;

/// The alteration of a clip.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CueSpec {
    /// Which.
    pub id: Cue,
    /// How strongly, 1 as described in the README.
    #[serde(default = "one")]
    pub strength: f32,
}

fn one() -> f32 {
    1.0
}

/// The cues that this renderer knows: V in pictures, A in sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Cue {
    V1,
    V3,
    V4,
    V5,
    V6,
    V7,
    V8,
    V9,
    V11,
    V12,
    A1,
    A2,
    A3,
    A4,
    A5,
}

impl Cue {
    /// Name in plain words, shown on the verdict page.
    pub fn name(self) -> &'static str {
        match self {
            Self::V1 => "Lips and sound out of step",
            Self::V3 => "Blinking like a clock",
            Self::V4 => "A patch on the face",
            Self::V5 => "Light from the wrong side",
            Self::V6 => "Reflections in the eyes that don't match",
            Self::V7 => "Reflections that stick to the glasses",
            Self::V8 => "A mole and freckles that drift",
            Self::V9 => "Teeth in one piece, hair that ends in the air",
            Self::V11 => "Straight lines that bend beside the face",
            Self::V12 => "A sharp face in a soft picture",
            Self::A1 => "A voice without melody",
            Self::A2 => "No breath, and all pauses alike",
            Self::A3 => "A cut inside a sentence",
            Self::A4 => "The room changes in the middle",
            Self::A5 => "A dull, metallic voice",
        }
    }

    /// Whether it is heard, not seen.
    pub fn is_heard(self) -> bool {
        matches!(self, Self::A1 | Self::A2 | Self::A3 | Self::A4 | Self::A5)
    }

    /// Something innocent that looks or sounds like it. A clip with it has it in both versions.
    pub fn look_alike(self) -> Option<&'static str> {
        Some(match self {
            Self::V1 => "lips 20 ms behind the sound, as in any player",
            Self::V3 => "rare blinks at uneven moments",
            Self::V6 => "tinted glasses",
            Self::V7 => "clear lenses without a reflection",
            Self::V9 => "a closed mouth and a cap over the hair",
            Self::V12 => "the whole picture soft",
            Self::A1 => "a calm speaker",
            Self::A2 => "no silence and no breath at the start",
            Self::A3 => "a knock at the door in a pause",
            Self::A4 => "a microphone close to the mouth",
            Self::V4 | Self::V5 | Self::V8 | Self::V11 | Self::A5 => return None,
        })
    }
}
