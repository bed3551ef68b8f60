//! Originals and altered versions must not be distinguishable without looking or listening. These tests try it with the
//! outside features of a file: name, length, bit rate, duration, size of what precedes picture and sound.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::clips::{self, Clip, Kind};
use crate::manifest::{self, endings, endings_and_poster, is_whole};
use crate::media::Media;

/// Outside these limits, a feature distinguishes the classes.
const GUESSING: std::ops::RangeInclusive<f64> = 0.4..=0.6;

/// Values of one feature, of originals and of altered versions.
#[derive(Default)]
struct Classes {
    original: Vec<f64>,
    altered: Vec<f64>,
}

impl Classes {
    /// Chance that an altered version has the higher value: 0.5 is guessing.
    fn auc(&self) -> f64 {
        let wins = |a: &f64, o: &f64| f64::from(u8::from(a > o) + u8::from(a >= o)) / 2.0;
        let pairs = self.altered.iter().flat_map(|a| self.original.iter().map(move |o| wins(a, o)));
        pairs.sum::<f64>() / (self.altered.len() * self.original.len()) as f64
    }
}

fn find(file: &[u8], tag: &[u8]) -> Option<usize> {
    file.windows(tag.len()).position(|w| w == tag)
}

fn number(bytes: &[u8]) -> f64 {
    bytes.iter().fold(0.0, |sum, b| sum * 256.0 + f64::from(*b))
}

/// Seconds as the container states them; pictures have none.
fn duration(file: &[u8], ending: &str) -> Option<f64> {
    match ending {
        "mp4" | "m4a" => {
            let at = find(file, b"mvhd")? + 4;
            Some(number(&file[at + 16..at + 20]) / number(&file[at + 12..at + 16]))
        }
        "webm" => {
            let at = find(file, &[0x44, 0x89, 0x88])? + 3;
            Some(f64::from_be_bytes(file[at..at + 8].try_into().ok()?) / 1000.0)
        }
        "ogg" => {
            let last = file.windows(4).rposition(|w| w == b"OggS")?;
            let position: Vec<u8> = file[last + 6..last + 14].iter().rev().copied().collect();
            Some(number(&position) / 48_000.0)
        }
        _ => None,
    }
}

/// How much of the file comes before the first picture or sound.
fn preamble(file: &[u8], ending: &str) -> Option<f64> {
    let tag: &[u8] = match ending {
        "mp4" | "m4a" => b"mdat",
        "webm" => &[0x1F, 0x43, 0xB6, 0x75],
        "webp" => b"VP8 ",
        _ => return None,
    };
    find(file, tag).map(|at| at as f64)
}

/// All features of a version, by name.
fn features(clip: &Clip, version: &str, media: &Path) -> BTreeMap<String, f64> {
    let stem = clip.stem(version);
    let name = i64::from_str_radix(&stem, 16).expect("a name is a number") as f64;
    let mut found = BTreeMap::from([("name".to_owned(), name)]);
    for ending in endings_and_poster(clip.kind) {
        let file = fs::read(media.join(format!("{stem}.{ending}"))).expect("the file is there");
        let length = file.len() as f64;
        found.insert(format!("{ending} size"), length);
        found.extend(preamble(&file, ending).map(|bytes| (format!("{ending} preamble"), bytes)));
        if let Some(seconds) = duration(&file, ending) {
            found.insert(format!("{ending} duration"), seconds);
            found.insert(format!("{ending} bit rate"), length / seconds);
        }
    }
    found
}

/// The pairs of the study, as they are committed.
fn classes() -> BTreeMap<String, Classes> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let media = Media::committed();
    let clips = clips::read(&here.join("clips.yaml")).expect("the list can be read");
    let mut classes: BTreeMap<String, Classes> = BTreeMap::new();
    for clip in clips.iter().filter(|clip| clip.cue.is_some() && is_whole(clip, media.of(clip))) {
        for (feature, value) in features(clip, "original", media.of(clip)) {
            classes.entry(feature).or_default().original.push(value);
        }
        for (feature, value) in features(clip, "altered", media.of(clip)) {
            classes.entry(feature).or_default().altered.push(value);
        }
    }
    classes
}

#[test]
fn no_feature_of_a_file_reveals_the_version() {
    let classes = classes();
    for feature in
        ["name", "mp4 duration", "webm duration", "m4a duration", "ogg duration", "webp size", "mp4 preamble"]
    {
        assert!(classes.get(feature).is_some_and(|c| c.original.len() > 8), "{feature} was not measured");
    }
    let telling: Vec<String> = classes
        .iter()
        .filter(|(_, c)| !GUESSING.contains(&c.auc()))
        .map(|(feature, c)| format!("{feature}: {:.2}", c.auc()))
        .collect();
    assert!(telling.is_empty(), "distinguishable by {telling:?}");
}

#[test]
fn loudness_does_not_tell_the_version() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let clips = clips::read(&here.join("clips.yaml")).expect("the list can be read");
    let records = manifest::read(&here.join("rendered.json")).expect("the record can be read");
    let mut pairs = 0;
    for clip in clips.iter().filter(|clip| clip.cue.is_some() && clip.kind != Kind::Image) {
        let Some(record) = records.get(&clip.id) else { continue };
        for ending in endings(clip.kind) {
            let lufs = |version| record.loudness[&format!("{}.{ending}", clip.stem(version))].lufs;
            let (original, altered) = (lufs("original"), lufs("altered"));
            assert!((original - altered).abs() <= 0.3, "{} as {ending}: {original} and {altered} LUFS", clip.id);
            pairs += 1;
        }
    }
    assert!(pairs > 50, "only {pairs}");
}

#[test]
fn a_feature_that_tells_is_noticed() {
    let shorter = Classes { original: vec![5.0, 6.0, 7.0], altered: vec![4.0, 5.5, 5.8] };
    assert!(!GUESSING.contains(&shorter.auc()));
    let alike = Classes { original: vec![5.0, 6.0], altered: vec![6.0, 5.0] };
    assert!((alike.auc() - 0.5).abs() < 1e-9);
}
