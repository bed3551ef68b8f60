//! Response times of a person, as the browser would measure them: milliseconds since the page was shown.
//! [`crate::participant::Pacing`] decides whether a simulated participant really waits.

use serde_json::{Value, json};

use super::Seen;
use crate::random_stream::RandomStream;

/// Median time for one answer, and the spread of its logarithm: reading times are skewed to the right.
const ANSWER: (f64, f64) = (4_200.0, 0.55);
/// The same for opening evidence and reading it.
const EVIDENCE: (f64, f64) = (6_000.0, 0.5);
/// Median viewing time of a picture.
const PICTURE: (f64, f64) = (3_500.0, 0.5);

/// What a person does on a page before answering.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diligence {
    /// Plays audio and video.
    pub plays: bool,
    /// Opens evidence, sometimes.
    pub checks: bool,
}

/// The field `timing` of a submission.
pub(super) fn timing(chance: &mut RandomStream, seen: Seen<'_>, diligence: Diligence) -> Value {
    let mut now = 600.0 + lasts(chance, (900.0, 0.4));
    let mut media = Vec::new();
    for medium in seen.media {
        media.push(look(chance, medium, diligence.plays, &mut now));
    }
    let mut opened = Vec::new();
    for evidence in seen.evidence {
        if chance.happens(0.4) && diligence.checks {
            now += lasts(chance, EVIDENCE);
            opened.push(json!({ "item": evidence, "at": tenths(now) }));
        }
    }
    let mut changes = Vec::new();
    for item in seen.answered {
        now += lasts(chance, ANSWER);
        changes.push(json!({ "item": item, "at": tenths(now) }));
        // Sometimes, people change their answer.
        if chance.happens(0.06) {
            now += lasts(chance, (2_000.0, 0.5));
            changes.push(json!({ "item": item, "at": tenths(now) }));
        }
    }
    let first = opened.first().into_iter().chain(changes.first()).map(|moment| moment["at"].clone()).next();
    let hidden = if chance.happens(0.05) { lasts(chance, (15_000.0, 0.8)) } else { 0.0 };
    now += hidden + lasts(chance, (1_100.0, 0.4));
    json!({ "submit": tenths(now), "firstInteraction": first, "hidden": tenths(hidden), "changes": changes,
        "opened": opened, "media": media })
}

/// Evidence of a medium that was watched, or left unplayed unless it `plays`, or of a picture that was viewed.
fn look(chance: &mut RandomStream, medium: &Value, plays: bool, now: &mut f64) -> Value {
    let url = medium["sources"][0]["url"].clone();
    let can_play = *now + lasts(chance, (180.0, 0.5));
    if chance.happens(0.004) {
        return json!({ "url": url, "error": "network" });
    }
    let first_frame = can_play + lasts(chance, (40.0, 0.3));
    let Some(seconds) = medium["seconds"].as_f64() else {
        *now = first_frame + lasts(chance, PICTURE);
        return json!({ "url": url, "canPlay": tenths(can_play), "firstFrame": tenths(first_frame) });
    };
    if !plays {
        return json!({ "url": url, "canPlay": tenths(can_play), "firstFrame": tenths(first_frame) });
    }
    let watched = if chance.happens(0.85) { seconds } else { seconds * (0.3 + 0.6 * chance.share()) };
    let again = chance.happens(0.15);
    let stalled = if chance.happens(0.03) { lasts(chance, (700.0, 0.6)) } else { 0.0 };
    *now = first_frame + watched * 1_000.0 * if again { 2.0 } else { 1.0 } + stalled;
    let hundredths = (watched * 100.0).floor() / 100.0;
    json!({ "url": url, "canPlay": tenths(can_play), "firstFrame": tenths(first_frame), "watched": [[0.0, hundredths]],
        "plays": 1 + u32::from(again), "stalls": u32::from(stalled > 0.0), "stalledFor": tenths(stalled) })
}

/// A time in milliseconds, log-normal around its median.
fn lasts(chance: &mut RandomStream, (median, spread): (f64, f64)) -> f64 {
    median * (spread * chance.normal()).exp()
}

/// As browsers measure: to a tenth of a millisecond.
fn tenths(milliseconds: f64) -> f64 {
    (milliseconds * 10.0).round() / 10.0
}
