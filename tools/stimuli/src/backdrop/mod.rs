//! Places: simple shapes in linear light, thrown out of focus by the lens. Every light that can be seen
//! agrees with the key light of the person who stands there.

mod places;
mod seats;
mod sign;

use glam::{Vec2, Vec3, vec2};
use rayon::prelude::*;
use serde::Deserialize;

use crate::camera::View;
use crate::maths::{cos, exp, hex, hypot, sin};
use crate::persona::Persona;

pub use sign::Sign;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    Hall,
    Pharmacy,
    Pitch,
    Office,
}

impl From<Persona> for Place {
    fn from(persona: Persona) -> Self {
        persona.of([Self::Hall, Self::Pharmacy, Self::Pitch, Self::Office])
    }
}

/// What is behind a person.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub place: Place,
    /// Which corner of it.
    pub seat: usize,
    /// Keeps its lines readable.
    pub sharp: bool,
    /// Number of visible lamps: two if the fill light has its own lamp, none if lamps are out of frame.
    pub lamps: usize,
    /// A sign on the wall.
    pub sign: Option<Sign<'a>>,
}

/// Share of the picture that is drawn beyond its borders, for the blur to reach into.
const MARGIN: f32 = 0.06;
const TAPS: usize = 180;

/// The blurred place, one colour per pixel.
pub fn backdrop(scene: &Scene, view: &View, size: usize) -> Vec<Vec3> {
    let wide = (size as f32 * (1.0 + 2.0 * MARGIN)) as usize;
    let crisp: Vec<Vec3> = (0..wide * wide).into_par_iter().map(|i| crisp_pixel(scene, view, size, wide, i)).collect();
    let blur = if scene.sharp || scene.sign.is_some() { 2.0 } else { scene.place.blur() };
    let taps = disc(blur * size as f32 / 720.0);
    let total: f32 = taps.iter().map(|t| t.2).sum();
    let offset = MARGIN * size as f32;
    (0..size * size)
        .into_par_iter()
        .map(|i| {
            let (x, y) = ((i % size) as f32 + offset, (i / size) as f32 + offset);
            let sum: Vec3 = taps
                .iter()
                .map(|(dx, dy, w)| {
                    let (x, y) = (((x + dx) as usize).min(wide - 1), ((y + dy) as usize).min(wide - 1));
                    crisp[y * wide + x] * *w
                })
                .sum();
            sum / total
        })
        .collect()
}

fn crisp_pixel(scene: &Scene, view: &View, size: usize, wide: usize, i: usize) -> Vec3 {
    let at = |sub: f32, k: usize| (k as f32 + sub) / size as f32 - MARGIN;
    let mut sum = Vec3::ZERO;
    for (sx, sy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
        let (u, v) = (at(sx, i % wide), at(sy, i / wide));
        sum += scene.light(inward(view, vec2(u, v)), view.mirror);
    }
    sum * 0.25
}

/// From the picture to the place. It is far behind: it follows the framing at half its amount.
fn inward(view: &View, at: Vec2) -> Vec2 {
    let near = 1.0 + (view.zoom - 1.0) * 0.5;
    let u = 0.5 + (at.x - 0.5 - view.shift[0] * 0.5) / near;
    let v = 0.45 + (at.y - 0.45 + view.shift[1] * 0.5) / near;
    vec2(if view.mirror { 1.0 - u } else { u }, v.clamp(0.0, 1.0))
}

/// From the place to the picture.
fn outward(view: &View, at: Vec2) -> Vec2 {
    let near = 1.0 + (view.zoom - 1.0) * 0.5;
    let u = if view.mirror { 1.0 - at.x } else { at.x };
    vec2(0.5 + (u - 0.5) * near + view.shift[0] * 0.5, 0.45 + (at.y - 0.45) * near - view.shift[1] * 0.5)
}

/// Where the sign of a scene is in the picture: two corners, fractions.
pub fn sign_corners(scene: &Scene, view: &View) -> Option<(Vec2, Vec2)> {
    scene.sign?;
    let (low, high) = sign::corners(scene.place);
    let (a, b) = (outward(view, low), outward(view, high));
    Some((a.min(b), a.max(b)))
}

/// Points of a disc with weights, brighter at the rim, as a lens draws lamps.
fn disc(radius: f32) -> Vec<(f32, f32, f32)> {
    (0..TAPS)
        .map(|j| {
            let angle = j as f32 * 2.399_963;
            let r = ((j as f32 + 0.5) / TAPS as f32).sqrt();
            (cos(angle) * r * radius, sin(angle) * r * radius, 0.85 + 0.4 * r)
        })
        .collect()
}

impl Place {
    fn blur(self) -> f32 {
        match self {
            Self::Hall => 11.0,
            Self::Pharmacy => 10.0,
            Self::Pitch | Self::Office => 15.0,
        }
    }

    /// On which side of the place its key light is.
    fn key_side(self) -> f32 {
        if self == Self::Pitch { 1.0 } else { -1.0 }
    }
}

impl Scene<'_> {
    /// Sharp light at a point of the place (0 to 1, y down).
    fn light(&self, at: Vec2, mirror: bool) -> Vec3 {
        let (u, v) = (at.x, at.y);
        let mut c = match (self.place, self.seat % 2) {
            (Place::Hall, 0) => places::hall(u, v) * 0.62,
            (Place::Pharmacy, 0) => places::pharmacy(u, v) * 0.66,
            (Place::Pitch, 0) => places::pitch(u, v) * 0.62,
            (Place::Office, 0) => places::office(u, v) * 0.66,
            (Place::Hall, _) => seats::gallery(u, v, self.lamps > 0) * 0.62,
            (Place::Pharmacy, _) => seats::drawers(u, v) * 0.66,
            (Place::Pitch, _) => seats::clubhouse(u, v) * 0.62,
            (Place::Office, _) => seats::foyer(u, v) * 0.66,
        };
        if self.lamps > 1 {
            let centre = 0.5 - 0.40 * self.place.key_side();
            c = lamp(c, hypot(u - centre, (v - 0.26) * 0.9), 0.06, hex(0xff_ecd2) * 3.2, hex(0xff_dca8) * 0.5, 8.0);
        }
        match &self.sign {
            Some(sign) => sign.over(c, at, self.place, mirror),
            None => c,
        }
    }
}

fn within(u: f32, v: f32, u0: f32, v0: f32, u1: f32, v1: f32) -> bool {
    (u0..u1).contains(&u) && (v0..v1).contains(&v)
}

/// Round lamp with a glow.
fn lamp(c: Vec3, distance: f32, radius: f32, core: Vec3, glow: Vec3, fall: f32) -> Vec3 {
    let c = if distance < radius { core } else { c };
    c + glow * exp(-distance * fall)
}
