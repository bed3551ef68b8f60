//! Hair: an offset of the skull whose thickness grows from zero at the hairline, with strand grooves,
//! and volumes joined to it. A step at the hairline would make it a cap or a wig.

use glam::{Vec3, vec3};

use super::{Detail, Figure};
use crate::maths::{atan2, capsule, cos, ellipsoid, exp, mirrored, mix, noise, sin, smax, smin, step};
use crate::persona::HairStyle;

/// Where the bun sits; strands of tied hair run towards it.
const BUN: Vec3 = vec3(0.0, 1.06, -0.52);

impl Figure<'_> {
    /// Depth of a point inside the hair; 0 on the hairline. It tints the skin nearby.
    #[inline]
    pub fn growth(&self, q: Vec3) -> f32 {
        match self.look.hair {
            HairStyle::Curls => growth(q, noise(q * 26.0) * 0.06 - 0.02),
            HairStyle::Bun => combed_back(q),
            HairStyle::Swept | HairStyle::Bob => growth(q, self.strand(q) * 0.09),
        }
    }

    /// How much of the skin is covered. Combed back, the first strands stand apart and come closer over a
    /// finger's breadth: skin and hair take their colour from this on both sides of the line.
    pub fn cover(&self, q: Vec3) -> f32 {
        match self.look.hair {
            HairStyle::Bun => {
                let growth = combed_back(q);
                if growth < -0.12 {
                    return 0.0;
                }
                let (u, v) = self.strand_uv(q);
                let fine = noise(vec3(u * 9.0, v * 1.5, 9.1)) - 0.5;
                let wide = noise(vec3(u * 2.5, v * 0.7, 3.3)) - 0.5;
                step(-0.065, 0.095, growth + 0.07 * fine + 0.02 * wide)
            }
            _ => step(-0.14, 0.03, self.growth(q)) * 0.85,
        }
    }

    pub(super) fn hair(&self, q: Vec3, skull: f32, skin: f32, detail: Detail) -> f32 {
        match self.look.hair {
            HairStyle::Curls => curls(q, skull, detail),
            HairStyle::Swept => self.swept(q, skull, detail),
            HairStyle::Bun => self.bun(q, skull, skin, detail),
            HairStyle::Bob => self.bob(q, skull, detail),
        }
    }

    fn swept(&self, q: Vec3, skull: f32, detail: Detail) -> f32 {
        let strand = self.strand_if(q, detail, skull, 0.25);
        let growth = growth(q, strand * 0.035);
        let top = ellipsoid(q - vec3(0.06, 0.92, 0.20), vec3(0.60, 0.27, 0.60));
        let quiff = ellipsoid(q - vec3(-0.12, 0.98, 0.46), vec3(0.42, 0.20, 0.30));
        let d = smin(skull - shell(growth, 0.085, -0.01, 0.30), top.min(quiff), 0.16);
        let cut = if d < 0.1 { strand * 0.032 * step(0.1, 0.6, q.y + 0.2) } else { 0.0 };
        (d - cut) * 0.75
    }

    fn bun(&self, q: Vec3, skull: f32, skin: f32, detail: Detail) -> f32 {
        let growth = combed_back(q);
        // On the forehead it rises from the skin itself, without a step; next to the ears from the skull.
        let ground = mix(skull, skin.min(skull), step(0.16, 0.34, q.y));
        let thick = 0.016 * step(0.0, 0.16, growth) + (0.045 + 0.03 * step(0.6, 1.1, q.y)) * step(0.06, 0.80, growth);
        let mut d = ground - thick + 0.5 * (-growth).max(0.0);
        d = smin(d, ellipsoid(q - BUN, vec3(0.36, 0.33, 0.34)), 0.06);
        let cut = if detail == Detail::Full && d < 0.1 && growth > 0.04 {
            self.strand(q) * 0.022 * step(0.04, 0.30, growth)
        } else {
            0.0
        };
        (d - cut) * 0.78
    }

    fn bob(&self, q: Vec3, skull: f32, detail: Detail) -> f32 {
        let strand = self.strand_if(q, detail, skull, 0.40);
        let growth = growth(q, strand * 0.03);
        let mut d = skull - shell(growth, 0.13, -0.01, 0.40);
        let side = ellipsoid(mirrored(q) - vec3(0.66, -0.16, -0.04), vec3(0.24, 0.66, 0.50));
        d = smin(d, smax(side, 0.10 * q.z - q.y - 0.66, 0.10), 0.16);
        let back = ellipsoid(q - vec3(0.0, 0.1, -0.42), vec3(0.80, 0.86, 0.62));
        d = smin(d, smax(back, -(q.y + 0.62), 0.1), 0.12);
        let e = vec3(q.x, q.y, q.z * 0.8);
        let long = capsule(e, vec3(0.16, 0.90, 0.42), vec3(-0.42, 0.56, 0.46), 0.17, 0.13).min(capsule(
            e,
            vec3(-0.42, 0.56, 0.46),
            vec3(-0.70, 0.10, 0.26),
            0.14,
            0.09,
        ));
        let short = capsule(e, vec3(0.28, 0.90, 0.40), vec3(0.60, 0.50, 0.34), 0.14, 0.11).min(capsule(
            e,
            vec3(0.60, 0.50, 0.34),
            vec3(0.72, 0.05, 0.22),
            0.11,
            0.09,
        ));
        d = smin(d, long.min(short), 0.09);
        let cut = if d < 0.1 { strand * 0.030 } else { 0.0 };
        (d - cut) * 0.72
    }

    fn strand_if(&self, q: Vec3, detail: Detail, skull: f32, reach: f32) -> f32 {
        if detail == Detail::Full && skull < reach { self.strand(q) } else { 0.0 }
    }

    /// Coordinates across and along the strands.
    pub fn strand_uv(&self, q: Vec3) -> (f32, f32) {
        match self.look.hair {
            HairStyle::Curls => (0.0, 0.0),
            HairStyle::Swept => {
                let across = q.z * 0.9 - q.x * 0.35 + q.y * 0.12;
                (across * 10.0 + noise(q * 2.5) * 3.0, q.x)
            }
            HairStyle::Bun => {
                let v = q - BUN;
                let n = v / v.length().max(1e-3);
                (atan2(n.x, n.z + 0.001) * 9.0 + n.y * 1.5, v.length())
            }
            HairStyle::Bob => {
                let v = q - vec3(0.2, 1.0, 0.30);
                (atan2(v.x, v.z + 0.02) * 8.0 + noise(q * 1.7) * 1.6, v.length())
            }
        }
    }

    /// Height of the strands at `q`, about -1 to 1, in three widths.
    pub fn strand(&self, q: Vec3) -> f32 {
        let (u, v) = self.strand_uv(q);
        let wide = noise(vec3(u * 0.9, v * 1.2, 1.7)) - 0.5;
        let middle = noise(vec3(u * 3.1, v * 1.6, 5.2)) - 0.5;
        let fine = noise(vec3(u * 9.0, v * 2.0, 9.1)) - 0.5;
        wide * 1.2 + middle * 0.7 + fine * 0.3
    }
}

/// Depth of a point inside the hair, if the hairline runs round the face; `jitter` lets single strands cross it.
fn growth(q: Vec3, jitter: f32) -> f32 {
    let line = temple(q.y) + 0.9 * step(0.50, 0.92, q.y - 0.10 * (q.x.abs() - 0.3).max(0.0));
    ((line - q.z) * 0.7 + jitter).min((q.y + 0.62) * 0.8)
}

/// How far forward hair grows next to the eyes and in front of the ears.
fn temple(y: f32) -> f32 {
    mix(-0.10, 0.34, step(-0.16, 0.26, y))
}

/// Depth of a point inside hair that is combed back: behind a low arch over the forehead, with a soft corner
/// at the temples.
fn combed_back(q: Vec3) -> f32 {
    let arch = 0.79 - 0.60 * q.x * q.x - 0.02 * exp(-(q.x * q.x) / 0.01);
    let temple = temple(q.y) - 0.05 * step(0.26, 0.55, q.y);
    smax((q.y - arch) * 0.8, (temple - q.z) * 0.7, 0.22).min((q.y + 0.62) * 0.8)
}

fn curls(q: Vec3, skull: f32, detail: Detail) -> f32 {
    let mut d = ellipsoid(q - vec3(0.0, 0.52, -0.22), vec3(0.96, 0.84, 0.90));
    let front = q.z - mix(0.22, 0.70, step(0.20, 0.95, q.y)) + 0.10 * (q.x * q.x);
    d = smax(d, front * 0.8, 0.16);
    d = smax(d, -0.30 - q.y, 0.2);
    let growth = growth(q, 0.0);
    d = smin(d, skull - shell(growth, 0.05, -0.02, 0.20), 0.06);
    if detail == Detail::Full && d < 0.14 {
        let f = q * 8.0;
        let bend = vec3(noise(f * 0.7), noise(f * 0.7 + 7.3), noise(f * 0.7 + 3.1)) * 2.0;
        let large = lattice(q * 21.0 + bend);
        let small = lattice(q * 46.0 + bend * 2.5);
        let tufts = 0.05 * (noise(q * 3.4) - 0.5);
        d -= (0.022 * large + 0.010 * small + tufts) * step(0.30, 0.0, -growth);
    }
    d * 0.62
}

/// Thickness of the hair above the skull: nothing before the hairline, `full` well behind it.
fn shell(growth: f32, full: f32, from: f32, to: f32) -> f32 {
    full * step(from, to, growth) - 0.02 * step(0.02, -0.05, growth) - (-growth).max(0.0)
}

/// A surface of rounded holes that looks like curls when it is bent.
fn lattice(p: Vec3) -> f32 {
    sin(p.x) * cos(p.y) + sin(p.y) * cos(p.z) + sin(p.z) * cos(p.x)
}
