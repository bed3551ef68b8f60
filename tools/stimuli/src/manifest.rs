//! `rendered.json`, the record of what was drawn and how, and `stimuli.yaml`, written from it, the list of
//! clips and the files themselves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::clips::{Clip, Kind};
use crate::digest::digest;
use crate::encode::{exist, settings};
use crate::overlay::Mark;

/// How a clip was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// Hash of the recipe; another recipe is drawn again.
    pub recipe: String,
    pub renderer: u32,
    pub seed: i32,
    pub voice: Option<String>,
    pub size: Option<usize>,
    pub frames: Option<usize>,
    pub seconds: Option<f32>,
    /// Hash of the poses.
    pub poses: Option<String>,
    /// Version of every program that took part.
    #[serde(default)]
    pub software: BTreeMap<String, String>,
    pub marks: Vec<Mark>,
}

/// All records by clip.
pub type Records = BTreeMap<String, Record>;

/// Reads the records; none yet is no mistake.
pub fn read(path: &Path) -> Result<Records> {
    match fs::read(path) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Records::new()),
        Err(e) => Err(e.into()),
    }
}

/// Writes the records.
pub fn write(path: &Path, records: &Records) -> Result<()> {
    replace(path, &(serde_json::to_string_pretty(records)? + "\n"))
}

/// Writes next to a file and puts it in its place: who stops a render never leaves half of one.
pub fn replace(path: &Path, text: &str) -> Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, text)?;
    Ok(fs::rename(new, path)?)
}

/// File endings of a kind, best first.
pub fn endings(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Image => &["webp"],
        Kind::Audio => &["m4a", "ogg"],
        Kind::Video => &["mp4", "webm"],
    }
}

/// The same, with that of a video's poster.
pub fn endings_and_poster(kind: Kind) -> impl Iterator<Item = &'static str> {
    endings(kind).iter().copied().chain((kind == Kind::Video).then_some("webp"))
}

/// Hash of everything that a clip is made from; what is only said about it is left out.
pub fn recipe(clip: &Clip) -> String {
    let made_from = Clip { alt: String::new(), alt_de: None, waits: false, ..clip.clone() };
    digest(format!("{} {made_from:?} {:?}", clip.renderer(), settings(clip)).as_bytes(), 8)
}

/// The record of a clip, if it was made from the recipe of today.
pub fn current<'a>(clip: &Clip, records: &'a Records) -> Option<&'a Record> {
    records.get(&clip.id).filter(|record| record.recipe == recipe(clip))
}

/// Whether all files of all versions of a clip are there.
pub fn is_whole(clip: &Clip, media: &Path) -> bool {
    clip.versions().all(|version| exist(media, &clip.stem(version), endings(clip.kind)))
}

/// `stimuli.yaml` for all clips whose files are there; returns the ids of those that are not.
pub fn stimuli(clips: &[Clip], records: &Records, media: &Path) -> Result<(String, Vec<String>)> {
    let mut yaml = String::from(
        "# Every medium of the study, drawn and voiced by tools/stimuli.\n\
         # Written by `make stimuli-manifest` from tools/stimuli/clips.yaml and the files in media/: change those.\n",
    );
    let mut missing = Vec::new();
    for clip in clips.iter().filter(|clip| !clip.waits) {
        match records.get(&clip.id).filter(|_| is_whole(clip, media)) {
            Some(record) => entry(&mut yaml, clip, record, media)?,
            None => missing.push(clip.id.clone()),
        }
    }
    Ok((yaml, missing))
}

fn entry(yaml: &mut String, clip: &Clip, record: &Record, media: &Path) -> Result<()> {
    writeln!(yaml, "\n{}:", clip.id)?;
    writeln!(yaml, "  kind: {}", clip.kind.name())?;
    writeln!(yaml, "  alt: {}", quoted(&clip.alt))?;
    if let Some(text) = clip.transcript() {
        writeln!(yaml, "  transcript: {}", quoted(&text))?;
    }
    if let Some(size) = record.size {
        writeln!(yaml, "  width: {size}\n  height: {size}")?;
    }
    if let Some(seconds) = record.seconds {
        writeln!(yaml, "  seconds: {seconds:.2}")?;
    }
    let voice = record
        .voice
        .as_ref()
        .map_or(String::new(), |v| format!("; synthetic voice from the open CMU voices (Flite, {v})"));
    writeln!(yaml, "  licence: CC0-1.0")?;
    writeln!(yaml, "  credit: {}", quoted(&format!("The Unmask authors{voice}")))?;
    writeln!(yaml, "  source_type: algorithmicMedia")?;
    version(yaml, clip, "original", media)?;
    if clip.cue.is_some() {
        version(yaml, clip, "altered", media)?;
        cue(yaml, clip, &record.marks)?;
    }
    Ok(())
}

fn version(yaml: &mut String, clip: &Clip, name: &str, media: &Path) -> Result<()> {
    let stem = clip.stem(name);
    writeln!(yaml, "  {name}:\n    files:")?;
    for ending in endings(clip.kind) {
        writeln!(yaml, "      - {}", file(media, &format!("{stem}.{ending}"))?)?;
    }
    if clip.kind == Kind::Video {
        writeln!(yaml, "    poster: {}", file(media, &format!("{stem}.webp"))?)?;
    }
    if clip.kind != Kind::Image {
        writeln!(yaml, "    captions:")?;
        for language in ["en", "de"] {
            let name = format!("{}.{language}.vtt", clip.stem("captions"));
            writeln!(yaml, "      {language}: {}", file(media, &name)?)?;
        }
    }
    Ok(())
}

fn cue(yaml: &mut String, clip: &Clip, marks: &[Mark]) -> Result<()> {
    let Some(spec) = clip.cue else { return Ok(()) };
    writeln!(yaml, "    cue:\n      id: {:?}\n      name: {}", spec.id, quoted(spec.id.name()))?;
    if !marks.is_empty() {
        writeln!(yaml, "      marks:")?;
    }
    for mark in marks {
        let mut parts = Vec::new();
        if mark.w > 0.0 {
            let (x, y, w, h) = (mark.x, mark.y, mark.w, mark.h);
            parts.push(format!("x: {x:.3}, y: {y:.3}, w: {w:.3}, h: {h:.3}"));
        }
        parts.extend(mark.from.map(|t| format!("from: {t:.2}")));
        parts.extend(mark.to.map(|t| format!("to: {t:.2}")));
        writeln!(yaml, "        - {{ {} }}", parts.join(", "))?;
    }
    Ok(())
}

fn file(media: &Path, name: &str) -> Result<String> {
    Ok(format!("{{ file: {name}, sha256: {} }}", checksum(media, name)?))
}

/// Of a file of the media.
pub fn checksum(media: &Path, name: &str) -> Result<String> {
    let bytes = fs::read(media.join(name)).with_context(|| format!("can't read media/{name}"))?;
    Ok(digest(&bytes, 32))
}

/// Double-quoted YAML, which JSON strings are.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::Media;

    #[test]
    fn stimuli_yaml_is_what_list_record_and_files_give() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let bundle = here.join("../../studies/original-or-altered");
        let clips = crate::clips::read(&here.join("clips.yaml")).expect("the list can be read");
        let records = read(&here.join("rendered.json")).expect("the record can be read");
        let (yaml, missing) = stimuli(&clips, &records, &bundle.join("media")).expect("all files are there");
        assert!(missing.is_empty(), "not drawn: {missing:?}");
        let committed = fs::read_to_string(bundle.join("stimuli.yaml")).expect("stimuli.yaml is there");
        assert!(yaml == committed, "run `stimuli manifest`");
    }

    /// Anyone who compares the lengths of two versions, or of a version with its other formats, learns nothing.
    #[test]
    fn the_length_of_a_file_does_not_tell_the_version() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let media = Media::committed();
        let clips = crate::clips::read(&here.join("clips.yaml")).expect("the list can be read");
        for ending in ["webp", "m4a", "ogg", "mp4", "webm"] {
            let lengths = |version: &str| -> Vec<u64> {
                let pairs = clips.iter().filter(|clip| clip.cue.is_some());
                let paths = pairs.map(|clip| media.of(clip).join(format!("{}.{ending}", clip.stem(version))));
                paths.filter_map(|path| Some(fs::metadata(path).ok()?.len())).collect()
            };
            let (original, altered) = (lengths("original"), lengths("altered"));
            assert!(original.len() > 1, "no pair of .{ending} files");
            assert_eq!(original, altered, "{ending}: run `stimuli level`");
        }
    }
}
