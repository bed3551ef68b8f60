//! Exposure evidence: what a browser measured on a page, as it is stored with the submission and exported. Its size is
//! bounded: [`Evidence::keep`] keeps only names of the page, and a limited number of entries for each.
//!
//! A submission stores at most [`MOST_OF_PAGE`] changes, as many openings, and [`MOST_PARTS`] parts of each medium of
//! the page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Maximum number of listed moments for one answer or one piece of evidence.
pub const MOST_MOMENTS: usize = 20;

/// Maximum number of listed changes for a page, and of openings. A page with many answers lists fewer of each, but
/// always the first and the last one.
pub const MOST_OF_PAGE: usize = 300;

/// Maximum number of listed played parts for one medium.
pub const MOST_PARTS: usize = 50;

/// Times and exposure; milliseconds from the moment when the page was shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Evidence {
    /// Time of the submission; none if the browser sent no timing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit: Option<f64>,
    /// First touch of any control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_interaction: Option<f64>,
    /// How long the page was hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<f64>,
    /// Changes of answers.
    pub changes: Vec<Moment>,
    /// Evidence and controls that were opened.
    pub opened: Vec<Moment>,
    /// Media of the page.
    pub media: Vec<Medium>,
    /// Entries that named nothing on the page.
    #[serde(skip_serializing_if = "Dropped::is_none")]
    pub dropped: Dropped,
}

/// A change or an opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// Control, or id of the evidence.
    pub item: String,
    /// Its time.
    pub at: f64,
    /// Number of events of this item, between this event and its next one, that are omitted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted: u32,
}

/// How a medium was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Medium {
    /// Path of the file in the bundle.
    pub url: String,
    /// When it was ready to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_play: Option<f64>,
    /// When the first frame was shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_frame: Option<f64>,
    /// Parts played, in seconds of the medium.
    pub watched: Vec<[f64; 2]>,
    /// Parts that are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub watched_omitted: u32,
    /// How often it stalled.
    pub stalls: u32,
    /// Total duration of the stalls.
    pub stalled_for: f64,
    /// How often the participant seeked.
    pub seeks: u32,
    /// Number of times that playback was started.
    pub plays: u32,
    /// It was muted.
    pub muted: bool,
    /// Captions were shown.
    pub captions: bool,
    /// Playback error; null if none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<MediaError>,
}

/// Why a medium failed: the codes of `MediaError` in browsers, and failed deliveries of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MediaError {
    /// The browser gave no reason.
    Unknown,
    /// Loading was stopped.
    Aborted,
    /// It could not be loaded.
    Network,
    /// It could not be decoded.
    Decode,
    /// The browser plays none of its formats.
    #[serde(rename = "not supported")]
    NotSupported,
    /// The server could not deliver it.
    #[serde(rename = "not delivered")]
    NotDelivered,
    /// Another reason, whose text is not stored.
    #[serde(other)]
    Other,
}

/// How many entries named nothing on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dropped {
    /// Changes.
    #[serde(skip_serializing_if = "is_zero")]
    pub changes: u32,
    /// Openings.
    #[serde(skip_serializing_if = "is_zero")]
    pub opened: u32,
    /// Media.
    #[serde(skip_serializing_if = "is_zero")]
    pub media: u32,
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

/// The names that a page has: from the name that a browser sends to the one in the data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Controls whose changes are noted.
    pub changes: BTreeMap<String, String>,
    /// Evidence and controls that can be opened.
    pub opened: BTreeMap<String, String>,
    /// For each file of a medium, the file that represents all of them.
    pub media: BTreeMap<String, String>,
}

impl Evidence {
    /// Bounds the evidence: only names of the page, each with a limited number of entries. Of an item with more
    /// moments, the first, the last and those with the longest pauses around them are kept; of a medium with more
    /// parts, the first and the last ones. Omitted entries are counted where they were, and dropped entries for the
    /// page.
    #[must_use]
    pub fn keep(self, names: &Names) -> Self {
        let mut dropped = self.dropped;
        let changes = moments(self.changes, &names.changes, &mut dropped.changes);
        let opened = moments(self.opened, &names.opened, &mut dropped.opened);
        let mut media: Vec<(&String, Medium)> = Vec::new();
        for medium in self.media {
            let Some(main) = names.media.get(&medium.url) else {
                dropped.media = dropped.media.saturating_add(1);
                continue;
            };
            match media.iter_mut().find(|(known, _)| *known == main) {
                Some((_, known)) => known.merge(medium),
                None => media.push((main, medium)),
            }
        }
        let media = media.into_iter().map(|(_, medium)| medium.cut()).collect();
        Self { changes, opened, media, dropped, ..self }
    }

    /// Whether the times are possible on a page that was opened at most `longest` milliseconds ago. A moment may be
    /// before the page was shown: a draft's answers were. Impossible times are not stored; the answers are.
    pub fn is_plausible(&self, longest: f64) -> bool {
        let is_span = |time: f64| (0.0..=longest).contains(&time);
        let is_time = |time: f64| (-LONGEST_PAGE..=longest).contains(&time);
        let moments = || self.changes.iter().chain(&self.opened);
        self.submit.is_none_or(is_span)
            && self.hidden.is_none_or(|hidden| is_span(hidden) && self.visible().is_none_or(|time| time >= -ROUNDING))
            && self.first_interaction.is_none_or(is_time)
            && moments().all(|moment| is_time(moment.at))
            && self.media.iter().all(|medium| {
                let shown = medium.can_play.into_iter().chain(medium.first_frame);
                shown.into_iter().all(is_time) && is_span(medium.stalled_for)
            })
    }

    /// Notes that the server could not deliver a medium, unless the browser itself gave a reason.
    pub fn not_delivered(&mut self, files: &[String]) {
        let Some(first) = files.first() else { return };
        let index = self.media.iter().position(|medium| files.contains(&medium.url)).unwrap_or_else(|| {
            self.media.push(Medium { url: first.clone(), ..Medium::default() });
            self.media.len() - 1
        });
        self.media[index].error.get_or_insert(MediaError::NotDelivered);
    }

    /// Milliseconds from the moment when the page was shown to the submission, without those in which it was hidden;
    /// none if they were not measured.
    pub fn visible(&self) -> Option<f64> {
        self.submit.map(|submit| submit - self.hidden.unwrap_or_default())
    }

    /// How many media did not play.
    pub fn media_failed(&self) -> u32 {
        u32::try_from(self.media.iter().filter(|medium| medium.error.is_some()).count()).unwrap_or(u32::MAX)
    }

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
                times: before.times + 1 + i64::from(moment.omitted),
            });
        }
        found
    }
}

/// The moments that are kept of those that were sent, in the order of their times.
fn moments(sent: Vec<Moment>, names: &BTreeMap<String, String>, dropped: &mut u32) -> Vec<Moment> {
    let most = (MOST_OF_PAGE / names.len().max(1)).clamp(2, MOST_MOMENTS);
    let mut kept: BTreeMap<&String, Vec<Moment>> = BTreeMap::new();
    for moment in sent {
        match names.get(&moment.item) {
            Some(name) => push(kept.entry(name).or_default(), Moment { item: name.clone(), ..moment }, most),
            None => *dropped = dropped.saturating_add(1).saturating_add(moment.omitted),
        }
    }
    let mut kept: Vec<Moment> = kept.into_values().flatten().collect();
    kept.sort_by(|a, b| a.at.total_cmp(&b.at));
    kept
}

/// Adds a moment to those of one item. If there are too many, removes the one whose neighbours are closest together,
/// and counts it at the one before. The web app does the same (`features/timing/recorder.ts`).
fn push(moments: &mut Vec<Moment>, moment: Moment, most: usize) {
    moments.push(moment);
    if moments.len() <= most {
        return;
    }
    let gap = |index: usize| moments[index + 1].at - moments[index - 1].at;
    if let Some(index) = (1..moments.len() - 1).min_by(|a, b| gap(*a).total_cmp(&gap(*b))) {
        let gone = moments.remove(index);
        let before = &mut moments[index - 1].omitted;
        *before = before.saturating_add(1).saturating_add(gone.omitted);
    }
}

impl Medium {
    /// Seconds of the medium that were played, each counted once however often.
    pub fn watched_seconds(&self) -> f64 {
        watched_seconds(&self.watched)
    }

    /// A second record of the same medium, which a page makes when the medium is fetched once more.
    fn merge(&mut self, later: Self) {
        self.can_play = self.can_play.or(later.can_play);
        self.first_frame = self.first_frame.or(later.first_frame);
        self.watched.extend(later.watched);
        self.watched_omitted = self.watched_omitted.saturating_add(later.watched_omitted);
        self.stalls = self.stalls.saturating_add(later.stalls);
        self.stalled_for += later.stalled_for;
        self.seeks = self.seeks.saturating_add(later.seeks);
        self.plays = self.plays.saturating_add(later.plays);
        self.muted |= later.muted;
        self.captions |= later.captions;
        self.error = self.error.or(later.error);
    }

    fn cut(mut self) -> Self {
        let all = self.watched.len();
        self.watched.retain(|[from, to]| 0.0 <= *from && from <= to && *to <= LONGEST);
        if self.watched.len() > MOST_PARTS {
            let last = self.watched.len() - MOST_PARTS / 2;
            self.watched.drain(MOST_PARTS / 2..last);
        }
        let omitted = u32::try_from(all - self.watched.len()).unwrap_or(u32::MAX);
        self.watched_omitted = self.watched_omitted.saturating_add(omitted);
        self
    }
}

/// A page is not open for longer, in milliseconds: 115 days.
pub const LONGEST_PAGE: f64 = 1e10;

/// Browsers round each time, in milliseconds.
const ROUNDING: f64 = 1.0;

/// No medium is longer, in seconds: 115 days.
const LONGEST: f64 = 1e7;

impl Dropped {
    /// Whether nothing was dropped.
    fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// All of them together.
    pub fn all(&self) -> i64 {
        i64::from(self.changes) + i64::from(self.opened) + i64::from(self.media)
    }
}

impl MediaError {
    /// Each with its name in the data and its meaning.
    pub const ALL: [(Self, &'static str, &'static str); 7] = [
        (Self::Unknown, "unknown", "The browser gave no reason"),
        (Self::Aborted, "aborted", "Loading was stopped"),
        (Self::Network, "network", "It could not be loaded"),
        (Self::Decode, "decode", "It could not be decoded"),
        (Self::NotSupported, "not supported", "The browser plays none of its formats"),
        (Self::NotDelivered, "not delivered", "The server could not deliver it"),
        (Self::Other, "other", "Another reason"),
    ];

    /// Its name in the data.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(error, ..)| *error == self).map_or("other", |(_, name, _)| name)
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn moment(item: &str, at: f64) -> Moment {
        Moment { item: item.into(), at, omitted: 0 }
    }

    fn names(changes: &[&str]) -> Names {
        Names { changes: changes.iter().map(|name| (name.to_string(), name.to_string())).collect(), ..Names::default() }
    }

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
        let changes = changes.map(|(item, at)| moment(item, at)).into();
        let evidence = Evidence { changes, ..Evidence::default() };
        let twice = Some(Changes { first: 10.0, last: 30.0, times: 2 });
        assert_eq!(evidence.changes_of("fa_1", "flow-a/fa_1"), twice);
        assert_eq!(evidence.changes_of("fa_1_confidence", "flow-a/fa_1").map(|changes| changes.times), Some(1));
        assert_eq!(evidence.changes_of("trust_1", "pre/views").map(|changes| changes.times), Some(1));
        assert_eq!(evidence.changes_of("trust_2", "pre/views"), None);
    }

    /// Fifty keys of a word, a pause, a second word, a pause, and the last key.
    #[test]
    fn typing_keeps_its_ends_its_pauses_and_its_number() {
        let keys = (0..50).map(|key| f64::from(key) * 100.0);
        let keys: Vec<f64> =
            keys.chain((0..50).map(|key| 20_000.0 + f64::from(key) * 100.0)).chain([90_000.0]).collect();
        let changes = keys.iter().map(|at| moment("words", *at)).chain([moment("age", 7.0)]).collect();
        let kept = Evidence { changes, ..Evidence::default() }.keep(&names(&["words", "age"]));
        let words: Vec<&Moment> = kept.changes.iter().filter(|one| one.item == "words").collect();
        assert_eq!(words.len(), MOST_MOMENTS);
        for end in [0.0, 4_900.0, 20_000.0, 24_900.0, 90_000.0] {
            assert!(words.iter().any(|one| one.at.total_cmp(&end).is_eq()), "{end} is not in {words:?}");
        }
        assert!(kept.changes.is_sorted_by(|a, b| a.at <= b.at));
        let all = Some(Changes { first: 0.0, last: 90_000.0, times: 101 });
        assert_eq!(kept.changes_of("words", "pre/views"), all);
        assert_eq!(kept.changes_of("age", "pre/views").map(|one| one.times), Some(1));
        // What a browser has omitted is counted on.
        assert_eq!(kept.clone().keep(&names(&["words", "age"])), kept);
    }

    #[test]
    fn a_long_page_lists_fewer_of_each_and_both_ends_of_all() {
        let many: Vec<String> = (0..150).map(|number| format!("item_{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let sent = (0..30).flat_map(|time| many.iter().map(move |item| moment(item, f64::from(time))));
        let kept = Evidence { changes: sent.collect(), ..Evidence::default() }.keep(&names(&many));
        assert_eq!(kept.changes.len(), 300);
        let all = Some(Changes { first: 0.0, last: 29.0, times: 30 });
        assert!(many.iter().all(|item| kept.changes_of(item, "pre/views") == all));
    }

    #[test]
    fn entries_of_other_pages_are_counted_and_dropped() {
        let files = ["clip.webm", "clip.mp4"].map(|file| (file.to_owned(), "clip.webm".to_owned()));
        let names =
            Names { media: files.into(), opened: [("wire".into(), "post/source".into())].into(), ..names(&["age"]) };
        let medium = |url: &str| Medium { url: url.into(), plays: 1, ..Medium::default() };
        let failed = Medium { error: Some(MediaError::Network), watched: vec![[0.0, 2.0]; 80], ..medium("clip.webm") };
        let odd = Medium { watched: vec![[3.0, 1.0], [-1.0, 2.0], [0.0, 1e300], [1.0, 2.0]], ..medium("clip.mp4") };
        let sent = Evidence {
            submit: Some(5.0),
            changes: vec![moment("elsewhere", 1.0), moment("age", 2.0), Moment { omitted: 9, ..moment("x", 3.0) }],
            opened: vec![moment("wire", 1.0), moment("post/source", 1.0)],
            media: vec![failed, medium("other.png"), odd],
            ..Evidence::default()
        };
        let kept = sent.keep(&names);
        assert_eq!((kept.changes.len(), kept.changes[0].item.as_str()), (1, "age"));
        assert_eq!((kept.opened.len(), kept.opened[0].item.as_str()), (1, "post/source"), "only as browsers know it");
        assert_eq!(kept.dropped, Dropped { changes: 11, opened: 1, media: 1 });
        let [medium] = &kept.media[..] else { panic!("{:?}", kept.media) };
        assert_eq!((medium.watched.len(), medium.watched_omitted, medium.plays), (MOST_PARTS, 34, 2));
        assert_eq!((medium.watched[0], medium.watched[MOST_PARTS - 1]), ([0.0, 2.0], [1.0, 2.0]));
        assert_eq!(medium.error, Some(MediaError::Network));
    }

    #[test]
    fn impossible_times_are_not_plausible() {
        let page = Evidence {
            submit: Some(1_200.5),
            first_interaction: Some(-3.5),
            hidden: Some(1_201.0),
            changes: vec![moment("age", -1.0), moment("age", 1_200.5)],
            media: vec![Medium { can_play: Some(5.0), ..Medium::default() }],
            ..Evidence::default()
        };
        assert!(page.is_plausible(2_000.0));
        assert!(Evidence::default().is_plausible(0.0), "nothing was measured");
        let medium = |medium: Medium| Evidence { media: vec![medium], ..page.clone() };
        for wrong in [
            Evidence { submit: Some(2_001.0), ..page.clone() },
            Evidence { submit: Some(-1.0), ..page.clone() },
            Evidence { submit: Some(f64::NAN), ..page.clone() },
            Evidence { hidden: Some(-3.0), ..page.clone() },
            Evidence { hidden: Some(1_202.0), ..page.clone() },
            Evidence { first_interaction: Some(1e11), ..page.clone() },
            Evidence { changes: vec![moment("age", 2_001.0)], ..page.clone() },
            Evidence { opened: vec![moment("x", -1e11)], ..page.clone() },
            medium(Medium { can_play: Some(2_001.0), ..Medium::default() }),
            medium(Medium { first_frame: Some(-1e11), ..Medium::default() }),
            medium(Medium { stalled_for: -1.0, ..Medium::default() }),
        ] {
            assert!(!wrong.is_plausible(2_000.0), "{wrong:?}");
        }
    }

    #[test]
    fn the_server_adds_what_it_could_not_deliver() {
        let files = ["clip.webm".to_owned(), "clip.mp4".to_owned()];
        let mut evidence = Evidence::default();
        evidence.not_delivered(&files);
        assert_eq!(
            (evidence.media[0].url.as_str(), evidence.media[0].error),
            ("clip.webm", Some(MediaError::NotDelivered))
        );
        assert_eq!(evidence.media_failed(), 1);
        let known = Medium { url: "clip.mp4".into(), error: Some(MediaError::Decode), ..Medium::default() };
        let mut evidence = Evidence { media: vec![known], ..Evidence::default() };
        evidence.not_delivered(&files);
        assert_eq!((evidence.media.len(), evidence.media[0].error), (1, Some(MediaError::Decode)));
    }

    #[test]
    fn a_reason_is_one_of_a_few_words() {
        for (error, name, _) in MediaError::ALL {
            assert_eq!(serde_json::to_value(error).unwrap(), name);
            assert_eq!((serde_json::from_value::<MediaError>(json!(name)).unwrap(), error.name()), (error, name));
        }
        let free: Medium = serde_json::from_value(json!({ "url": "x", "error": "my own words" })).unwrap();
        assert_eq!(free.error, Some(MediaError::Other));
    }
}
