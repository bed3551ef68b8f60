//! Where the four people usually are.

use glam::{Vec3, vec3};

use super::{lamp, within};
use crate::maths::{exp, hash, hex, hypot, noise, sin, step};

/// Council chamber: panelling, tall window on the left, curtain, painting, lamp on the right.
pub(super) fn hall(u: f32, v: f32) -> Vec3 {
    let panel = (u * 7.0).fract();
    let mut c = hex(0x8a_5f3e).lerp(hex(0x5d_3d28), v * 0.9);
    c *= 0.80 + 0.32 * step(0.03, 0.09, panel) * step(0.97, 0.91, panel);
    c *= 0.92 + 0.16 * noise(vec3(u * 120.0, v * 4.0, 0.0));
    if v > 0.70 {
        c = hex(0x4a_2f1f) * (0.9 + 0.2 * panel);
    }
    if (v - 0.70).abs() < 0.008 {
        c = hex(0xb9_8a5a);
    }
    if within(u, v, -0.30, 0.02, 0.20, 0.66) {
        let bar = (u * 10.0).rem_euclid(1.0) < 0.10 || (v * 5.0).fract() < 0.06;
        c = if bar { hex(0x6b_4c34) * 0.9 } else { hex(0xff_f2d8) * 2.6 * (1.0 - 0.45 * v) };
    }
    if u > 0.20 && u < 0.255 && v < 0.74 {
        c = hex(0x2f_6a66) * (0.7 + 0.5 * (sin(u * 130.0) * 0.5 + 0.5));
    }
    if within(u, v, 0.74, 0.14, 0.95, 0.46) {
        c = hex(0xc7_9a4b);
        if within(u, v, 0.757, 0.162, 0.933, 0.438) {
            c = hex(0x3d_5a5c).lerp(hex(0xcf_a77c), step(0.42, 0.2, v));
            if v > 0.34 + 0.03 * sin(u * 30.0) {
                c = hex(0x2c_3f33);
            }
        }
    }
    lamp(c, hypot(u - 0.86, v - 0.60), 0.055, hex(0xff_d9a0) * 3.6, hex(0xff_b566) * 0.40, 9.0)
}

/// Pharmacy: shelves with boxes, a green cross.
pub(super) fn pharmacy(u: f32, v: f32) -> Vec3 {
    const BOXES: [u32; 9] =
        [0x3c_8f86, 0xf3_f1ea, 0xe7_b24f, 0x5b_8fc0, 0xf3_f1ea, 0xd9_705b, 0x9f_c5bd, 0xf3_f1ea, 0x2f_5f7a];
    let y = v * 6.5 + 0.2;
    let (row, within_row) = (y.floor() as i32, y.fract());
    let mut c = hex(0xdf_e9e6);
    let shelf = within_row > 0.90;
    let x = u * 15.0 + hash(row, 3, 9) * 3.0;
    let (column, across) = (x.floor() as i32, x - x.floor());
    let kind = hash(column, row, 4);
    let height = (0.25 + 0.55 * hash(column, row, 11)) * 0.95;
    if within_row > 0.90 - height && !shelf && across > 0.05 && across < 0.93 && kind > 0.08 {
        c = hex(BOXES[(kind * 8.99) as usize]);
        let label = (within_row - (0.90 - height)) / height;
        if label > 0.35 && label < 0.55 {
            c = c.lerp(Vec3::ONE, 0.7);
        }
        if kind > 0.55 && label > 0.62 && label < 0.8 {
            c = c.lerp(hex(0x1d_3540), 0.5);
        }
    }
    if shelf {
        c = hex(0xf8_fbfa) * 1.05;
    }
    if (u - 0.5).abs() > 0.485 || (u - 0.155).abs() < 0.008 || (u - 0.845).abs() < 0.008 {
        c = hex(0xc5_d3d0);
    }
    let (cu, cv) = ((u - 0.82).abs(), (v - 0.17).abs());
    if within(u, v, 0.73, 0.08, 0.91, 0.26) {
        c = hex(0x1b_6b4f) * 0.7;
    }
    if (cu < 0.022 && cv < 0.062) || (cv < 0.022 && cu < 0.062) {
        c = hex(0x9d_ffcf) * 3.2;
    }
    if v < 0.045 {
        c = Vec3::splat(2.8);
    }
    c * (0.95 - 0.25 * v)
}

const HORIZON: f32 = 0.52;

/// Football pitch with a low sun on the right.
pub(super) fn pitch(u: f32, v: f32) -> Vec3 {
    let mut c = if v < HORIZON { sky_and_trees(u, v) } else { grass(u, v) };
    let posts = within(u, v, 0.055, 0.27, 0.068, 0.60)
        || within(u, v, 0.055, 0.27, 0.40, 0.284)
        || within(u, v, 0.388, 0.27, 0.40, 0.60);
    if posts {
        c = Vec3::splat(1.5);
    } else if within(u, v, 0.055, 0.28, 0.40, 0.60) && ((u * 70.0).fract() < 0.13 || (v * 70.0).fract() < 0.13) {
        c = c.lerp(Vec3::splat(1.1), 0.45);
    }
    c
}

pub(super) fn sky_and_trees(u: f32, v: f32) -> Vec3 {
    let mut c = hex(0x6f_a6cf).lerp(hex(0xff_e2b0), step(0.0, HORIZON, v) * 0.95) * 1.05;
    let tops = HORIZON - 0.10 - 0.10 * noise(vec3(u * 5.0, 1.0, 0.0)) - 0.05 * noise(vec3(u * 19.0, 2.0, 0.0));
    if v > tops {
        let leaves = noise(vec3(u * 40.0, v * 40.0, 0.0));
        c = hex(0x2f_4a26).lerp(hex(0x93_904a), leaves * 0.8) * (0.8 + 0.5 * leaves);
        if hash((u * 160.0) as i32, (v * 160.0) as i32, 5) > 0.975 {
            c = hex(0xff_e9b5) * 4.5;
        }
    }
    let sun = hypot(u - 0.90, v - 0.30);
    c += hex(0xff_d58a) * 0.9 * exp(-sun * 5.5);
    if sun < 0.05 { c + hex(0xff_f0c8) * 3.0 } else { c }
}

fn grass(u: f32, v: f32) -> Vec3 {
    let near = (v - HORIZON) / (1.0 - HORIZON);
    let stripe = ((u - 0.5) / (0.25 + near) * 2.2 + 3.0).floor() as i32;
    let mut c = if stripe.rem_euclid(2) == 0 { hex(0x5f_8f3e) } else { hex(0x74_a34a) };
    c *= 0.85 + 0.3 * noise(vec3(u * 60.0, v * 90.0, 0.0));
    c = c.lerp(hex(0xe9_d38c), 0.30 * (1.0 - near));
    if (v - 0.60 - 0.02 * u).abs() < 0.004 { Vec3::splat(1.3) } else { c }
}

/// Office in the evening: city lights through the window, bookshelf, lamp on the left.
pub(super) fn office(u: f32, v: f32) -> Vec3 {
    let mut c = city(u, v);
    if (u * 3.0 + 0.12).rem_euclid(1.0) < 0.035 {
        c = hex(0x2b_2a30);
    }
    if v > 0.78 {
        c = if v < 0.80 { hex(0x8b_6c58) } else { hex(0x4a_3a33) * (1.0 - 0.3 * (v - 0.78)) };
    }
    if u > 0.80 {
        c = bookshelf(u, v);
    }
    let distance = ((u - 0.13).powi(2) * 0.7 + (v - 0.52).powi(2)).sqrt();
    lamp(c, distance, 0.07, hex(0xff_e0b0) * 3.2, hex(0xff_b46b) * 0.5, 8.0)
}

pub(super) fn city(u: f32, v: f32) -> Vec3 {
    let sky = hex(0x33_415f).lerp(hex(0xc9_8f7d), step(0.1, 0.62, v));
    let house = (u * 11.0).floor() as i32;
    if v <= 0.25 + 0.32 * hash(house, 4, 1) {
        return sky;
    }
    let (wx, wy) = ((u * 66.0).floor() as i32, (v * 52.0).floor() as i32);
    let in_window = (u * 66.0).rem_euclid(1.0) > 0.30 && (v * 52.0).fract() > 0.35;
    if hash(wx, wy, 3) > 0.60 && in_window {
        let h = hash(wx, wy, 8);
        return if h > 0.75 { hex(0x9f_c6ff) * 2.2 } else { hex(0xff_c477) * (1.2 + 3.2 * h) };
    }
    hex(0x22_2b42) * (0.75 + 0.5 * hash(house, 1, 1))
}

/// The colours of books.
pub(super) const SPINES: [u32; 5] = [0x7a_2f33, 0x2f_4c6b, 0xb9_9a5c, 0x3e_5b49, 0xca_bfae];

fn bookshelf(u: f32, v: f32) -> Vec3 {
    let (row, within_row) = ((v * 5.0).floor() as i32, (v * 5.0).fract());
    if within_row > 0.9 {
        return hex(0x7d_5f49);
    }
    let h = hash((u * 60.0).floor() as i32, row, 6);
    if within_row > 0.25 + 0.3 * h {
        return hex(SPINES[(h * 4.99) as usize]) * 0.9;
    }
    hex(0x5b_4638) * (0.9 + 0.25 * noise(vec3(u * 20.0, v * 80.0, 0.0)))
}
