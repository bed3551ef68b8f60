//! Voices: the free speech synthesiser flite says each phrase and tells when which phoneme ends.
//!
//! Three of the four people are made from one voice: spoken slower or faster and at another pitch, then
//! played at another rate, which shifts the resonances. The melody's width is a setting of the synthesis,
//! so that a flat and a lively version come from the same process.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::clips::Clip;
use crate::cue::Cue;
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

struct Voice {
    name: &'static str,
    /// Median pitch in hertz as heard; `None` leaves the voice's own.
    pitch: Option<f32>,
    /// How much faster than recorded the sound is played.
    rate: f32,
    /// How much faster than the voice's own tempo it is spoken.
    tempo: f32,
}

fn voice(persona: Persona) -> Voice {
    match persona {
        Persona::Maren => Voice { name: "slt", pitch: Some(178.0), rate: 0.97, tempo: 0.98 },
        Persona::Tomasz => Voice { name: "rms", pitch: None, rate: 1.0, tempo: 1.06 },
        Persona::Ines => Voice { name: "slt", pitch: Some(212.0), rate: 1.06, tempo: 1.05 },
        Persona::Ruth => Voice { name: "slt", pitch: Some(158.0), rate: 0.92, tempo: 0.90 },
    }
}

/// How much faster than usual fast speech is, the look-alike of V2.
const FAST: f32 = 1.22;

/// Name of the voice, for the provenance.
pub fn voice_name(persona: Persona) -> &'static str {
    voice(persona).name
}

/// Speaks every line of a clip.
pub fn speak(clip: &Clip, melody: Melody, work: &Path) -> Result<Vec<Phrase>> {
    let Some(persona) = clip.persona else { bail!("{} has lines but nobody to say them", clip.id) };
    let mut voice = voice(persona);
    if clip.like == Some(Cue::V2) {
        voice.tempo *= FAST;
    }
    clip.lines.iter().map(|line| phrase(&voice, &line.en, melody, work)).collect()
}

fn phrase(voice: &Voice, text: &str, melody: Melody, work: &Path) -> Result<Phrase> {
    let wav = work.join("phrase.wav");
    let mut flite = Command::new("flite");
    flite.args(["-voice", voice.name, "-psdur"]);
    flite.args(["--setf", &format!("duration_stretch={}", voice.rate / voice.tempo)]);
    if let Some(pitch) = voice.pitch {
        let spread = match melody {
            Melody::Lively => 38.0,
            Melody::Calm => 27.0,
            Melody::Flat => 3.0,
        };
        flite.args(["--setf", &format!("int_f0_target_mean={}", pitch / voice.rate)]);
        flite.args(["--setf", &format!("int_f0_target_stddev={spread}")]);
    }
    let output = flite.arg("-t").arg(text).arg("-o").arg(&wav).output().context("is flite installed?")?;
    ensure!(output.status.success(), "flite failed: {}", String::from_utf8_lossy(&output.stderr));
    let phones = phones(&String::from_utf8_lossy(&output.stdout))?;
    let (rate, samples) = read_wav(&fs::read(&wav)?)?;
    Ok(trimmed(&phones, rate as f32 * voice.rate, voice.rate, &samples))
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

/// Cuts the silence off both ends, resamples, and moves the times along.
fn trimmed(phones: &[Phone], played_rate: f32, speed: f32, samples: &[f32]) -> Phrase {
    let voiced: Vec<&Phone> = phones.iter().filter(|p| p.name != "pau").collect();
    let start = voiced.first().map_or(0.0, |p| p.from) / speed;
    let end = voiced.last().map_or(0.0, |p| p.to) / speed;
    let first = (start * played_rate) as usize;
    let last = ((end * played_rate) as usize).min(samples.len());
    let phones = phones
        .iter()
        .map(|p| Phone { name: p.name.clone(), from: p.from / speed - start, to: p.to / speed - start })
        .filter(|p| p.to > 0.0 && p.from < end - start)
        .collect();
    Phrase { samples: resampled(&samples[first..last], played_rate), phones }
}

/// Band-limited interpolation to [`RATE`] (windowed sinc, 24 taps).
fn resampled(samples: &[f32], from: f32) -> Vec<f32> {
    const HALF: i32 = 12;
    let ratio = from / RATE as f32;
    let length = (samples.len() as f32 / ratio) as usize;
    (0..length)
        .map(|i| {
            let at = i as f32 * ratio;
            let middle = at.floor() as i32;
            ((middle - HALF + 1)..=(middle + HALF))
                .filter_map(|k| {
                    let sample = samples.get(usize::try_from(k).ok()?)?;
                    let x = at - k as f32;
                    let window = 0.5 + 0.5 * cos(std::f32::consts::PI * x / HALF as f32);
                    Some(sample * sinc(x) * window)
                })
                .sum()
        })
        .collect()
}

fn sinc(x: f32) -> f32 {
    let x = x * std::f32::consts::PI;
    if x.abs() < 1e-4 { 1.0 } else { sin(x) / x }
}

/// Sixteen-bit mono WAV: rate and samples.
fn read_wav(bytes: &[u8]) -> Result<(u32, Vec<f32>)> {
    ensure!(bytes.len() > 44 && &bytes[..4] == b"RIFF", "not a WAV file");
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let rate = number(24);
    let samples = bytes[44..].chunks_exact(2).map(|b| f32::from(i16::from_le_bytes([b[0], b[1]])) / 32_768.0).collect();
    Ok((rate, samples))
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
    fn trimming_keeps_what_is_said() {
        let phones = phones("pau:0.5 m:0.6 ay:1.0 pau:1.5").expect("four phonemes");
        let phrase = trimmed(&phones, 16_000.0, 1.0, &vec![0.1; 24_000]);
        assert!((phrase.seconds() - 0.5).abs() < 0.001);
        assert!((phrase.phones[0].from).abs() < 1e-6);
    }
}
