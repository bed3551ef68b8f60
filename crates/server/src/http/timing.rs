//! Timing and exposure evidence that accompanies a submission: what the browser measured, kept beside the
//! server's own time.

use serde::{Deserialize, Serialize};
use unmask_study::quality::Measured;
use utoipa::ToSchema;

use crate::content::Loaded;

/// Milliseconds are counted from the moment when the page was shown, by the browser's monotonic clock.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Timing {
    /// When the answer was handed in.
    pub submit: f64,
    /// The first touch of any control.
    #[serde(default)]
    pub first_interaction: Option<f64>,
    /// How long the page was hidden.
    #[serde(default)]
    pub hidden: f64,
    /// Every change of an answer.
    #[serde(default)]
    pub changes: Vec<Moment>,
    /// Evidence that was opened.
    #[serde(default)]
    pub opened: Vec<Moment>,
    /// What happened to each medium.
    #[serde(default)]
    pub media: Vec<MediaTiming>,
}

/// Something at a time.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// Variable, or id of the evidence.
    pub item: String,
    /// When.
    pub at: f64,
}

/// What happened to a medium.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MediaTiming {
    /// Its address.
    pub url: String,
    /// When it could play.
    pub can_play: Option<f64>,
    /// When its first frame was shown.
    pub first_frame: Option<f64>,
    /// Intervals watched, in seconds of the medium.
    pub watched: Vec<[f64; 2]>,
    /// How often it stopped for want of data.
    pub stalls: u32,
    /// For how long.
    pub stalled_for: f64,
    /// How often the participant jumped.
    pub seeks: u32,
    /// How often it was started.
    pub plays: u32,
    /// Whether it ran without sound.
    pub muted: bool,
    /// Whether captions were shown.
    pub captions: bool,
    /// Why it failed, if it did.
    pub error: Option<String>,
}

impl Timing {
    /// What tells signs of careless work and of failed media.
    pub fn measured(&self) -> Measured {
        let media_failed = self.media.iter().any(|medium| medium.error.is_some());
        Measured { visible: Some(self.submit - self.hidden), media_failed }
    }

    /// In the words of the bundle: researchers read file names and evidence ids, not tickets. What is unknown
    /// stays as it was sent.
    pub fn stored(mut self, loaded: &Loaded) -> Option<String> {
        for medium in &mut self.media {
            let ticket = medium.url.rsplit('/').next().unwrap_or_default();
            if let Some(ticket) = loaded.media.read(ticket) {
                medium.url = ticket.file;
            }
        }
        for opened in &mut self.opened {
            if let Some(id) = loaded.ids.bundle(&opened.item) {
                opened.item = id;
            }
        }
        serde_json::to_string(&self).ok()
    }
}
