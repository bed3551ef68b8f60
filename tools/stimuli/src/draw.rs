//! From a clip to its frames, in both versions.

use anyhow::Result;
use glam::Vec3;

use crate::backdrop::backdrop;
use crate::cache::Cache;
use crate::clips::{Clip, Cue, Kind};
use crate::cues::{Mark, patch, regions, soft_around_face, warped};
use crate::figure::Figure;
use crate::motion::{FPS, Motion};
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
    /// For the overlay.
    pub marks: Vec<Mark>,
}

/// How many frames the patch of V4 lags behind the head.
const PATCH_LAG: usize = 2;

/// Draws a clip: one frame for a picture, all frames for a video.
pub fn draw(clip: &Clip, sound: Option<&Recording>, size: usize, cache: &Cache) -> Result<Drawn> {
    let background = backdrop(clip.place(), &clip.view, size, clip.sharp);
    let Some(look) = clip.look() else {
        let picture = empty(&background, size).bytes();
        return Ok(Drawn { original: vec![picture], altered: None, marks: Vec::new() });
    };
    let cue = clip.cue.map(|c| c.id);
    let plain = poses(clip, sound, None);
    let changed = poses(clip, sound, cue);
    let studio = Studio { clip, look: &look, background: &background, size, cache };
    let (mut original, mut altered) = (Vec::new(), Vec::new());
    for i in 0..plain.len() {
        let (a, b) = studio.pair(&plain, &changed, i)?;
        original.push(a.bytes());
        altered.extend(b.map(|b| b.bytes()));
        if i % 10 == 9 {
            eprintln!("  {} {}/{}", clip.id, i + 1, plain.len());
        }
    }
    let middle = changed[changed.len() / 2];
    let marks =
        cue.map_or_else(Vec::new, |cue| timed(cue, regions(cue, &Figure::new(&look, middle), &clip.view), sound));
    Ok(Drawn { original, altered: cue.map(|_| altered), marks })
}

fn poses(clip: &Clip, sound: Option<&Recording>, cue: Option<Cue>) -> Vec<Pose> {
    let Some(sound) = sound else {
        let a = clip.pose;
        let gaze_x = -a.yaw * 0.9;
        return vec![Pose { yaw: a.yaw, pitch: a.pitch, smile: a.smile, brow: a.brow, gaze_x, ..Pose::default() }];
    };
    let seed = clip.seed();
    let side = if seed % 2 == 0 { 0.07 } else { -0.07 };
    Motion { phones: &sound.phones, seconds: sound.seconds(), seed, smile: 0.45, yaw: side }.poses(cue)
}

struct Studio<'a> {
    clip: &'a Clip,
    look: &'a Look,
    background: &'a [Vec3],
    size: usize,
    cache: &'a Cache,
}

impl Studio<'_> {
    fn pair(&self, plain: &[Pose], changed: &[Pose], i: usize) -> Result<(Picture, Option<Picture>)> {
        let Some(spec) = self.clip.cue else { return Ok((self.still(plain[i])?, None)) };
        let figure = Figure::new(self.look, plain[i]);
        let t = i as f32 / FPS as f32;
        let altered = match spec.id {
            Cue::V1 | Cue::V3 => self.still(changed[i])?,
            Cue::V4 => {
                let late = Figure::new(self.look, plain[i.saturating_sub(PATCH_LAG)]);
                patch(&self.still(plain[i])?, &late, &self.clip.view, i, spec.strength)
            }
            Cue::V12 => soft_around_face(&self.still(plain[i])?, &figure, &self.clip.view, spec.strength),
            Cue::V5 | Cue::V6 | Cue::V8 => return self.both_lights(plain[i], &self.alter(spec.id, spec.strength, t)),
            Cue::V11 => {
                let bent = warped(self.background, self.size, &figure, &self.clip.view, spec.strength);
                return self.both(plain[i], &Alter::default(), &bent, "V11");
            }
            Cue::A1 | Cue::A2 | Cue::A3 | Cue::A4 | Cue::A5 => self.still(plain[i])?,
        };
        Ok((self.still(plain[i])?, Some(altered)))
    }

    fn alter(&self, cue: Cue, strength: f32, t: f32) -> Alter {
        let key = self.look.light.key;
        match cue {
            // To the other side of the face; its frontal part stays, or the face reads as another skin colour.
            Cue::V5 => Alter { key_turn: -2.0 * key.x.atan2(key.z) * strength, ..Alter::default() },
            Cue::V6 => Alter { eye_turn: -1.5 * key.x.atan2(key.z) * strength, ..Alter::default() },
            _ => {
                let drift = (0.035 * (t * 1.9).sin() + 0.012 * t, 0.040 * (t * 1.4).cos() - 0.035);
                Alter { drift: (drift.0 * strength, drift.1 * strength), ..Alter::default() }
            }
        }
    }

    fn still(&self, pose: Pose) -> Result<Picture> {
        let figure = Figure::new(self.look, pose);
        let version = Version { alter: Alter::default(), background: self.background };
        let draw = || frame(&figure, &self.clip.view, self.size, self.quality(), &[version]);
        Ok(self.cache.frame(&self.key(pose, ""), self.size, 1, draw)?.remove(0))
    }

    fn both_lights(&self, pose: Pose, alter: &Alter) -> Result<(Picture, Option<Picture>)> {
        self.both(pose, alter, self.background, &format!("{alter:?}"))
    }

    fn both(&self, pose: Pose, alter: &Alter, background: &[Vec3], name: &str) -> Result<(Picture, Option<Picture>)> {
        let figure = Figure::new(self.look, pose);
        let versions =
            [Version { alter: Alter::default(), background: self.background }, Version { alter: *alter, background }];
        let draw = || frame(&figure, &self.clip.view, self.size, self.quality(), &versions);
        let mut pair = self.cache.frame(&self.key(pose, name), self.size, 2, draw)?;
        let altered = pair.pop();
        Ok((pair.remove(0), altered))
    }

    fn quality(&self) -> Quality {
        if self.clip.kind == Kind::Video { Quality::Moving } else { Quality::Still }
    }

    fn key(&self, pose: Pose, version: &str) -> String {
        let c = self.clip;
        let cue = c.cue.filter(|_| !version.is_empty()).map_or(0.0, |cue| cue.strength);
        format!(
            "{:?} {:?} {} {:?} {:?} {} {} {version} {cue}",
            self.quality(),
            c.persona,
            c.outfit,
            c.place(),
            c.view,
            c.sharp,
            pose.key()
        )
    }
}

/// Adds the times at which the cue can best be seen: for lips out of step, the closures.
fn timed(cue: Cue, marks: Vec<Mark>, sound: Option<&Recording>) -> Vec<Mark> {
    let (Cue::V1, Some(sound), Some(mouth)) = (cue, sound, marks.first().copied()) else { return marks };
    let closures = sound.phones.iter().filter(|p| matches!(p.name.as_str(), "m" | "b" | "p"));
    closures.take(4).map(|p| Mark { from: Some((p.from - 0.15).max(0.0)), to: Some(p.to + 0.45), ..mouth }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::View;
    use crate::persona::Persona;

    /// Mean brightness of a four by four grid, in 256 steps: a change of shape, light or place shows in it,
    /// the last bit of another machine's sine does not.
    fn grid(persona: Persona) -> Vec<i32> {
        const SIZE: usize = 48;
        let (look, view) = (persona.look(0), View::default());
        let background = backdrop(persona.into(), &view, SIZE, false);
        let pose = Pose { yaw: 0.15, smile: 0.5, ..Pose::default() };
        let version = Version { alter: Alter::default(), background: &background };
        let picture = &frame(&Figure::new(&look, pose), &view, SIZE, Quality::Moving, &[version])[0];
        let mut sums = [0.0f32; 16];
        for (i, c) in picture.pixels.iter().enumerate() {
            sums[i / SIZE / 12 * 4 + i % SIZE / 12] += c.element_sum() / 3.0 / 144.0;
        }
        sums.iter().map(|s| (s * 256.0).round() as i32).collect()
    }

    #[test]
    fn the_four_people_look_as_they_did() {
        let expected: [(Persona, [i32; 16]); 4] = [
            (Persona::Maren, [161, 48, 45, 71, 178, 84, 85, 67, 136, 80, 67, 100, 43, 125, 107, 45]),
            (Persona::Tomasz, [155, 134, 121, 142, 148, 138, 131, 134, 149, 114, 90, 142, 165, 200, 186, 158]),
            (Persona::Ines, [121, 112, 121, 144, 129, 118, 139, 161, 106, 102, 125, 95, 82, 123, 148, 90]),
            (Persona::Ruth, [39, 112, 99, 44, 113, 186, 165, 62, 142, 158, 124, 66, 57, 122, 106, 64]),
        ];
        let drawn = expected.map(|(persona, _)| (persona, grid(persona)));
        let near = drawn.iter().zip(expected).all(|((_, a), (_, b))| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2));
        assert!(near, "the look has changed to {drawn:?}; if that is meant, raise cache::RENDERER");
    }
}
