//! Files as browsers want them. Both versions of a clip leave the same encoder with the same settings and without
//! metadata, so that they differ only in picture and sound.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::captions;
use crate::clips::{Clip, Kind};
use crate::loudness::{Level, PEAK, TARGET, normalised};
use crate::manifest::Loudness;
use crate::motion::FPS;
use crate::sound::{Recording, wav};
use crate::speech;

/// Where files go, and where intermediate ones.
pub struct Encoder {
    /// The bundle's `media/`.
    pub media: PathBuf,
    /// A folder for temporary files.
    pub work: PathBuf,
    /// The folder of the voice's programs.
    pub kokoro: PathBuf,
}

const EXACT: &str = "-fflags +bitexact -flags:v +bitexact -flags:a +bitexact -map_metadata -1 -map_chapters -1";
const WEBP: &str = "-c:v libwebp -quality 88 -compression_level 6";
/// Shown until the clip is loaded, and the largest file that its page waits for.
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
        for (codec, ending) in [(AAC, "m4a"), (OPUS, "ogg")] {
            self.levelled(samples, &format!("{stem}.{ending}"), |command| {
                command.args(codec.split(' ')).args(EXACT.split(' '));
                command.args(INDEX_FIRST.split(' ').filter(|_| ending == "m4a"));
            })?;
        }
        Ok(())
    }

    /// Picture and sound as MP4 and WebM. Pictures take two passes at a fixed rate: constant quality would make an
    /// altered version that is softer than its original smaller, too.
    pub fn video(&self, frames: &[Vec<u8>], size: usize, samples: &[f32], stem: &str) -> Result<()> {
        let raw = self.store("frames.rgb", &frames.concat())?;
        let log = self.work.join("passes");
        for (picture, ending) in [(H264, "mp4"), (VP9, "webm")] {
            let silent = self.work.join(format!("{stem}.{ending}"));
            for pass in ["1", "2"] {
                let mut command = ffmpeg();
                command.args(raw_pictures(size)).args(["-r", &FPS.to_string(), "-i"]).arg(&raw);
                command.args(FILTER.split(' '));
                command.args(["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]);
                command.args(picture.split(' ')).args(BOTH.split(' '));
                command.args(["-pass", pass, "-passlogfile"]).arg(&log);
                if pass == "1" {
                    command.args(["-f", "null", "-"]);
                } else {
                    command.args(EXACT.split(' ')).arg(&silent);
                }
                run(&mut command)?;
            }
            self.dub(&silent, samples)?;
            fs::remove_file(silent)?;
        }
        Ok(())
    }

    /// The pictures of a finished video with another sound.
    pub fn dub(&self, video: &Path, samples: &[f32]) -> Result<()> {
        let name = video.file_name().and_then(|name| name.to_str()).context("a video has a name")?;
        let codec = if name.ends_with("mp4") { AAC } else { OPUS };
        self.levelled(samples, name, |command| {
            command.arg("-i").arg(video).args(["-map", "1:v", "-map", "0:a", "-c:v", "copy"]);
            // Opus begins before zero, and WebM moves the pictures of such a file.
            command.args(["-bsf:v", "setts=pts=PTS-STARTPTS:dts=DTS-STARTPTS"]);
            command.args(codec.split(' ')).args(EXACT.split(' ')).arg("-shortest");
            command.args(INDEX_FIRST.split(' ').filter(|_| codec == AAC));
        })
    }

    /// Encodes sound so that the file has the common level. A codec changes the loudness a little and, rarely, a peak
    /// by much; then a lower peak makes it choose otherwise.
    fn levelled(&self, samples: &[f32], name: &str, arguments: impl Fn(&mut Command)) -> Result<()> {
        const TRIES: usize = 8;
        let mut level = Level::default();
        for attempt in 0..TRIES {
            let sound = self.store("sound.wav", &wav(&normalised(samples, level)))?;
            let mut command = ffmpeg();
            command.arg("-i").arg(sound);
            arguments(&mut command);
            let out = self.media.join(name);
            run(command.arg(&out))?;
            let heard = loudness(&out)?;
            let (short, over) = (TARGET - heard.lufs, heard.dbtp > PEAK);
            // ffmpeg states tenths. Where a pause is close to the gate, two tenths are as close as it gets.
            let near = if attempt < TRIES / 2 { 0.11 } else { 0.21 };
            if short.abs() < near && !over {
                return Ok(());
            }
            level.lufs += short * 0.7;
            level.peak -= if over { 0.3 } else { 0.0 };
        }
        bail!("{name} can't be brought to {TARGET} LUFS below {PEAK} dBTP")
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

/// The versions of the encoder, and of the voice if there is one.
pub fn software(kind: Kind, kokoro: &Path) -> Result<BTreeMap<String, String>> {
    let first_line = |program: &str, argument: &str, start: &str| -> Result<(String, String)> {
        let output =
            Command::new(program).arg(argument).output().with_context(|| format!("is {program} installed?"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().find_map(|line| line.trim().strip_prefix(start));
        let version = line.and_then(|rest| rest.split_whitespace().next()).unwrap_or("unknown");
        Ok((program.to_owned(), version.to_owned()))
    };
    let mut versions = BTreeMap::from([first_line("ffmpeg", "-version", "ffmpeg version ")?]);
    if kind != Kind::Image {
        versions.extend([first_line("flite", "--version", "version: ")?]);
        versions.extend([first_line("espeak-ng", "--version", "eSpeak NG text-to-speech: ")?]);
        versions.extend(speech::software(kokoro)?);
    }
    Ok(versions)
}

/// Loudness of a finished file.
pub fn loudness(file: &Path) -> Result<Loudness> {
    let mut command = Command::new("ffmpeg");
    command.args(["-nostdin", "-hide_banner", "-nostats", "-i"]).arg(file);
    command.args(["-af", "ebur128=peak=true", "-f", "null", "-"]);
    let output = command.output().context("is ffmpeg installed?")?;
    let report = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "ffmpeg failed: {report}");
    let summary = report.rsplit("Summary:").next().unwrap_or_default();
    let value = |name: &str| -> Result<f32> {
        let after = summary.split_once(name).with_context(|| format!("ffmpeg states no {name}"))?.1;
        Ok(after.split_whitespace().next().unwrap_or_default().parse()?)
    };
    Ok(Loudness { lufs: value("I:")?, dbtp: value("Peak:")? })
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
