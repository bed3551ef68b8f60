//! From a clip to its frames, in both versions.

use anyhow::Result;
use glam::{Mat3, Vec3};

use crate::backdrop::{Scene, Sign, backdrop};
use crate::cache::Cache;
use crate::clips::{Clip, Kind};
use crate::cue::{Cue, CueSpec};
use crate::cues::{jittered, patch, soft, soft_around_face, warped};
use crate::digest::digest;
use crate::figure::Figure;
use crate::maths::{atan2, cos, sin};
use crate::motion::{FPS, Motion};
use crate::overlay::{Mark, marks};
use crate::persona::Look;
use crate::pose::Pose;
use crate::render::{Picture, Quality, Version, empty, frame};
use crate::shade::Alter;
use crate::sound::Recording;

/// Frames of both versions and where the cue is.
pub struct Drawn {
    /// Eight bits per channel, one entry per frame.
    pub original: Vec<Vec<u8>>,
    /// The same with the cue.
    pub altered: Option<Vec<Vec<u8>>>,
    /// Hash of all poses, for the provenance.
    pub poses: String,
    /// For the overlay.
    pub marks: Vec<Mark>,
}

/// Number of frames by which the patch of V4 lags behind the head, and for which a band of V10 freezes.
const PATCH_LAG: usize = 3;
const HELD: usize = 3;
/// How much smaller a soft picture was once.
const SOFT: f32 = 2.0;

/// Draws a clip: one frame for a picture, all frames for a video. `only` draws those frames alone.
pub fn draw(clip: &Clip, sound: Option<&Recording>, size: usize, cache: &Cache, only: &[usize]) -> Result<Drawn> {
    let scene = clip.scene();
    let background = backdrop(&scene, &clip.view, size);
    let Some(look) = clip.look() else {
        let picture = empty(&background, size).bytes();
        return Ok(Drawn { original: vec![picture], altered: None, poses: String::new(), marks: Vec::new() });
    };
    let motion = sound.map(|sound| moved(clip, sound));
    let poses = |cue| motion.as_ref().map_or_else(|| vec![posed(clip)], |motion| motion.poses(cue));
    let (plain, changed) = (poses(None), poses(clip.cue));
    let second = muddled(scene, clip.cue).map(|scene| backdrop(&scene, &clip.view, size));
    let studio = Studio { clip, look: &look, background: &background, second: second.as_deref(), size, cache };
    let (mut original, mut altered) = (Vec::new(), Vec::new());
    for i in (0..plain.len()).filter(|i| only.is_empty() || only.contains(i)) {
        let (a, b) = studio.pair(&plain, &changed, i)?;
        original.push(a.bytes());
        altered.extend(b.map(|b| b.bytes()));
        if i % 10 == 9 {
            eprintln!("  {} {}/{}", clip.id, i + 1, plain.len());
        }
    }
    let marks = clip.cue.map_or_else(Vec::new, |cue| marks(cue, clip, &look, &changed, motion.as_ref()));
    Ok(Drawn { original, altered: clip.cue.map(|_| altered), poses: hash(&plain, &changed), marks })
}

/// Hash of all poses of a video with this sound.
pub fn poses(clip: &Clip, sound: &Recording) -> String {
    let motion = moved(clip, sound);
    hash(&motion.poses(None), &motion.poses(clip.cue))
}

fn hash(plain: &[Pose], changed: &[Pose]) -> String {
    digest(format!("{plain:?} {changed:?}").as_bytes(), 8)
}

fn posed(clip: &Clip) -> Pose {
    let a = clip.pose;
    let mouth = crate::pose::Lips { open: a.open, wide: a.open * 0.6, ..Default::default() };
    Pose { yaw: a.yaw, pitch: a.pitch, smile: a.smile, brow: a.brow, gaze_x: -a.yaw * 0.9, mouth, ..Pose::default() }
}

fn moved<'a>(clip: &Clip, sound: &'a Recording) -> Motion<'a> {
    let seed = clip.seed();
    let side = if seed % 2 == 0 { 0.07 } else { -0.07 };
    let (yaw, smile) = (clip.pose.yaw + side, if clip.pose.smile > 0.0 { clip.pose.smile } else { 0.45 });
    Motion { phones: &sound.phones, seconds: sound.seconds(), seed, smile, yaw, like: clip.like }
}

/// The scene of the altered version, if that is another one.
fn muddled(scene: Scene, cue: Option<CueSpec>) -> Option<Scene> {
    let sign = scene.sign.filter(|_| cue.is_some_and(|c| c.id == Cue::V13))?;
    Some(Scene { sign: Some(Sign { muddled: true, ..sign }), ..scene })
}

struct Studio<'a> {
    clip: &'a Clip,
    look: &'a Look,
    background: &'a [Vec3],
    /// Behind the altered version.
    second: Option<&'a [Vec3]>,
    size: usize,
    cache: &'a Cache,
}

impl Studio<'_> {
    fn pair(&self, plain: &[Pose], changed: &[Pose], i: usize) -> Result<(Picture, Option<Picture>)> {
        let (a, b) = self.sharp_pair(plain, changed, i)?;
        if self.clip.like == Some(Cue::V12) {
            return Ok((soft(&a, SOFT), b.map(|b| soft(&b, SOFT))));
        }
        Ok((a, b))
    }

    fn sharp_pair(&self, plain: &[Pose], changed: &[Pose], i: usize) -> Result<(Picture, Option<Picture>)> {
        let Some(spec) = self.clip.cue else { return Ok((self.still(plain[i])?, None)) };
        let figure = Figure::new(self.look, plain[i]);
        let view = &self.clip.view;
        let altered = match spec.id {
            Cue::V1 | Cue::V2 | Cue::V3 => self.still(changed[i])?,
            Cue::V4 => {
                let late = Figure::new(self.look, plain[i.saturating_sub(PATCH_LAG)]);
                patch(&self.still(plain[i])?, &late, view, i, spec.strength)
            }
            Cue::V10 => {
                let earlier = self.still(plain[i - i % HELD])?;
                jittered(&self.still(plain[i])?, &earlier, &figure, view, i, spec.strength)
            }
            Cue::V12 => soft_around_face(&self.still(plain[i])?, &figure, view, spec.strength),
            Cue::V5 | Cue::V6 | Cue::V7 | Cue::V8 | Cue::V9 => {
                let first = Figure::new(self.look, plain[0]).rotation;
                return self.both(plain[i], &self.alter(spec, i as f32 / FPS as f32, first), self.background, "");
            }
            Cue::V11 => {
                let bent = warped(self.background, self.size, &figure, view, spec.strength);
                return self.both(plain[i], &Alter::default(), &bent, &format!("bent {}", spec.strength));
            }
            Cue::V13 => {
                let second = self.second.unwrap_or(self.background);
                return self.both(plain[i], &Alter::default(), second, "muddled");
            }
            Cue::A1 | Cue::A2 | Cue::A3 | Cue::A4 | Cue::A5 => self.still(plain[i])?,
        };
        Ok((self.still(plain[i])?, Some(altered)))
    }

    fn alter(&self, cue: CueSpec, t: f32, first: Mat3) -> Alter {
        let (key, strength) = (self.look.light.key, cue.strength);
        match cue.id {
            // To the other side of the face; its frontal part stays, or the face reads as another skin colour.
            Cue::V5 => Alter { key_turn: -2.0 * atan2(key.x, key.z) * strength, ..Alter::default() },
            Cue::V6 => Alter { eye_turn: -1.5 * atan2(key.x, key.z) * strength, ..Alter::default() },
            Cue::V7 => Alter { held_lens: Some(first), ..Alter::default() },
            Cue::V9 => Alter { merged: strength, ..Alter::default() },
            _ => {
                let drift = (0.035 * sin(t * 1.9) + 0.012 * t, 0.040 * cos(t * 1.4) - 0.035);
                Alter { drift: (drift.0 * strength, drift.1 * strength), ..Alter::default() }
            }
        }
    }

    fn still(&self, pose: Pose) -> Result<Picture> {
        let figure = Figure::new(self.look, pose);
        let version = Version { alter: Alter::default(), background: self.background };
        let draw = || frame(&figure, &self.clip.view, self.size, self.quality(), &[version]);
        Ok(self.cache.frame(self.clip.renderer(), &self.key(pose, ""), self.size, 1, draw)?.remove(0))
    }

    /// Both versions from one march. `behind` names the second background.
    fn both(&self, pose: Pose, alter: &Alter, background: &[Vec3], behind: &str) -> Result<(Picture, Option<Picture>)> {
        let figure = Figure::new(self.look, pose);
        let versions =
            [Version { alter: Alter::default(), background: self.background }, Version { alter: *alter, background }];
        let draw = || frame(&figure, &self.clip.view, self.size, self.quality(), &versions);
        let key = self.key(pose, &format!("{alter:?} {behind}"));
        let mut pair = self.cache.frame(self.clip.renderer(), &key, self.size, 2, draw)?;
        let altered = pair.pop();
        Ok((pair.remove(0), altered))
    }

    fn quality(&self) -> Quality {
        if self.clip.kind == Kind::Video { Quality::Moving } else { Quality::Still }
    }

    /// Everything that a frame depends on.
    fn key(&self, pose: Pose, version: &str) -> String {
        let (scene, view) = (self.clip.scene(), &self.clip.view);
        format!("{:?} {:?} {scene:?} {view:?} {} {version}", self.quality(), self.look, pose.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::View;
    use crate::persona::Persona;
    use std::fmt::Write;

    /// Hash of a small frame, byte for byte: both outfits, both seats, an open mouth.
    fn drawn(persona: Persona, corner: usize) -> String {
        const SIZE: usize = 48;
        let (look, view) = (persona.look(corner), View::default());
        let scene = Scene { place: persona.into(), seat: corner, sharp: false, lamps: 1, sign: None };
        let background = backdrop(&scene, &view, SIZE);
        let mouth = crate::pose::Lips { open: 0.4, ..Default::default() };
        let pose = Pose { yaw: 0.15, smile: 0.5, mouth, ..Pose::default() };
        let version = Version { alter: Alter::default(), background: &background };
        let picture = &frame(&Figure::new(&look, pose), &view, SIZE, Quality::Moving, &[version])[0];
        digest(&picture.bytes(), 8)
    }

    #[test]
    fn the_four_people_are_drawn_as_they_were_byte_for_byte() {
        let people = [Persona::Maren, Persona::Tomasz, Persona::Ines, Persona::Ruth];
        let mut found = String::new();
        for (persona, corner) in people.into_iter().flat_map(|p| [(p, 0), (p, 1)]) {
            writeln!(found, "{persona:?} {corner} {}", drawn(persona, corner)).expect("writing to a string");
        }
        let expected = include_str!("people.txt");
        assert!(
            found == expected,
            "drawn otherwise; if that is meant, raise cache::RENDERER or Clip::renderer and store\n{found}"
        );
    }
}
