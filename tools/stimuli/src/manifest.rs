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
use crate::sound::VOICING;
use crate::speech::credit;

/// How a clip was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// Hash of the recipe; another recipe is drawn again.
    pub recipe: String,
    pub renderer: u32,
    pub seed: i32,
    pub voice: Option<String>,
    /// [`VOICING`] of the sound; a clip with an older one gets another sound and keeps its pictures.
    pub voicing: Option<u32>,
    pub size: Option<usize>,
    pub frames: Option<usize>,
    pub seconds: Option<f32>,
    /// Hash of the poses.
    pub poses: Option<String>,
    /// Version of every program that took part.
    #[serde(default)]
    pub software: BTreeMap<String, String>,
    pub marks: Vec<Mark>,
    /// Of every file with sound, by its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub loudness: BTreeMap<String, Loudness>,
}

/// Loudness of a file, by ffmpeg's `ebur128` (ITU-R BS.1770).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Loudness {
    /// Integrated.
    pub lufs: f32,
    /// Highest true peak.
    pub dbtp: f32,
}

/// All records by clip.
pub type Records = BTreeMap<String, Record>;

/// Reads the records; empty if there are none yet.
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

/// Writes a file next to its target and renames it, so that a stopped render leaves no partial file.
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

/// Names of the files of a clip in which something is heard.
pub fn files_with_sound(clip: &Clip) -> impl Iterator<Item = String> {
    let endings = if clip.kind == Kind::Image { &[] } else { endings(clip.kind) };
    clip.versions()
        .flat_map(move |version| endings.iter().map(move |ending| format!("{}.{ending}", clip.stem(version))))
}

/// Hash of everything from which a clip is rendered; descriptions are omitted.
pub fn recipe(clip: &Clip) -> String {
    let made_from = Clip { alt: String::new(), alt_de: None, waits: false, ..clip.clone() };
    digest(format!("{} {made_from:?} {:?}", clip.renderer(), settings(clip)).as_bytes(), 8)
}

/// The record of a clip, if it was made from the current recipe.
pub fn current<'a>(clip: &Clip, records: &'a Records) -> Option<&'a Record> {
    records.get(&clip.id).filter(|record| record.recipe == recipe(clip))
}

/// Whether the sound of a clip was made as it is made today; a picture has none.
pub fn is_voiced(clip: &Clip, record: &Record) -> bool {
    clip.kind == Kind::Image || record.voicing == Some(VOICING)
}

/// Whether all files of all versions of a clip are there.
pub fn is_whole(clip: &Clip, media: &Path) -> bool {
    clip.versions().all(|version| exist(media, &clip.stem(version), endings(clip.kind)))
}

/// `stimuli.yaml` for all clips whose files are there; returns the ids of those that are not.
pub fn stimuli(clips: &[Clip], records: &Records, media: &Path) -> Result<(String, Vec<String>)> {
    let mut yaml = String::from(
        "# Every medium of the study, computer-animated and voiced by tools/stimuli.\n\
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
    let voice = record.voice.as_ref().map_or(String::new(), |voice| format!("; {}", credit(voice)));
    writeln!(yaml, "  licence: CC0-1.0")?;
    writeln!(yaml, "  credit: {}", quoted(&format!("The Unmask authors{voice}")))?;
    writeln!(yaml, "  source_type: {}", clip.kind.source_type())?;
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
    use crate::loudness::{PEAK, TARGET};
    use crate::media::Media;
    use rayon::prelude::*;

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

    /// The lengths of two versions, and of a version's formats, reveal nothing.
    #[test]
    fn the_length_of_a_file_does_not_reveal_the_version() {
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

    /// Measured when the files were made; where ffmpeg is installed, the files are measured again.
    #[test]
    fn every_file_has_the_common_loudness() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let media = Media::committed();
        let clips = crate::clips::read(&here.join("clips.yaml")).expect("the list can be read");
        let records = read(&here.join("rendered.json")).expect("the record can be read");
        let finished = clips.iter().filter(|clip| is_whole(clip, media.of(clip)));
        let files: Vec<_> = finished.flat_map(|clip| files_with_sound(clip).map(move |name| (clip, name))).collect();
        assert!(files.len() > 100, "only {}", files.len());
        let ffmpeg = std::process::Command::new("ffmpeg").arg("-version").output().is_ok();
        files.par_iter().for_each(|(clip, name)| {
            let recorded = records[&clip.id].loudness[name];
            assert!((recorded.lufs - TARGET).abs() <= 0.5 && recorded.dbtp <= PEAK, "{name}: {recorded:?}");
            if ffmpeg {
                let heard = crate::encode::loudness(&media.of(clip).join(name)).expect("it can be decoded");
                let same = (heard.lufs - recorded.lufs).abs() < 0.11 && (heard.dbtp - recorded.dbtp).abs() < 0.21;
                assert!(same, "{name}: {heard:?} instead of {recorded:?}");
            }
        });
    }
}
