//! Small tools: smooth minimum, distances of basic solids, hashes and noise, colours; and the functions that
//! a platform may round otherwise, from one place that is the same everywhere.

use glam::{Mat3, Vec3, vec3};
pub use libm::{
    atan2f as atan2, cosf as cos, expf as exp, hypotf as hypot, log10f as log10, logf as ln, powf, sinf as sin,
};

/// Minimum of two distances with a rounding of width `k` where they meet.
#[inline]
pub fn smin(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// Maximum of two distances with a rounding of width `k`.
#[inline]
pub fn smax(a: f32, b: f32, k: f32) -> f32 {
    -smin(-a, -b, k)
}

/// Smooth step from 0 at `a` to 1 at `b`; runs downwards if `a > b`.
#[inline]
pub fn step(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Straight line from `a` to `b`.
#[inline]
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// Distance to an ellipsoid round the origin (good near the surface, too small far away).
#[inline]
pub fn ellipsoid(p: Vec3, radii: Vec3) -> f32 {
    let k0 = (p / radii).length();
    let k1 = (p / (radii * radii)).length();
    if k1 < 1e-6 { -radii.min_element() } else { k0 * (k0 - 1.0) / k1 }
}

/// Distance to a capsule from `a` to `b` whose radius goes from `ra` to `rb`.
#[inline]
pub fn capsule(p: Vec3, a: Vec3, b: Vec3, ra: f32, rb: f32) -> f32 {
    let (pa, ba) = (p - a, b - a);
    let h = (pa.dot(ba) / ba.dot(ba)).clamp(0.0, 1.0);
    (pa - ba * h).length() - mix(ra, rb, h)
}

/// Mirrors x to the right half of the body.
#[inline]
pub fn mirrored(p: Vec3) -> Vec3 {
    vec3(p.x.abs(), p.y, p.z)
}

/// The same number in 0..1 for the same three integers, on every machine.
#[inline]
pub fn hash(x: i32, y: i32, z: i32) -> f32 {
    let mut n = x.cast_unsigned().wrapping_mul(0x8da6_b343)
        ^ y.cast_unsigned().wrapping_mul(0xd816_3841)
        ^ z.cast_unsigned().wrapping_mul(0xcb1a_b31f);
    n ^= n >> 13;
    n = n.wrapping_mul(0x5bd1_e995);
    n ^= n >> 15;
    (n & 0x00ff_ffff) as f32 / 16_777_216.0
}

/// The corner of a lattice cell at or below `x`. The platform's own `floor` is a call on older processors.
#[inline]
fn cell(x: f32) -> i32 {
    let towards_zero = x as i32;
    towards_zero - i32::from(towards_zero as f32 > x)
}

/// Smooth noise in 0..1 with one bump per unit.
pub fn noise(p: Vec3) -> f32 {
    let (x, y, z) = (cell(p.x), cell(p.y), cell(p.z));
    let u = p - vec3(x as f32, y as f32, z as f32);
    let u = u * u * (Vec3::splat(3.0) - u * 2.0);
    let edge = |y: i32, z: i32| mix(hash(x, y, z), hash(x + 1, y, z), u.x);
    let face = |z: i32| mix(edge(y, z), edge(y + 1, z), u.y);
    mix(face(z), face(z + 1), u.z)
}

/// Three noises that have nothing to do with each other.
pub fn noise3(p: Vec3) -> Vec3 {
    vec3(noise(p), noise(p + 11.0), noise(p + 23.0))
}

/// Turns about the x axis.
pub fn about_x(angle: f32) -> Mat3 {
    let (sin, cos) = (sin(angle), cos(angle));
    Mat3::from_cols(Vec3::X, vec3(0.0, cos, sin), vec3(0.0, -sin, cos))
}

/// Turns about the y axis.
pub fn about_y(angle: f32) -> Mat3 {
    let (sin, cos) = (sin(angle), cos(angle));
    Mat3::from_cols(vec3(cos, 0.0, -sin), Vec3::Y, vec3(sin, 0.0, cos))
}

/// Turns about the z axis.
pub fn about_z(angle: f32) -> Mat3 {
    let (sin, cos) = (sin(angle), cos(angle));
    Mat3::from_cols(vec3(cos, sin, 0.0), vec3(-sin, cos, 0.0), Vec3::Z)
}

/// A colour written as on the web, in linear light.
pub fn hex(rgb: u32) -> Vec3 {
    let channel = |v: u32| {
        let x = (v & 255) as f32 / 255.0;
        if x <= 0.040_45 { x / 12.92 } else { powf((x + 0.055) / 1.055, 2.4) }
    };
    vec3(channel(rgb >> 16), channel(rgb >> 8), channel(rgb))
}
