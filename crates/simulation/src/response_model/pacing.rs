//! How long a person takes, as the browser would measure it: milliseconds since the page was shown. Whether
//! a simulated participant waits so long, too, is [`crate::participant::Pacing`].

use serde_json::{Value, json};

use super::Seen;
use crate::chance::Chance;

/// Median time for one answer, and the spread of its logarithm: reading times are skewed to the right.
const ANSWER: (f64, f64) = (4_200.0, 0.55);
/// The same for opening evidence and reading it.
const EVIDENCE: (f64, f64) = (6_000.0, 0.5);
/// Pictures are looked at so long.
const PICTURE: (f64, f64) = (3_500.0, 0.5);

/// The field `timing` of a submission.
pub(super) fn timing(chance: &mut Chance, seen: Seen<'_>) -> Value {
    let mut now = 600.0 + lasts(chance, (900.0, 0.4));
    let mut media = Vec::new();
    for medium in seen.media {
        media.push(look(chance, medium, &mut now));
    }
    let mut opened = Vec::new();
    for evidence in seen.evidence {
        if chance.happens(0.4) {
            now += lasts(chance, EVIDENCE);
            opened.push(json!({ "item": evidence, "at": tenths(now) }));
        }
    }
    let mut changes = Vec::new();
    for item in seen.answered {
        now += lasts(chance, ANSWER);
        changes.push(json!({ "item": item, "at": tenths(now) }));
        // Now and then, people change their answer.
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

/// A medium that is watched, or a picture that is looked at.
fn look(chance: &mut Chance, medium: &Value, now: &mut f64) -> Value {
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
    let watched = if chance.happens(0.85) { seconds } else { seconds * (0.3 + 0.6 * chance.share()) };
    let again = chance.happens(0.15);
    let stalled = if chance.happens(0.03) { lasts(chance, (700.0, 0.6)) } else { 0.0 };
    *now = first_frame + watched * 1_000.0 * if again { 2.0 } else { 1.0 } + stalled;
    let hundredths = (watched * 100.0).floor() / 100.0;
    json!({ "url": url, "canPlay": tenths(can_play), "firstFrame": tenths(first_frame), "watched": [[0.0, hundredths]],
        "plays": 1 + u32::from(again), "stalls": u32::from(stalled > 0.0), "stalledFor": tenths(stalled) })
}

/// A time in milliseconds, log-normal around its median.
fn lasts(chance: &mut Chance, (median, spread): (f64, f64)) -> f64 {
    median * (spread * chance.normal()).exp()
}

/// As browsers measure: to a tenth of a millisecond.
fn tenths(milliseconds: f64) -> f64 {
    (milliseconds * 10.0).round() / 10.0
}
