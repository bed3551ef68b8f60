//! The figure as a signed distance field: how far a point is from the surface, and of what it is made.
//!
//! Units: the head is about two units high, the origin lies between the eyes, x goes to the right of
//! the picture, y up, z to the camera. Nearly everything uses |x|, so that half a head is paid once.

mod beard;
mod clothes;
mod face;
mod hair;
mod near;

use glam::{Mat3, Vec3, vec3};

use crate::maths::{about_x, about_y, about_z, atan2, capsule, ellipsoid, mirrored, mix, sin, smax, smin};
use crate::persona::{HairStyle, Jewellery, Look};
use crate::pose::Pose;

/// Of what the nearest surface is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    Nothing,
    Skin,
    Eye,
    Teeth,
    Tongue,
    Hair,
    Brow,
    Beard,
    Cloth,
    ClothSecond,
    Under,
    Frame,
    Metal,
    Band,
    Cap,
    /// Only a bound ("at least this far"): shadow and occlusion must not use it, or contour lines
    /// like wood grain appear.
    Bound,
}

/// How carefully the field is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// With strands, folds and lashes, for what the camera sees.
    Full,
    /// Without them, for tiles, shadows and occlusion.
    Coarse,
}

/// Distance and material.
pub type Hit = (f32, Material);

/// How far clothes and neck are raised against the first sketch.
const TORSO_RISE: f32 = 0.14;
/// Top of the neck, about which the head turns.
const PIVOT: Vec3 = vec3(0.0, -0.75, -0.2);

/// The lips as two curves over x.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mouth {
    pub half_width: f32,
    pub upper: f32,
    pub lower: f32,
    pub corner: f32,
    pub depth: f32,
    pub upper_radius: f32,
    pub lower_radius: f32,
}

/// A person in a pose, ready to be measured.
pub struct Figure<'a> {
    pub look: &'a Look,
    pub pose: Pose,
    /// Head to world.
    pub rotation: Mat3,
    inverse: Mat3,
    offset: Vec3,
    /// Top of the neck, which turns with the head.
    neck_top: Vec3,
    pub mouth: Mouth,
    lid_upper: f32,
    lid_lower: f32,
    /// Centre of the right eye.
    pub eye: Vec3,
    /// Radius of the eyes.
    pub eye_radius: f32,
}

impl<'a> Figure<'a> {
    /// Prepares what depends on look and pose only.
    pub fn new(look: &'a Look, pose: Pose) -> Self {
        let rotation = about_y(pose.yaw) * about_x(-pose.pitch) * about_z(pose.roll);
        let upper_open = (0.43 + 0.10 * pose.brow.max(0.0) - 0.16 * pose.squint - 0.10 * look.age) * look.eye.min(1.05)
            - pose.gaze_y.min(0.0).abs() * 0.25;
        let lower = 0.34 - 0.10 * pose.squint - 0.06 * pose.smile;
        let offset = vec3(pose.shift_x, pose.shift_y, 0.0);
        Self {
            look,
            pose,
            rotation,
            inverse: rotation.transpose(),
            offset,
            neck_top: rotation * (vec3(0.0, -0.42, -0.10) - PIVOT) + PIVOT + offset,
            mouth: mouth(look, &pose),
            lid_upper: mix(upper_open, -lower * 0.92, pose.blink),
            lid_lower: lower * (1.0 - 0.12 * pose.blink),
            eye: vec3(0.29, 0.075, 0.545),
            eye_radius: 0.228 * look.eye,
        }
    }

    /// A point of the world in the head's own coordinates.
    #[inline]
    pub fn to_head(&self, world: Vec3) -> Vec3 {
        self.inverse * (world - PIVOT - self.offset) + PIVOT
    }

    /// A direction of the world in the head's own coordinates.
    #[inline]
    pub fn turn_to_head(&self, direction: Vec3) -> Vec3 {
        self.inverse * direction
    }

    /// A point of the head in the world.
    #[inline]
    pub fn to_world(&self, head: Vec3) -> Vec3 {
        self.rotation * (head - PIVOT) + PIVOT + self.offset
    }

    /// Distance to the figure in full detail.
    pub fn map(&self, world: Vec3) -> Hit {
        self.measure(world, Detail::Full)
    }

    /// Distance to the figure.
    pub fn measure(&self, world: Vec3, detail: Detail) -> Hit {
        let q = self.to_head(world);
        let mut best: Hit = (1e9, Material::Nothing);
        let mut skin = 1e9f32;
        let bounding = (q - vec3(0.0, 0.12, -0.05)).length() - 1.42;
        let mut bound_only = bounding > 0.25;
        if bound_only {
            best = (bounding, Material::Bound);
            if world.y < -0.6 {
                skin = bounding;
            }
        } else {
            let base = self.skull(q);
            if base > 0.5 {
                bound_only = true;
                skin = base - 0.32;
                nearer(&mut best, (skin, Material::Bound));
            } else {
                skin = self.skin(q, base);
                best = (skin, Material::Skin);
                self.measure_face(q, base, skin, detail, &mut best);
            }
            let ground = if bound_only { base } else { skin };
            self.measure_hair(q, base, ground, detail, &mut best);
        }
        self.measure_body(world, skin, bound_only, detail, &mut best);
        best
    }

    fn measure_face(&self, q: Vec3, base: f32, skin: f32, detail: Detail, best: &mut Hit) {
        let qa = mirrored(q);
        if q.z > 0.2 && base < 0.16 {
            self.measure_eyes(q, qa, skin, detail, best);
            self.measure_mouth(q, qa, best);
        }
        if self.look.beard && q.y < 0.2 {
            nearer(best, (self.beard(q, qa, skin, detail), Material::Beard));
        }
        if self.look.glasses && q.y > -0.4 && q.y < 0.5 {
            nearer(best, (glasses(qa), Material::Frame));
        }
        self.measure_earrings(qa, best);
    }

    fn measure_earrings(&self, qa: Vec3, best: &mut Hit) {
        let lobe = qa - vec3(0.785, -0.18, -0.04);
        let distance = match self.look.jewellery {
            Jewellery::None => return,
            // Under the hair, but for a glint.
            Jewellery::Pearls => (qa - vec3(0.80, -0.29, 0.0)).length() - 0.055,
            Jewellery::Studs => lobe.length() - 0.03,
            Jewellery::Hoops => {
                let e = lobe + vec3(0.0, 0.075, 0.0);
                let ring = ((e.y * e.y + e.z * e.z).sqrt() - 0.085).abs();
                (ring * ring + e.x * e.x).sqrt() - 0.020
            }
        };
        nearer(best, (distance, Material::Metal));
    }

    fn measure_hair(&self, q: Vec3, base: f32, skin: f32, detail: Detail, best: &mut Hit) {
        let hairless = self.look.hair != HairStyle::Bob && q.z > 0.52 && q.y < 0.25;
        if hairless {
            return;
        }
        if base >= 1.0 {
            nearer(best, (base - 0.75, Material::Bound));
            return;
        }
        let hair = self.hair(q, base, skin, detail);
        if self.look.cap {
            nearer(best, (smax(hair, q.y - 0.50, 0.05), Material::Hair));
            nearer(best, (cap(q, base, detail), Material::Cap));
        } else {
            nearer(best, (hair, Material::Hair));
        }
        if self.look.hair == HairStyle::Bun && !self.look.cap {
            let band = (q - vec3(0.0, 0.93, -0.40)).dot(vec3(0.0, 0.80, -0.6)).abs() - 0.045;
            let inside = (q - vec3(0.0, 1.0, -0.46)).length() - 0.30;
            nearer(best, (smax(band, inside, 0.03), Material::Band));
        }
    }

    fn measure_body(&self, world: Vec3, skin: f32, bound_only: bool, detail: Detail, best: &mut Hit) {
        if world.y >= -0.3 {
            nearer(best, (world.y + 0.42, Material::Bound));
            return;
        }
        let raised = world - vec3(0.0, TORSO_RISE, 0.0);
        let neck = self.neck(world);
        let torso = self.torso(raised);
        let body = smin(skin, smin(neck, torso, 0.12), 0.10);
        if body <= best.0 + 1e-5 {
            let bound = bound_only && skin < neck.min(torso) + 0.08;
            *best = (body, if bound { Material::Bound } else { Material::Skin });
        }
        if torso < 0.6 {
            // No cloth is further out than this, and only the collars rise beyond the shoulders.
            let cloth = (torso - 0.16).min(raised.y + 1.15);
            if cloth * 0.8 > best.0.max(0.0) {
                return;
            }
            nearer(best, self.clothes(raised, torso, neck, detail));
        } else {
            nearer(best, (torso - 0.3, Material::Bound));
        }
    }

    fn neck(&self, w: Vec3) -> f32 {
        let bottom = vec3(0.0, -1.62 + TORSO_RISE, -0.30);
        let neck = capsule(w, self.neck_top, bottom, self.look.neck, self.look.neck * 1.06);
        let slope = capsule(
            mirrored(w),
            vec3(0.12, -1.15 + TORSO_RISE, -0.32),
            vec3(0.72, -1.72 + TORSO_RISE, -0.34),
            0.14,
            0.12,
        );
        smin(neck, slope, 0.25)
    }

    fn torso(&self, w: Vec3) -> f32 {
        let s = self.look.shoulder;
        let breath = self.pose.breath;
        let q = vec3(w.x.abs(), w.y - breath * 0.018, w.z);
        let yoke = capsule(q, vec3(0.15, -1.62, -0.28), vec3(s * 0.92, -1.88, -0.30), 0.30, 0.30);
        let chest = ellipsoid(q - vec3(0.0, -2.45, -0.18), vec3(s * 1.02, 1.15, 0.62 + 0.02 * breath));
        let arm = capsule(q, vec3(s * 0.98, -1.95, -0.30), vec3(s * 1.18, -3.2, -0.2), 0.29, 0.30);
        smin(smin(yoke, chest, 0.25), arm, 0.12)
    }
}

/// Keeps the nearer of two answers.
#[inline]
fn nearer(best: &mut Hit, other: Hit) {
    if other.0 < best.0 {
        *best = other;
    }
}

/// Round rims on a slightly curved plane, bridge and temples.
fn glasses(qa: Vec3) -> f32 {
    let v = qa - vec3(0.295, 0.045, 0.895);
    let z = v.z + 0.10 * v.x + 0.12 * v.x * v.x;
    let radius = ((v.x / 1.06).powi(2) + v.y * v.y).sqrt();
    let rim = ((radius - 0.232).powi(2) + z * z).sqrt() - 0.019;
    let bridge = capsule(qa, vec3(0.0, 0.115, 0.945), vec3(0.075, 0.10, 0.925), 0.018, 0.018);
    let temple = capsule(qa, vec3(0.54, 0.09, 0.83), vec3(0.80, 0.13, 0.0), 0.020, 0.020);
    rim.min(bridge).min(temple)
}

/// A knitted cap with a turned-up brim, over the hair.
fn cap(q: Vec3, base: f32, detail: Detail) -> f32 {
    let ribs = match detail {
        Detail::Full => 0.012 * sin(atan2(q.x, q.z + 0.10) * 64.0).abs(),
        Detail::Coarse => 0.006,
    };
    let slope = q.y - 0.16 * q.z;
    let crown = smax(base - 0.105, 0.44 - slope, 0.06);
    let brim = smax(base - 0.135, (slope - 0.52).abs() - 0.12, 0.05);
    (smin(crown, brim, 0.03) - ribs) * 0.85
}

fn mouth(look: &Look, pose: &Pose) -> Mouth {
    const REST: f32 = -0.475;
    let m = pose.mouth;
    let thin = 1.0 - 0.35 * m.press - 0.08 * m.wide + 0.15 * m.round;
    let upper_radius = 0.041 * look.lip_fullness * thin;
    let lower_radius = 0.054 * look.lip_fullness * thin;
    Mouth {
        half_width: 0.195 * (1.0 + 0.13 * m.wide - 0.36 * m.round) + 0.035 * pose.smile,
        upper: REST + upper_radius * 0.72 + 0.055 * m.open + 0.02 * m.raise,
        lower: REST - lower_radius * 0.72 - 0.20 * m.open,
        corner: REST + 0.070 * pose.smile - 0.06 * m.open,
        depth: 0.828 + 0.05 * m.round - 0.015 * pose.smile - 0.012 * m.press,
        upper_radius,
        lower_radius,
    }
}
