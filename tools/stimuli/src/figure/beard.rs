//! Beard and moustache: a region of the face cut from a thin offset of the skin.

use glam::{Vec3, vec3};

use super::{Detail, Figure};
use crate::maths::{hypot, mix, noise, smax, smin, step};

impl Figure<'_> {
    pub(super) fn beard(&self, q: Vec3, qa: Vec3, skin: f32, detail: Detail) -> f32 {
        let m = &self.mouth;
        let cheek_line = mix(-0.40, -0.12, step(0.28, 0.66, qa.x));
        let half = (m.upper - m.lower) * 0.5;
        let middle = (m.upper + m.lower) * 0.5 - 0.004;
        let around_lips = hypot(qa.x / (m.half_width * 0.98), (q.y - middle) / (half + 0.050)) - 1.0;
        // Single hairs grow over the edge of the lips.
        let over = match detail {
            Detail::Full => 0.22 * noise(vec3(q.x * 70.0, q.y * 9.0, 7.0)),
            Detail::Coarse => 0.0,
        };
        let mut region = smax(q.y - cheek_line, -(around_lips + over) * 0.10, 0.02);
        let back = 0.02 - q.z + if q.y > -0.45 { 0.0 } else { (-0.45 - q.y) * 0.3 };
        region = smax(region, back, 0.05);
        let moustache = smax(q.y + 0.315 + 0.8 * qa.x * qa.x, -(q.y - (m.upper + 0.048)), 0.03);
        let moustache = smax(moustache, qa.x - m.half_width * 1.35, 0.05);
        region = smin(region, moustache, 0.09).max(qa.x - 0.66);
        let hairs = match detail {
            Detail::Full => noise(vec3(q.x * 38.0, q.y * 14.0, q.z * 38.0)),
            Detail::Coarse => 0.4,
        };
        let thickness = 0.016 + 0.016 * hairs * step(0.0, -0.08, region);
        smax(skin - thickness, region * 0.8, 0.03) * 0.8
    }
}
