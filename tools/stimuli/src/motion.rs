//! From phonemes to poses: mouth, blinking, breathing, glances and small movements of the head.

use std::f32::consts::TAU;

use crate::clips::Cue;
use crate::maths::{hash, mix};
use crate::pose::{Lips, Pose};
use crate::speech::Phone;

/// Frames per second.
pub const FPS: u32 = 15;
/// Steps per second in which the mouth is smoothed.
const FINE: f32 = 200.0;
/// Steps to each side over which open, wide, round, press, raise and tongue are smoothed.
const WIDTHS: [usize; 6] = [5, 9, 9, 3, 5, 5];
/// How far the lips lag behind the sound in cue V1, in seconds.
pub const LIP_LAG: f32 = 0.32;

/// How a clip is moved.
pub struct Motion<'a> {
    /// What is said.
    pub phones: &'a [Phone],
    /// Length in seconds.
    pub seconds: f32,
    /// Seed of everything random.
    pub seed: i32,
    /// Smile at rest.
    pub smile: f32,
    /// Mean turn of the head.
    pub yaw: f32,
}

impl Motion<'_> {
    /// One pose per frame, under the cue if it changes poses.
    pub fn poses(&self, cue: Option<Cue>) -> Vec<Pose> {
        let frames = (self.seconds * FPS as f32).round() as usize;
        let mouth = self.mouth_track();
        let lag = if cue == Some(Cue::V1) { LIP_LAG } else { 0.0 };
        let blinks = if cue == Some(Cue::V3) { metronome(self.seconds) } else { self.blinks() };
        (0..frames)
            .map(|i| {
                let t = (i as f32 + 0.5) / FPS as f32;
                self.pose(t, lips_at(&mouth, t - lag), blink(&blinks, t))
            })
            .collect()
    }

    fn pose(&self, t: f32, mouth: Lips, blink: f32) -> Pose {
        let wave = |period, k| drift(t, period, self.seed, k);
        let breath = (TAU * t / 3.6 + 1.0).sin();
        let yaw = self.yaw + wave(1.3, 1) * 0.085 + wave(0.5, 2) * 0.018;
        let pitch = wave(1.1, 3) * 0.03 - 0.035 * self.nods(t);
        let jump = hash((t / 0.7) as i32, self.seed, 9) - 0.5;
        Pose {
            yaw,
            pitch,
            roll: wave(1.6, 4) * 0.025,
            shift_x: wave(1.9, 5) * 0.012,
            shift_y: 0.006 * breath + wave(1.2, 6) * 0.006,
            blink,
            // The eyes stay on the viewer, with small jumps.
            gaze_x: -yaw * 0.9 + jump * 0.04,
            gaze_y: pitch * 0.8,
            brow: (wave(0.8, 7) * 0.35).clamp(-0.3, 1.0) + 0.5 * self.stress(t),
            mouth,
            smile: self.smile * (1.0 - 0.35 * self.speaking(t)),
            breath,
            squint: 0.12 * self.speaking(t),
        }
    }

    fn speaking(&self, t: f32) -> f32 {
        // Ramps of a tenth of a second, so that the smile does not switch.
        self.phones
            .iter()
            .filter(|p| p.name != "pau")
            .map(|p| (1.0 - ((p.from - t).max(t - p.to).max(0.0) / 0.15)).max(0.0))
            .fold(0.0, f32::max)
    }

    fn nods(&self, t: f32) -> f32 {
        const LONG: [&str; 7] = ["ay", "iy", "ey", "ah", "aa", "ow", "ae"];
        self.phones
            .iter()
            .filter(|p| p.to - p.from > 0.15 && LONG.contains(&p.name.as_str()))
            .map(|p| bell(t, f32::midpoint(p.from, p.to), 0.13))
            .sum()
    }

    fn stress(&self, t: f32) -> f32 {
        let long = self.phones.iter().filter(|p| p.to - p.from > 0.17 && p.name != "pau");
        long.map(|p| bell(t, p.from, 0.18)).fold(0.0, f32::max)
    }

    fn blinks(&self) -> Vec<f32> {
        let mut at = 0.7 + 0.8 * hash(1, self.seed, 31);
        let mut times = Vec::new();
        let mut k = 2;
        while at < self.seconds {
            times.push(at);
            // Uneven: long waits are rarer than short ones.
            at += 1.3 - 1.7 * (1.0 - hash(k, self.seed, 31)).max(0.03).ln();
            k += 1;
        }
        times
    }

    /// Targets of the phonemes, interpolated, then smoothed: wider for lips that round than for a closure.
    fn mouth_track(&self) -> Vec<Lips> {
        let keys = self.keys();
        let n = ((self.seconds + 0.5) * FINE) as usize;
        let raw: Vec<[f32; 6]> = (0..n).map(|i| interpolated(&keys, i as f32 / FINE)).collect();
        (0..n)
            .map(|i| {
                let mut lips = Lips::from(std::array::from_fn(|c| smoothed(&raw, i, c, WIDTHS[c])));
                // A closure always closes.
                lips.open *= 1.0 - (1.3 * lips.press).min(1.0);
                lips
            })
            .collect()
    }

    fn keys(&self) -> Vec<(f32, [f32; 6])> {
        let mut keys = vec![(0.0, [0.0; 6])];
        for p in self.phones {
            let (v, length) = (target(&p.name), p.to - p.from);
            match p.name.as_str() {
                "pau" if length > 0.12 => keys.extend([(p.from + 0.06, v), (p.to - 0.06, v)]),
                "pau" => {}
                "m" | "b" | "p" => keys.extend([(p.from + 0.25 * length, v), (p.from + 0.75 * length, v)]),
                _ if length > 0.12 => {
                    keys.extend([(p.from + 0.35 * length, v), (p.from + 0.70 * length, v.map(|x| x * 0.85))]);
                }
                // Short sounds do not reach their full target; full ones on every syllable look toothy.
                _ => keys.push((f32::midpoint(p.from, p.to), [v[0] * 0.75, v[1] * 0.8, v[2], v[3], v[4], v[5]])),
            }
        }
        if let Some(last) = self.phones.last() {
            keys.push((last.to + 0.12, [0.0; 6]));
        }
        keys.push((self.seconds + 1.0, [0.0; 6]));
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        keys
    }
}

fn interpolated(keys: &[(f32, [f32; 6])], t: f32) -> [f32; 6] {
    let after = keys.partition_point(|k| k.0 <= t).clamp(1, keys.len() - 1);
    let (a, b) = (&keys[after - 1], &keys[after]);
    let u = ((t - a.0) / (b.0 - a.0).max(1e-3)).clamp(0.0, 1.0);
    let u = u * u * (3.0 - 2.0 * u);
    std::array::from_fn(|c| mix(a.1[c], b.1[c], u))
}

/// Mean over a bell of `half` steps to each side.
fn smoothed(track: &[[f32; 6]], at: usize, channel: usize, half: usize) -> f32 {
    let (mut sum, mut weights) = (0.0, 0.0);
    let first = at.saturating_sub(half);
    for (i, lips) in track.iter().enumerate().take(at + half + 1).skip(first) {
        let x = (i as f32 - at as f32) / (half as f32 + 1.0);
        let weight = 0.5 + 0.5 * (std::f32::consts::PI * x).cos();
        sum += lips[channel] * weight;
        weights += weight;
    }
    sum / weights
}

fn lips_at(track: &[Lips], t: f32) -> Lips {
    track.get((t.max(0.0) * FINE) as usize).copied().unwrap_or_default()
}

/// Blinks at every three quarters of a second (cue V3).
fn metronome(seconds: f32) -> Vec<f32> {
    let count = ((seconds - 0.4) / 0.75).max(0.0).ceil() as u32;
    (0..count).map(|k| 0.4 + 0.75 * k as f32).collect()
}

/// 70 ms down, 40 ms shut, 150 ms up.
fn blink(times: &[f32], t: f32) -> f32 {
    times
        .iter()
        .map(|at| {
            let d = t - at;
            let x = if d < 0.0 { 1.0 + d / 0.07 } else { 1.0 - (d - 0.04) / 0.15 };
            let x = x.clamp(0.0, 1.0);
            x * x * (3.0 - 2.0 * x)
        })
        .fold(0.0, f32::max)
}

fn bell(t: f32, at: f32, width: f32) -> f32 {
    (-((t - at) / width).powi(2)).exp()
}

/// Slow random movement, about -1.5 to 1.5, one turn per `period`.
fn drift(t: f32, period: f32, seed: i32, k: i32) -> f32 {
    let x = t / period + 1.0;
    let i = x as i32;
    let u = x - x.floor();
    let knot = |i: i32| (hash(i, seed, 100 + k) + hash(i, seed, 200 + k) - 1.0) * 1.5;
    mix(knot(i), knot(i + 1), u * u * (3.0 - 2.0 * u))
}

/// Open, wide, round, press, raise, tongue of a phoneme.
fn target(phone: &str) -> [f32; 6] {
    match phone {
        "pau" => [0.0; 6],
        "m" | "b" | "p" => [0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        "f" | "v" => [0.06, 0.15, 0.0, 0.2, 0.35, 0.0],
        "aa" => [0.75, 0.2, 0.0, 0.0, 0.1, 0.0],
        "ao" => [0.6, 0.0, 0.5, 0.0, 0.1, 0.0],
        "ow" => [0.45, 0.0, 0.8, 0.0, 0.0, 0.0],
        "uw" => [0.22, 0.0, 1.0, 0.0, 0.0, 0.0],
        "uh" => [0.3, 0.0, 0.6, 0.0, 0.0, 0.0],
        "w" => [0.15, 0.0, 1.0, 0.0, 0.0, 0.0],
        "r" => [0.22, 0.0, 0.5, 0.0, 0.05, 0.3],
        "er" => [0.28, 0.0, 0.45, 0.0, 0.05, 0.3],
        "ae" => [0.6, 0.5, 0.0, 0.0, 0.15, 0.0],
        "eh" => [0.46, 0.4, 0.0, 0.0, 0.1, 0.0],
        "ey" => [0.38, 0.55, 0.0, 0.0, 0.1, 0.0],
        "ih" => [0.28, 0.4, 0.0, 0.0, 0.1, 0.0],
        "iy" => [0.2, 0.7, 0.0, 0.0, 0.1, 0.0],
        "ay" => [0.66, 0.35, 0.0, 0.0, 0.1, 0.0],
        "ah" => [0.46, 0.1, 0.0, 0.0, 0.05, 0.0],
        "aw" => [0.66, 0.1, 0.3, 0.0, 0.1, 0.0],
        "oy" => [0.5, 0.0, 0.6, 0.0, 0.0, 0.0],
        "t" | "d" => [0.14, 0.2, 0.0, 0.0, 0.1, 0.6],
        "n" => [0.15, 0.2, 0.0, 0.0, 0.08, 0.7],
        "l" => [0.25, 0.2, 0.0, 0.0, 0.08, 1.0],
        "s" | "z" => [0.09, 0.35, 0.0, 0.0, 0.15, 0.2],
        "sh" | "ch" | "jh" | "zh" => [0.12, 0.0, 0.55, 0.0, 0.15, 0.2],
        "th" | "dh" => [0.15, 0.2, 0.0, 0.0, 0.1, 1.0],
        "k" | "g" | "ng" => [0.2, 0.2, 0.0, 0.0, 0.05, 0.0],
        "y" => [0.18, 0.55, 0.0, 0.0, 0.1, 0.2],
        // "hh", schwa and the rest.
        _ => [0.28, 0.1, 0.0, 0.0, 0.05, 0.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion(phones: &[Phone]) -> Motion<'_> {
        Motion { phones, seconds: 2.0, seed: 5, smile: 0.4, yaw: 0.0 }
    }

    fn say(names: &[&str]) -> Vec<Phone> {
        let at = |i: usize| 0.4 + 0.12 * i as f32;
        names.iter().enumerate().map(|(i, n)| Phone { name: (*n).into(), from: at(i), to: at(i + 1) }).collect()
    }

    #[test]
    fn lips_close_on_m() {
        let phones = say(&["aa", "m", "aa"]);
        let track = motion(&phones).mouth_track();
        let at = |t: f32| lips_at(&track, t).open;
        assert!(at(0.58) < 0.02, "closed in the middle of m");
        assert!(at(0.46) > 0.3, "open in the vowel before");
    }

    #[test]
    fn the_cues_change_only_mouth_or_lids() {
        let phones = say(&["b", "ay", "m", "ow", "n"]);
        let motion = motion(&phones);
        let plain = motion.poses(None);
        for (a, b) in plain.iter().zip(motion.poses(Some(Cue::V1))) {
            assert_eq!(Pose { mouth: b.mouth, ..*a }, b);
        }
        for (a, b) in plain.iter().zip(motion.poses(Some(Cue::V3))) {
            assert_eq!(Pose { blink: b.blink, ..*a }, b);
        }
    }
}
