//! From phonemes to poses: blinking, breathing, glances and small movements of the head.

use std::f32::consts::TAU;

use crate::cue::{Cue, CueSpec};
use crate::maths::{exp, hash, ln, mix, sin};
use crate::mouth::{Mouth, lips_at};
use crate::pose::{Lips, Pose};
use crate::speech::Phone;

/// Frames per second.
pub const FPS: u32 = 25;
/// How far the lips lag behind the sound in cue V1 and in its look-alike, in seconds.
const LIP_LAG: f32 = 0.32;
const PLAYER_LAG: f32 = 0.02;
/// Share of the closures that cue V2 skips.
const SKIPPED: f32 = 0.75;

/// How a clip is moved.
pub struct Motion<'a> {
    /// The phones spoken.
    pub phones: &'a [Phone],
    /// Length in seconds.
    pub seconds: f32,
    /// Seed of everything random.
    pub seed: i32,
    /// Smile at rest.
    pub smile: f32,
    /// Mean turn of the head.
    pub yaw: f32,
    /// The cue whose look-alike is to be seen.
    pub like: Option<Cue>,
}

impl Motion<'_> {
    /// One pose per frame, under the cue if it changes poses.
    pub fn poses(&self, cue: Option<CueSpec>) -> Vec<Pose> {
        let frames = (self.seconds * FPS as f32).round() as usize;
        let id = cue.map(|c| c.id);
        let strength = cue.map_or(0.0, |c| c.strength);
        let mouth = self.mouth(cue).track();
        let lag = if self.like == Some(Cue::V1) { PLAYER_LAG } else { 0.0 }
            + if id == Some(Cue::V1) { LIP_LAG * strength } else { 0.0 };
        let blinks = if id == Some(Cue::V3) { metronome(self.seconds) } else { self.blinks() };
        // Every picture twice, where few frames are the look-alike.
        let held = if self.like == Some(Cue::V10) { 2 } else { 1 };
        (0..frames)
            .map(|i| {
                let t = ((i - i % held) as f32 + 0.5) / FPS as f32;
                self.pose(t, lips_at(&mouth, t - lag), blink(&blinks, t))
            })
            .collect()
    }

    /// What the mouth does under the cue.
    pub fn mouth(&self, cue: Option<CueSpec>) -> Mouth<'_> {
        let skipped = cue.filter(|c| c.id == Cue::V2).map_or(0.0, |c| SKIPPED * c.strength);
        Mouth { phones: self.phones, seconds: self.seconds, seed: self.seed, skipped }
    }

    fn pose(&self, t: f32, mouth: Lips, blink: f32) -> Pose {
        let wave = |period, k| drift(t, period, self.seed, k);
        let breath = sin(TAU * t / 3.6 + 1.0);
        let sway = if self.like == Some(Cue::V8) { 0.42 * sin(TAU * t / 3.6) } else { 0.0 };
        let yaw = self.yaw + sway + wave(1.3, 1) * 0.085 + wave(0.5, 2) * 0.018;
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
            gaze_x: -(yaw * 0.9).clamp(-0.45, 0.45) + jump * 0.04,
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
        let rare = if self.like == Some(Cue::V3) { 1.9 } else { 0.0 };
        let mut at = 0.7 + (0.8 + rare) * hash(1, self.seed, 31);
        let mut times = Vec::new();
        let mut k = 2;
        while at < self.seconds {
            times.push(at);
            // Uneven: long waits are rarer than short ones.
            at += 1.3 + rare - 1.7 * ln((1.0 - hash(k, self.seed, 31)).max(0.03));
            k += 1;
        }
        times
    }
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
    exp(-((t - at) / width).powi(2))
}

/// Slow random movement, about -1.5 to 1.5, one turn per `period`.
fn drift(t: f32, period: f32, seed: i32, k: i32) -> f32 {
    let x = t / period + 1.0;
    let i = x as i32;
    let u = x - x.floor();
    let knot = |i: i32| (hash(i, seed, 100 + k) + hash(i, seed, 200 + k) - 1.0) * 1.5;
    mix(knot(i), knot(i + 1), u * u * (3.0 - 2.0 * u))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion(phones: &[Phone]) -> Motion<'_> {
        Motion { phones, seconds: 2.0, seed: 5, smile: 0.4, yaw: 0.0, like: None }
    }

    fn phones(names: &[&str]) -> Vec<Phone> {
        let at = |i: usize| 0.4 + 0.12 * i as f32;
        names.iter().enumerate().map(|(i, n)| Phone { name: (*n).into(), from: at(i), to: at(i + 1) }).collect()
    }

    #[test]
    fn the_cues_change_only_mouth_or_lids() {
        let phones = phones(&["b", "ay", "m", "ow", "n"]);
        let motion = motion(&phones);
        let plain = motion.poses(None);
        let under = |id| motion.poses(Some(CueSpec { id, strength: 1.0 }));
        for (a, b) in [Cue::V1, Cue::V2].into_iter().flat_map(|id| plain.iter().zip(under(id))) {
            assert_eq!(Pose { mouth: b.mouth, ..*a }, b);
        }
        for (a, b) in plain.iter().zip(under(Cue::V3)) {
            assert_eq!(Pose { blink: b.blink, ..*a }, b);
        }
        assert!([Cue::V1, Cue::V2, Cue::V3].iter().all(|id| under(*id) != plain), "each changes something");
    }
}
