//! Where every cue is to be seen or heard: regions from the projection that drew the picture, times from the
//! phonemes that moved the mouth.

use glam::{Vec2, Vec3, vec3};
use serde::{Deserialize, Serialize};

use crate::backdrop::sign_corners;
use crate::camera::View;
use crate::clips::Clip;
use crate::cue::{Cue, CueSpec};
use crate::cues::{Ellipse, held_rows};
use crate::figure::Figure;
use crate::motion::Motion;
use crate::mouth::is_closure;
use crate::persona::{HairStyle, Look};
use crate::pose::Pose;
use crate::speech::Phone;

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

    fn between(low: Vec2, high: Vec2) -> Self {
        let (low, high) = (low.clamp(Vec2::ZERO, Vec2::ONE), high.clamp(Vec2::ZERO, Vec2::ONE));
        Self { x: low.x, y: low.y, w: high.x - low.x, h: high.y - low.y, ..Self::default() }
    }

    fn with(self, other: &Self) -> Self {
        let low = Vec2::new(self.x.min(other.x), self.y.min(other.y));
        let high = Vec2::new((self.x + self.w).max(other.x + other.w), (self.y + self.h).max(other.y + other.h));
        Self::between(low, high)
    }
}

/// The most closures that are pointed out.
const CLOSURES: usize = 4;

/// Where the cue of a clip is: regions that hold for all its poses, at the times at which they are best seen.
pub fn marks(cue: CueSpec, clip: &Clip, look: &Look, poses: &[Pose], motion: Option<&Motion>) -> Vec<Mark> {
    let mut all = poses.iter().step_by(5).map(|pose| regions(cue.id, &Figure::new(look, *pose), clip));
    let first = all.next().unwrap_or_default();
    let union = all.fold(first, |sum, next| sum.iter().zip(&next).map(|(a, b)| a.with(b)).collect());
    match (motion, union.first()) {
        (Some(motion), Some(mouth)) if matches!(cue.id, Cue::V1 | Cue::V2) => closures(cue, motion)
            .into_iter()
            .map(|(from, to)| Mark { from: Some(from), to: Some(to), ..*mouth })
            .collect(),
        _ => union,
    }
}

/// When to look at the lips: round closures, those that are skipped for V2.
fn closures(cue: CueSpec, motion: &Motion) -> Vec<(f32, f32)> {
    let around = |p: &Phone| ((p.from - 0.15).max(0.0), p.to + if cue.id == Cue::V1 { 0.45 } else { 0.15 });
    match cue.id {
        Cue::V2 => motion.mouth(Some(cue)).open_closures().take(CLOSURES).map(around).collect(),
        _ => motion.phones.iter().filter(|p| is_closure(p)).take(CLOSURES).map(around).collect(),
    }
}

/// Where the cue can be seen on the head of `figure`.
fn regions(cue: Cue, figure: &Figure, clip: &Clip) -> Vec<Mark> {
    let view = &clip.view;
    let points = |points: &[Vec3], pad: f32| vec![bounds(figure, view, points, pad)];
    match cue {
        Cue::V1 | Cue::V2 => points(&MOUTH, 0.015),
        Cue::V3 => points(&[vec3(-0.50, 0.22, 0.6), vec3(0.50, -0.08, 0.6)], 0.01),
        Cue::V5 => points(&[vec3(-0.62, 0.72, 0.5), vec3(0.62, -0.85, 0.5)], 0.0),
        Cue::V6 => points(&[vec3(0.12, 0.22, 0.7), vec3(0.46, -0.08, 0.7)], 0.0),
        Cue::V7 => [-1.0, 1.0]
            .map(|side| bounds(figure, view, &[vec3(0.05 * side, 0.29, 0.9), vec3(0.54 * side, -0.20, 0.84)], 0.0))
            .to_vec(),
        Cue::V8 => points(&[vec3(-0.10, 0.05, 0.8), vec3(0.52, -0.48, 0.65)], 0.01),
        Cue::V9 => vec![bounds(figure, view, &MOUTH, 0.01), bounds(figure, view, &ends_of_hair(figure), 0.01)],
        Cue::V4 | Cue::V12 => vec![around(&Ellipse::face(figure, view), 1.04)],
        Cue::V10 => {
            let head = around(&Ellipse::head(figure, view), 1.0);
            let (top, bottom) = held_rows(figure, view);
            vec![Mark::between(Vec2::new(head.x, top), Vec2::new(head.x + head.w, bottom))]
        }
        Cue::V11 => beside(&Ellipse::head(figure, view)),
        Cue::V13 => sign_corners(&clip.scene(), view).map(|(low, high)| Mark::between(low, high)).into_iter().collect(),
        Cue::A1 | Cue::A2 | Cue::A3 | Cue::A4 | Cue::A5 => Vec::new(),
    }
}

const MOUTH: [Vec3; 2] = [vec3(-0.22, -0.40, 0.8), vec3(0.22, -0.66, 0.8)];

fn ends_of_hair(figure: &Figure) -> [Vec3; 2] {
    match figure.look.hair {
        HairStyle::Bob => [vec3(-0.92, -0.12, 0.0), vec3(0.92, -0.74, 0.0)],
        HairStyle::Swept => [vec3(-0.62, 1.26, 0.2), vec3(0.62, 0.84, 0.2)],
        HairStyle::Bun => [vec3(-0.42, 1.42, -0.4), vec3(0.42, 0.98, -0.4)],
        HairStyle::Curls => [vec3(-0.80, 1.40, -0.1), vec3(0.80, 0.90, -0.1)],
    }
}

fn bounds(figure: &Figure, view: &View, points: &[Vec3], pad: f32) -> Mark {
    let at: Vec<Vec2> = points.iter().map(|p| view.project(figure.to_world(*p))).collect();
    let low = at.iter().copied().fold(Vec2::ONE, Vec2::min) - pad;
    let high = at.iter().copied().fold(Vec2::ZERO, Vec2::max) + pad;
    Mark::between(low, high)
}

fn around(ellipse: &Ellipse, scale: f32) -> Mark {
    Mark::between(ellipse.centre - ellipse.radii * scale, ellipse.centre + ellipse.radii * scale)
}

fn beside(ellipse: &Ellipse) -> Vec<Mark> {
    let (c, r) = (ellipse.centre, ellipse.radii);
    let side = |from: f32, to: f32| {
        Mark::between(Vec2::new(c.x + r.x * from, c.y - r.y * 0.7), Vec2::new(c.x + r.x * to, c.y + r.y * 0.7))
    };
    vec![side(-1.5, -0.85), side(0.85, 1.5)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_visible_cue_of_the_list_has_a_place() {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let clips = crate::clips::read(&here.join("clips.yaml")).expect("the list can be read");
        for clip in &clips {
            let (Some(cue), Some(look)) = (clip.cue, clip.look()) else { continue };
            let found = regions(cue.id, &Figure::new(&look, Pose::default()), clip);
            assert_eq!(found.is_empty(), cue.id.is_heard(), "{}", clip.id);
            for m in found {
                let inside = m.x >= 0.0 && m.y >= 0.0 && m.x + m.w <= 1.0 && m.y + m.h <= 1.0;
                assert!(inside && m.w > 0.02 && m.h > 0.02, "{}: {m:?}", clip.id);
            }
        }
    }
}
