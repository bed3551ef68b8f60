//! Files as browsers want them. Both versions of a clip leave the same encoder with the same settings and
//! without metadata, so that nothing but picture and sound tells them apart.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::captions;
use crate::clips::{Clip, Kind};
use crate::motion::FPS;
use crate::sound::{Recording, wav};

/// Where files go, and where intermediate ones.
pub struct Encoder {
    /// The bundle's `media/`.
    pub media: PathBuf,
    /// A folder for what is thrown away.
    pub work: PathBuf,
}

const EXACT: &str = "-fflags +bitexact -flags:v +bitexact -flags:a +bitexact -map_metadata -1 -map_chapters -1";
const WEBP: &str = "-c:v libwebp -quality 88 -compression_level 6";
/// Looked at until the clip is there, and the largest thing that its page waits for.
const POSTER: &str =
    "-vf scale=480:480:flags=lanczos+accurate_rnd+bitexact -c:v libwebp -quality 60 -compression_level 6";
/// Next to a name, never larger than 72 px.
const PORTRAIT: &str =
    "-vf scale=256:256:flags=lanczos+accurate_rnd+bitexact -c:v libwebp -quality 82 -compression_level 6";

/// What a still is for.
#[derive(Clone, Copy)]
pub enum Use {
    /// To be looked at and judged.
    Item,
    /// In place of a clip that has not started.
    Poster,
    /// Next to a name.
    Portrait,
}

impl Use {
    /// What the still of a clip is for.
    pub fn of(clip: &Clip) -> Self {
        if clip.id.starts_with("s_portrait_") { Self::Portrait } else { Self::Item }
    }

    fn arguments(self) -> &'static str {
        match self {
            Self::Item => WEBP,
            Self::Poster => POSTER,
            Self::Portrait => PORTRAIT,
        }
    }

    /// Width and height of the file for a picture of `size`.
    pub fn size(self, size: usize) -> usize {
        match self {
            Self::Item => size,
            Self::Poster => 480,
            Self::Portrait => 256,
        }
    }
}
const H264: &str = "-c:v libx264 -preset slow -b:v 480k -maxrate 960k -bufsize 960k";
const VP9: &str = "-c:v libvpx-vp9 -b:v 330k -deadline good -cpu-used 2";
const FILTER: &str = "-vf scale=flags=accurate_rnd+bitexact:out_color_matrix=bt709,format=yuv420p";
/// One thread, a whole picture every two seconds.
const BOTH: &str = "-threads 1 -g 50";
const AAC: &str = "-c:a aac -b:a 80k -ar 48000";
const OPUS: &str = "-c:a libopus -b:a 48k";
/// The index comes first, so that a clip plays before all of it is there.
const INDEX_FIRST: &str = "-movflags +faststart";

impl Encoder {
    /// A still as WebP.
    pub fn still(&self, pixels: &[u8], size: usize, stem: &str, what: Use) -> Result<()> {
        let raw = self.store("still.rgb", pixels)?;
        let out = self.media.join(format!("{stem}.webp"));
        run(ffmpeg()
            .args(raw_pictures(size))
            .arg("-i")
            .arg(raw)
            .args(what.arguments().split(' '))
            .args(EXACT.split(' '))
            .arg(&out))
    }

    /// Sound alone as M4A and Ogg.
    pub fn audio(&self, samples: &[f32], stem: &str) -> Result<()> {
        let sound = self.store("sound.wav", &wav(samples))?;
        for (codec, ending) in [(AAC, "m4a"), (OPUS, "ogg")] {
            let mut command = ffmpeg();
            command.arg("-i").arg(&sound).args(codec.split(' ')).args(EXACT.split(' '));
            command.args(INDEX_FIRST.split(' ').filter(|_| ending == "m4a"));
            run(command.arg(self.media.join(format!("{stem}.{ending}"))))?;
        }
        Ok(())
    }

    /// Picture and sound as MP4 and WebM, two passes at a fixed rate: constant quality would make an altered
    /// version that is softer than its original smaller, too.
    pub fn video(&self, frames: &[Vec<u8>], size: usize, samples: &[f32], stem: &str) -> Result<()> {
        let raw = self.store("frames.rgb", &frames.concat())?;
        let sound = self.store("sound.wav", &wav(samples))?;
        let log = self.work.join("passes");
        for (picture, codec, ending) in [(H264, AAC, "mp4"), (VP9, OPUS, "webm")] {
            let out = self.media.join(format!("{stem}.{ending}"));
            for pass in ["1", "2"] {
                let mut command = ffmpeg();
                command.args(raw_pictures(size)).args(["-r", &FPS.to_string(), "-i"]).arg(&raw).arg("-i").arg(&sound);
                command.args(FILTER.split(' '));
                command.args(["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]);
                command.args(picture.split(' ')).args(BOTH.split(' '));
                command.args(["-pass", pass, "-passlogfile"]).arg(&log);
                if pass == "1" {
                    command.args(["-an", "-f", "null", "-"]);
                } else {
                    command.args(codec.split(' ')).args(EXACT.split(' ')).arg("-shortest");
                    command.args(INDEX_FIRST.split(' ').filter(|_| ending == "mp4"));
                    command.arg(&out);
                }
                run(&mut command)?;
            }
        }
        Ok(())
    }

    /// WebVTT captions in both languages. Both versions share them.
    pub fn captions(&self, clip: &Clip, sound: &Recording) -> Result<()> {
        for language in ["en", "de"] {
            let text = captions::webvtt(&clip.lines, &sound.phrases, |line| match language {
                "en" => &line.en,
                _ => &line.de,
            });
            fs::write(self.media.join(format!("{}.{language}.vtt", clip.stem("captions"))), text)?;
        }
        Ok(())
    }

    fn store(&self, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        let path = self.work.join(name);
        fs::write(&path, bytes).with_context(|| format!("can't write {}", path.display()))?;
        Ok(path)
    }
}

/// The encoder's arguments for each ending of a clip's files: the same for both versions.
pub fn settings(clip: &Clip) -> Vec<(&'static str, String)> {
    match clip.kind {
        Kind::Image => vec![("webp", format!("{} {EXACT}", Use::of(clip).arguments()))],
        Kind::Audio => vec![("m4a", format!("{AAC} {EXACT}")), ("ogg", format!("{OPUS} {EXACT}"))],
        Kind::Video => vec![
            ("mp4", format!("{FILTER} {H264} {BOTH} two passes {AAC} {EXACT}")),
            ("webm", format!("{FILTER} {VP9} {BOTH} two passes {OPUS} {EXACT}")),
            ("webp", format!("{POSTER} {EXACT}")),
        ],
    }
}

/// The versions of encoder and voice.
pub fn software() -> Result<BTreeMap<String, String>> {
    let first_line = |program: &str, argument: &str, start: &str| -> Result<String> {
        let output =
            Command::new(program).arg(argument).output().with_context(|| format!("is {program} installed?"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().find_map(|line| line.trim().strip_prefix(start));
        Ok(line.and_then(|rest| rest.split_whitespace().next()).unwrap_or("unknown").to_owned())
    };
    Ok(BTreeMap::from([
        ("ffmpeg".to_owned(), first_line("ffmpeg", "-version", "ffmpeg version ")?),
        ("flite".to_owned(), first_line("flite", "--version", "version: ")?),
    ]))
}

/// What raw pictures are, for the decoder.
fn raw_pictures(size: usize) -> [String; 6] {
    ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &format!("{size}x{size}")].map(str::to_owned)
}

fn ffmpeg() -> Command {
    let mut command = Command::new("ffmpeg");
    command.args(["-v", "error", "-nostdin", "-y"]);
    command
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.output().context("is ffmpeg installed?")?;
    ensure!(output.status.success(), "ffmpeg failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// Whether all files of a stem are there.
pub fn exist(media: &Path, stem: &str, endings: &[&str]) -> bool {
    endings.iter().all(|e| media.join(format!("{stem}.{e}")).is_file())
}
