//! `stimuli`: draws, voices and encodes the clips of the example study.
//!
//! ```text
//! stimuli render [--preview] [clip …]   what is missing or changed; --preview draws small
//! stimuli sound [clip …]                voices finished clips again; videos keep their pictures
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
mod loudness;
mod manifest;
mod maths;
mod media;
mod motion;
mod mouth;
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

use anyhow::{Context, Result, bail, ensure};

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
        Some((command, rest)) if command == "sound" => shop.sound(rest),
        Some((command, [clip, seconds @ ..])) if command == "look" => shop.look(clip, seconds),
        Some((command, [])) if command == "level" => shop.level(),
        Some((command, [])) if command == "manifest" => shop.manifest(),
        Some((command, [])) if command == "words" => shop.words(),
        _ => {
            bail!(
                "use `stimuli render [--preview] [clip …]`, `sound [clip …]`, `look <clip> [second …]`, `level`, \
                 `manifest` or `words`"
            )
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
    kokoro: PathBuf,
}

impl Workshop {
    /// Finds its folders relative to the source. Temporary files go to `STIMULI_SCRATCH`, or below
    /// `target/`; finished frames to `STIMULI_FRAMES`, or below the other. `STIMULI_VOICE` has the voice's programs.
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
            kokoro: folder("STIMULI_VOICE", root.join("target/stimuli-voice")),
            scratch,
        })
    }

    fn encoder(&self, folder: &str) -> Result<Encoder> {
        let media = self.scratch.join(folder);
        fs::create_dir_all(&media)?;
        Ok(Encoder { media, work: self.scratch.clone(), kokoro: self.kokoro.clone() })
    }

    fn render(&self, arguments: &[String]) -> Result<()> {
        let preview = arguments.iter().any(|a| a == "--preview");
        let wanted: Vec<&String> = arguments.iter().filter(|a| *a != "--preview").collect();
        let media = if preview { Media::in_one(self.scratch.join("preview")) } else { Media::committed() };
        media.sort(&self.clips)?;
        let record = if preview { media.study().join("rendered.json") } else { self.record.clone() };
        let encoder = self.encoder("finished")?;
        let cache = Cache::at(self.frames.clone())?;
        let mut records = manifest::read(&record)?;
        let mut clips: Vec<&Clip> = self.clips.iter().collect();
        // What the study shows comes first, and pictures before the rest: with them it can already be walked.
        clips.sort_by_key(|clip| (clip.waits, clip.kind));
        for clip in clips {
            let chosen = wanted.is_empty() || wanted.contains(&&clip.id);
            if !chosen {
                continue;
            }
            let made = match finished(clip, &records, media.of(clip)) {
                Some(record) if manifest::is_voiced(clip, record) => continue,
                Some(record) => voice(clip, &encoder, record, media.of(clip))?,
                None => make(clip, &encoder, &cache, if preview { PIXELS / 2 } else { PIXELS })?,
            };
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

    /// Another sound for finished clips, after a change of voices or level; also for those with older pictures.
    fn sound(&self, wanted: &[String]) -> Result<()> {
        let (media, encoder) = (Media::committed(), self.encoder("finished")?);
        let mut records = manifest::read(&self.record)?;
        let heard = self.clips.iter().filter(|clip| clip.kind != Kind::Image);
        for clip in heard.filter(|clip| wanted.is_empty() || wanted.contains(&clip.id)) {
            let whole = manifest::is_whole(clip, media.of(clip));
            let Some(record) = records.get(&clip.id).filter(|_| whole) else { continue };
            let made = voice(clip, &encoder, record, media.of(clip))?;
            move_files(&encoder.media, media.of(clip), &clip.stems())?;
            records.insert(clip.id.clone(), made);
            manifest::write(&self.record, &records)?;
        }
        self.manifest()
    }

    /// Single frames of a clip, to judge a change by.
    fn look(&self, id: &str, seconds: &[String]) -> Result<()> {
        let clip = self.clips.iter().find(|c| c.id == id).with_context(|| format!("no clip is called {id}"))?;
        let size = PIXELS / 2;
        let encoder = self.encoder("look")?;
        let cache = Cache::at(self.frames.clone())?;
        let sound = (clip.kind == Kind::Video).then(|| Recording::of(clip, None, &self.kokoro)).transpose()?;
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

/// The record of a clip whose files are there and show what the list says today.
fn finished<'a>(clip: &Clip, records: &'a Records, media: &Path) -> Option<&'a Record> {
    manifest::current(clip, records).filter(|_| manifest::is_whole(clip, media))
}

/// Draws and encodes one clip.
fn make(clip: &Clip, encoder: &Encoder, cache: &Cache, size: usize) -> Result<Record> {
    eprintln!("{}", clip.id);
    let mut record =
        Record { recipe: manifest::recipe(clip), renderer: clip.renderer(), seed: clip.seed(), ..Record::default() };
    match clip.kind {
        Kind::Image => still(clip, encoder, cache, size, &mut record)?,
        Kind::Audio => audio(clip, encoder, &mut record)?,
        Kind::Video => video(clip, encoder, cache, size, &mut record)?,
    }
    complete(clip, encoder, record)
}

/// Voices a finished clip again.
fn voice(clip: &Clip, encoder: &Encoder, record: &Record, media: &Path) -> Result<Record> {
    eprintln!("{}: sound", clip.id);
    let mut record = record.clone();
    if clip.kind == Kind::Audio {
        audio(clip, encoder, &mut record)?;
    } else {
        let sound = Recording::of(clip, None, &encoder.kokoro)?;
        ensure!(record.poses == Some(draw::poses(clip, &sound)), "{}: the lips move at other times", clip.id);
        for version in clip.versions() {
            let stem = clip.stem(version);
            for ending in manifest::endings(Kind::Video) {
                encoder.dub(&media.join(format!("{stem}.{ending}")), &sound.samples)?;
            }
            let poster = format!("{stem}.webp");
            fs::copy(media.join(&poster), encoder.media.join(&poster))?;
        }
    }
    complete(clip, encoder, record)
}

/// Pads the files of a clip, and completes its record.
fn complete(clip: &Clip, encoder: &Encoder, mut record: Record) -> Result<Record> {
    pad::level(&encoder.media, clip)?;
    record.software = encode::software(clip.kind, &encoder.kokoro)?;
    if clip.kind != Kind::Image {
        record.voice = clip.persona.map(|persona| speech::voice_name(persona).to_owned());
        record.voicing = Some(sound::VOICING);
        record.loudness = manifest::files_with_sound(clip)
            .map(|name| Ok((name.clone(), encode::loudness(&encoder.media.join(name))?)))
            .collect::<Result<_>>()?;
    }
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
    let original = Recording::of(clip, None, &encoder.kokoro)?;
    encoder.audio(&original.samples, &clip.stem("original"))?;
    encoder.captions(clip, &original)?;
    if let Some(cue) = clip.cue {
        let altered = Recording::of(clip, Some(cue.id), &encoder.kokoro)?;
        encoder.audio(&altered.samples, &clip.stem("altered"))?;
        record.marks = altered.heard.iter().copied().map(Mark::time).collect();
    }
    record.seconds = Some(original.seconds());
    Ok(())
}

fn video(clip: &Clip, encoder: &Encoder, cache: &Cache, size: usize, record: &mut Record) -> Result<()> {
    let sound = Recording::of(clip, None, &encoder.kokoro)?;
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
