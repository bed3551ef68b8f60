//! `stimuli.yaml`: the media with their versions, alternative texts, sources and licences. Participants get media under
//! opaque IDs. They see only kind, alternative text, size, duration, captions and, after the answer, the cue.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{Locale, Text};

/// All stimuli by ID.
pub type Stimuli = IndexMap<String, Stimulus>;

/// A stimulus: a picture, sound or video.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stimulus {
    /// Kind of medium.
    pub kind: MediaKind,
    /// Alternative text. It describes the scene without revealing the answer.
    pub alt: Text,
    /// Transcript of audio and video.
    pub transcript: Option<Text>,
    /// Width in pixels, for images and video.
    pub width: Option<u32>,
    /// Height in pixels.
    pub height: Option<u32>,
    /// Length in seconds, for audio and video.
    pub seconds: Option<f64>,
    /// SPDX identifier of the licence.
    pub licence: String,
    /// Credit line.
    pub credit: String,
    /// IPTC digital source type, for example `algorithmicMedia`.
    pub source_type: String,
    /// The unaltered version.
    pub original: Version,
    /// The version with one changed cue, if the study shows it.
    pub altered: Option<Version>,
}

/// Kind of medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum MediaKind {
    Image,
    Audio,
    Video,
}

impl MediaKind {
    /// Its name in the study format and in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
        }
    }
}

/// One version of a medium.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// The same content in one or more formats, the preferred one first.
    pub files: Vec<MediaFile>,
    /// Image that is shown before a video plays.
    pub poster: Option<MediaFile>,
    /// WebVTT captions by language.
    #[serde(default)]
    pub captions: BTreeMap<Locale, MediaFile>,
    /// The changed cue, shown after the answer.
    pub cue: Option<Cue>,
}

/// A file under `media/`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MediaFile {
    /// Path below `media/`.
    pub file: String,
    /// SHA-256 of the contents, in hexadecimal. `unmask media refresh` writes it.
    #[serde(default)]
    pub sha256: String,
}

/// A cue: what was changed.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cue {
    /// ID of the family of cues, for example `V4`.
    pub id: String,
    /// Description in a few words ("An edge around the face").
    pub name: Text,
    /// Areas and time spans in which the cue can be seen or heard.
    #[serde(default)]
    pub marks: Vec<Annotation>,
}

/// An area of the image, a time span, or both. Areas are fractions of width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    /// Left edge, 0 to 1.
    #[serde(default)]
    pub x: f64,
    /// Upper edge, 0 to 1.
    #[serde(default)]
    pub y: f64,
    /// Width, 0 to 1; 0 for a time span without an area.
    #[serde(default)]
    pub w: f64,
    /// Height, 0 to 1.
    #[serde(default)]
    pub h: f64,
    /// Start, in seconds.
    pub from: Option<f64>,
    /// End, in seconds.
    pub to: Option<f64>,
}

/// The version of a stimulus that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
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
    /// The files of a version; those of the original if there is no other.
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
