//! Joins and cuts that leave a part out where it is too far away to matter. They give the same number, to the
//! last bit: `smin` and `smax` are plain minimum and maximum beyond the width of their rounding, and a part
//! is never nearer than a ball round it.

use glam::Vec3;

use crate::maths::{capsule, ellipsoid, smax, smin};

/// More than all roundings of the bounds together.
const SPARE: f32 = 1e-3;

/// Whether `p` is farther than `reach` from the origin.
#[inline]
pub(super) fn beyond(p: Vec3, reach: f32) -> bool {
    let reach = reach.max(0.0) + SPARE;
    p.length_squared() > reach * reach
}

/// Whether the ellipsoid is certainly farther than `distance`: with k0 at least |p| / largest, and k1 at most
/// k0 / smallest, its distance is at least (|p| / largest - 1) smallest.
#[inline]
fn ellipsoid_beyond(p: Vec3, radii: Vec3, distance: f32) -> bool {
    let (large, small) = (radii.max_element(), radii.min_element());
    beyond(p, large + (distance.max(0.0) + SPARE) * (large / small))
}

/// `smin(d, ellipsoid(p, radii), k)`.
#[inline]
pub(super) fn join_ellipsoid(d: f32, p: Vec3, radii: Vec3, k: f32) -> f32 {
    if ellipsoid_beyond(p, radii, d + k) { d } else { smin(d, ellipsoid(p, radii), k) }
}

/// `smax(d, -ellipsoid(p, radii), k)`.
#[inline]
pub(super) fn cut_ellipsoid(d: f32, p: Vec3, radii: Vec3, k: f32) -> f32 {
    if ellipsoid_beyond(p, radii, k - d) { d } else { smax(d, -ellipsoid(p, radii), k) }
}

/// Whether a capsule is certainly farther than `distance`.
#[inline]
pub(super) fn capsule_beyond(p: Vec3, a: Vec3, b: Vec3, radius: f32, distance: f32) -> bool {
    beyond(p - (a + b) * 0.5, (b - a).length() * 0.5 + radius + distance)
}

/// `smin(d, capsule(p, a, b, ra, rb), k)`.
#[inline]
pub(super) fn join_capsule(d: f32, p: Vec3, (a, b): (Vec3, Vec3), (ra, rb): (f32, f32), k: f32) -> f32 {
    if capsule_beyond(p, a, b, ra.max(rb), d + k) { d } else { smin(d, capsule(p, a, b, ra, rb), k) }
}
