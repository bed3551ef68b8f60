//! One ray: find the surface, then light it once for every version that is wanted.

use glam::{Mat3, Vec3, vec3};

use crate::figure::{Figure, Material};
use crate::light::{highlight, normal, openness, shadow, surroundings, turned, window};
use crate::maths::{hypot, noise, powf, step};
use crate::paint::{Paint, paint};
use crate::persona::HairStyle;

/// What a second light pass changes. The default changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Alter {
    /// V5: the key light turned about the head by this angle, for the head only.
    pub key_turn: f32,
    /// V6: the reflection turned in one eye.
    pub eye_turn: f32,
    /// V7: the reflection on the lenses stays as it was when the head stood like this.
    pub held_lens: Option<Mat3>,
    /// V8: freckles and mole moved against the face.
    pub drift: (f32, f32),
    /// V9: teeth without gaps, hair without ends; 0 to 1.
    pub merged: f32,
}

/// A surface that a ray met. Geometry is found once and lit several times.
pub struct Surface {
    /// Of what it is made; `Nothing` is the background.
    pub material: Material,
    /// Distance from the camera.
    pub distance: f32,
    /// Direction of the surface.
    pub normal: Vec3,
    p: Vec3,
    q: Vec3,
    view: Vec3,
    open: f32,
    rim_shadow: f32,
}

/// Beyond this there is only background.
const FAR: f32 = 12.6;

/// Follows a ray from `start` on.
pub fn march(figure: &Figure, origin: Vec3, direction: Vec3, start: f32) -> Surface {
    let mut t = start;
    let mut material = Material::Nothing;
    for _ in 0..110 {
        let (d, what) = figure.map(origin + direction * t);
        if d < 0.0012 {
            material = what;
            break;
        }
        t += d * 0.92;
        if t > FAR {
            break;
        }
    }
    let p = origin + direction * t;
    let blank =
        Surface { material, distance: 99.0, normal: Vec3::ZERO, p, q: p, view: -direction, open: 1.0, rim_shadow: 0.0 };
    if material == Material::Nothing {
        return blank;
    }
    let e = match material {
        Material::Hair => 0.004,
        Material::Eye => 0.002,
        _ => 0.0025,
    };
    let normal = normal(figure, p, e);
    let rim = figure.look.light.rim;
    let rim_shadow = if normal.dot(rim) > 0.02 { shadow(figure, p + normal * 0.012, rim, 10.0, 14) } else { 0.0 };
    Surface { distance: t, normal, q: figure.to_head(p), open: openness(figure, p, normal), rim_shadow, ..blank }
}

/// Colour of a surface in linear light, under the alteration.
pub fn colour(figure: &Figure, s: &Surface, alter: &Alter) -> Vec3 {
    let light = &figure.look.light;
    let key = head_key(figure, s, alter);
    let paint = paint(figure, s.material, s.p, s.q, alter);
    let n = (s.normal + paint.bump).normalize();
    let teeth = s.material == Material::Teeth;
    let open = if teeth { 0.35 + 0.65 * s.open } else { s.open } * paint.hollow;
    let facing = n.dot(key);
    let raw = if facing > -0.35 { shadow(figure, s.p + n * 0.012, key, 7.0, 26) } else { 0.0 };
    let lit = if teeth { raw.max(0.45) } else { raw } * paint.hollow;
    let lit_colour = if paint.skin { vec3(powf(lit, 0.80), powf(lit, 0.97), lit) } else { Vec3::splat(lit) };

    let mut c = diffuse(figure, &paint, n, facing, lit_colour, open);
    let rim_facing = n.dot(light.rim).max(0.0);
    let fresnel = (1.0 - n.dot(s.view).max(0.0)).powi(4);
    let edge = if s.material == Material::Hair { 0.22 } else { 0.14 };
    c += paint.albedo * light.rim_colour * rim_facing * s.rim_shadow * 0.55;
    c += light.rim_colour * s.rim_shadow * fresnel * rim_facing.sqrt() * edge;
    if paint.skin {
        c += through_skin(figure, s, n);
    }
    match s.material {
        Material::Eye => eye_gloss(figure, s, c, key, alter, open),
        Material::Hair | Material::Beard => {
            c += gloss(figure, s, &paint, n, key, lit, open, fresnel);
            c + sheen(figure, s, n, key, lit_colour, facing)
        }
        _ => c + gloss(figure, s, &paint, n, key, lit, open, fresnel),
    }
}

/// The key light; turned for the head only if the version asks for it, and faded between jaw and neck,
/// because a hard limit would be an edge, which is another cue.
fn head_key(figure: &Figure, s: &Surface, alter: &Alter) -> Vec3 {
    let key = figure.look.light.key;
    let head = matches!(s.material, Material::Skin | Material::Beard | Material::Brow | Material::Hair);
    if alter.key_turn == 0.0 || !head || s.q.y <= -1.15 {
        return key;
    }
    turned(key, alter.key_turn * step(-1.12, -0.80, s.q.y))
}

fn diffuse(figure: &Figure, paint: &Paint, n: Vec3, facing: f32, lit: Vec3, open: f32) -> Vec3 {
    let light = &figure.look.light;
    let spread = if paint.skin { Vec3::ONE } else { vec3(0.6, 1.0, 1.2) };
    let wrap = vec3(paint.wrap, paint.wrap * 0.50, paint.wrap * 0.36) * spread;
    let wrapped = ((Vec3::splat(facing) + wrap) / (Vec3::ONE + wrap)).max(Vec3::ZERO);
    // Light that bounces in hollows takes the colour of the surface.
    let k = paint.albedo * 0.85;
    let hollow = Vec3::splat(open) / (Vec3::ONE - k * (1.0 - open));
    let fill = vec3(-0.75 * light.key.x.signum(), 0.15, 0.62).normalize();
    let fill_facing = (n.dot(fill) * 0.55 + 0.45).max(0.0);
    paint.albedo
        * (light.key_colour * wrapped * lit
            + light.fill_colour * fill_facing * hollow
            + surroundings(light, n) * 0.62 * hollow)
}

/// Thin parts such as ears let the light behind them through.
fn through_skin(figure: &Figure, s: &Surface, n: Vec3) -> Vec3 {
    let light = &figure.look.light;
    let thin = (figure.map(s.p - n * 0.10).0 + 0.10).max(0.0) * 6.0;
    let ear = if s.q.x.abs() > 0.66 && s.q.y.abs() < 0.3 { 1.0 } else { 0.15 };
    let behind = 0.4 + 0.6 * (-n.dot(light.rim)).max(0.0);
    figure.look.skin * vec3(1.0, 0.25, 0.12) * light.rim_colour * thin.min(1.0) * 0.25 * ear * behind
}

#[expect(clippy::too_many_arguments, reason = "all of them belong to one point under one light")]
fn gloss(figure: &Figure, s: &Surface, paint: &Paint, n: Vec3, key: Vec3, lit: f32, open: f32, fresnel: f32) -> Vec3 {
    let light = &figure.look.light;
    let reflected = -s.view + n * 2.0 * s.view.dot(n);
    let mut c = light.key_colour * highlight(n, s.view, key, paint.roughness, paint.reflectance) * lit * 0.9;
    c += light.rim_colour
        * highlight(n, s.view, light.rim, paint.roughness * 0.9, paint.reflectance)
        * s.rim_shadow
        * 0.7;
    let mirror = paint.reflectance + (1.0 - paint.reflectance) * fresnel;
    c += surroundings(light, reflected) * mirror * open * (1.0 - paint.roughness) * 0.9;
    if matches!(s.material, Material::Frame | Material::Metal) {
        c += light.key_colour * window(reflected, key, 0.3) * (paint.reflectance + 0.06) * 0.6;
        if paint.reflectance > 0.3 {
            c = c * 0.6 + paint.albedo * surroundings(light, reflected) * 0.9 * open;
        }
    }
    c
}

/// Two highlights across the strands, one white and narrow, one wide in the hair's colour; none where the
/// hair is still thin, or the hairline would shine like the edge of a cap.
fn sheen(figure: &Figure, s: &Surface, n: Vec3, key: Vec3, lit: Vec3, facing: f32) -> Vec3 {
    let look = figure.look;
    let light = &look.light;
    let beard = s.material == Material::Beard;
    if look.hair == HairStyle::Curls && !beard {
        return look.hair_light * light.key_colour * lit * 0.05 * facing.max(0.0);
    }
    let across = figure.rotation * strand_gradient(figure, s.q);
    let strand = figure.strand(s.q) * 0.22;
    let tangent = (n.cross(across).normalize_or_zero() + n * strand).normalize_or_zero();
    let ring = |tangent: Vec3, to: Vec3, power: f32| {
        let t = tangent.dot((s.view + to).normalize());
        powf((1.0 - t * t).max(0.0).sqrt(), power)
    };
    let white = light.key_colour * ring(tangent, key, 55.0) * 0.10;
    let tinted = look.hair_light * light.key_colour * ring((tangent + n * 0.18).normalize(), key, 16.0) * 0.42;
    let rim = (look.hair_light * 0.7 + 0.05) * light.rim_colour * ring(tangent, light.rim, 20.0) * s.rim_shadow * 0.45;
    let amount = if beard { 0.3 } else { 1.0 };
    let grown = if look.hair == HairStyle::Bun { step(0.02, 0.30, figure.growth(s.q)) } else { 1.0 };
    ((white + tinted) * lit * (facing * 0.5 + 0.5).max(0.0) * amount + rim) * grown
}

fn strand_gradient(figure: &Figure, q: Vec3) -> Vec3 {
    let u = |q: Vec3| figure.strand_uv(q).0;
    let here = u(q);
    Vec3::from([Vec3::X, Vec3::Y, Vec3::Z].map(|axis| u(q + axis * 0.02) - here))
}

/// Window-shaped reflections on the cornea: half of the life of the picture is here.
fn eye_gloss(figure: &Figure, s: &Surface, base: Vec3, key: Vec3, alter: &Alter, open: f32) -> Vec3 {
    let light = &figure.look.light;
    let key = if s.q.x > 0.0 { turned(key, alter.eye_turn) } else { key };
    let gaze = figure.gaze(s.q.x);
    let centre = figure.eye_at(s.q.x);
    let white = (s.q - centre).normalize();
    let cornea = (s.q - centre - gaze * figure.eye_radius * 0.52).normalize();
    let n = (figure.rotation * white.lerp(cornea, step(0.80, 0.92, white.dot(gaze)))).normalize();
    let reflected = -s.view + n * 2.0 * s.view.dot(n);
    let second = vec3(-0.7 * light.key.x.signum(), 0.1, 0.7).normalize();
    base * (0.55 + 0.45 * open)
        + vec3(1.0, 0.97, 0.93) * window(reflected, key, 0.34) * 1.5 * (0.45 + 0.55 * open)
        + light.fill_colour * window(reflected, second, 0.2) * 0.36
        + surroundings(light, reflected) * 0.035
}

/// V9: how much of the hair is missing towards its ends, strand by strand.
pub fn lost_hair(figure: &Figure, s: &Surface, alter: &Alter) -> f32 {
    if alter.merged == 0.0 || s.material != Material::Hair {
        return 0.0;
    }
    let q = s.q;
    let beyond = match figure.look.hair {
        HairStyle::Bob => -0.20 - q.y,
        HairStyle::Swept => q.y - 0.92,
        HairStyle::Bun => q.y - 1.06,
        HairStyle::Curls => q.y - 0.98,
    };
    let strand = if figure.look.hair == HairStyle::Curls { noise(q * 22.0) - 0.5 } else { figure.strand(q) };
    step(0.02, 0.12, beyond + 0.14 * strand) * alter.merged
}

/// The lenses of the glasses, drawn over the finished colour.
pub fn lenses(figure: &Figure, ray: (Vec3, Vec3), c: Vec3, distance: f32, alter: &Alter) -> Vec3 {
    let (origin, direction) = ray;
    let (o, d) = (figure.to_head(origin), figure.turn_to_head(direction));
    let rotation = alter.held_lens.unwrap_or(figure.rotation);
    let seen = rotation.transpose() * direction;
    let light = &figure.look.light;
    for side in [-1.0f32, 1.0] {
        let centre = vec3(0.295 * side, 0.045, 0.895);
        let flat = vec3(0.10 * side, 0.0, 1.0).normalize();
        let t = (centre - o).dot(flat) / d.dot(flat);
        let h = o + d * t - centre;
        if t > distance || hypot(h.x / 1.06, h.y) >= 0.232 {
            continue;
        }
        let n = (flat + vec3(h.x * 0.75, h.y * 0.75, 0.0)).normalize();
        let reflected = rotation * (seen - n * 2.0 * seen.dot(n));
        let lamp = vec3(0.12 * light.key.x.signum(), 0.24, 0.96).normalize();
        let fresnel = 0.04 + 0.5 * (1.0 + d.dot(n)).max(0.0).powi(4);
        let clear = if figure.look.glare > 0.0 { 1.0 } else { 0.0 };
        return c * figure.look.lens
            + light.key_colour * window(reflected, lamp, 0.16) * figure.look.glare
            + surroundings(light, reflected) * fresnel * 0.5 * clear;
    }
    c
}
