//! `stimuli`: draws, voices and encodes the clips of the example study.
//!
//! ```text
//! stimuli render [--preview] [clip …]   what is missing or changed; --preview draws small
//! stimuli level                         fills both versions of every clip up to one length
//! stimuli manifest                      writes stimuli.yaml from the list, the record and the files
//! ```
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::many_single_char_names,
    clippy::suboptimal_flops,
    reason = "pixel arithmetic: values are clamped where they are made, and formulas read best in short names"
)]

mod backdrop;
mod cache;
mod camera;
mod clips;
mod cues;
mod digest;
mod draw;
mod encode;
mod figure;
mod light;
mod manifest;
mod maths;
mod motion;
mod ogg;
mod pad;
mod paint;
mod persona;
mod pose;
mod render;
mod shade;
mod sound;
mod speech;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use cache::{Cache, RENDERER};
use clips::{Clip, Kind};
use cues::Mark;
use digest::digest;
use draw::draw;
use encode::{Encoder, exist};
use manifest::{Record, Records, endings};
use sound::Recording;

/// Pixels per side of stills and videos.
const STILL: usize = 600;
const VIDEO: usize = 400;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shop = Workshop::open()?;
    match arguments.split_first() {
        Some((command, rest)) if command == "render" => shop.render(rest),
        Some((command, [])) if command == "level" => shop.level(),
        Some((command, [])) if command == "manifest" => shop.manifest(),
        _ => bail!("use `stimuli render [--preview] [clip …]`, `stimuli level` or `stimuli manifest`"),
    }
}

struct Workshop {
    clips: Vec<Clip>,
    bundle: PathBuf,
    record: PathBuf,
    scratch: PathBuf,
}

impl Workshop {
    /// Finds its folders from where the source lies; frames and other throw-away files go to
    /// `STIMULI_SCRATCH`, or below `target/`.
    fn open() -> Result<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.ancestors().nth(2).context("the tool lies two folders below the root")?;
        let scratch = std::env::var_os("STIMULI_SCRATCH").map_or_else(|| root.join("target/stimuli"), PathBuf::from);
        Ok(Self {
            clips: clips::read(&here.join("clips.yaml"))?,
            bundle: root.join("studies/original-or-altered"),
            record: here.join("rendered.json"),
            scratch,
        })
    }

    fn render(&self, arguments: &[String]) -> Result<()> {
        let preview = arguments.iter().any(|a| a == "--preview");
        let wanted: Vec<&String> = arguments.iter().filter(|a| *a != "--preview").collect();
        let media = if preview { self.scratch.join("preview") } else { self.bundle.join("media") };
        let record = if preview { media.join("rendered.json") } else { self.record.clone() };
        fs::create_dir_all(&media)?;
        fs::create_dir_all(&self.scratch)?;
        let encoder = Encoder { media, work: self.scratch.clone() };
        let cache = Cache::at(self.scratch.join("frames"))?;
        let mut records = manifest::read(&record)?;
        // Pictures first: a bundle with pictures can already be walked.
        for kind in [Kind::Image, Kind::Audio, Kind::Video] {
            for clip in self.clips.iter().filter(|c| c.kind == kind) {
                let chosen = wanted.is_empty() || wanted.contains(&&clip.id);
                if !chosen || is_done(clip, &records, &encoder.media) {
                    continue;
                }
                eprintln!("{}", clip.id);
                let shrink = if preview { 3 } else { 1 };
                let made = make(clip, &encoder, &cache, shrink)?;
                records.insert(clip.id.clone(), made);
                manifest::write(&record, &records)?;
                if !preview {
                    self.manifest()?;
                }
            }
        }
        Ok(())
    }

    /// For files that an older encoder left at lengths of their own; `render` does it anyway.
    fn level(&self) -> Result<()> {
        let media = self.bundle.join("media");
        self.clips.iter().try_for_each(|clip| pad::level(&media, clip))
    }

    fn manifest(&self) -> Result<()> {
        let records = manifest::read(&self.record)?;
        let (yaml, missing) = manifest::stimuli(&self.clips, &records, &self.bundle.join("media"))?;
        fs::write(self.bundle.join("stimuli.yaml"), yaml)?;
        if !missing.is_empty() {
            eprintln!("not drawn yet: {}", missing.join(", "));
        }
        Ok(())
    }
}

/// Hash of everything that a clip is made from.
fn recipe(clip: &Clip) -> String {
    digest(format!("{RENDERER} {clip:?}").as_bytes(), 8)
}

fn is_done(clip: &Clip, records: &Records, media: &Path) -> bool {
    let files = |version: &str| exist(media, &clip.stem(version), endings(clip.kind));
    records.get(&clip.id).is_some_and(|r| r.recipe == recipe(clip))
        && files("original")
        && (clip.cue.is_none() || files("altered"))
}

/// Draws and encodes one clip.
fn make(clip: &Clip, encoder: &Encoder, cache: &Cache, shrink: usize) -> Result<Record> {
    let mut record = Record {
        recipe: recipe(clip),
        renderer: RENDERER,
        seed: clip.seed(),
        voice: None,
        size: None,
        frames: None,
        seconds: None,
        marks: Vec::new(),
    };
    match clip.kind {
        Kind::Image => still(clip, encoder, cache, STILL / shrink, &mut record)?,
        Kind::Audio => audio(clip, encoder, &mut record)?,
        Kind::Video => video(clip, encoder, cache, VIDEO / shrink, &mut record)?,
    }
    pad::level(&encoder.media, clip)?;
    record.voice = clip.persona.filter(|_| clip.kind != Kind::Image).map(|p| speech::voice_name(p).to_owned());
    Ok(record)
}

fn still(clip: &Clip, encoder: &Encoder, cache: &Cache, size: usize, record: &mut Record) -> Result<()> {
    let drawn = draw(clip, None, size, cache)?;
    encoder.still(&drawn.original[0], size, &clip.stem("original"))?;
    if let Some(altered) = drawn.altered {
        encoder.still(&altered[0], size, &clip.stem("altered"))?;
    }
    record.size = Some(size);
    record.marks = drawn.marks;
    Ok(())
}

fn audio(clip: &Clip, encoder: &Encoder, record: &mut Record) -> Result<()> {
    let original = Recording::of(clip, None, &encoder.work)?;
    encoder.audio(&original.samples, &clip.stem("original"))?;
    encoder.captions(clip, &original)?;
    if let Some(cue) = clip.cue {
        let altered = Recording::of(clip, Some(cue.id), &encoder.work)?;
        encoder.audio(&altered.samples, &clip.stem("altered"))?;
        record.marks = altered.heard.iter().copied().map(Mark::time).collect();
    }
    record.seconds = Some(original.seconds());
    Ok(())
}

fn video(clip: &Clip, encoder: &Encoder, cache: &Cache, size: usize, record: &mut Record) -> Result<()> {
    let sound = Recording::of(clip, None, &encoder.work)?;
    let drawn = draw(clip, Some(&sound), size, cache)?;
    let versions = [("original", Some(&drawn.original)), ("altered", drawn.altered.as_ref())];
    for (version, frames) in versions {
        let Some(frames) = frames else { continue };
        let stem = clip.stem(version);
        encoder.video(frames, size, &sound.samples, &stem)?;
        encoder.still(&frames[0], size, &stem)?;
    }
    encoder.captions(clip, &sound)?;
    record.size = Some(size);
    record.frames = Some(drawn.original.len());
    record.seconds = Some(sound.seconds());
    record.marks = drawn.marks;
    Ok(())
}
