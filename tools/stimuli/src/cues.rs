//! Cues that work on finished pictures.

use glam::{Vec2, Vec3, vec2, vec3};

use crate::camera::View;
use crate::figure::Figure;
use crate::maths::{atan2, exp, hash, sin, step};
use crate::render::Picture;

/// An ellipse on the picture, in fractions of its width.
pub struct Ellipse {
    pub centre: Vec2,
    pub radii: Vec2,
}

impl Ellipse {
    fn on_head(figure: &Figure, view: &View, middle: Vec3, half: Vec2) -> Self {
        let turn = 1.0 - 0.25 * figure.pose.yaw.abs();
        let scale = 1.0 / (2.0 * view.half_width());
        Self { centre: view.project(figure.to_world(middle)), radii: vec2(half.x * turn, half.y) * scale }
    }

    /// The middle of the face.
    pub fn face(figure: &Figure, view: &View) -> Self {
        Self::on_head(figure, view, vec3(0.0, -0.14, 0.70), vec2(0.47, 0.56))
    }

    /// Head with hair.
    pub fn head(figure: &Figure, view: &View) -> Self {
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

/// The rows that stand still in V10, from above and below, in fractions: those of the eyes and the nose.
pub fn held_rows(figure: &Figure, view: &View) -> (f32, f32) {
    let face = Ellipse::face(figure, view);
    (face.centre.y - face.radii.y * 0.42, face.centre.y - face.radii.y * 0.08)
}

/// V10: the head trembles against its surroundings, and one band of rows shows an `earlier` frame.
pub fn jittered(
    picture: &Picture,
    earlier: &Picture,
    figure: &Figure,
    view: &View,
    frame: usize,
    strength: f32,
) -> Picture {
    let size = picture.size;
    let head = Ellipse::head(figure, view);
    // About 0.6 pixels of 720, mostly; twice that at most.
    let shake = |k: i32| (hash(frame as i32, k, 40) + hash(frame as i32, k, 41) - 1.0) * 1.8 * strength;
    let shift = vec2(shake(1), shake(2)) * size as f32 / 720.0;
    let (top, bottom) = held_rows(figure, view);
    let rows = (top * size as f32) as usize..(bottom * size as f32) as usize;
    let pixels = (0..size * size).map(|i| {
        let (x, y) = (i % size, i / size);
        if rows.contains(&y) {
            return earlier.pixels[i];
        }
        let moved = shift * step(1.05, 0.90, head.reach(position(i, size)));
        picture.at(x as f32 + moved.x, y as f32 + moved.y)
    });
    Picture { size, pixels: pixels.collect() }
}

/// The whole picture as soft as if it had been smaller by `factor`.
pub fn soft(picture: &Picture, factor: f32) -> Picture {
    let size = picture.size;
    let small = shrunk(picture, factor);
    let scale = small.size as f32 / size as f32;
    let pixels = (0..size * size).map(|i| {
        let at = position(i, size) * size as f32 * scale - 0.5;
        small.at(at.x, at.y)
    });
    Picture { size, pixels: pixels.collect() }
}

/// V11: the background bends next to the head, as a badly cut-out and reshaped person pulls it along.
pub fn warped(background: &[Vec3], size: usize, figure: &Figure, view: &View, strength: f32) -> Vec<Vec3> {
    let ellipse = Ellipse::head(figure, view);
    let source = Picture { size, pixels: background.to_vec() };
    (0..size * size)
        .map(|i| {
            let at = position(i, size);
            let away = at - ellipse.centre;
            let near = exp(-((ellipse.reach(at) - 1.05) / 0.35).powi(2));
            let wave = 0.65 + 0.35 * sin(atan2(away.y, away.x) * 3.0);
            let moved = at - away.normalize_or_zero() * 0.030 * strength * near * wave;
            source.at(moved.x * size as f32 - 0.5, moved.y * size as f32 - 0.5)
        })
        .collect()
}

/// V12: everything but the face as soft as if it came from a picture of a quarter of the size.
pub fn soft_around_face(picture: &Picture, figure: &Figure, view: &View, strength: f32) -> Picture {
    let ellipse = Ellipse::face(figure, view);
    let size = picture.size;
    let soft = soft(picture, 1.0 + 3.0 * strength);
    let pixels = picture.pixels.iter().zip(&soft.pixels).enumerate();
    let pixels = pixels.map(|(i, (c, soft))| c.lerp(*soft, step(0.97, 1.03, ellipse.reach(position(i, size)))));
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
