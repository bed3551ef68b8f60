//! Skull, skin, eyes and mouth.

use glam::{Vec3, Vec3Swizzles, vec3};

use super::near::{beyond, capsule_beyond, cut_ellipsoid, join_capsule, join_ellipsoid};
use super::{Detail, Figure, Hit, Material, nearer};
use crate::maths::{capsule, ellipsoid, hypot, mirrored, noise, powf, sin, smax, smin, step};

impl Figure<'_> {
    /// Skull without features; hair and hairline follow it too.
    #[inline]
    pub(super) fn skull(&self, q: Vec3) -> f32 {
        let cranium = ellipsoid(q - vec3(0.0, 0.30, -0.10), vec3(0.735, 0.79, 0.86));
        join_ellipsoid(cranium, q - vec3(0.0, -0.24, 0.15), vec3(self.look.jaw, 0.66, 0.60), 0.28)
    }

    /// Distances to the upper and the lower lip.
    #[inline]
    pub fn lips(&self, q: Vec3) -> (f32, f32) {
        let t2 = (q.x / self.mouth.half_width).min(1.0).powi(2);
        self.lips_between(q, t2, self.upper_line(t2), self.lower_line(t2))
    }

    /// The same, where the two lines of the lips are known.
    #[inline]
    fn lips_between(&self, q: Vec3, t2: f32, upper_line: f32, lower: f32) -> (f32, f32) {
        let m = &self.mouth;
        let x = q.x.min(m.half_width);
        let z = m.depth - 1.25 * x * x - 0.02 * t2;
        let bow = 0.016 * (1.0 - (x / 0.05).min(1.0)).powi(2);
        let upper = upper_line - bow;
        let taper = 1.0 - 0.72 * t2;
        let dx = q.x - x;
        let to = |y: f32, z: f32, r: f32| {
            ((dx * dx + (q.y - y).powi(2) + (q.z - z).powi(2) * 0.8).sqrt() - r * taper) * 0.85
        };
        (to(upper, z, m.upper_radius), to(lower, z - 0.012, m.lower_radius))
    }

    #[inline]
    fn upper_line(&self, t2: f32) -> f32 {
        let m = &self.mouth;
        m.corner + (m.upper - m.corner) * powf((1.0 - t2).max(0.0), 0.75)
    }

    #[inline]
    fn lower_line(&self, t2: f32) -> f32 {
        let m = &self.mouth;
        m.corner + (m.lower - m.corner) * (1.0 - t2).max(0.0).sqrt()
    }

    /// Negative where the eye is open, positive on the lids (almond between two lines).
    #[inline]
    pub fn lid_opening(&self, qa: Vec3) -> f32 {
        let v = qa - self.eye;
        let n = v / v.length().max(1e-4);
        let across = (n.x - 0.02) / 0.84;
        let profile = (1.0 - across * across).max(-1.0);
        let y = n.y - self.look.eye_tilt * n.x * 1.2;
        let upper = self.lid_upper * profile - 0.2 * (-profile).max(0.0);
        (y - upper).max(-self.lid_lower * profile - y) * self.eye_radius
    }

    /// Centre of the eye on the side of `x`.
    #[inline]
    pub fn eye_at(&self, x: f32) -> Vec3 {
        vec3(self.eye.x * if x < 0.0 { -1.0 } else { 1.0 }, self.eye.y, self.eye.z)
    }

    /// Where the eye on the side of `x` looks; both meet a little before the camera.
    #[inline]
    pub fn gaze(&self, x: f32) -> Vec3 {
        let inward = if x < 0.0 { 1.0 } else { -1.0 };
        vec3(self.pose.gaze_x + 0.035 * inward, self.pose.gaze_y, 1.0).normalize()
    }

    /// Skin with all features of the face, given the distance to the skull.
    pub(super) fn skin(&self, head: Vec3, skull: f32) -> f32 {
        let look = self.look;
        let q = mirrored(head);
        let drop = self.pose.mouth.open * 0.15;
        let chin = vec3(0.0, -0.79 - look.chin - drop, 0.47 - 0.03 * self.pose.mouth.open);
        let mut d = join_ellipsoid(skull, q - chin, vec3(0.23, 0.15, 0.17), 0.26);
        let corner = vec3(0.31 + (look.jaw - 0.52) * 1.4, -0.44 - drop * 0.5, 0.12);
        d = join_ellipsoid(d, q - corner, vec3(0.13, 0.18, 0.25), 0.24);
        d = ear(q, d);
        if q.z <= 0.05 {
            return d;
        }
        let cheek = vec3(0.34, -0.20 + 0.05 * self.pose.smile, 0.47);
        d = join_ellipsoid(d, q - cheek, vec3(0.25, 0.21, 0.23) * (0.93 + 0.07 * look.cheek), 0.24);
        let muzzle = vec3(0.0, -0.46 - drop * 0.3, 0.60);
        d = join_ellipsoid(d, q - muzzle, vec3(0.26, 0.24, 0.20), 0.22);
        // From x = 0 on, or a frown line appears in the middle.
        d = join_capsule(d, q, (vec3(0.0, 0.30, 0.695), vec3(0.42, 0.33, 0.56)), (0.10, 0.08), 0.16);
        d = self.socket_and_lids(q, d);
        d = self.nose(q, d);
        d = self.lines_of_age(q, d);
        if q.y < -0.2 && q.z > 0.3 { self.mouth_in_skin(q, d) } else { d }
    }

    fn socket_and_lids(&self, q: Vec3, d: f32) -> f32 {
        let v = q - self.eye;
        // Shallow: deep sockets look ill.
        let mut d = cut_ellipsoid(d, v - vec3(-0.02, 0.03, 0.26), vec3(0.22, 0.145, 0.20), 0.16);
        if beyond(v, self.eye_radius * 1.055 + (d + 0.077).max(0.03 - d)) {
            return d;
        }
        let l = v.length();
        d = smax(d, -(l - self.eye_radius), 0.03);
        let shell = (l - self.eye_radius * 1.055).abs() - 0.022;
        if shell >= d + 0.056 {
            return d;
        }
        let lid = smax(shell, -self.lid_opening(q), 0.014).max(-(v.z + 0.05));
        smin(d, lid, 0.055)
    }

    fn nose(&self, q: Vec3, d: f32) -> f32 {
        let (w, l) = (self.look.nose_width, self.look.nose_length);
        // It fits in a ball of 0.34; the distance of its flattest part is 0.54 of the true one at least.
        if beyond(q - vec3(0.0, 0.0, 0.85), 0.34 + (d + 0.13).max(0.04 - d) / 0.54) {
            return nose_groove(q, d);
        }
        let (y, z) = (-0.10 - 0.06 * l, 0.945 + 0.04 * (l - 1.0));
        let ridge = capsule(q, vec3(0.0, 0.22, 0.735), vec3(0.0, y + 0.03, z - 0.03), 0.062, 0.085);
        let tip = ellipsoid(q - vec3(0.0, y, z), vec3(0.105 * w.sqrt(), 0.092, 0.10));
        let wing = ellipsoid(q - vec3(0.098 * w, y - 0.035, z - 0.095), vec3(0.068, 0.062, 0.085));
        let nose = smin(smin(ridge, tip, 0.05), wing, 0.05);
        let nostril = ellipsoid(q - vec3(0.058 * w, y - 0.085, z - 0.06), vec3(0.036, 0.030, 0.055));
        nose_groove(q, smax(smin(d, nose, 0.10), -nostril, 0.03))
    }

    /// Folds from the nose to the mouth, lines on the forehead, bags under the eyes.
    fn lines_of_age(&self, q: Vec3, d: f32) -> f32 {
        let (age, smile) = (self.look.age, self.pose.smile);
        let from = vec3(0.165 * self.look.nose_width.max(1.0), -0.20, 0.775);
        let to = vec3(0.30 + 0.03 * smile, -0.46, 0.66);
        let depth = (0.20 * smile + 0.44 * age).min(1.0);
        let mut d = d;
        if !capsule_beyond(q, from, to, 0.018, 0.081 - d) {
            let fold = fading_groove(q, from, to, 0.018, 0.9);
            d = smax(d, -(fold + 0.026 * (1.0 - depth)), 0.02 + 0.06 * depth);
        }
        if age > 0.5 && q.y > 0.36 && q.y < 0.66 {
            let wave = sin((q.y - 0.52) * 55.0 + q.x * q.x * 6.0);
            d += 0.006 * age * wave * step(0.36, 0.46, q.y) * step(0.66, 0.56, q.y) * step(0.5, 0.1, q.x);
        }
        let (inner, outer) = (vec3(0.17, -0.085, 0.73), vec3(0.42, -0.075, 0.65));
        if age > 0.5 && !capsule_beyond(q, inner, outer, 0.008, 0.036 - d) {
            d = smax(d, -fading_groove(q, inner, outer, 0.008, 1.0), 0.035);
        }
        d
    }

    /// Lips joined to the skin; a cavity that exists only where they part, so that closed lips close.
    fn mouth_in_skin(&self, q: Vec3, d: f32) -> f32 {
        let m = &self.mouth;
        let (low, high) = (m.lower.min(m.upper).min(m.corner) - 0.016, m.upper.max(m.lower).max(m.corner));
        let thick = m.upper_radius.max(m.lower_radius);
        let reach = thick + ((d + 0.054) / 0.85).max(0.028 - d);
        if (q.y - high).max(low - q.y).max(q.x - m.half_width) > reach {
            return d;
        }
        let t2 = (q.x / m.half_width).min(1.2).powi(2);
        let (yu, yl) = (self.upper_line(t2), self.lower_line(t2));
        let (upper, lower) = self.lips_between(q, t2.min(1.0), yu, yl);
        let taper = 1.0 - 0.72 * t2;
        let top = yu - m.upper_radius * taper * 0.70;
        let bottom = yl + m.lower_radius * taper * 0.70;
        let mut d = smin(d, upper.min(lower) - 0.002, 0.05);
        let cavity =
            ((q.y - (top + bottom) * 0.5).abs() - (top - bottom) * 0.5).max(q.x - m.half_width * 0.97).max(0.42 - q.z);
        d = smax(d, -cavity, 0.02);
        let z = m.depth - 1.25 * q.x * q.x;
        let between = (yu - m.upper_radius * taper + yl + m.lower_radius * taper) * 0.5;
        let beyond = (q.x - m.half_width).max(0.0);
        let crease = ((q.y - between).powi(2) + ((q.z - z - 0.03) * 0.5).powi(2) + beyond * beyond).sqrt() - 0.006;
        d = smax(d, -crease, 0.02);
        d
    }

    pub(super) fn measure_eyes(&self, q: Vec3, qa: Vec3, skin: f32, detail: Detail, best: &mut Hit) {
        let v = qa - self.eye;
        let r = self.eye_radius;
        if !beyond(v, r * 1.04 + 0.003 + best.0) {
            let cornea = self.eye_at(q.x) + self.gaze(q.x) * r * 0.52;
            nearer(best, (smin(v.length() - r, (q - cornea).length() - r * 0.52, 0.01), Material::Eye));
        }
        let to_lash = (v.length() - r * 1.10).abs() - 0.013 * self.look.lash - 1e-4;
        if detail == Detail::Full && self.look.lash > 0.0 && to_lash * 0.8 < best.0 {
            let edge = hypot(self.lid_opening(qa), v.length() - r * 1.10) - 0.013 * self.look.lash;
            let lower = if v.y < self.lid_upper * r * 0.35 - 0.02 { 0.02 } else { 0.0 };
            nearer(best, ((edge + lower).max(0.02 - v.z) * 0.8, Material::Brow));
        }
        if !beyond((qa.xy() - glam::vec2(0.29, 0.377)).extend(0.0), 0.28 + best.0.max(0.0) / 0.7) {
            nearer(best, (self.brow(qa, skin, detail), Material::Brow));
        }
    }

    /// A region of the face cut from a thin offset of the skin: it follows every expression.
    fn brow(&self, qa: Vec3, skin: f32, detail: Detail) -> f32 {
        let t = ((qa.x - 0.10) / 0.40).clamp(0.0, 1.0);
        let y =
            0.350 + 0.035 * self.pose.brow + 0.065 * sin(t * 2.9).max(0.0) - 0.035 * t + self.look.eye_tilt * 0.2 * t;
        let radius = 0.040 * self.look.brow_thickness * (1.0 - 0.65 * t) * step(-0.08, 0.15, t + 0.02).max(0.35);
        let x = qa.x.clamp(0.11, 0.47);
        let region = smax((qa.xy() - glam::vec2(x, y)).length() - radius, skin - 0.026, 0.02);
        let hairs = match detail {
            Detail::Full => noise(vec3(qa.x * 60.0 + qa.y * 25.0, qa.y * 18.0 - qa.x * 6.0, 1.0)) - 0.3,
            Detail::Coarse => -0.3,
        };
        (region - 0.006 * hairs) * 0.7
    }

    /// Teeth and tongue. The teeth sit well behind the lips and only the lower edge of the upper row
    /// shows: a slab that fills every small opening reads as a grin.
    pub(super) fn measure_mouth(&self, q: Vec3, qa: Vec3, best: &mut Hit) {
        let lips = self.pose.mouth;
        if q.y >= -0.2 || q.y <= -1.1 || lips.open + lips.raise <= 0.02 {
            return;
        }
        let m = &self.mouth;
        let z = m.depth - 0.105 - 1.0 * q.x * q.x;
        let row = |depth: f32, y: f32, half: f32, width: f32| {
            let slab = smax((q.z - depth).abs() - 0.022, (q.y - y).abs() - half, 0.03);
            smax(slab, q.x.abs() - width, 0.02)
        };
        let upper = row(z, -0.425, 0.055, 0.19);
        let t2 = (qa.x / m.half_width).min(1.2).powi(2);
        let bottom = self.lower_line(t2);
        if upper < best.0 {
            let top = self.upper_line(t2);
            nearer(best, (upper.max(q.y - top - 0.005).max(bottom - q.y), Material::Teeth));
        }
        let rise = -0.62 - 0.13 * lips.open + 0.12 * lips.tongue;
        let tongue = ellipsoid(q - vec3(0.0, rise, 0.56 + 0.05 * lips.tongue), vec3(0.16, 0.07, 0.17));
        // Not below the lower lip: where the mouth is widest it would come through the chin.
        nearer(best, (tongue.max(bottom - 0.06 - q.y), Material::Tongue));
    }
}

/// The groove from the nose to the upper lip.
fn nose_groove(q: Vec3, d: f32) -> f32 {
    let (a, b) = (vec3(0.0, -0.30, 0.885), vec3(0.0, -0.385, 0.89));
    if capsule_beyond(q, a, b, 0.026, 0.04 - d) { d } else { smax(d, -capsule(q, a, b, 0.02, 0.026), 0.04) }
}

fn ear(q: Vec3, d: f32) -> f32 {
    let e = q - vec3(0.745, -0.02, -0.06);
    if e.length_squared() >= 0.16 {
        return d;
    }
    let turned = vec3(e.x * 0.92 - e.z * 0.40, e.y, e.x * 0.40 + e.z * 0.92);
    let shell = ellipsoid(turned, vec3(0.055, 0.20, 0.125));
    let bowl = ellipsoid(turned - vec3(0.055, 0.02, 0.02), vec3(0.045, 0.13, 0.075));
    smin(d, smax(shell, -bowl, 0.04), 0.05)
}

/// Distance to a line whose groove fades at both ends, or it would look like a pit.
fn fading_groove(q: Vec3, a: Vec3, b: Vec3, radius: f32, middle: f32) -> f32 {
    let (pa, ba) = (q - a, b - a);
    let h = (pa.dot(ba) / ba.dot(ba)).clamp(0.0, 1.0);
    (pa - ba * h).length() - radius + 0.05 * (2.0 * h - middle).powi(2)
}
