//! Voices: flite decides which phoneme is said when, and the neural model Kokoro says it at these times.
//!
//! The mouth in a picture follows flite's times, so another voice needs no other frames. The width of the melody is
//! a setting of the synthesis: a flat and a lively version come from the same process.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::json;

use crate::clips::{Clip, Line};
use crate::cue::Cue;
use crate::loudness::spoken;
use crate::maths::{cos, sin};
use crate::persona::Persona;

/// Samples per second of all sound.
pub const RATE: u32 = 48_000;

/// A phoneme with its time in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Phone {
    pub name: String,
    pub from: f32,
    pub to: f32,
}

/// A spoken phrase without silence at its ends.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// Mono, at [`RATE`].
    pub samples: Vec<f32>,
    /// Times from the phrase's start.
    pub phones: Vec<Phone>,
}

impl Phrase {
    /// Length in seconds.
    pub fn seconds(&self) -> f32 {
        self.samples.len() as f32 / RATE as f32
    }
}

/// How lively the voice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Melody {
    /// As people speak.
    Lively,
    /// As calm people speak, its look-alike.
    Calm,
    /// Almost on one tone (cue A1).
    Flat,
}

impl Melody {
    /// How wide its intervals are, 1 as the model speaks.
    fn width(self) -> f32 {
        match self {
            Self::Lively => 1.0,
            Self::Calm => 0.71,
            Self::Flat => 0.08,
        }
    }
}

struct Voice {
    /// Of Kokoro.
    name: &'static str,
    /// Median in hertz.
    pitch: f32,
    /// flite's voice, whose timing it takes.
    timing: &'static str,
    /// How much faster than flite's own tempo it is spoken, and how much faster the sound was played when the
    /// mouths were drawn: together they give the same times to the last digit.
    tempo: f32,
    rate: f32,
}

fn voice(persona: Persona) -> Voice {
    match persona {
        Persona::Maren => Voice { name: "af_bella", pitch: 178.0, timing: "slt", tempo: 0.98, rate: 0.97 },
        Persona::Tomasz => Voice { name: "am_michael", pitch: 112.0, timing: "rms", tempo: 1.06, rate: 1.0 },
        Persona::Ines => Voice { name: "af_heart", pitch: 212.0, timing: "slt", tempo: 1.05, rate: 1.06 },
        Persona::Ruth => Voice { name: "bf_emma", pitch: 158.0, timing: "slt", tempo: 0.90, rate: 0.92 },
    }
}

/// How much faster than usual fast speech is, the look-alike of V2.
const FAST: f32 = 1.22;
/// Amplitude of the spoken parts; breath and noise are relative to it.
const SPOKEN: f32 = 0.2;
/// Samples per second of flite's and of Kokoro's voices.
const FLITE: f32 = 16_000.0;
const KOKORO: f32 = 24_000.0;

/// Name of the voice, for the provenance.
pub fn voice_name(persona: Persona) -> &'static str {
    voice(persona).name
}

/// Whose work a voice is, for credits.
pub fn credit(voice: &str) -> String {
    format!("synthetic voice from the open model Kokoro-82M (Apache 2.0, {voice})")
}

/// Speaks every line of a clip.
pub fn speak(clip: &Clip, melody: Melody, kokoro: &Path) -> Result<Vec<Phrase>> {
    let Some(persona) = clip.persona else { bail!("{} has lines but nobody to say them", clip.id) };
    let mut voice = voice(persona);
    if clip.like == Some(Cue::V2) {
        voice.tempo *= FAST;
    }
    let times = clip.lines.iter().map(|line| times(&voice, &line.en)).collect::<Result<Vec<_>>>()?;
    let sounds = voiced(&voice, melody, &clip.lines, &times, kokoro)?;
    let gain = SPOKEN / spoken(&sounds.concat()).max(f32::EPSILON);
    let louder = |samples: Vec<f32>| samples.iter().map(|s| s * gain).collect();
    Ok(times.into_iter().zip(sounds).map(|(t, s)| Phrase { samples: louder(s), phones: t.phones }).collect())
}

/// When what is said in a phrase without silence at its ends.
struct Times {
    phones: Vec<Phone>,
    /// Length at [`RATE`].
    samples: usize,
}

fn times(voice: &Voice, text: &str) -> Result<Times> {
    let mut flite = Command::new("flite");
    flite.args(["-voice", voice.timing, "-psdur"]);
    flite.args(["--setf", &format!("duration_stretch={}", voice.rate / voice.tempo)]);
    let output = flite.args(["-o", "none", "-t", text]).output().context("is flite installed?")?;
    ensure!(output.status.success(), "flite failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(trimmed(&phones(&String::from_utf8_lossy(&output.stdout))?, voice.rate))
}

/// Parses `pau:0.184 dh:0.241 …`: names with the times at which they end.
fn phones(text: &str) -> Result<Vec<Phone>> {
    let mut from = 0.0;
    text.split_whitespace()
        .map(|word| {
            let (name, end) = word.split_once(':').with_context(|| format!("strange phoneme '{word}'"))?;
            let to: f32 = end.parse()?;
            let phone = Phone { name: name.to_owned(), from, to };
            from = to;
            Ok(phone)
        })
        .collect()
}

/// Cuts the silence off both ends.
fn trimmed(phones: &[Phone], speed: f32) -> Times {
    let voiced: Vec<&Phone> = phones.iter().filter(|p| p.name != "pau").collect();
    let start = voiced.first().map_or(0.0, |p| p.from) / speed;
    let end = voiced.last().map_or(0.0, |p| p.to) / speed;
    let played_rate = FLITE * speed;
    let length = (end * played_rate) as usize - (start * played_rate) as usize;
    let phones = phones
        .iter()
        .map(|p| Phone { name: p.name.clone(), from: p.from / speed - start, to: p.to / speed - start })
        .filter(|p| p.to > 0.0 && p.from < end - start)
        .collect();
    Times { phones, samples: (length as f32 / (played_rate / RATE as f32)) as usize }
}

/// The samples of all phrases, from `voice/kokoro.py`.
fn voiced(voice: &Voice, melody: Melody, lines: &[Line], times: &[Times], kokoro: &Path) -> Result<Vec<Vec<f32>>> {
    let phrases = lines.iter().zip(times).map(|(line, times)| {
        let phones: Vec<_> = times.phones.iter().map(|p| json!([p.name, p.from, p.to])).collect();
        json!({ "text": line.en, "phones": phones })
    });
    let request = json!({
        "voice": voice.name,
        "pitch": voice.pitch,
        "melody": melody.width(),
        "phrases": phrases.collect::<Vec<_>>(),
    });
    let mut child = script(kokoro).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context(INSTALL)?;
    child.stdin.take().context("no way in")?.write_all(request.to_string().as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "voice/kokoro.py failed");
    let samples: Vec<f32> =
        output.stdout.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    let mut rest = &samples[..];
    times
        .iter()
        .map(|times| {
            let seconds = times.phones.last().map_or(0.0, |p| p.to);
            let (phrase, after) =
                rest.split_at_checked((seconds * KOKORO).ceil() as usize).context("a phrase is too short")?;
            rest = after;
            let mut phrase = resampled(phrase, KOKORO);
            phrase.resize(times.samples, 0.0);
            Ok(phrase)
        })
        .collect()
}

const INSTALL: &str = "run tools/stimuli/voice/install first";

/// The versions of the model, its voices and what runs it.
pub fn software(kokoro: &Path) -> Result<BTreeMap<String, String>> {
    let output = script(kokoro).arg("--version").output().context(INSTALL)?;
    serde_json::from_slice(&output.stdout).context(INSTALL)
}

/// `voice/kokoro.py` in the folder that `voice/install` has filled.
fn script(kokoro: &Path) -> Command {
    let mut command = Command::new(kokoro.join("bin/python"));
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("voice/kokoro.py")).arg(kokoro);
    command
}

/// Band-limited interpolation to [`RATE`] (windowed sinc, 24 taps).
fn resampled(samples: &[f32], from: f32) -> Vec<f32> {
    const HALF: i32 = 12;
    let ratio = from / RATE as f32;
    let length = (samples.len() as f32 / ratio) as usize;
    (0..length)
        .map(|i| {
            let at = i as f32 * ratio;
            let first = at.floor() as i32 + 1 - HALF;
            let sample = |k: usize| samples.get(usize::try_from(first + k as i32).ok()?);
            let taps = kernel(at.fract(), HALF).into_iter().enumerate();
            taps.filter_map(|(k, tap)| Some(tap * sample(k)?)).sum()
        })
        .collect()
}

/// Weights of the `half` samples to each side of a place between two, `at` behind the first of them.
pub fn kernel(at: f32, half: i32) -> Vec<f32> {
    ((1 - half)..=half)
        .map(|k| {
            let x = at - k as f32;
            sinc(x) * (0.5 + 0.5 * cos(std::f32::consts::PI * x / half as f32))
        })
        .collect()
}

fn sinc(x: f32) -> f32 {
    let x = x * std::f32::consts::PI;
    if x.abs() < 1e-4 { 1.0 } else { sin(x) / x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phonemes_follow_each_other() {
        let phones = phones("pau:0.2 m:0.3 ay:0.55 pau:0.8").expect("four phonemes");
        assert_eq!(phones[2], Phone { name: "ay".into(), from: 0.3, to: 0.55 });
    }

    #[test]
    fn trimming_keeps_the_speech() {
        let phones = phones("pau:0.5 m:0.6 ay:1.0 pau:1.5").expect("four phonemes");
        let times = trimmed(&phones, 1.0);
        assert_eq!(times.samples, RATE as usize / 2);
        assert!((times.phones[0].from).abs() < 1e-6);
    }
}
