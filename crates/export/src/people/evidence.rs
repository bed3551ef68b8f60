//! What the browser measured, as it is stored with a submission.

use serde::Deserialize;

/// Times and exposure; milliseconds from the moment when the page was shown.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Evidence {
    /// When it was handed in.
    pub submit: Option<f64>,
    /// The first touch of any control.
    pub first_interaction: Option<f64>,
    /// How long the page was hidden.
    pub hidden: Option<f64>,
    /// Every change of an answer.
    pub changes: Vec<Moment>,
    /// Evidence that was opened.
    pub opened: Vec<Moment>,
    /// What happened to each medium.
    pub media: Vec<Medium>,
}

/// Something at a time.
#[derive(Debug, Deserialize)]
pub struct Moment {
    /// Control, or id of the evidence.
    pub item: String,
    /// When.
    pub at: f64,
}

/// What happened to a medium.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Medium {
    /// File of the bundle.
    pub url: String,
    /// When it could play.
    pub can_play: Option<f64>,
    /// When its first frame was shown.
    pub first_frame: Option<f64>,
    /// Parts played, in seconds of the medium.
    pub watched: Vec<[f64; 2]>,
    /// How often it stopped for want of data.
    pub stalls: u32,
    /// For how long.
    pub stalled_for: f64,
    /// How often the participant jumped.
    pub seeks: u32,
    /// How often it was started.
    pub plays: u32,
    /// It ran without sound.
    pub muted: bool,
    /// Captions were shown.
    pub captions: bool,
    /// Why it failed, if it did.
    pub error: Option<String>,
}

/// When an answer was first and last set, and how often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Changes {
    /// First.
    pub first: f64,
    /// Last.
    pub last: f64,
    /// How often.
    pub times: i64,
}

impl Evidence {
    /// The changes of one variable of a submission. In the training a control is called by what it asks for
    /// (`answer`, `confidence`, `reasons`), and the variable begins with the item's id.
    pub fn changes_of(&self, variable: &str, item: &str) -> Option<Changes> {
        let id = item.split('/').nth(1).unwrap_or_default();
        let short = match variable.strip_prefix(id) {
            Some("") => Some("answer"),
            Some(rest) => rest.strip_prefix('_'),
            None => None,
        };
        let mut found: Option<Changes> = None;
        for moment in
            self.changes.iter().filter(|moment| moment.item == variable || Some(moment.item.as_str()) == short)
        {
            let before = found.unwrap_or(Changes { first: moment.at, last: moment.at, times: 0 });
            found = Some(Changes {
                first: before.first.min(moment.at),
                last: before.last.max(moment.at),
                times: before.times + 1,
            });
        }
        found
    }
}

impl Medium {
    /// Seconds of the medium that were played, each counted once however often.
    pub fn watched_seconds(&self) -> f64 {
        watched_seconds(&self.watched)
    }
}

/// Seconds that parts of a medium cover together, each second counted once.
pub fn watched_seconds(parts: &[[f64; 2]]) -> f64 {
    let mut parts = parts.to_vec();
    parts.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut seconds, mut until) = (0.0, f64::NEG_INFINITY);
    for [from, to] in parts {
        seconds += (to - from.max(until)).max(0.0);
        until = until.max(to);
    }
    seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_parts_count_once() {
        let seconds =
            |watched: &[[f64; 2]]| Medium { watched: watched.to_vec(), ..Medium::default() }.watched_seconds();
        assert_eq!(seconds(&[]).to_bits(), 0.0_f64.to_bits());
        assert!((seconds(&[[2.0, 4.0], [0.0, 1.0], [3.0, 5.0]]) - 4.0).abs() < 1e-12);
        assert!((seconds(&[[0.0, 9.0], [1.0, 2.0]]) - 9.0).abs() < 1e-12);
    }

    #[test]
    fn changes_are_found_under_both_names() {
        let changes = [("answer", 10.0), ("trust_1", 20.0), ("answer", 30.0), ("confidence", 40.0)];
        let changes = changes.map(|(item, at)| Moment { item: item.into(), at }).into();
        let evidence = Evidence { changes, ..Evidence::default() };
        let twice = Some(Changes { first: 10.0, last: 30.0, times: 2 });
        assert_eq!(evidence.changes_of("fa_1", "flow-a/fa_1"), twice);
        assert_eq!(evidence.changes_of("fa_1_confidence", "flow-a/fa_1").map(|changes| changes.times), Some(1));
        assert_eq!(evidence.changes_of("trust_1", "pre/views").map(|changes| changes.times), Some(1));
        assert_eq!(evidence.changes_of("trust_2", "pre/views"), None);
    }
}
