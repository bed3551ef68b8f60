//! What colour a surface has before light falls on it.

use glam::{Vec3, Vec3Swizzles, vec3};

use crate::figure::{Figure, Material};
use crate::maths::{atan2, exp, hex, mirrored, mix, noise, noise3, sin, step};
use crate::persona::{Cut, HairStyle, Jewellery, Persona};
use crate::shade::Alter;

/// Surface before light.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    pub albedo: Vec3,
    pub roughness: f32,
    pub reflectance: f32,
    /// How far light creeps round into the shadow.
    pub wrap: f32,
    /// Skin lets red light through.
    pub skin: bool,
    /// Darkness of hollow places such as the mouth.
    pub hollow: f32,
    /// Bump added to the normal.
    pub bump: Vec3,
}

impl Paint {
    const fn matt(albedo: Vec3) -> Self {
        Self { albedo, roughness: 0.5, reflectance: 0.04, wrap: 0.1, skin: false, hollow: 1.0, bump: Vec3::ZERO }
    }
}

/// The paint of a material at the world point `p`, head point `q`.
pub fn paint(figure: &Figure, material: Material, p: Vec3, q: Vec3, alter: &Alter) -> Paint {
    let look = figure.look;
    match material {
        Material::Skin => skin(figure, q, alter.drift),
        Material::Eye => Paint { albedo: eye(figure, q), roughness: 0.10, reflectance: 0.03, wrap: 0.25, ..BLANK },
        Material::Teeth => Paint { roughness: 0.3, wrap: 0.3, hollow: 0.75, ..Paint::matt(teeth(q, alter.merged)) },
        Material::Tongue => Paint { roughness: 0.4, hollow: 0.55, ..Paint::matt(vec3(0.46, 0.12, 0.11)) },
        Material::Hair | Material::Beard | Material::Brow => hair(figure, material, q),
        Material::Cloth | Material::ClothSecond => {
            let base = if material == Material::Cloth { look.cloth } else { look.cloth_second };
            cloth(base, p, look.cut == Cut::TrackTop, material)
        }
        Material::Under => under(figure, p),
        Material::Frame => Paint { roughness: 0.22, reflectance: 0.05, ..Paint::matt(hex(0x2b_1a14)) },
        Material::Metal => metal(look.jewellery),
        Material::Band => {
            let albedo = if look.persona == Persona::Ines { look.cloth_second * 0.95 } else { hex(0x2f_7f6a) };
            Paint { roughness: 0.6, wrap: 0.2, ..Paint::matt(albedo) }
        }
        Material::Cap => Paint { roughness: 0.85, wrap: 0.3, ..Paint::matt(look.cloth * 0.55 + hex(0x3a_3f52) * 0.35) },
        Material::Nothing | Material::Bound => BLANK,
    }
}

/// Dark gaps between the teeth; `merged` closes them.
fn teeth(q: Vec3, merged: f32) -> Vec3 {
    const WIDTH: f32 = 0.062;
    let across = q.x / WIDTH;
    let edge = (across - across.floor() - 0.5).abs() * 2.0;
    let gap = 0.45 * step(0.72, 0.98, edge) * (1.0 - merged);
    vec3(0.74, 0.69, 0.61) * (1.0 - gap + 0.12 * merged)
}

const BLANK: Paint = Paint::matt(Vec3::ZERO);

fn skin(figure: &Figure, q: Vec3, drift: (f32, f32)) -> Paint {
    let look = figure.look;
    let qa = mirrored(q);
    let fine = noise(q * 11.0);
    let mut albedo = look.skin.lerp(look.skin_second, (0.16 * noise(q * 3.0) + 0.08 * fine).min(1.0));
    let near = |c: Vec3, r: f32| exp(-((qa - c).length_squared()) / (r * r));
    let red = 0.55 * near(vec3(0.38, -0.20, 0.66), 0.24)
        + 0.50 * near(vec3(0.0, -0.15, 0.98), 0.15)
        + 0.55 * near(vec3(0.78, 0.0, -0.05), 0.20)
        + 0.25 * near(vec3(0.0, -0.84, 0.62), 0.2)
        + 0.30 * near(vec3(0.30, 0.10, 0.78), 0.17);
    albedo *= Vec3::ONE.lerp(vec3(1.04, 0.80, 0.76), red.min(0.8) * look.blush);
    albedo *= 1.0 + 0.06 * near(vec3(0.0, 0.62, 0.72), 0.35);
    if look.powder {
        albedo = albedo.lerp(albedo * vec3(1.10, 0.98, 0.92) + 0.015, powdered(qa));
    }
    if look.freckles {
        let area = near(vec3(0.24, -0.10, 0.80), 0.24) + near(vec3(0.0, -0.03, 0.92), 0.2);
        albedo = freckled(albedo, look.skin_second, q + vec3(drift.0, drift.1, 0.0), area.min(1.0));
    }
    if q.y > -0.4 {
        albedo = albedo.lerp(look.hair_dark.lerp(look.hair_light, 0.35), figure.cover(q) * look.hairline_tint);
    }
    let to_eye = qa - figure.eye;
    let distance = to_eye.length();
    if distance < figure.eye_radius * 1.30 && to_eye.z > 0.0 {
        let lid = step(figure.eye_radius * 1.26, figure.eye_radius * 1.06, distance) * 0.30;
        albedo = albedo.lerp(look.skin_second * vec3(0.85, 0.72, 0.72), lid);
    }
    let mut paint =
        Paint { roughness: 0.46 + 0.10 * fine, reflectance: 0.035, wrap: 0.27, skin: true, ..Paint::matt(albedo) };
    if q.z > 0.3 && q.y < -0.25 && q.y > -1.0 {
        lips(figure, q, qa, &mut paint);
    }
    if q.y > -1.0 {
        paint.bump = figure.rotation * (noise3(q * 90.0) - Vec3::splat(0.5)) * 0.035;
    }
    paint
}

/// 1 where there is powder: on the cheek, with an edge that belongs to the face.
fn powdered(qa: Vec3) -> f32 {
    let v = (qa - vec3(0.36, -0.16, 0.62)) / vec3(0.20, 0.15, 0.40);
    step(1.04, 0.92, v.length())
}

fn freckled(albedo: Vec3, dark: Vec3, q: Vec3, area: f32) -> Vec3 {
    let f = q * 30.0;
    let cell = 0.6 * noise(f) + 0.4 * noise(f * 1.9 + 4.0);
    let spots = albedo.lerp(dark * 0.62, step(0.66, 0.80, cell) * area * 0.45);
    let mole = (q - vec3(0.40, -0.36, 0.66)).xy().length();
    spots.lerp(hex(0x3a_1d12), if q.z > 0.3 { step(0.034, 0.022, mole) * 0.9 } else { 0.0 })
}

fn lips(figure: &Figure, q: Vec3, qa: Vec3, paint: &mut Paint) {
    let (upper, lower) = figure.lips(qa);
    let lip = step(0.026, 0.006, upper.min(lower));
    let tone = figure.look.lip * (0.92 + 0.16 * noise(vec3(q.x * 70.0, q.y * 8.0, 3.0)));
    paint.albedo = paint.albedo.lerp(tone, lip * 0.92);
    paint.roughness = mix(paint.roughness, 0.34, lip);
    let m = &figure.mouth;
    let front = m.depth - 1.25 * q.x * q.x;
    if qa.x < m.half_width && q.y < m.upper && q.y > m.lower {
        let inside = step(front - 0.05, front - 0.17, q.z);
        paint.albedo = paint.albedo.lerp(vec3(0.16, 0.025, 0.022), inside);
        paint.hollow = 1.0 - 0.75 * inside;
    }
}

/// White, iris with fibres and a dark rim, pupil. The iris is brighter opposite the light.
fn eye(figure: &Figure, q: Vec3) -> Vec3 {
    const IRIS: f32 = 0.45;
    let gaze = figure.gaze(q.x);
    let d = (q - figure.eye_at(q.x)).normalize();
    let cos = d.dot(gaze).clamp(-1.0, 1.0);
    let r = (1.0 - cos * cos).max(0.0).sqrt();
    let x = Vec3::Y.cross(gaze).normalize();
    let y = gaze.cross(x);
    let angle = atan2(d.dot(y), d.dot(x));
    let fibres = noise(vec3(angle * 7.0, r * 7.0, 2.0)) * 0.6 + noise(vec3(angle * 19.0, r * 4.0, 8.0)) * 0.4;
    let towards_light = d.dot(y) * 0.9 + d.dot(x) * 0.3;
    let iris = figure.look.iris
        * (0.55 + 0.95 * fibres)
        * (1.55 - 1.9 * towards_light).clamp(0.5, 2.6)
        * mix(1.35, 0.45, step(0.22, IRIS, r))
        * (1.0 - 0.75 * step(IRIS - 0.09, IRIS - 0.01, r))
        * step(0.185, 0.215, r);
    let white = vec3(0.80, 0.77, 0.74).lerp(vec3(0.66, 0.45, 0.42), step(0.55, 0.98, r) * 0.5);
    iris.lerp(white, step(IRIS - 0.015, IRIS + 0.03, r))
}

fn hair(figure: &Figure, material: Material, q: Vec3) -> Paint {
    let look = figure.look;
    let strand = if material == Material::Hair && look.hair != HairStyle::Curls {
        figure.strand(q)
    } else {
        noise(q * vec3(60.0, 26.0, 60.0)) - 0.5 + (noise(q * 9.0) - 0.5) * 0.6
    };
    let mut albedo = look.hair_dark.lerp(look.hair_light, (0.38 + 0.55 * strand).clamp(0.0, 1.0));
    if material == Material::Hair && look.hair == HairStyle::Bun {
        let bare = look.skin.lerp(look.skin_second, 0.12);
        albedo = bare.lerp(albedo, figure.cover(q));
    }
    if material == Material::Brow {
        let qa = mirrored(q);
        let lash = figure.lid_opening(qa).abs() < 0.03 && (qa - figure.eye).length() < figure.eye_radius * 1.3;
        albedo = if lash { hex(0x1a_100c) } else { look.brow };
    }
    if material == Material::Beard {
        albedo *= 1.15;
    }
    Paint { roughness: 0.6, wrap: 0.28, ..Paint::matt(albedo) }
}

fn cloth(base: Vec3, p: Vec3, smooth: bool, material: Material) -> Paint {
    let w = p * vec3(1.0, 1.0, 0.4);
    let twill = sin((w.x + w.y) * 150.0) * sin((w.x - w.y) * 150.0);
    let weave = if smooth { 0.0 } else { 0.035 * twill };
    let roughness = if smooth && material == Material::Cloth { 0.48 } else { 0.75 };
    Paint { roughness, wrap: 0.2, ..Paint::matt(base * (0.93 + 0.10 * noise(p * 46.0) + weave)) }
}

fn under(figure: &Figure, p: Vec3) -> Paint {
    let mut albedo = figure.look.under * (0.95 + 0.08 * noise(p * 60.0));
    if figure.look.cut == Cut::Coat {
        let stripe = (sin(p.x * 38.0) * 0.5 + 0.5).powi(3);
        albedo = albedo.lerp(vec3(0.75, 0.82, 0.9), stripe * 0.35);
    }
    Paint { roughness: 0.65, wrap: 0.25, ..Paint::matt(albedo) }
}

fn metal(jewellery: Jewellery) -> Paint {
    let (albedo, roughness, reflectance, wrap) = match jewellery {
        Jewellery::Pearls => (vec3(0.85, 0.80, 0.74), 0.22, 0.08, 0.35),
        Jewellery::Studs | Jewellery::None => (vec3(0.75, 0.75, 0.76), 0.3, 0.5, 0.1),
        Jewellery::Hoops => (vec3(0.80, 0.50, 0.18), 0.25, 0.6, 0.1),
    };
    Paint { roughness, reflectance, wrap, ..Paint::matt(albedo) }
}
