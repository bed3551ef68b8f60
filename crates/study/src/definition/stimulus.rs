//! `stimuli.yaml`: every medium, in both versions where there are two, with what makes it accessible
//! and traceable. Participants get a medium under an opaque id and never see anything of this file
//! but `kind`, `alt`, size, duration, captions and (after the answer) the cue.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{Locale, Text};

/// All media by id.
pub type Stimuli = IndexMap<String, Stimulus>;

/// One medium.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stimulus {
    /// What it is.
    pub kind: MediaKind,
    /// Alternative text; describes the scene and never tells the answer.
    pub alt: Text,
    /// What is said, for audio and video.
    pub transcript: Option<Text>,
    /// Width in pixels, for pictures and video.
    pub width: Option<u32>,
    /// Height in pixels.
    pub height: Option<u32>,
    /// Length in seconds, for audio and video.
    pub seconds: Option<f64>,
    /// SPDX licence id.
    pub licence: String,
    /// Whom to name.
    pub credit: String,
    /// IPTC digital source type, for example `algorithmicMedia`.
    pub source_type: String,
    /// The unaltered version.
    pub original: Version,
    /// The same with one cue changed; absent if the study never shows it.
    pub altered: Option<Version>,
}

/// Kind of medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "three plain words")]
pub enum MediaKind {
    Image,
    Audio,
    Video,
}

/// One version of a medium.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// The same content in one or more formats, best first.
    pub files: Vec<MediaFile>,
    /// Still shown before a video plays.
    pub poster: Option<MediaFile>,
    /// WebVTT captions by language.
    #[serde(default)]
    pub captions: BTreeMap<Locale, MediaFile>,
    /// What was altered and where, shown after the answer.
    pub cue: Option<Cue>,
}

/// A file under `media/`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MediaFile {
    /// Path below `media/`.
    pub file: String,
    /// SHA-256 of the contents, in hexadecimal.
    pub sha256: String,
}

/// Where to look.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cue {
    /// Id of the cue family, for example `V4`.
    pub id: String,
    /// Name in plain words ("An edge around the face").
    pub name: Text,
    /// Parts of the picture and of the time line.
    #[serde(default)]
    pub marks: Vec<Annotation>,
}

/// A region of the picture, a range of time, or both. Fractions of width and height, seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    /// Left edge, 0 to 1.
    #[serde(default)]
    pub x: f64,
    /// Upper edge, 0 to 1.
    #[serde(default)]
    pub y: f64,
    /// Width, 0 to 1; 0 for a range of time alone.
    #[serde(default)]
    pub w: f64,
    /// Height, 0 to 1.
    #[serde(default)]
    pub h: f64,
    /// From, in seconds.
    pub from: Option<f64>,
    /// To, in seconds.
    pub to: Option<f64>,
}

/// Which version of a stimulus is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "two plain words")]
pub enum StimulusVersion {
    Original,
    Altered,
}

impl StimulusVersion {
    /// The correct answer where this version is shown.
    pub fn value(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Altered => "altered",
        }
    }

    /// The version for which this answer is correct; the original for answers of other kinds.
    pub fn of(answer: &str) -> Self {
        if answer == Self::Altered.value() { Self::Altered } else { Self::Original }
    }
}

impl Stimulus {
    /// That version; the original where there is no other.
    pub fn version(&self, which: StimulusVersion) -> &Version {
        match which {
            StimulusVersion::Original => &self.original,
            StimulusVersion::Altered => self.altered.as_ref().unwrap_or(&self.original),
        }
    }

    /// The version that a judgement shows, by its truth.
    pub(crate) fn version_for(&self, truth: &str) -> StimulusVersion {
        if self.altered.is_some() { StimulusVersion::of(truth) } else { StimulusVersion::Original }
    }
}
