//! `clips.yaml`: what is to be drawn, said and altered.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::backdrop::Place;
use crate::camera::View;
use crate::digest::digest;
use crate::persona::{Look, Persona};

/// Kind of medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Image,
    Audio,
    Video,
}

impl Kind {
    /// As it stands in `stimuli.yaml`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
        }
    }
}

/// One base clip, in one or two versions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    /// Name in the bundle.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// Who; nobody in a picture of a place alone.
    pub persona: Option<Persona>,
    /// Which of the person's outfits.
    #[serde(default)]
    pub outfit: usize,
    /// Where, if not at the person's own place.
    pub place: Option<Place>,
    /// Framing.
    #[serde(default)]
    pub view: View,
    /// Attitude of a still.
    #[serde(default)]
    pub pose: Attitude,
    /// Keeps the lines of the place readable.
    #[serde(default)]
    pub sharp: bool,
    /// Alternative text; never tells the answer.
    pub alt: String,
    /// What is said, phrase by phrase.
    #[serde(default)]
    pub lines: Vec<Line>,
    /// What the altered version changes; without it there is none.
    pub cue: Option<CueSpec>,
}

/// Attitude of a still.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Attitude {
    pub yaw: f32,
    pub pitch: f32,
    pub smile: f32,
    pub brow: f32,
}

/// A phrase with its translation for the captions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub en: String,
    pub de: String,
}

/// The alteration.
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

/// The cues that this renderer knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Cue {
    V1,
    V3,
    V4,
    V5,
    V6,
    V8,
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
            Self::V8 => "A mole and freckles that drift",
            Self::V11 => "Straight lines that bend beside the face",
            Self::V12 => "A sharp face in a soft picture",
            Self::A1 => "A voice without melody",
            Self::A2 => "No breath, and all pauses alike",
            Self::A3 => "A cut inside a sentence",
            Self::A4 => "The room changes in the middle",
            Self::A5 => "A dull, metallic voice",
        }
    }
}

impl Clip {
    /// Outfit and light of the person, from the side that the framing asks for.
    pub fn look(&self) -> Option<Look> {
        let mut look = self.persona?.look(self.outfit);
        if self.view.mirror {
            look.light = look.light.mirrored();
        }
        Some(look)
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        self.place.or(self.persona.map(Place::from)).unwrap_or(Place::Hall)
    }

    /// Seed of everything random about the clip.
    pub fn seed(&self) -> i32 {
        let digest = Sha256::digest(self.id.as_bytes());
        i32::from_le_bytes([digest[0], digest[1], digest[2], digest[3]]) >> 8
    }

    /// File stem of a version: it says nothing about clip or truth.
    pub fn stem(&self, version: &str) -> String {
        digest(format!("{}/{version}", self.id).as_bytes(), 5)
    }

    /// What is said, as one text.
    pub fn transcript(&self) -> Option<String> {
        let lines: Vec<&str> = self.lines.iter().map(|l| l.en.as_str()).collect();
        (!lines.is_empty()).then(|| lines.join(" "))
    }
}

/// Reads the list.
pub fn read(path: &Path) -> Result<Vec<Clip>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("can't read {}", path.display()))?;
    let clips: Vec<Clip> = serde_saphyr::from_str(&text).map_err(|e| anyhow::anyhow!("{}: {e}", path.display()))?;
    for clip in &clips {
        ensure!(clip.kind == Kind::Image || !clip.lines.is_empty(), "{} has sound and needs lines", clip.id);
    }
    Ok(clips)
}
