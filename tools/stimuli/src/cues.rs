//! Cues that work on finished pictures, and where every cue is to be seen. The regions come from the same
//! projection that places the cue, so they are exact.

use glam::{Vec2, Vec3, vec2, vec3};
use serde::{Deserialize, Serialize};

use crate::camera::View;
use crate::clips::Cue;
use crate::figure::Figure;
use crate::maths::{hash, step};
use crate::render::Picture;

/// A region of the picture (fractions), a range of time (seconds), or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
    pub from: Option<f32>,
    pub to: Option<f32>,
}

impl Mark {
    /// A range of time alone.
    pub fn time((from, to): (f32, f32)) -> Self {
        Self { from: Some(from), to: Some(to), ..Self::default() }
    }
}

/// An ellipse on the picture, in fractions of its width.
struct Ellipse {
    centre: Vec2,
    radii: Vec2,
}

impl Ellipse {
    fn on_head(figure: &Figure, view: &View, middle: Vec3, half: Vec2) -> Self {
        let turn = 1.0 - 0.25 * figure.pose.yaw.abs();
        let scale = 1.0 / (2.0 * view.half_width());
        Self { centre: view.project(figure.to_world(middle)), radii: vec2(half.x * turn, half.y) * scale }
    }

    /// The middle of the face.
    fn face(figure: &Figure, view: &View) -> Self {
        Self::on_head(figure, view, vec3(0.0, -0.14, 0.70), vec2(0.47, 0.56))
    }

    /// Head with hair.
    fn head(figure: &Figure, view: &View) -> Self {
        Self::on_head(figure, view, vec3(0.0, 0.10, 0.10), vec2(0.98, 1.22))
    }

    /// 1 on the border, less inside.
    fn reach(&self, at: Vec2) -> f32 {
        ((at - self.centre) / self.radii).length()
    }
}

fn position(i: usize, size: usize) -> Vec2 {
    vec2((i % size) as f32 + 0.5, (i / size) as f32 + 0.5) / size as f32
}

/// V4: a patch in the middle of the face, a little colder and softer, placed by the pose of `figure`,
/// which is that of some frames ago; its strength flickers every third frame.
pub fn patch(picture: &Picture, figure: &Figure, view: &View, frame: usize, strength: f32) -> Picture {
    let ellipse = Ellipse::face(figure, view);
    let size = picture.size;
    let flicker = 1.0 + 0.25 * (hash((frame / 3) as i32, 1, 1) - 0.5);
    let tint = Vec3::ONE.lerp(vec3(0.955, 1.045, 1.11), strength);
    let blur = size as f32 / 360.0;
    let pixels = picture.pixels.iter().enumerate().map(|(i, c)| {
        let r = ellipse.reach(position(i, size));
        if r > 1.05 {
            return *c;
        }
        let soft = around(picture, (i % size) as f32, (i / size) as f32, blur);
        c.lerp(soft * tint + Vec3::splat(0.012), step(1.025, 0.985, r) * flicker.min(1.0))
    });
    Picture { size, pixels: pixels.collect() }
}

fn around(picture: &Picture, x: f32, y: f32, reach: f32) -> Vec3 {
    const OFFSETS: [(f32, f32); 9] = [
        (0.0, 0.0),
        (-1.0, 0.0),
        (1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (-0.6, -0.6),
        (0.6, 0.6),
        (-0.6, 0.6),
        (0.6, -0.6),
    ];
    OFFSETS.iter().map(|(dx, dy)| picture.at(x + dx * reach, y + dy * reach)).sum::<Vec3>() / 9.0
}

/// V11: the background bends beside the head, as a badly cut-out and reshaped person pulls it along.
pub fn warped(background: &[Vec3], size: usize, figure: &Figure, view: &View, strength: f32) -> Vec<Vec3> {
    let ellipse = Ellipse::head(figure, view);
    let source = Picture { size, pixels: background.to_vec() };
    (0..size * size)
        .map(|i| {
            let at = position(i, size);
            let away = at - ellipse.centre;
            let near = (-((ellipse.reach(at) - 1.05) / 0.35).powi(2)).exp();
            let wave = 0.65 + 0.35 * (away.y.atan2(away.x) * 3.0).sin();
            let moved = at - away.normalize_or_zero() * 0.030 * strength * near * wave;
            source.at(moved.x * size as f32 - 0.5, moved.y * size as f32 - 0.5)
        })
        .collect()
}

/// V12: everything but the face as soft as if it came from a picture of a quarter of the size.
pub fn soft_around_face(picture: &Picture, figure: &Figure, view: &View, strength: f32) -> Picture {
    let ellipse = Ellipse::face(figure, view);
    let size = picture.size;
    let small = shrunk(picture, 1.0 + 3.0 * strength);
    let scale = small.size as f32 / size as f32;
    let pixels = picture.pixels.iter().enumerate().map(|(i, c)| {
        let at = position(i, size) * size as f32 * scale - 0.5;
        c.lerp(small.at(at.x, at.y), step(0.97, 1.03, ellipse.reach(position(i, size))))
    });
    Picture { size, pixels: pixels.collect() }
}

fn shrunk(picture: &Picture, factor: f32) -> Picture {
    let size = (picture.size as f32 / factor) as usize;
    let step = picture.size as f32 / size as f32;
    let pixels = (0..size * size).map(|i| {
        let (x, y) = ((i % size) as f32 * step, (i / size) as f32 * step);
        let part = |k: u8| (f32::from(k) + 0.5) * step / 3.0 - 0.5;
        let sum: Vec3 = (0..9u8).map(|k| picture.at(x + part(k % 3), y + part(k / 3))).sum();
        sum / 9.0
    });
    Picture { size, pixels: pixels.collect() }
}

/// Where the cue can be seen on the head of `figure`.
pub fn regions(cue: Cue, figure: &Figure, view: &View) -> Vec<Mark> {
    let points = |points: &[Vec3], pad: f32| vec![bounds(figure, view, points, pad)];
    match cue {
        Cue::V1 => points(&[vec3(-0.22, -0.40, 0.8), vec3(0.22, -0.66, 0.8)], 0.015),
        Cue::V3 => points(&[vec3(-0.50, 0.22, 0.6), vec3(0.50, -0.08, 0.6)], 0.01),
        Cue::V5 => points(&[vec3(-0.62, 0.72, 0.5), vec3(0.62, -0.85, 0.5)], 0.0),
        Cue::V6 => points(&[vec3(0.12, 0.22, 0.7), vec3(0.46, -0.08, 0.7)], 0.0),
        Cue::V8 => points(&[vec3(-0.10, 0.05, 0.8), vec3(0.52, -0.48, 0.65)], 0.01),
        Cue::V4 | Cue::V12 => vec![around_ellipse(&Ellipse::face(figure, view), 1.04)],
        Cue::V11 => beside(&Ellipse::head(figure, view)),
        Cue::A1 | Cue::A2 | Cue::A3 | Cue::A4 | Cue::A5 => Vec::new(),
    }
}

fn bounds(figure: &Figure, view: &View, points: &[Vec3], pad: f32) -> Mark {
    let at: Vec<Vec2> = points.iter().map(|p| view.project(figure.to_world(*p))).collect();
    let low = at.iter().copied().fold(Vec2::ONE, Vec2::min) - pad;
    let high = at.iter().copied().fold(Vec2::ZERO, Vec2::max) + pad;
    inside(low, high)
}

fn around_ellipse(ellipse: &Ellipse, scale: f32) -> Mark {
    inside(ellipse.centre - ellipse.radii * scale, ellipse.centre + ellipse.radii * scale)
}

fn beside(ellipse: &Ellipse) -> Vec<Mark> {
    let (c, r) = (ellipse.centre, ellipse.radii);
    let height = r.y * 0.7;
    vec![
        inside(vec2(c.x - r.x * 1.5, c.y - height), vec2(c.x - r.x * 0.85, c.y + height)),
        inside(vec2(c.x + r.x * 0.85, c.y - height), vec2(c.x + r.x * 1.5, c.y + height)),
    ]
}

fn inside(low: Vec2, high: Vec2) -> Mark {
    let (low, high) = (low.clamp(Vec2::ZERO, Vec2::ONE), high.clamp(Vec2::ZERO, Vec2::ONE));
    Mark { x: low.x, y: low.y, w: high.x - low.x, h: high.y - low.y, ..Mark::default() }
}
