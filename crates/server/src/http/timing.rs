//! Timing and exposure evidence that accompanies a submission: what the browser measured, kept beside the
//! server's own time.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use unmask_study::quality::Measured;
use utoipa::ToSchema;

use super::whole::whole;
use crate::content::Loaded;

/// Milliseconds are counted from the moment when the page was shown, by the browser's monotonic clock.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Timing {
    /// When the answer was handed in.
    #[serde(deserialize_with = "span")]
    pub submit: f64,
    /// The first touch of any control.
    #[serde(default, deserialize_with = "maybe_time")]
    pub first_interaction: Option<f64>,
    /// How long the page was hidden.
    #[serde(default, deserialize_with = "span")]
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
    #[serde(deserialize_with = "name")]
    pub item: String,
    /// When.
    #[serde(deserialize_with = "time")]
    pub at: f64,
}

/// What happened to a medium.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MediaTiming {
    /// Its address.
    pub url: String,
    /// When it could play.
    #[serde(deserialize_with = "maybe_time")]
    pub can_play: Option<f64>,
    /// When its first frame was shown.
    #[serde(deserialize_with = "maybe_time")]
    pub first_frame: Option<f64>,
    /// Intervals watched, in seconds of the medium.
    pub watched: Vec<[f64; 2]>,
    /// How often it stopped for want of data.
    #[serde(deserialize_with = "whole")]
    pub stalls: u32,
    /// For how long.
    #[serde(deserialize_with = "span")]
    pub stalled_for: f64,
    /// How often the participant jumped.
    #[serde(deserialize_with = "whole")]
    pub seeks: u32,
    /// How often it was started.
    #[serde(deserialize_with = "whole")]
    pub plays: u32,
    /// Whether it ran without sound.
    pub muted: bool,
    /// Whether captions were shown.
    pub captions: bool,
    /// Why it failed, if it did.
    pub error: Option<String>,
}

/// A page is not open for longer, in milliseconds: 115 days.
const LONGEST: f64 = 1e10;

/// An id, or the name of a variable, has no more characters.
const NAME: usize = 200;

fn within<'de, D: Deserializer<'de>>(deserializer: D, from: f64) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if (from..=LONGEST).contains(&number) {
        return Ok(number);
    }
    Err(D::Error::custom(format!("{number} is no time in milliseconds: from {from} to {LONGEST}")))
}

/// How long something took.
fn span<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    within(deserializer, 0.0)
}

/// When something was. It may have been before the page was shown: a draft's answers were.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    within(deserializer, -LONGEST)
}

fn maybe_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    #[derive(Deserialize)]
    struct Time(#[serde(deserialize_with = "time")] f64);
    Ok(Option::<Time>::deserialize(deserializer)?.map(|Time(at)| at))
}

fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    if name.chars().count() <= NAME {
        return Ok(name);
    }
    Err(D::Error::custom(format!("a name of more than {NAME} characters")))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_can_not_have_been_measured_is_refused() {
        let read =
            |timing: serde_json::Value| serde_json::from_value::<Timing>(timing).map_err(|error| error.to_string());
        let good = json!({ "submit": 1200.5, "firstInteraction": -3.5, "hidden": 0, "changes": [{ "item": "age", "at": -1 }],
            "media": [{ "url": "/m", "canPlay": 5, "firstFrame": null, "stalledFor": 0 }] });
        assert!(read(good).is_ok());
        for bad in [
            json!({ "submit": 1e300 }),
            json!({ "submit": -1 }),
            json!({ "submit": 1, "hidden": -3 }),
            json!({ "submit": 1, "firstInteraction": 1e11 }),
            json!({ "submit": 1, "changes": [{ "item": "x".repeat(201), "at": 1 }] }),
            json!({ "submit": 1, "opened": [{ "item": "x", "at": -1e11 }] }),
            json!({ "submit": 1, "media": [{ "canPlay": 1e11 }] }),
            json!({ "submit": 1, "media": [{ "stalledFor": -1 }] }),
        ] {
            assert!(read(bad.clone()).is_err(), "{bad}");
        }
    }
}
