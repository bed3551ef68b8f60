//! What an altered version changes, and what it is called.

use serde::Deserialize;

/// The alteration of a clip.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CueSpec {
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
    V2,
    V3,
    V4,
    V5,
    V6,
    V7,
    V8,
    V9,
    V10,
    V11,
    V12,
    V13,
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
            Self::V2 => "Lips that stay open for m, b and p",
            Self::V3 => "Blinking like a clock",
            Self::V4 => "A patch on the face",
            Self::V5 => "Light from the wrong side",
            Self::V6 => "Reflections in the eyes that don't match",
            Self::V7 => "Reflections that stick to the glasses",
            Self::V8 => "A mole and freckles that drift",
            Self::V9 => "Teeth in one piece, hair that ends in the air",
            Self::V10 => "A trembling face and rows that stand still",
            Self::V11 => "Straight lines that bend beside the face",
            Self::V12 => "A sharp face in a blurred picture",
            Self::V13 => "A sign with muddled letters and no shadow",
            Self::A1 => "A voice without melody",
            Self::A2 => "No breath, and all pauses alike",
            Self::A3 => "A cut inside a sentence",
            Self::A4 => "The room changes in the middle",
            Self::A5 => "A dull, metallic voice",
        }
    }

    /// The same in German.
    pub fn name_de(self) -> &'static str {
        match self {
            Self::V1 => "Lippen und Ton nicht synchron",
            Self::V2 => "Lippen, die bei m, b und p offen bleiben",
            Self::V3 => "Blinzeln in gleichmäßigem Takt",
            Self::V4 => "Ein überlagerter Bereich im Gesicht",
            Self::V5 => "Licht von der falschen Seite",
            Self::V6 => "Spiegelungen in den Augen, die nicht zusammenpassen",
            Self::V7 => "Spiegelungen, die an der Brille kleben",
            Self::V8 => "Leberfleck und Sommersprossen, die wandern",
            Self::V9 => "Zähne ohne Lücken, Haare, die zu früh enden",
            Self::V10 => "Ein zitterndes Gesicht und Zeilen, die stillstehen",
            Self::V11 => "Gerade Linien, die sich neben dem Gesicht biegen",
            Self::V12 => "Ein scharfes Gesicht in einem unscharfen Bild",
            Self::V13 => "Ein Schild mit vertauschten Buchstaben und ohne Schatten",
            Self::A1 => "Eine Stimme ohne Melodie",
            Self::A2 => "Kein Atem, und alle Pausen gleich",
            Self::A3 => "Ein Schnitt mitten im Satz",
            Self::A4 => "Der Raum wechselt mittendrin",
            Self::A5 => "Eine dumpfe, metallische Stimme",
        }
    }

    /// Whether it is heard, not seen.
    pub fn is_heard(self) -> bool {
        matches!(self, Self::A1 | Self::A2 | Self::A3 | Self::A4 | Self::A5)
    }

    /// The benign look-alike of the cue. A clip with it has it in both versions.
    pub fn look_alike(self) -> &'static str {
        match self {
            Self::V1 => "lips 20 ms behind the sound, as in any player",
            Self::V2 => "fast speech whose closures close",
            Self::V3 => "rare blinks at uneven moments",
            Self::V4 => "powder whose edge is fixed to the face",
            Self::V5 => "a second lamp, which face, clothes and eyes obey",
            Self::V6 => "tinted glasses",
            Self::V7 => "clear lenses without a reflection",
            Self::V8 => "a head that turns so far that the mole is hidden",
            Self::V9 => "a closed mouth and a cap over the hair",
            Self::V10 => "half the frame rate, all rows alike",
            Self::V11 => "a patterned wall with straight lines",
            Self::V12 => "the whole picture soft",
            Self::V13 => "a real word in another script, with its shadow",
            Self::A1 => "a calm speaker",
            Self::A2 => "no silence and no breath at the start",
            Self::A3 => "a knock at the door in a pause",
            Self::A4 => "a microphone close to the mouth",
            Self::A5 => "a telephone call that says so",
        }
    }
}
