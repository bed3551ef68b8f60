//! Timing and exposure evidence that accompanies a submission: what the browser measured. It is stored with the
//! server's time as [`unmask_study::evidence`], which limits its size.

use unmask_study::evidence::{Dropped, Evidence, LONGEST_PAGE, MediaError, Medium};
use unmask_study::flow::PageItems;

use crate::api::whole::whole;
use crate::routes::prelude::*;
use crate::study_versions::evidence_id;

/// Times of a submission. All times are milliseconds since the page was shown, by the browser's monotonic clock.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Timing {
    /// When the participant submitted the answers.
    pub submit: f64,
    /// First use of any control.
    #[serde(default)]
    pub first_interaction: Option<f64>,
    /// How long the page was hidden.
    #[serde(default)]
    pub hidden: f64,
    /// Every change of an answer.
    #[serde(default)]
    pub changes: Vec<Moment>,
    /// Each opening of a piece of evidence.
    #[serde(default)]
    pub opened: Vec<Moment>,
    /// How each medium was played.
    #[serde(default)]
    pub media: Vec<MediaTiming>,
}

/// An event and its time.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// Variable, or ID of the evidence.
    pub item: String,
    pub at: f64,
    /// Number of events of this item, between this event and its next one, that are omitted.
    #[serde(default, deserialize_with = "whole")]
    pub omitted: u32,
}

/// How a medium was played.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MediaTiming {
    pub url: String,
    /// When it was ready to play.
    pub can_play: Option<f64>,
    /// When the first frame was shown.
    pub first_frame: Option<f64>,
    /// Intervals played, in seconds from the start of the medium.
    pub watched: Vec<[f64; 2]>,
    /// Number of intervals that `watched` omits.
    #[serde(deserialize_with = "whole")]
    pub watched_omitted: u32,
    /// Number of stalls: playback stopped to load data.
    #[serde(deserialize_with = "whole")]
    pub stalls: u32,
    /// Total duration of all stalls.
    pub stalled_for: f64,
    /// Number of seeks.
    #[serde(deserialize_with = "whole")]
    pub seeks: u32,
    /// Number of times that playback was started.
    #[serde(deserialize_with = "whole")]
    pub plays: u32,
    /// Whether the sound was muted.
    pub muted: bool,
    /// Whether captions were shown.
    pub captions: bool,
    /// Playback error: `aborted`, `network`, `decode`, `not supported` or `unknown`. Other values are stored as
    /// `other`.
    #[schema(value_type = Option<String>)]
    pub error: Option<MediaError>,
}

/// Clocks of browser and server differ, and a page may be shown before the server has noted the move, in milliseconds.
const TOLERANCE: f64 = 60_000.0;

/// The longest time that a page can have been open, in milliseconds, if the participant came to it `since` ago.
pub fn longest(since: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of a study")]
    let since = since.max(0) as f64;
    (since + TOLERANCE).min(LONGEST_PAGE)
}

/// What is stored of what the browser measured, and of what the server could not deliver (`failed`, by file); none if
/// there is neither. Times that are impossible on a page open for at most `longest` milliseconds are left out, with all
/// that was sent with them, and the submission is flagged.
///
/// Names are those of the data: researchers read file names and evidence ids, not tickets. A name that only the data
/// have is not taken: that it was kept would show that a guess is right.
pub fn evidence(
    timing: Option<&Timing>,
    page: &PageItems,
    loaded: &LoadedVersion,
    longest: f64,
    failed: impl Fn(&str) -> bool,
) -> Option<Evidence> {
    let names = page.names(|post, id| loaded.ids.opaque(&evidence_id(post, id)));
    let sent = timing.map(|timing| timing.sent(loaded)).filter(|sent| sent.is_plausible(longest));
    let mut evidence = sent.map(|sent| sent.keep(&names));
    for version in &page.media {
        let files: Vec<String> = version.files.iter().map(|file| file.file.clone()).collect();
        if files.first().is_some_and(|main| failed(main)) {
            evidence.get_or_insert_default().not_delivered(&files);
        }
        for part in version.poster.iter().chain(version.captions.values()).filter(|part| failed(&part.file)) {
            evidence.get_or_insert_default().not_delivered(std::slice::from_ref(&part.file));
        }
    }
    evidence
}

impl Timing {
    /// The timing as sent, but with files in place of tickets. Without a valid ticket there is no file.
    fn sent(&self, loaded: &LoadedVersion) -> Evidence {
        let moments = |list: &[Moment]| list.iter().map(Moment::sent).collect();
        let file = |url: &str| loaded.media.read(url.rsplit('/').next().unwrap_or_default());
        let media = self.media.iter().map(|medium| Medium {
            url: file(&medium.url).map(|ticket| ticket.file).unwrap_or_default(),
            can_play: medium.can_play,
            first_frame: medium.first_frame,
            watched: medium.watched.clone(),
            watched_omitted: medium.watched_omitted,
            stalls: medium.stalls,
            stalled_for: medium.stalled_for,
            seeks: medium.seeks,
            plays: medium.plays,
            muted: medium.muted,
            captions: medium.captions,
            error: medium.error,
        });
        Evidence {
            submit: Some(self.submit),
            first_interaction: self.first_interaction,
            hidden: Some(self.hidden),
            changes: moments(&self.changes),
            opened: moments(&self.opened),
            media: media.collect(),
            dropped: Dropped::default(),
        }
    }
}

impl Moment {
    fn sent(&self) -> unmask_study::evidence::Moment {
        unmask_study::evidence::Moment { item: self.item.clone(), at: self.at, omitted: self.omitted }
    }
}
