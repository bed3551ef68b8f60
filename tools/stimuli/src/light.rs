//! Light on a surface: shadows, occlusion, highlights, reflections.

use glam::{Vec3, vec3};

use crate::figure::{Detail, Figure, Material};
use crate::maths::{cos, sin, step};
use crate::persona::Light;

/// Direction of the surface at `p`, by differences over `e`.
pub fn normal(figure: &Figure, p: Vec3, e: f32) -> Vec3 {
    [vec3(1.0, -1.0, -1.0), vec3(-1.0, -1.0, 1.0), vec3(-1.0, 1.0, -1.0), vec3(1.0, 1.0, 1.0)]
        .into_iter()
        .map(|corner| corner * figure.map(p + corner * e).0)
        .sum::<Vec3>()
        .normalize_or_zero()
}

/// Soft shadow: 1 in full light, 0 in full shadow.
pub fn shadow(figure: &Figure, p: Vec3, to_light: Vec3, hardness: f32, steps: usize) -> f32 {
    let (mut t, mut lit) = (0.035f32, 1.0f32);
    for _ in 0..steps {
        let (d, material) = figure.measure(p + to_light * t, Detail::Coarse);
        if material != Material::Bound {
            lit = lit.min(0.5 + 0.5 * hardness * d / t);
        }
        t += (d * 0.7).clamp(0.022, 0.25);
        if lit < 0.0 || t > 2.6 {
            break;
        }
    }
    step(0.0, 1.0, lit)
}

/// How open the surroundings of a point are, 0 to 1, by five samples along the normal.
pub fn openness(figure: &Figure, p: Vec3, n: Vec3) -> f32 {
    let (mut closed, mut weight) = (0.0f32, 1.0f32);
    for i in 0..5u8 {
        let height = 0.02 + 0.085 * f32::from(i);
        let (d, material) = figure.measure(p + n * height, Detail::Coarse);
        if material != Material::Bound {
            closed += ((height - d) * weight).max(0.0);
        }
        weight *= 0.72;
    }
    (1.0 - 1.25 * closed).clamp(0.0, 1.0)
}

/// Highlight of a rough surface (GGX).
pub fn highlight(n: Vec3, v: Vec3, l: Vec3, roughness: f32, reflectance: f32) -> f32 {
    let h = (v + l).normalize();
    let (nh, nl, nv, vh) = (n.dot(h).max(0.0), n.dot(l).max(0.0), n.dot(v).max(0.02), v.dot(h).max(0.0));
    let a2 = roughness.powi(4);
    let spread = nh * nh * (a2 - 1.0) + 1.0;
    let k = (roughness + 1.0).powi(2) / 8.0;
    let masking = 1.0 / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k) * 4.0);
    let fresnel = reflectance + (1.0 - reflectance) * (1.0 - vh).powi(5);
    a2 / (std::f32::consts::PI * spread * spread) * masking * fresnel * nl
}

/// Sky above, ground below.
pub fn surroundings(light: &Light, direction: Vec3) -> Vec3 {
    light.ground.lerp(light.sky, (direction.y * 0.5 + 0.5).clamp(0.0, 1.0))
}

/// A window with bars, seen in a mirror: how much of it the direction `r` meets.
pub fn window(r: Vec3, to_light: Vec3, size: f32) -> f32 {
    let x = Vec3::Y.cross(to_light).normalize();
    let y = to_light.cross(x);
    let z = r.dot(to_light);
    if z <= 0.05 {
        return 0.0;
    }
    let (u, v) = (r.dot(x) / z, r.dot(y) / z);
    let pane = |a: f32| step(size, size * 0.80, a.abs());
    let bars = step(0.012, 0.035, u.abs()) * step(0.012, 0.035, (v + 0.05).abs());
    pane(u) * pane(v * 0.8) * (0.25 + 0.75 * bars)
}

/// Turns a direction about the vertical axis.
pub fn turned(direction: Vec3, angle: f32) -> Vec3 {
    let (sin, cos) = (sin(angle), cos(angle));
    vec3(direction.x * cos + direction.z * sin, direction.y, -direction.x * sin + direction.z * cos)
}
