//! Clothes: thicker offsets of the torso with cut openings. Their thickness gives the shadow that
//! makes cloth believable.

use glam::{Vec3, Vec3Swizzles, vec3};

use super::{Detail, Figure, Hit, Material, nearer};
use crate::maths::{atan2, capsule, noise, sin, smax, smin, step};
use crate::persona::{Cut, Jewellery};

impl Figure<'_> {
    pub(super) fn clothes(&self, w: Vec3, torso: f32, neck: f32, detail: Detail) -> Hit {
        let lift = self.pose.breath * 0.018;
        let q = vec3(w.x.abs(), w.y - lift, w.z);
        let t = torso - if detail == Detail::Full && torso < 0.12 { folds(w, q) } else { 0.0 };
        match self.look.cut {
            Cut::Jacket => self.jacket(w, q, t, neck),
            Cut::Coat => coat(w, q, t, neck, lift),
            Cut::TrackTop => track_top(w, q, t, neck),
            Cut::Jumper => jumper(w, q, t, neck),
        }
    }

    fn jacket(&self, w: Vec3, q: Vec3, t: f32, neck: f32) -> Hit {
        let mut best = lapelled(w, q, t, neck);
        let dip = 0.55 * (0.35 - q.x).max(0.0) * if w.z > -0.3 { 1.0 } else { 0.0 };
        nearer(&mut best, (smax(t - 0.03, q.y + 1.46 + dip, 0.03), Material::Under));
        if self.look.jewellery == Jewellery::Pearls && w.z > -0.1 {
            let x = ((w.x / 0.078).round() * 0.078).clamp(-0.32, 0.32);
            let y = -1.47 - 0.17 * (1.0 - (x / 0.34).powi(2));
            let pearl = vec3(w.x - x, q.y - y, t.min(neck) - 0.045).length() - 0.040;
            nearer(&mut best, (pearl * 0.8, Material::Metal));
        }
        best
    }
}

fn folds(w: Vec3, q: Vec3) -> f32 {
    let broad = 0.024 * (noise(w * vec3(3.0, 2.2, 3.0) + 5.0) - 0.5);
    let drape = sin(w.x * 5.0 + w.y * 7.0 + noise(w * 2.0) * 5.0);
    broad + 0.010 * drape * step(0.5, 0.9, q.x)
}

/// Jacket body, collar and lapels, open in a V. The collar runs round the neck and ends at the gorge, a slanting
/// seam; below it the lapel widens from a point to the notch and narrows again, as a cut piece of cloth does.
fn lapelled(w: Vec3, q: Vec3, t: f32, neck: f32) -> Hit {
    let depth = (-1.42 - q.y).max(0.0);
    let half_opening = (0.33 - 0.17 * depth).max(0.012);
    let front = w.z + 0.25 > 0.0;
    let open = if front { (half_opening - q.x) * 0.8 } else { -0.8 };
    let body = smax(smax(t - 0.065, open, 0.02), q.y + 1.40, 0.05);
    let stand = smax(neck - 0.15 - 0.05 * step(-1.3, -1.5, q.y), q.y + 1.30 + 0.30 * (w.z + 0.25).max(0.0), 0.04);
    let stand =
        smax(stand, 0.09 - neck, 0.02).max(-1.60 - q.y).max(if w.z > -0.05 { half_opening + 0.03 - q.x } else { -1.0 });
    let mut best = (body, Material::Cloth);
    nearer(&mut best, (stand, Material::ClothSecond));
    if w.z > -0.25 {
        let beside = q.x - half_opening;
        let gorge = q.y + 1.60 + 0.42 * beside;
        let flap = |width: f32, lift: f32| smax(smax(t - lift, open, 0.02), beside - width, 0.03);
        let collar = smax(flap(0.215 - 0.25 * (gorge - 0.15).abs(), 0.098), 0.007 - gorge, 0.012);
        let collar = smax(collar, q.y + 1.36, 0.05);
        let lapel = smax(flap((0.27 + 0.16 * gorge).min(0.30 + 0.05 * gorge), 0.106), gorge + 0.007, 0.012);
        // The notch: a wedge out of the lapel's outer end.
        let wedge = (gorge + 0.03).abs() - 0.42 * (beside - 0.17);
        nearer(&mut best, (smax(lapel, -wedge.max(0.16 - beside), 0.012), Material::ClothSecond));
        nearer(&mut best, (smin(collar, stand, 0.04), Material::ClothSecond));
    }
    best
}

/// White coat over a striped shirt with collar, placket and buttons.
fn coat(w: Vec3, q: Vec3, t: f32, neck: f32, lift: f32) -> Hit {
    let mut best = lapelled(w, q, t, neck);
    nearer(&mut best, (smax(t - 0.03, q.y + 1.46, 0.03), Material::Under));
    nearer(&mut best, (shirt_collar(w, q, neck), Material::Under));
    let placket = smax(t - 0.042, q.x - 0.05, 0.01).max(q.y + 1.5);
    nearer(&mut best, (placket, Material::Under));
    let y = ((q.y + 1.66) / 0.22).round().min(0.0) * 0.22 - 1.66;
    let button = (w.xy() - glam::vec2(0.0, y + lift)).length() - 0.028;
    nearer(&mut best, (smax(button, t - 0.062, 0.01), Material::ClothSecond));
    let pen = capsule(vec3(w.x, w.y, t), vec3(0.62, -2.05, 0.10), vec3(0.62, -2.4, 0.10), 0.028, 0.028);
    nearer(&mut best, (pen * 0.8, Material::Band));
    best
}

fn shirt_collar(w: Vec3, q: Vec3, neck: f32) -> f32 {
    let rise = q.y + 1.24 + 0.35 * (w.z + 0.1).max(0.0);
    let band = smax(neck - 0.10 - 0.05 * step(-1.3, -1.5, q.y), rise, 0.03);
    let gap = if w.z + 0.25 > 0.05 { 0.14 + 0.45 * (-1.24 - q.y).max(0.0) - q.x } else { -1.0 };
    smax(smax(band, 0.055 - neck, 0.02).max(-1.62 - q.y), gap, 0.02)
}

fn track_top(w: Vec3, q: Vec3, t: f32, neck: f32) -> Hit {
    let front = w.z > -0.1;
    let body = smax(t - 0.06, q.y + 1.40, 0.06);
    let collar = smax(neck - 0.12, q.y + 1.20 + 0.25 * (w.z + 0.1).max(0.0), 0.04);
    let collar = smax(collar, 0.06 - neck, 0.03).max(-1.66 - q.y);
    let mut top = smin(body, collar, 0.08);
    if front {
        let gap = (0.05 + 0.28 * step(-1.75, -1.25, q.y)) * step(-1.85, -1.6, q.y);
        top = smax(top, (gap - q.x) * 0.8, 0.02);
    }
    let mut best = (top, Material::Cloth);
    nearer(&mut best, (smax(t - 0.02, q.y + 1.56, 0.03), Material::Under));
    if front {
        let zip = smax(t - 0.085, q.x - 0.022, 0.01).max(q.y + 1.80);
        nearer(&mut best, (zip, Material::Metal));
        let cord = (q.x - 0.10 - 0.16 * step(-2.6, -1.5, q.y)).abs() - 0.030;
        nearer(&mut best, (cord.max(t - 0.085).max(q.y + 1.52) * 0.8, Material::Band));
    }
    best
}

/// Round-necked jumper over a shirt whose collar shows.
fn jumper(w: Vec3, q: Vec3, t: f32, neck: f32) -> Hit {
    let ribs = 0.004 * sin(atan2(q.x, w.z + 0.30) * 90.0);
    let opening = q.y + 1.46 - 0.25 * (q.x - 0.30).max(0.0) + 0.10 * (w.z + 0.1).max(0.0);
    let body = smax(t - 0.060, opening, 0.05);
    let rim = (opening.powi(2) + (t - 0.060).powi(2)).sqrt() - 0.040 - ribs;
    let mut best = (body, Material::Cloth);
    nearer(&mut best, (rim * 0.9, Material::ClothSecond));
    nearer(&mut best, (smax(t - 0.025, q.y + 1.42, 0.03), Material::Under));
    nearer(&mut best, (shirt_collar(w, q, neck), Material::Under));
    best
}
