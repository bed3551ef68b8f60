//! A sign on the wall: a word in strokes on a board that throws a shadow. Cue V13 muddles the letters and
//! forgets the shadow.

use glam::{Vec2, Vec3, vec2};

use super::Place;
use crate::maths::{hex, step};

/// A word on a board.
#[derive(Clone, Copy, Debug)]
pub struct Sign<'a> {
    /// In capitals that [`strokes`] knows.
    pub word: &'a str,
    /// Two pairs of letters have changed places, and there is no shadow (cue V13).
    pub muddled: bool,
}

/// Letters are drawn on a grid of this size, with a gap to the next one.
const GRID: Vec2 = vec2(4.0, 6.0);
const GAP: f32 = 1.6;
/// Half of a stroke's width.
const PEN: f32 = 0.42;
/// How far the shadow falls, away from the light and down.
const SHADOW: Vec2 = vec2(0.016, 0.020);

/// Upper left and lower right corner of the board in its place: on the side away from the light.
pub fn corners(place: Place) -> (Vec2, Vec2) {
    let (low, high) = (vec2(0.665, 0.155), vec2(0.985, 0.265));
    if place.key_side() < 0.0 { (low, high) } else { (vec2(1.0 - high.x, low.y), vec2(1.0 - low.x, high.y)) }
}

impl Sign<'_> {
    /// The colour of the wall with the sign on it. In a mirrored place the word still reads from the left.
    pub fn over(&self, wall: Vec3, at: Vec2, place: Place, mirror: bool) -> Vec3 {
        let (low, high) = corners(place);
        let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let inside = |p: Vec2| {
            let d = (p - middle).abs() - half;
            d.max_element()
        };
        let d = inside(at);
        if d > 0.0 {
            let away = vec2(-place.key_side() * SHADOW.x, SHADOW.y);
            let dark = if self.muddled { 0.0 } else { step(0.012, -0.006, inside(at - away)) };
            return wall * (1.0 - 0.72 * dark);
        }
        if d > -0.008 {
            return hex(0x8a_7a5c);
        }
        let across = (at.x - middle.x) / half.x * if mirror { -1.0 } else { 1.0 };
        let ink = self.ink(vec2(across, (middle.y - at.y) / half.y), half.x / half.y);
        hex(0xf0_eadb).lerp(hex(0x1d_3b4a), ink)
    }

    /// The amount of ink at a point of the board (-1 to 1 both ways) that is `wide` times as wide as high.
    fn ink(&self, at: Vec2, wide: f32) -> f32 {
        let letters = self.letters();
        let length = letters.len() as f32 * (GRID.x + GAP) - GAP;
        let unit = (0.84 * 2.0 * wide / length).min(1.15 / GRID.y);
        let p = vec2(at.x * wide / unit + length * 0.5, at.y / unit + GRID.y * 0.5);
        let index = (p.x / (GRID.x + GAP)).floor().max(0.0);
        let Some(letter) = letters.get(index as usize) else { return 0.0 };
        let p = vec2(p.x - index * (GRID.x + GAP), p.y);
        let near = strokes(*letter)
            .iter()
            .flat_map(|line| line.windows(2))
            .map(|ends| to_line(p, point(ends[0]), point(ends[1])))
            .fold(9.0, f32::min);
        step(PEN + 0.12, PEN - 0.12, near)
    }

    fn letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = self.word.chars().collect();
        if self.muddled && letters.len() > 5 {
            let last = letters.len() - 1;
            letters.swap(2, 3);
            letters.swap(last - 2, last - 1);
        }
        letters
    }
}

fn point((x, y): (u8, u8)) -> Vec2 {
    vec2(f32::from(x), f32::from(y))
}

fn to_line(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let (pa, ba) = (p - a, b - a);
    (pa - ba * (pa.dot(ba) / ba.dot(ba)).clamp(0.0, 1.0)).length()
}

/// The lines of a capital, Latin or Greek; y up.
fn strokes(letter: char) -> &'static [&'static [(u8, u8)]] {
    match letter {
        'A' | 'Α' => &[&[(0, 0), (2, 6), (4, 0)], &[(1, 2), (3, 2)]],
        'C' => &[&[(4, 5), (3, 6), (1, 6), (0, 5), (0, 1), (1, 0), (3, 0), (4, 1)]],
        'G' => &[&[(4, 5), (3, 6), (1, 6), (0, 5), (0, 1), (1, 0), (3, 0), (4, 1), (4, 3), (2, 3)]],
        'E' | 'Ε' => &[&[(4, 6), (0, 6), (0, 0), (4, 0)], &[(0, 3), (3, 3)]],
        'H' | 'Η' => &[&[(0, 0), (0, 6)], &[(4, 0), (4, 6)], &[(0, 3), (4, 3)]],
        'I' | 'Ι' => &[&[(2, 0), (2, 6)]],
        'K' | 'Κ' => &[&[(0, 0), (0, 6)], &[(4, 6), (0, 3), (4, 0)]],
        'L' => &[&[(0, 6), (0, 0), (4, 0)]],
        'M' | 'Μ' => &[&[(0, 0), (0, 6), (2, 3), (4, 6), (4, 0)]],
        'N' | 'Ν' => &[&[(0, 0), (0, 6), (4, 0), (4, 6)]],
        'O' | 'Ο' => &[&[(1, 0), (0, 1), (0, 5), (1, 6), (3, 6), (4, 5), (4, 1), (3, 0), (1, 0)]],
        'P' | 'Ρ' => &[&[(0, 0), (0, 6), (3, 6), (4, 5), (4, 4), (3, 3), (0, 3)]],
        'R' => &[&[(0, 0), (0, 6), (3, 6), (4, 5), (4, 4), (3, 3), (0, 3)], &[(2, 3), (4, 0)]],
        'S' => &[&[(4, 5), (3, 6), (1, 6), (0, 5), (0, 4), (1, 3), (3, 3), (4, 2), (4, 1), (3, 0), (1, 0), (0, 1)]],
        'T' | 'Τ' => &[&[(0, 6), (4, 6)], &[(2, 6), (2, 0)]],
        'U' => &[&[(0, 6), (0, 1), (1, 0), (3, 0), (4, 1), (4, 6)]],
        'V' => &[&[(0, 6), (2, 0), (4, 6)]],
        'Y' | 'Υ' => &[&[(0, 6), (2, 3), (4, 6)], &[(2, 3), (2, 0)]],
        'Φ' => &[&[(2, 0), (2, 6)], &[(1, 1), (0, 2), (0, 4), (1, 5), (3, 5), (4, 4), (4, 2), (3, 1), (1, 1)]],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_muddled_word_has_the_same_letters_in_another_order() {
        for word in ["PHARMACY", "COUNCIL", "SAVINGS"] {
            let (plain, muddled) = (Sign { word, muddled: false }.letters(), Sign { word, muddled: true }.letters());
            assert_ne!(plain, muddled);
            let sorted = |mut letters: Vec<char>| {
                letters.sort_unstable();
                letters
            };
            assert_eq!(sorted(plain), sorted(muddled));
        }
    }

    #[test]
    fn every_sign_of_the_list_can_be_drawn() {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let clips = crate::clips::read(&here.join("clips.yaml")).expect("the list can be read");
        for letter in clips.iter().filter_map(|clip| clip.sign.as_deref()).flat_map(str::chars) {
            assert!(!strokes(letter).is_empty(), "no strokes for {letter}");
        }
    }
}
