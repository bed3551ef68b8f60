//! `stimuli`: draws, voices and encodes the clips of the example study.
//!
//! ```text
//! stimuli render [--preview] [clip …]   what is missing or changed; --preview draws small
//! stimuli look <clip> [second …]        single frames of both versions, half the size, into the scratch folder
//! stimuli level                         fills both versions of every clip up to one length
//! stimuli words                         German texts of clips that wait, as `locales/de.yaml` has them
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
#[cfg(test)]
mod blind;
mod cache;
mod camera;
mod captions;
mod clips;
mod cue;
mod cues;
mod digest;
mod draw;
mod encode;
mod figure;
mod light;
mod manifest;
mod maths;
mod media;
mod motion;
mod mouth;
mod ogg;
mod overlay;
mod pad;
mod paint;
mod persona;
mod pose;
mod provenance;
mod render;
mod shade;
mod sound;
mod speech;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use cache::Cache;
use clips::{Clip, Kind};
use draw::draw;
use encode::{Encoder, Use};
use manifest::{Record, Records};
use media::{Media, move_files};
use overlay::Mark;
use sound::Recording;

/// Pixels per side of stills and videos.
const PIXELS: usize = 720;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shop = Workshop::open()?;
    match arguments.split_first() {
        Some((command, rest)) if command == "render" => shop.render(rest),
        Some((command, [clip, seconds @ ..])) if command == "look" => shop.look(clip, seconds),
        Some((command, [])) if command == "level" => shop.level(),
        Some((command, [])) if command == "manifest" => shop.manifest(),
        Some((command, [])) if command == "words" => shop.words(),
        _ => {
            bail!("use `stimuli render [--preview] [clip …]`, `look <clip> [second …]`, `level`, `manifest` or `words`")
        }
    }
}

struct Workshop {
    clips: Vec<Clip>,
    list: PathBuf,
    bundle: PathBuf,
    record: PathBuf,
    provenance: PathBuf,
    scratch: PathBuf,
    frames: PathBuf,
}

impl Workshop {
    /// Finds its folders from where the source lies. Throw-away files go to `STIMULI_SCRATCH`, or below
    /// `target/`; finished frames to `STIMULI_FRAMES`, or below the other.
    fn open() -> Result<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.ancestors().nth(2).context("the tool lies two folders below the root")?;
        let folder = |name: &str, default: PathBuf| std::env::var_os(name).map_or(default, PathBuf::from);
        let scratch = folder("STIMULI_SCRATCH", root.join("target/stimuli"));
        let list = here.join("clips.yaml");
        Ok(Self {
            clips: clips::read(&list)?,
            list,
            bundle: root.join("studies/original-or-altered"),
            record: here.join("rendered.json"),
            provenance: here.join("provenance"),
            frames: folder("STIMULI_FRAMES", scratch.join("frames")),
            scratch,
        })
    }

    fn render(&self, arguments: &[String]) -> Result<()> {
        let preview = arguments.iter().any(|a| a == "--preview");
        let wanted: Vec<&String> = arguments.iter().filter(|a| *a != "--preview").collect();
        let media = if preview { Media::in_one(self.scratch.join("preview")) } else { Media::committed() };
        media.sort(&self.clips)?;
        let record = if preview { media.study().join("rendered.json") } else { self.record.clone() };
        let encoder = Encoder { media: self.scratch.join("finished"), work: self.scratch.clone() };
        fs::create_dir_all(&encoder.media)?;
        let cache = Cache::at(self.frames.clone())?;
        let mut records = manifest::read(&record)?;
        let mut clips: Vec<&Clip> = self.clips.iter().collect();
        // What the study shows comes first, and pictures before the rest: with them it can already be walked.
        clips.sort_by_key(|clip| (clip.waits, clip.kind));
        for clip in clips {
            let chosen = wanted.is_empty() || wanted.contains(&&clip.id);
            if !chosen || is_done(clip, &records, media.of(clip)) {
                continue;
            }
            eprintln!("{}", clip.id);
            let made = make(clip, &encoder, &cache, if preview { PIXELS / 2 } else { PIXELS })?;
            // All at once: a study that is read in the meantime has either the old files or the new ones.
            move_files(&encoder.media, media.of(clip), &clip.stems())?;
            records.insert(clip.id.clone(), made);
            manifest::write(&record, &records)?;
            if !preview {
                self.manifest()?;
            }
        }
        Ok(())
    }

    /// Single frames of a clip, to judge a change by.
    fn look(&self, id: &str, seconds: &[String]) -> Result<()> {
        let clip = self.clips.iter().find(|c| c.id == id).with_context(|| format!("no clip is called {id}"))?;
        let size = PIXELS / 2;
        let media = self.scratch.join("look");
        fs::create_dir_all(&media)?;
        let encoder = Encoder { media, work: self.scratch.clone() };
        let cache = Cache::at(self.frames.clone())?;
        let sound = (clip.kind == Kind::Video).then(|| Recording::of(clip, None, &self.scratch)).transpose()?;
        let times = seconds.iter().map(|s| s.parse::<f32>()).collect::<Result<Vec<_>, _>>()?;
        let frames: Vec<usize> = times.iter().map(|s| (s * motion::FPS as f32) as usize).collect();
        let drawn = draw(clip, sound.as_ref(), size, &cache, &frames)?;
        for (version, pictures) in [("original", Some(drawn.original)), ("altered", drawn.altered)] {
            for (i, picture) in pictures.iter().flatten().enumerate() {
                encoder.still(picture, size, &format!("{id}-{i}-{version}"), Use::Item)?;
            }
        }
        Ok(())
    }

    /// For files that an older encoder left at lengths of their own; `render` does it anyway.
    fn level(&self) -> Result<()> {
        let media = Media::committed();
        self.clips.iter().try_for_each(|clip| pad::level(media.of(clip), clip))
    }

    /// What a page that begins to show a waiting clip owes to the German translation.
    fn words(&self) -> Result<()> {
        for clip in &self.clips {
            let Some(alt_de) = &clip.alt_de else { continue };
            let line = |of: fn(&clips::Line) -> &str| clip.lines.iter().map(of).collect::<Vec<_>>().join(" ");
            let cue = clip.cue.map(|c| (c.id.name().to_owned(), c.id.name_de().to_owned()));
            let texts = [(clip.alt.clone(), alt_de.clone()), (line(|l| &l.en), line(|l| &l.de))];
            println!("  # {}", clip.id);
            for (en, de) in texts.into_iter().chain(cue).filter(|(en, _)| !en.is_empty()) {
                println!("  {}: {}", serde_json::to_string(&en)?, serde_json::to_string(&de)?);
            }
        }
        Ok(())
    }

    /// The list is read again: a long render must not bring back an older one.
    fn manifest(&self) -> Result<()> {
        let (clips, media) = (clips::read(&self.list)?, Media::committed());
        media.sort(&clips)?;
        let records = manifest::read(&self.record)?;
        let (yaml, missing) = manifest::stimuli(&clips, &records, media.study())?;
        manifest::replace(&self.bundle.join("stimuli.yaml"), &yaml)?;
        provenance::write(&clips, &records, &media, &self.provenance)?;
        if !missing.is_empty() {
            eprintln!("not drawn yet: {}", missing.join(", "));
        }
        Ok(())
    }
}

fn is_done(clip: &Clip, records: &Records, media: &Path) -> bool {
    manifest::current(clip, records).is_some() && manifest::is_whole(clip, media)
}

/// Draws and encodes one clip.
fn make(clip: &Clip, encoder: &Encoder, cache: &Cache, size: usize) -> Result<Record> {
    let mut record = Record {
        recipe: manifest::recipe(clip),
        renderer: clip.renderer(),
        seed: clip.seed(),
        software: encode::software()?,
        ..Record::default()
    };
    match clip.kind {
        Kind::Image => still(clip, encoder, cache, size, &mut record)?,
        Kind::Audio => audio(clip, encoder, &mut record)?,
        Kind::Video => video(clip, encoder, cache, size, &mut record)?,
    }
    pad::level(&encoder.media, clip)?;
    record.voice = clip.persona.filter(|_| clip.kind != Kind::Image).map(|p| speech::voice_name(p).to_owned());
    Ok(record)
}

fn still(clip: &Clip, encoder: &Encoder, cache: &Cache, size: usize, record: &mut Record) -> Result<()> {
    let drawn = draw(clip, None, size, cache, &[])?;
    let what = Use::of(clip);
    encoder.still(&drawn.original[0], size, &clip.stem("original"), what)?;
    if let Some(altered) = drawn.altered {
        encoder.still(&altered[0], size, &clip.stem("altered"), what)?;
    }
    record.size = Some(what.size(size));
    record.poses = Some(drawn.poses);
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
    let drawn = draw(clip, Some(&sound), size, cache, &[])?;
    let versions = [("original", Some(&drawn.original)), ("altered", drawn.altered.as_ref())];
    for (version, frames) in versions {
        let Some(frames) = frames else { continue };
        let stem = clip.stem(version);
        encoder.video(frames, size, &sound.samples, &stem)?;
        encoder.still(&frames[0], size, &stem, Use::Poster)?;
    }
    encoder.captions(clip, &sound)?;
    record.size = Some(size);
    record.poses = Some(drawn.poses);
    record.frames = Some(drawn.original.len());
    record.seconds = Some(sound.seconds());
    record.marks = drawn.marks;
    Ok(())
}
