//! The camera: a long lens on head and shoulders.

use glam::{Vec2, Vec3, vec2, vec3};
use serde::Deserialize;

/// Framing of a clip.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct View {
    /// 1 shows head and shoulders, more comes nearer.
    pub zoom: f32,
    /// Shift of the person to the right and upwards, in picture widths.
    pub shift: [f32; 2],
    /// Place and light from the other side.
    pub mirror: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { zoom: 1.0, shift: [0.0, 0.0], mirror: false }
    }
}

const EYE: Vec3 = vec3(0.0, 0.05, 10.5);
/// The plane on which the picture is sharp.
const PLANE: f32 = 0.3;
const HALF_WIDTH: f32 = 1.66;
const CENTRE_Y: f32 = -0.20;

impl View {
    /// Half the width of what is seen on the sharp plane.
    pub fn half_width(&self) -> f32 {
        HALF_WIDTH / self.zoom
    }

    fn centre(&self) -> Vec2 {
        let half = self.half_width();
        // Nearer pictures look at the face, not at its geometrical middle.
        let y = CENTRE_Y + (1.0 - 1.0 / self.zoom) * 0.22;
        vec2(-self.shift[0] * 2.0 * half, y - self.shift[1] * 2.0 * half)
    }

    /// The ray through a point of the picture (0 to 1, y down).
    pub fn ray(&self, at: Vec2) -> (Vec3, Vec3) {
        let half = self.half_width();
        let c = self.centre();
        let target = vec3(c.x + (at.x * 2.0 - 1.0) * half, c.y + (1.0 - at.y * 2.0) * half, PLANE);
        (EYE, (target - EYE).normalize())
    }

    /// Where a point of the world appears in the picture (0 to 1, y down).
    pub fn project(&self, p: Vec3) -> Vec2 {
        let direction = p - EYE;
        let hit = EYE + direction * ((PLANE - EYE.z) / direction.z);
        let (half, c) = (self.half_width(), self.centre());
        vec2(((hit.x - c.x) / half + 1.0) * 0.5, (1.0 - (hit.y - c.y) / half) * 0.5)
    }
}
