//! `clips.yaml`: what to draw, speak and alter.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use glam::{Vec3, vec3};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::backdrop::{Place, Scene, Sign};
use crate::cache::RENDERER;
use crate::camera::View;
use crate::cue::{Cue, CueSpec};
use crate::digest::digest;
use crate::persona::{Look, Persona};

/// Kind of medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Image,
    Audio,
    Video,
}

impl Kind {
    /// The value in `stimuli.yaml`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
        }
    }

    /// IPTC digital source type: pictures follow rules, the voice comes from a trained model, a video has both.
    pub fn source_type(self) -> &'static str {
        match self {
            Self::Image => "algorithmicMedia",
            Self::Audio => "trainedAlgorithmicMedia",
            Self::Video => "compositeSynthetic",
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
    /// Absent in a picture of a place alone.
    pub persona: Option<Persona>,
    /// Which of the person's outfits.
    #[serde(default)]
    pub outfit: usize,
    /// The place, if it is not the person's usual one.
    pub place: Option<Place>,
    /// Which seat in that place: another corner with other things behind.
    #[serde(default)]
    pub seat: usize,
    /// The word on a sign on the wall.
    pub sign: Option<String>,
    #[serde(default)]
    pub view: View,
    /// Attitude of a still.
    #[serde(default)]
    pub pose: Attitude,
    /// Keeps the lines of the place readable.
    #[serde(default)]
    pub sharp: bool,
    /// Alternative text, which must not reveal the answer.
    pub alt: String,
    /// The same in German, for a clip that waits.
    pub alt_de: Option<String>,
    /// Drawn, but not yet shown by any page, and so not in `stimuli.yaml`.
    #[serde(default)]
    pub waits: bool,
    /// The spoken phrases.
    #[serde(default)]
    pub lines: Vec<Line>,
    /// What the altered version changes; without it there is none.
    pub cue: Option<CueSpec>,
    /// The cue whose benign look-alike both versions have.
    pub like: Option<Cue>,
}

/// Attitude of a still.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Attitude {
    pub yaw: f32,
    pub pitch: f32,
    pub smile: f32,
    pub brow: f32,
    pub open: f32,
}

/// A phrase with its translation for the captions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub en: String,
    pub de: String,
}

/// How much stronger the fill light is when it comes from a lamp that can be seen.
const SECOND_LAMP: f32 = 2.6;
/// What brown lenses let through.
const TINTED: Vec3 = vec3(0.42, 0.34, 0.28);

impl Clip {
    /// Outfit and light of the person, from the side that the framing asks for.
    pub fn look(&self) -> Option<Look> {
        let mut look = self.persona?.look(self.outfit);
        if self.view.mirror {
            look.light = look.light.mirrored();
        }
        match self.like {
            Some(Cue::V4) => look.powder = true,
            Some(Cue::V5) => look.light.fill_colour *= SECOND_LAMP,
            Some(Cue::V6) => {
                look.glasses = true;
                look.lens = TINTED;
            }
            Some(Cue::V7) => look.glare = 0.0,
            Some(Cue::V9) => look.cap = true,
            _ => {}
        }
        Some(look)
    }

    /// What is behind the person.
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            place: self.place(),
            seat: self.seat,
            sharp: self.sharp,
            lamps: match self.cue.map(|cue| cue.id) {
                _ if self.like == Some(Cue::V5) => 2,
                // Where the side of the light is the cue, nothing else that shines may explain it.
                Some(Cue::V5) => 0,
                _ => 1,
            },
            sign: self.sign.as_deref().map(|word| Sign { word, muddled: false }),
        }
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

    /// Number of the renderer for this clip: five changes left most pictures, hours of work, as they were. Ines's hair
    /// was drawn anew, the wall lamp of the gallery is off where the light is the cue, the tongue no longer comes
    /// through the chin where the mouth is widest, and earrings hang on the ear. In sound without a picture breath can
    /// be heard, and pauses are more uneven.
    pub fn renderer(&self) -> u32 {
        if self.kind == Kind::Audio {
            return RENDERER + 1;
        }
        let hair = self.persona == Some(Persona::Ines);
        let lamp = self.place() == Place::Hall && self.seat == 1 && self.scene().lamps == 0;
        let wide = self.id == "s_pin";
        let earrings = matches!(self.persona, Some(Persona::Ines | Persona::Maren));
        RENDERER + u32::from(hair || lamp || wide) + u32::from(earrings)
    }

    /// The versions that there are.
    pub fn versions(&self) -> impl Iterator<Item = &'static str> {
        ["original", "altered"].into_iter().take(1 + usize::from(self.cue.is_some()))
    }

    /// File stem of a version: it says nothing about clip or truth.
    pub fn stem(&self, version: &str) -> String {
        digest(format!("{}/{version}", self.id).as_bytes(), 5)
    }

    /// File stems of all that belongs to the clip.
    pub fn stems(&self) -> Vec<String> {
        ["original", "altered", "captions"].map(|part| self.stem(part)).to_vec()
    }

    /// All spoken phrases as one text.
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
        let (id, cue) = (&clip.id, clip.cue.map(|c| c.id));
        ensure!(clip.kind == Kind::Image || !clip.lines.is_empty(), "{id} has sound and needs lines");
        ensure!(cue != Some(Cue::V13) || clip.sign.is_some(), "{id} needs a sign whose letters can be muddled");
        let look = clip.look();
        ensure!(cue != Some(Cue::V7) || look.as_ref().is_some_and(|l| l.glasses), "{id}: nobody wears glasses");
        ensure!(
            cue != Some(Cue::V8) || look.as_ref().is_some_and(|l| l.freckles),
            "{id}: nothing on the skin can drift"
        );
        ensure!(cue.is_none_or(|c| c.is_heard() == (clip.kind == Kind::Audio)), "{id}: a cue for eyes or for ears");
    }
    Ok(clips)
}
