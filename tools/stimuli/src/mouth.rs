//! The movement of the mouth during speech: phonemes to targets, targets to a smooth track.

use crate::maths::{cos, hash, mix};
use crate::pose::Lips;
use crate::speech::Phone;

/// Steps per second in which the mouth is smoothed.
const FINE: f32 = 200.0;
/// Steps to each side over which open, wide, round, press, raise and tongue are smoothed.
const WIDTHS: [usize; 6] = [5, 9, 9, 3, 5, 5];

/// The lips over time, from the first to the last phoneme.
pub struct Mouth<'a> {
    /// The phones spoken.
    pub phones: &'a [Phone],
    /// Length in seconds.
    pub seconds: f32,
    /// Seed of everything random.
    pub seed: i32,
    /// Share of the closures that stay open (cue V2).
    pub skipped: f32,
}

impl Mouth<'_> {
    /// Targets of the phonemes, interpolated, then smoothed: wider for lips that round than for a closure.
    pub fn track(&self) -> Vec<Lips> {
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

    /// Which closures stay open.
    pub fn open_closures(&self) -> impl Iterator<Item = &Phone> {
        let closures = self.phones.iter().filter(|p| is_closure(p));
        closures.enumerate().filter(move |(i, _)| hash(*i as i32, self.seed, 61) < self.skipped).map(|(_, p)| p)
    }

    fn keys(&self) -> Vec<(f32, [f32; 6])> {
        let mut keys = vec![(0.0, [0.0; 6])];
        let open: Vec<f32> = self.open_closures().map(|p| p.from).collect();
        for p in self.phones {
            let (v, length) = (target(&p.name), p.to - p.from);
            if is_closure(p) && open.contains(&p.from) {
                keys.push((f32::midpoint(p.from, p.to), [0.38, 0.2, 0.0, 0.0, 0.1, 0.0]));
                continue;
            }
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

/// Whether the lips close for a phoneme.
pub fn is_closure(phone: &Phone) -> bool {
    matches!(phone.name.as_str(), "m" | "b" | "p")
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
        let weight = 0.5 + 0.5 * cos(std::f32::consts::PI * x);
        sum += lips[channel] * weight;
        weights += weight;
    }
    sum / weights
}

/// The lips at a time.
pub fn lips_at(track: &[Lips], t: f32) -> Lips {
    track.get((t.max(0.0) * FINE) as usize).copied().unwrap_or_default()
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

    #[test]
    fn lips_close_on_m_unless_the_closure_is_skipped() {
        let at = |i: u8| 0.4 + 0.12 * f32::from(i);
        let phone = |(name, i): (&str, u8)| Phone { name: name.into(), from: at(i), to: at(i + 1) };
        let phones: Vec<Phone> = [("aa", 0), ("m", 1), ("aa", 2)].map(phone).to_vec();
        let open =
            |skipped: f32, t: f32| lips_at(&Mouth { phones: &phones, seconds: 2.0, seed: 5, skipped }.track(), t).open;
        assert!(open(0.0, 0.58) < 0.02, "closed in the middle of m");
        assert!(open(0.0, 0.46) > 0.3, "open in the vowel before");
        assert!(open(1.0, 0.58) > 0.15, "open where the closure is skipped");
    }
}
