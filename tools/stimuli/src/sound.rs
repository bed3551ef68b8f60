//! From phrases to a recording: pauses, breath, a small room, the noise of the room.
//! Both versions take the same way; a cue changes one step of it.

use std::f32::consts::TAU;
use std::path::Path;

use anyhow::Result;

use crate::clips::{Clip, Kind};
use crate::cue::Cue;
use crate::loudness::spoken;
use crate::maths::{exp, hash, powf, sin};
use crate::speech::{Melody, Phone, Phrase, RATE, speak};

/// Changes whenever the same clip would sound otherwise. The picture stays.
pub const VOICING: u32 = 2;

/// A finished recording with the times of its phones.
pub struct Recording {
    /// Mono, at [`RATE`].
    pub samples: Vec<f32>,
    /// Phonemes from the recording's start.
    pub phones: Vec<Phone>,
    /// Start and end of every phrase.
    pub phrases: Vec<(f32, f32)>,
    /// Where the cue can be heard, in seconds.
    pub heard: Vec<(f32, f32)>,
}

/// Silence before the first and after the last phrase.
const LEAD: f32 = 0.45;
const TAIL: f32 = 0.55;
/// Where the beginning was cut off, the look-alike of A2.
const TRIMMED: f32 = 0.06;
const BREATH: f32 = 0.24;

/// How a speaker pauses and breathes.
struct Manner {
    /// Uneven pauses of the original; the version with even ones has their mean.
    pauses: [f32; 4],
    /// How loud a breath is.
    breath: f32,
}

impl Manner {
    /// Where sound is all there is, it has to be heard on a phone: breaths lie about 18 dB below the voice. In videos
    /// nothing hangs on it.
    const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Audio => Self { pauses: [0.36, 1.02, 0.44, 0.78], breath: 0.100 },
            Kind::Video | Kind::Image => Self { pauses: [0.50, 0.78, 0.42, 0.66], breath: 0.020 },
        }
    }
}

impl Recording {
    /// Length in seconds.
    pub fn seconds(&self) -> f32 {
        self.samples.len() as f32 / RATE as f32
    }

    /// Speaks and records a clip, with the cue if one is given.
    pub fn of(clip: &Clip, cue: Option<Cue>, kokoro: &Path) -> Result<Self> {
        let melody = match (cue, clip.like) {
            (Some(Cue::A1), _) => Melody::Flat,
            (_, Some(Cue::A1)) => Melody::Calm,
            _ => Melody::Lively,
        };
        let phrases = speak(clip, melody, kokoro)?;
        Ok(Self::mixed(&phrases, &Manner::of(clip.kind), cue, clip.like, clip.seed()))
    }

    fn mixed(phrases: &[Phrase], manner: &Manner, cue: Option<Cue>, like: Option<Cue>, seed: i32) -> Self {
        let trimmed = like == Some(Cue::A2);
        let starts = starts(phrases, if trimmed { TRIMMED } else { LEAD }, manner.pauses, cue == Some(Cue::A2));
        let last = starts.last().zip(phrases.last()).map_or(0.0, |(start, p)| start + p.seconds());
        let mut voice = vec![0.0f32; ((last + TAIL) * RATE as f32) as usize];
        let mut phones = Vec::new();
        for (phrase, start) in phrases.iter().zip(&starts) {
            add(&mut voice, &faded(&phrase.samples), *start);
            phones.extend(phrase.phones.iter().map(|p| Phone {
                name: p.name.clone(),
                from: p.from + start,
                to: p.to + start,
            }));
            if cue != Some(Cue::A2) && !(trimmed && *start == TRIMMED) {
                add(&mut voice, &breath(manner.breath, seed, *start), start - BREATH - 0.06);
            }
        }
        let spans: Vec<(f32, f32)> = phrases.iter().zip(&starts).map(|(p, s)| (*s, s + p.seconds())).collect();
        let heard = cue.map_or_else(Vec::new, |cue| audible(cue, &spans));
        if like == Some(Cue::A3) && spans.len() > 1 {
            add(&mut voice, &knock(seed), spans[0].1 + 0.06);
        }
        let samples = recorded(voice, cue, like, &heard, seed);
        Self { samples, phones, phrases: spans, heard }
    }
}

fn starts(phrases: &[Phrase], lead: f32, pauses: [f32; 4], even: bool) -> Vec<f32> {
    let gaps = phrases.len().saturating_sub(1).max(1);
    let gaps = gaps.min(pauses.len());
    let mean = pauses[..gaps].iter().sum::<f32>() / gaps as f32;
    let mut at = lead;
    phrases
        .iter()
        .enumerate()
        .map(|(i, phrase)| {
            let start = at;
            at += phrase.seconds() + if even { mean } else { pauses[i % pauses.len()] };
            start
        })
        .collect()
}

/// Where a cue can be heard.
fn audible(cue: Cue, spans: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let (first, last) = (spans[0].0, spans[spans.len() - 1].1);
    match cue {
        Cue::A2 => spans.windows(2).map(|w| (w[0].1, w[1].0)).collect(),
        Cue::A3 => {
            let (from, to) = spans[spans.len() / 2];
            let cut = from + (to - from) * 0.55;
            vec![(cut - 0.05, last)]
        }
        Cue::A4 => vec![(spans[spans.len() / 2].0, last)],
        Cue::A1 | Cue::A5 => vec![(first, last)],
        _ => Vec::new(),
    }
}

fn recorded(mut voice: Vec<f32>, cue: Option<Cue>, like: Option<Cue>, heard: &[(f32, f32)], seed: i32) -> Vec<f32> {
    level(&mut voice, 0.075);
    let wet = if like == Some(Cue::A4) { 0.04 } else { 0.22 };
    let near = room(&voice, wet, 0.10, seed);
    let mut out = match (cue, heard.first()) {
        (Some(Cue::A4), Some((from, _))) => {
            let hall = room(&voice, 0.85, 0.75, seed);
            let at = (from * RATE as f32) as usize;
            near.iter().zip(&hall).enumerate().map(|(i, (n, h))| if i < at { *n } else { *h }).collect()
        }
        (Some(Cue::A5), _) => dull(&near),
        _ => near,
    };
    let cut = heard.first().filter(|_| cue == Some(Cue::A3)).map(|(from, _)| *from + 0.05);
    add_room_noise(&mut out, cut, seed);
    if like == Some(Cue::A5) {
        out = telephoned(&out);
    }
    out
}

fn add(to: &mut [f32], what: &[f32], at: f32) {
    let first = (at.max(0.0) * RATE as f32) as usize;
    for (t, w) in to.iter_mut().skip(first).zip(what) {
        *t += w;
    }
}

/// Short ramps at both ends, so that a phrase starts without a click.
fn faded(samples: &[f32]) -> Vec<f32> {
    const RAMP: usize = 480;
    let n = samples.len();
    samples.iter().enumerate().map(|(i, s)| s * (i.min(n - 1 - i) as f32 / RAMP as f32).min(1.0)).collect()
}

fn white(i: usize, seed: i32) -> f32 {
    hash(i as i32, seed, 77) * 2.0 - 1.0
}

/// Breathing in: noise between 700 and 3500 hertz that swells and stops.
fn breath(loudness: f32, seed: i32, start: f32) -> Vec<f32> {
    let n = (BREATH * RATE as f32) as usize;
    let (mut low, mut lower) = (0.0f32, 0.0f32);
    let seed = seed ^ (start * 1000.0) as i32;
    (0..n)
        .map(|i| {
            let x = i as f32 / n as f32;
            low += 0.37 * (white(i, seed) - low);
            lower += 0.088 * (low - lower);
            (low - lower) * loudness * powf(sin(x * std::f32::consts::PI), 1.5)
        })
        .collect()
}

/// Early reflections: 40 echoes within `seconds`, falling off, `wet` strong.
fn room(dry: &[f32], wet: f32, seconds: f32, seed: i32) -> Vec<f32> {
    const ECHOES: i32 = 40;
    let taps: Vec<(usize, f32)> = (0..ECHOES)
        .map(|k| {
            let x = (k as f32 + hash(k, seed, 5)) / ECHOES as f32;
            let sign = if hash(k, seed, 6) > 0.5 { 1.0 } else { -1.0 };
            let delay = (0.006 + x * seconds) * RATE as f32;
            (delay as usize, sign * wet * exp(-3.2 * x) * 0.35)
        })
        .collect();
    let mut out = dry.to_vec();
    for (delay, gain) in taps {
        for (o, d) in out.iter_mut().skip(delay).zip(dry) {
            *o += d * gain;
        }
    }
    out
}

/// Two knocks on wood: short, low and dying away.
fn knock(seed: i32) -> Vec<f32> {
    let n = (0.42 * RATE as f32) as usize;
    let blow =
        |t: f32| if t < 0.0 { 0.0 } else { exp(-t * 55.0) * (sin(TAU * 170.0 * t) + 0.6 * sin(TAU * 395.0 * t)) };
    let mut low = 0.0f32;
    (0..n)
        .map(|i| {
            let t = i as f32 / RATE as f32;
            low += 0.2 * (white(i, seed) - low);
            (blow(t - 0.01) + 0.8 * blow(t - 0.20)) * (0.16 + 0.3 * low)
        })
        .collect()
}

/// From 300 to 3400 hertz, as a telephone call sounds.
fn telephoned(samples: &[f32]) -> Vec<f32> {
    let high = 1.0 - exp(-TAU * 3400.0 / RATE as f32);
    let deep = 1.0 - exp(-TAU * 300.0 / RATE as f32);
    let (mut low, mut bass) = ([0.0f32; 2], [0.0f32; 2]);
    let filtered = samples.iter().map(|s| {
        let mut x = *s;
        for pole in &mut low {
            *pole += high * (x - *pole);
            x = *pole;
        }
        for pole in &mut bass {
            *pole += deep * (x - *pole);
            x -= *pole;
        }
        x
    });
    filtered.collect()
}

/// Low-pass at about 2.6 kHz and a short comb: far away and metallic.
fn dull(samples: &[f32]) -> Vec<f32> {
    let k = 1.0 - exp(-TAU * 2600.0 / RATE as f32);
    let delay = (0.0042 * RATE as f32) as usize;
    let mut poles = [0.0f32; 3];
    let mut out: Vec<f32> = Vec::with_capacity(samples.len());
    for (i, s) in samples.iter().enumerate() {
        let mut x = *s;
        for pole in &mut poles {
            *pole += k * (x - *pole);
            x = *pole;
        }
        let echo = if i >= delay { out[i - delay] } else { 0.0 };
        out.push(x + 0.62 * echo);
    }
    out
}

/// The soft noise of the room. After a cut it is 12 decibels louder, and at the cut a click is heard.
fn add_room_noise(out: &mut [f32], cut: Option<f32>, seed: i32) {
    let cut = cut.map(|seconds| (seconds * RATE as f32) as usize);
    let mut low = 0.0f32;
    for (i, s) in out.iter_mut().enumerate() {
        low += 0.12 * (white(i, seed ^ 0x51) - low);
        let after = cut.is_some_and(|at| i >= at);
        *s += low * if after { 0.020 } else { 0.005 };
        if let Some(at) = cut {
            let behind = i.wrapping_sub(at);
            if behind < 1200 {
                // A gap of 25 ms whose end is hard.
                *s *= 0.05;
            }
            if behind < 60 {
                *s += 0.30 * (1.0 - behind as f32 / 60.0) * if behind % 2 == 0 { 1.0 } else { -1.0 };
            }
        }
    }
}

/// Brings the spoken parts to a common amplitude, before anything is added that is relative to it.
fn level(samples: &mut [f32], target: f32) {
    let gain = target / spoken(samples).max(f32::EPSILON);
    for s in samples {
        *s *= gain;
    }
}

/// Sixteen-bit mono WAV.
pub fn wav(samples: &[f32]) -> Vec<u8> {
    let data = (samples.len() * 2) as u32;
    let (size, rate, bytes) = ((36 + data).to_le_bytes(), RATE.to_le_bytes(), (RATE * 2).to_le_bytes());
    // One channel of whole numbers, two bytes of sixteen bits each.
    let format: [&[u8]; 6] = [b"WAVEfmt ", &16u32.to_le_bytes(), &[1, 0, 1, 0], &rate, &bytes, &[2, 0, 16, 0]];
    let mut out = [&b"RIFF"[..], &size, &format.concat(), b"data", &data.to_le_bytes()].concat();
    out.extend(samples.iter().flat_map(|s| ((s.clamp(-1.0, 1.0) * 32_767.0) as i16).to_le_bytes()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loudness::{Level, TARGET, integrated, normalised};

    fn phrases() -> Vec<Phrase> {
        let phone = Phone { name: "aa".into(), from: 0.0, to: 1.0 };
        let samples = (0..RATE / 4).map(|i| 0.1 * sin(i as f32 * 0.06)).collect();
        vec![Phrase { samples, phones: vec![phone] }; 3]
    }

    #[test]
    fn even_and_uneven_pauses_take_the_same_time() {
        let even = Recording::mixed(&phrases(), &Manner::of(Kind::Audio), Some(Cue::A2), None, 1);
        let uneven = Recording::mixed(&phrases(), &Manner::of(Kind::Audio), None, None, 1);
        assert!((even.seconds() - uneven.seconds()).abs() < 0.001);
        let gaps: Vec<f32> = even.phrases.windows(2).map(|w| w[1].0 - w[0].1).collect();
        assert!((gaps[0] - gaps[1]).abs() < 0.001);
    }

    #[test]
    fn the_breath_that_one_version_lacks_can_be_heard() {
        let rms = |samples: &[f32]| (samples.iter().map(|s| s * s).sum::<f32>() / samples.len() as f32).sqrt();
        let beside_the_voice = |cue| {
            let recording = Recording::mixed(&phrases(), &Manner::of(Kind::Audio), cue, None, 1);
            let part = |from: f32, to: f32| {
                rms(&recording.samples[(from * RATE as f32) as usize..(to * RATE as f32) as usize])
            };
            let (from, to) = recording.phrases[1];
            20.0 * (part(from - 0.25, from - 0.10) / part(from, to)).log10()
        };
        let (with, without) = (beside_the_voice(None), beside_the_voice(Some(Cue::A2)));
        assert!((-25.0..-10.0).contains(&with), "{with} dB beside the voice");
        assert!(with - without > 10.0, "{with} and {without} dB");
    }

    #[test]
    fn a_cue_never_changes_length_or_loudness() {
        let loudness = |r: &Recording| integrated(&normalised(&r.samples, Level::default())).expect("not silent");
        for like in [None, Some(Cue::A2), Some(Cue::A3), Some(Cue::A4), Some(Cue::A5)] {
            let plain = Recording::mixed(&phrases(), &Manner::of(Kind::Audio), None, like, 1);
            for cue in [Cue::A2, Cue::A3, Cue::A4, Cue::A5] {
                let altered = Recording::mixed(&phrases(), &Manner::of(Kind::Audio), Some(cue), like, 1);
                assert_eq!(plain.samples.len(), altered.samples.len());
                for recording in [&plain, &altered] {
                    assert!((loudness(recording) - TARGET).abs() < 0.1, "{cue:?} in {like:?}");
                }
            }
        }
    }
}
