//! A second corner of each place: other walls, the same side for the light. The side away from it is a free
//! wall, on which a sign can hang.

use glam::Vec3;

use super::places::{SPINES, city, sky_and_trees};
use super::{lamp, within};
use crate::maths::{hash, hex, hypot, noise, step};
use glam::vec3;

/// Next to the chamber: a plastered wall above panels, a window on the left, on the right a wall lamp that may be off.
pub(super) fn gallery(u: f32, v: f32, lit: bool) -> Vec3 {
    let mut c = hex(0x8f_9a80).lerp(hex(0x74_7f66), v) * (0.94 + 0.10 * noise(vec3(u * 9.0, v * 9.0, 2.0)));
    if v > 0.60 {
        let panel = (u * 5.0 + 0.3).fract();
        let edge = step(0.05, 0.10, panel) * step(0.95, 0.90, panel) * step(0.66, 0.70, v);
        c = hex(0x6d_4a31) * (0.75 + 0.30 * edge) * (0.93 + 0.14 * noise(vec3(u * 4.0, v * 90.0, 1.0)));
    }
    if (v - 0.605).abs() < 0.012 {
        c = hex(0xa7_7a4e);
    }
    if within(u, v, -0.30, 0.0, 0.13, 0.58) {
        let bar = (u * 9.0 + 0.2).rem_euclid(1.0) < 0.09 || (v * 4.0).fract() < 0.05;
        c = if bar { hex(0xd9_d2c2) * 0.8 } else { hex(0xff_f2d8) * (2.5 - 1.2 * v) };
    } else if within(u, v, -0.30, 0.0, 0.155, 0.60) {
        c = hex(0xe4_dcc8) * 0.85;
    }
    if within(u, v, 0.18, 0.10, 0.30, 0.60) {
        c = books(u, v);
    }
    if !lit {
        return c;
    }
    lamp(c, hypot(u - 0.93, v - 0.46), 0.045, hex(0xff_d9a0) * 3.4, hex(0xff_b566) * 0.38, 9.0)
}

/// Behind the counter: a wall of wooden drawers with knobs, a bright ceiling lamp on the left.
pub(super) fn drawers(u: f32, v: f32) -> Vec3 {
    let mut c = hex(0xd8_ddd2) * (0.95 - 0.1 * v);
    if v > 0.34 {
        let (x, y) = (u * 8.0, (v - 0.34) * 9.0);
        let (fx, fy) = (x.fract(), y.fract());
        let tone = 0.82 + 0.30 * hash(x.floor() as i32, y.floor() as i32, 2);
        let face = step(0.03, 0.07, fx) * step(0.97, 0.93, fx) * step(0.05, 0.10, fy) * step(0.95, 0.90, fy);
        c = hex(0x9a_6b41) * tone * (0.45 + 0.55 * face) * (0.92 + 0.16 * noise(vec3(u * 160.0, v * 8.0, 3.0)));
        if hypot((fx - 0.5) * 1.1, fy - 0.5) < 0.085 {
            c = hex(0xd9_b26a) * 1.3;
        }
        if within(fx, fy, 0.28, 0.16, 0.72, 0.32) {
            c = hex(0xf2_ead6) * 0.9;
        }
    }
    if (v - 0.345).abs() < 0.012 {
        c = hex(0x7a_5130);
    }
    let jar = (u * 10.0).fract();
    if within(jar, v, 0.2, 0.25 - 0.04 * hash((u * 10.0) as i32, 1, 7), 0.8, 0.335) && u < 0.42 {
        c = hex([0x3c_7f76, 0x8a_4a2e, 0xe9_e4d4][(u * 10.0) as usize % 3]) * 0.9;
    }
    lamp(c, hypot(u - 0.10, (v - 0.08) * 1.3), 0.075, hex(0xff_f8ee) * 3.2, hex(0xff_ead0) * 0.45, 7.0)
}

/// The clubhouse: lockers, boards, a window with the sun on the right, a small one on the left.
pub(super) fn clubhouse(u: f32, v: f32) -> Vec3 {
    let board = (v * 14.0).fract();
    let mut c = hex(0xc3_9a66).lerp(hex(0x9c_7747), v) * (0.86 + 0.16 * step(0.02, 0.10, board));
    c *= 0.93 + 0.14 * noise(vec3(u * 5.0, v * 130.0, 4.0));
    if v > 0.40 && u < 0.72 {
        let x = u * 7.0;
        let f = x.fract();
        c = hex([0x2f_6f5a, 0x35_7a64][x.floor() as usize % 2]) * (0.55 + 0.45 * step(0.03, 0.08, f));
        if within(f, v, 0.30, 0.46, 0.70, 0.54) && (v * 90.0).fract() < 0.4 {
            c *= 0.4;
        }
        if within(f, v, 0.80, 0.62, 0.87, 0.70) {
            c = hex(0xd9_d9d4);
        }
    }
    if within(u, v, 0.76, 0.05, 1.30, 0.50) {
        let bar = (u - 0.90).abs() < 0.010 || (v - 0.28).abs() < 0.010;
        c = if bar { hex(0xf2_ead8) } else { hex(0xff_efc8) * 2.3 };
    } else if within(u, v, 0.735, 0.02, 1.30, 0.53) {
        c = hex(0xf4_eee0) * 0.9;
    }
    if within(u, v, 0.03, 0.07, 0.20, 0.28) {
        c = sky_and_trees(u, v * 1.2) * 1.1;
    }
    c
}

/// The foyer of the bank: stone slabs, a lamp on the left, the night behind a glass door on the right.
pub(super) fn foyer(u: f32, v: f32) -> Vec3 {
    let (x, y) = (u * 4.0 + 0.35, v * 5.0);
    let slab = 0.88 + 0.22 * hash(x.floor() as i32, y.floor() as i32, 5);
    let joint = step(0.0, 0.025, x.fract()) * step(0.0, 0.035, y.fract());
    let vein = noise(vec3(u * 14.0 + noise(vec3(u * 6.0, v * 6.0, 1.0)) * 5.0, v * 22.0, 6.0));
    let mut c = hex(0x6f_6a72) * slab * (0.55 + 0.45 * joint) * (0.88 + 0.24 * vein);
    if v > 0.82 {
        c = hex(0x3c_3438) * (0.9 + 0.3 * noise(vec3(u * 30.0, v * 60.0, 1.0)));
    }
    if within(u, v, 0.70, 0.34, 1.30, 0.82) {
        c = if (u - 0.705).abs() < 0.010 || (v - 0.345).abs() < 0.008 { hex(0xb9_a27a) } else { city(u, v) * 0.8 };
    }
    if within(u, v, 0.115, 0.55, 0.135, 0.85) {
        c = hex(0xa8_8652);
    }
    lamp(c, hypot(u - 0.125, (v - 0.46) * 0.8), 0.075, hex(0xff_e0b0) * 3.2, hex(0xff_b46b) * 0.5, 8.0)
}

fn books(u: f32, v: f32) -> Vec3 {
    let (row, within_row) = ((v * 6.0).floor() as i32, (v * 6.0).fract());
    let h = hash((u * 70.0).floor() as i32, row, 9);
    if within_row > 0.88 || within_row < 0.10 + 0.25 * h {
        return hex(0x5b_3f2b);
    }
    hex(SPINES[(h * 4.99) as usize]) * 0.85
}
