//! Loudness by ITU-R BS.1770-5 and the one level of all sound: −18 LUFS, so that a phone on a train is loud enough and
//! no version is told by how loud it is.

use crate::maths::{cos, log10, powf};
use crate::speech::{RATE, kernel};

/// Integrated loudness of every file, in LUFS.
pub const TARGET: f32 = -18.0;
/// True peaks of every file stay below this, in dBTP.
pub const PEAK: f32 = -2.0;
/// Seconds in which the limiter goes down before a peak, and up behind it.
const RAMP: f32 = 0.005;

/// What sound is brought to.
#[derive(Clone, Copy)]
pub struct Level {
    /// Integrated loudness in LUFS.
    pub lufs: f32,
    /// Highest true peak in dBTP.
    pub peak: f32,
}

impl Default for Level {
    /// Peaks stay well below the limit: codecs overshoot.
    fn default() -> Self {
        Self { lufs: TARGET, peak: PEAK - 1.5 }
    }
}

/// Sound at a level. Peaks are rounded off where they have to be.
pub fn normalised(samples: &[f32], level: Level) -> Vec<f32> {
    let mut gain = 1.0;
    let mut out = samples.to_vec();
    // What the limiter takes away is given back.
    for _ in 0..4 {
        let Some(now) = integrated(&out).filter(|now| (level.lufs - now).abs() > 0.01) else { break };
        gain *= amplitude(level.lufs - now);
        out = limited(&samples.iter().map(|s| s * gain).collect::<Vec<_>>(), amplitude(level.peak));
    }
    out
}

/// Amplitude of the spoken parts.
pub fn spoken(samples: &[f32]) -> f32 {
    let loud: Vec<f32> = samples.iter().copied().filter(|s| s.abs() > 0.01).collect();
    (loud.iter().map(|s| s * s).sum::<f32>() / loud.len().max(1) as f32).sqrt()
}

fn amplitude(decibels: f32) -> f32 {
    powf(10.0, decibels / 20.0)
}

/// Integrated loudness in LUFS; silence has none.
pub fn integrated(samples: &[f32]) -> Option<f32> {
    let weighted = filtered(&filtered(samples, SHELF), HIGH_PASS);
    let (block, hop) = (RATE as usize * 2 / 5, RATE as usize / 10);
    let power = |block: &[f64]| block.iter().map(|s| s * s).sum::<f64>() / block.len() as f64;
    let blocks: Vec<f64> = weighted.windows(block).step_by(hop).map(power).collect();
    let mean_above = |gate: f32| {
        let loud: Vec<f64> = blocks.iter().copied().filter(|&power| lufs(power) > gate).collect();
        (!loud.is_empty()).then(|| lufs(loud.iter().sum::<f64>() / loud.len() as f64))
    };
    mean_above(mean_above(-70.0)? - 10.0)
}

fn lufs(power: f64) -> f32 {
    -0.691 + 10.0 * log10(power as f32)
}

/// The two stages of the K-weighting at 48 kHz: numerator, then denominator without its leading one.
const SHELF: [f64; 5] =
    [1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85, -1.690_659_293_182_41, 0.732_480_774_215_85];
const HIGH_PASS: [f64; 5] = [1.0, -2.0, 1.0, -1.990_047_454_833_98, 0.990_072_250_366_21];

fn filtered<T: Copy + Into<f64>>(samples: &[T], [b0, b1, b2, a1, a2]: [f64; 5]) -> Vec<f64> {
    let (mut first, mut second) = (0.0, 0.0);
    let step = |sample: &T| {
        let x: f64 = (*sample).into();
        let y = b0 * x + first;
        first = b1 * x - a1 * y + second;
        second = b2 * x - a2 * y;
        y
    };
    samples.iter().map(step).collect()
}

/// Highest amplitude at and behind each sample, also between it and the next.
fn peaks(samples: &[f32]) -> Vec<f32> {
    const HALF: usize = 12;
    let phases = [0.25, 0.5, 0.75].map(|at| kernel(at, HALF as i32));
    let between = |i: usize, taps: &[f32]| -> f32 {
        let first = i + 1 - HALF;
        taps.iter().zip(&samples[first..]).map(|(tap, sample)| tap * sample).sum::<f32>().abs()
    };
    let inside = HALF..samples.len().saturating_sub(HALF);
    let peak = |(i, sample): (usize, &f32)| {
        let phases = phases.iter().filter(|_| inside.contains(&i));
        phases.fold(sample.abs(), |peak, taps| peak.max(between(i, taps)))
    };
    samples.iter().enumerate().map(peak).collect()
}

/// No peak above `ceiling`, also none between two samples.
fn limited(samples: &[f32], ceiling: f32) -> Vec<f32> {
    let half = (RAMP * RATE as f32) as usize;
    let around = |i: usize| i.saturating_sub(half)..(i + half + 1).min(samples.len());
    // The gain that each peak needs, held on both sides for the length of the ramp.
    let mut held = vec![1.0f32; samples.len()];
    for (i, peak) in peaks(samples).into_iter().enumerate().filter(|(_, peak)| *peak > ceiling) {
        for gain in &mut held[around(i)] {
            *gain = gain.min(ceiling / peak);
        }
    }
    // A bell: its mean of what is held never exceeds what is needed.
    let bell: Vec<f32> = (0..=half).map(|k| 1.0 + cos(std::f32::consts::PI * k as f32 / (half as f32 + 1.0))).collect();
    let smooth = |i: usize| {
        let near = || around(i).map(|k| (held[k], bell[k.abs_diff(i)]));
        near().map(|(gain, weight)| gain * weight).sum::<f32>() / near().map(|(_, weight)| weight).sum::<f32>()
    };
    // What is held is longer than a window, so that it reaches one of the window's ends.
    let untouched = |i: usize| held[around(i).start] >= 1.0 && held[around(i).end - 1] >= 1.0;
    samples.iter().enumerate().map(|(i, sample)| if untouched(i) { *sample } else { sample * smooth(i) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maths::sin;

    /// The reference of the recommendation: a sine of 997 Hz at full scale in one channel has −3.01 LUFS.
    #[test]
    fn a_sine_has_the_loudness_of_the_recommendation() {
        let sine: Vec<f32> =
            (0..RATE * 2).map(|i| sin(std::f32::consts::TAU * 997.0 * (i as f32 / RATE as f32))).collect();
        let loudness = integrated(&sine).expect("not silent");
        assert!((loudness + 3.01).abs() < 0.05, "{loudness} LUFS");
        assert_eq!(integrated(&vec![0.0; RATE as usize]), None);
    }

    #[test]
    fn pauses_do_not_count() {
        let mut sound: Vec<f32> = (0..RATE * 2).map(|i| 0.1 * sin(i as f32 * 0.1)).collect();
        let spoken = integrated(&sound).expect("not silent");
        sound.resize(sound.len() * 3, 0.0);
        assert!((integrated(&sound).expect("not silent") - spoken).abs() < 0.6);
    }

    #[test]
    fn peaks_are_rounded_off_and_the_loudness_is_the_target() {
        // At −18 LUFS alone, the bursts would stay above the peak.
        let bursts: Vec<f32> =
            (0..RATE * 3).map(|i| sin(i as f32 * 0.05) * if i % 24_000 < 240 { 0.9 } else { 0.18 }).collect();
        let level = Level::default();
        let out = normalised(&bursts, level);
        let peak = peaks(&out).into_iter().fold(0.0f32, f32::max);
        assert!(peak <= amplitude(level.peak) * 1.01, "{peak}");
        assert!((integrated(&out).expect("not silent") - TARGET).abs() < 0.1);
    }
}
