//! Makes files of media ready for a study: without metadata, both versions of one length, measured.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sha2::{Digest as _, Sha256};
use unmask_media::{Format, Measures};
use unmask_study::definition::stimulus::{MediaFile, MediaKind, Stimuli, Stimulus, Version};
use unmask_study::hex;
use unmask_study::stimuli_text::files_mut;

use super::shorten;
use crate::cli::prelude::*;

/// Lengths that differ by less are not cut: containers round to frames of picture or sound.
const SAME: f64 = 0.1;

/// Lengths that differ by less are the same in a browser.
const EXACTLY_SAME: f64 = 0.002;

/// The files of a study by their path below `media/`, while they are prepared.
#[derive(Default)]
pub struct Media {
    pub files: BTreeMap<String, Vec<u8>>,
    /// What was done to files and what to know about them, in sentences.
    pub notes: Vec<String>,
}

impl Media {
    /// Prepares all files of these stimuli and writes what was measured into them. Only files that are `new` lose
    /// metadata and can be cut.
    pub fn prepare(&mut self, stimuli: &mut Stimuli, new: &BTreeSet<String>) -> Result<()> {
        for name in new {
            self.strip(name)?;
        }
        for stimulus in stimuli.values() {
            let Some(altered) = &stimulus.altered else { continue };
            for (first, second) in pairs(&stimulus.original, altered) {
                if new.contains(first) || new.contains(second) {
                    self.same_time(first, second)?;
                }
            }
        }
        // A file of two stimuli can get longer for the second one.
        for _ in 0..3 {
            for stimulus in stimuli.values() {
                let Some(altered) = &stimulus.altered else { continue };
                for (first, second) in pairs(&stimulus.original, altered) {
                    self.same_bytes(first, second);
                }
            }
        }
        stimuli.values_mut().for_each(|stimulus| self.measure(stimulus));
        Ok(())
    }

    fn get(&self, name: &str) -> &[u8] {
        self.files.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    fn strip(&mut self, name: &str) -> Result<()> {
        let file = self.get(name);
        let Some(format) = Format::of(file) else {
            if Path::new(name).extension().is_none_or(|ending| ending != "vtt") {
                let known = "JPEG, PNG, WebP, MP4, WebM, Ogg Opus, MP3 and WAV";
                self.notes.push(format!("media/{name}: its metadata stay, because it is none of {known}"));
            }
            return Ok(());
        };
        let stripped =
            format.strip(file).with_context(|| format!("can't remove metadata from media/{name} ({format})"))?;
        if !stripped.removed.is_empty() {
            self.notes.push(format!("media/{name}: removed {}", stripped.removed.join(", ")));
            self.files.insert(name.to_owned(), stripped.file);
        }
        Ok(())
    }

    /// Cuts the longer file to the length of the other one.
    fn same_time(&mut self, first: &str, second: &str) -> Result<()> {
        let seconds = |name: &str| measures(self.get(name)).seconds;
        let (Some(one), Some(other)) = (seconds(first), seconds(second)) else { return Ok(()) };
        if (one - other).abs() < SAME {
            self.differs(first, second);
            return Ok(());
        }
        let (long, short) = if one > other { (first, one.min(other)) } else { (second, one.min(other)) };
        if !shorten::is_possible() {
            self.notes.push(format!(
                "media/{first} takes {one:.2} s and media/{second} {other:.2} s, which reveals the version. Install ffmpeg \
                 and repeat the command, or cut media/{long} to {short:.2} s"
            ));
            return Ok(());
        }
        let cut = shorten::shorten(long, self.get(long), short)?;
        let now = measures(&cut).seconds.unwrap_or_default();
        if (now - short).abs() >= SAME {
            bail!(
                "media/{first} takes {one:.2} s and media/{second} {other:.2} s, which reveals the version; ffmpeg can cut \
                 media/{long} only to {now:.2} s without encoding it again. Export both with the same length"
            );
        }
        self.notes.push(format!(
            "media/{long}: cut from {:.2} s to {now:.2} s, because the other version takes {short:.2} s",
            one.max(other)
        ));
        self.files.insert(long.to_owned(), cut);
        self.strip(long)?;
        self.differs(first, second);
        Ok(())
    }

    /// Says if the lengths still differ, as those of videos do whose pictures are stored in another order than shown.
    fn differs(&mut self, first: &str, second: &str) {
        let seconds = |name: &str| measures(self.get(name)).seconds;
        let (Some(one), Some(other)) = (seconds(first), seconds(second)) else { return };
        if (one - other).abs() >= EXACTLY_SAME {
            self.notes.push(format!(
                "media/{first} takes {one:.3} s and media/{second} {other:.3} s. A browser tells this difference before the \
                 answer: export both with the same number of frames (videos without B-frames, `ffmpeg -bf 0`, can be \
                 cut exactly)"
            ));
        }
    }

    /// Fills the shorter file up to the length of the other one.
    fn same_bytes(&mut self, first: &str, second: &str) {
        let (one, other) = (self.get(first), self.get(second));
        if one.len() == other.len() || one.is_empty() || other.is_empty() {
            return;
        }
        match level(one, other) {
            Ok(files) => {
                for (name, file) in [first, second].into_iter().zip(files) {
                    if self.get(name).len() != file.len() {
                        self.notes.push(format!("media/{name}: filled up to {} bytes", file.len()));
                        self.files.insert(name.to_owned(), file);
                    }
                }
            }
            Err(why) => {
                let difference = one.len().abs_diff(other.len());
                self.notes.push(format!(
                    "media/{first} and media/{second} differ by {difference} bytes, which reveals the version: {why}"
                ));
            }
        }
    }

    /// Writes checksums, size and length of a stimulus, as far as its files are there and say them.
    fn measure(&self, stimulus: &mut Stimulus) {
        for media in files_mut(stimulus) {
            if let Some(file) = self.files.get(&media.file) {
                media.sha256 = checksum(&media.sha256, file);
            }
        }
        let all: Vec<Measures> = stimulus.original.files.iter().map(|media| measures(self.get(&media.file))).collect();
        if stimulus.kind != MediaKind::Audio
            && let Some((width, height)) = all.iter().find_map(|measures| measures.size)
        {
            (stimulus.width, stimulus.height) = (Some(width), Some(height));
        }
        if stimulus.kind != MediaKind::Image
            && let Some(seconds) = all.iter().find_map(|measures| measures.seconds)
            && stimulus.seconds.is_none_or(|stated| (stated - seconds).abs() > SAME + 1e-6)
        {
            stimulus.seconds = Some((seconds * 100.0).round() / 100.0);
        }
    }
}

/// Size and length; nothing for a file that is not understood.
pub fn measures(file: &[u8]) -> Measures {
    Format::of(file).and_then(|format| format.measure(file).ok()).unwrap_or_default()
}

/// The checksum of a file, as stated if it is right.
fn checksum(stated: &str, file: &[u8]) -> String {
    let sum = hex(&Sha256::digest(file));
    if stated.eq_ignore_ascii_case(&sum) { stated.to_owned() } else { sum }
}

/// Both files with one length. Empty lines at the end of captions mean nothing.
fn level(one: &[u8], other: &[u8]) -> Result<[Vec<u8>; 2]> {
    if one.starts_with(b"WEBVTT") && other.starts_with(b"WEBVTT") {
        let length = one.len().max(other.len());
        return Ok([one, other].map(|file| {
            let mut file = file.to_vec();
            file.resize(length, b'\n');
            file
        }));
    }
    match (Format::of(one), Format::of(other)) {
        (Some(format), Some(same)) if format == same => Ok(format.level([one, other])?),
        (None, _) | (_, None) => bail!("this format can't be filled up"),
        (Some(format), Some(another)) => bail!("one is {format}, the other {another}"),
    }
}

/// The names of files that differ between the versions only in what was altered.
fn pairs<'a>(original: &'a Version, altered: &'a Version) -> Vec<(&'a str, &'a str)> {
    let files = original.files.iter().zip(&altered.files);
    let posters = original.poster.iter().zip(&altered.poster);
    let captions = original.captions.iter().filter_map(|(locale, one)| Some((one, altered.captions.get(locale)?)));
    let both = files.chain(posters).chain(captions);
    let names = both.map(|(one, other): (&MediaFile, &MediaFile)| (one.file.as_str(), other.file.as_str()));
    names.filter(|(one, other)| one != other).collect()
}
