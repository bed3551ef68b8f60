//! The four people: proportions, colours, clothes and light.

use glam::{Vec3, vec3};
use serde::Deserialize;

use crate::maths::hex;

/// Who.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Persona {
    Maren,
    Tomasz,
    Ines,
    Ruth,
}

/// How the hair is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HairStyle {
    Curls,
    Swept,
    Bun,
    Bob,
}

/// The cut of the clothes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Jacket,
    Coat,
    TrackTop,
    Jumper,
}

/// What is worn at ears and neck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jewellery {
    None,
    Hoops,
    Studs,
    Pearls,
}

/// Everything that makes one person look like themselves, in one outfit.
#[expect(clippy::struct_excessive_bools, reason = "a person has each of these or has not")]
#[derive(Clone, Debug)]
pub struct Look {
    pub persona: Persona,
    pub skin: Vec3,
    pub skin_second: Vec3,
    pub lip: Vec3,
    pub iris: Vec3,
    pub hair: HairStyle,
    pub hair_dark: Vec3,
    pub hair_light: Vec3,
    pub brow: Vec3,
    pub beard: bool,
    pub glasses: bool,
    /// What the lenses let through, and how strongly they reflect a window.
    pub lens: Vec3,
    pub glare: f32,
    pub freckles: bool,
    /// Powder with an edge that is fixed to the face.
    pub powder: bool,
    /// A knitted cap.
    pub cap: bool,
    pub jewellery: Jewellery,
    pub jaw: f32,
    pub chin: f32,
    pub cheek: f32,
    pub nose_width: f32,
    pub nose_length: f32,
    pub lip_fullness: f32,
    pub eye: f32,
    pub eye_tilt: f32,
    pub lash: f32,
    pub brow_thickness: f32,
    pub age: f32,
    pub neck: f32,
    pub shoulder: f32,
    pub blush: f32,
    pub hairline_tint: f32,
    pub cut: Cut,
    pub cloth: Vec3,
    pub cloth_second: Vec3,
    pub under: Vec3,
    pub light: Light,
}

/// Three-point light. Directions point to the lamp; x is positive on the right of the picture.
#[derive(Clone, Debug)]
pub struct Light {
    pub key: Vec3,
    pub key_colour: Vec3,
    pub fill_colour: Vec3,
    pub rim: Vec3,
    pub rim_colour: Vec3,
    pub sky: Vec3,
    pub ground: Vec3,
}

impl Light {
    /// The same light from the other side.
    pub fn mirrored(mut self) -> Self {
        self.key.x = -self.key.x;
        self.rim.x = -self.rim.x;
        self
    }
}

impl Persona {
    /// The person in the outfit with that number (0 or 1).
    pub fn look(self, outfit: usize) -> Look {
        match self {
            Self::Maren => maren(outfit),
            Self::Tomasz => tomasz(outfit),
            Self::Ines => ines(outfit),
            Self::Ruth => ruth(outfit),
        }
    }
}

fn maren(outfit: usize) -> Look {
    let (cloth, cloth_second) = [(0x1f_6f74, 0x19_5b60), (0xb9_7a22, 0xa0_681b)][outfit % 2];
    Look {
        persona: Persona::Maren,
        skin: hex(0x7c_5340),
        skin_second: hex(0x5c_3629),
        lip: hex(0x6b_3836),
        iris: hex(0x4a_2d1a),
        hair: HairStyle::Curls,
        hair_dark: hex(0x17_110f),
        hair_light: hex(0x3a_2c26),
        brow: hex(0x19_1310),
        beard: false,
        glasses: false,
        lens: Vec3::splat(0.95),
        glare: 0.26,
        freckles: false,
        powder: false,
        cap: false,
        jewellery: Jewellery::Hoops,
        jaw: 0.545,
        chin: 0.0,
        cheek: 1.0,
        nose_width: 1.15,
        nose_length: 0.95,
        lip_fullness: 1.18,
        eye: 1.0,
        eye_tilt: 0.06,
        lash: 1.0,
        brow_thickness: 1.0,
        age: 0.35,
        neck: 0.33,
        shoulder: 0.95,
        blush: 0.5,
        hairline_tint: 1.0,
        cut: Cut::Jacket,
        cloth: hex(cloth),
        cloth_second: hex(cloth_second),
        under: hex(0xf1_e6d2),
        light: Light {
            key: vec3(-0.62, 0.55, 0.62).normalize(),
            key_colour: vec3(1.0, 0.95, 0.88) * 2.35,
            fill_colour: vec3(0.62, 0.75, 1.0) * 0.42,
            rim: vec3(0.78, 0.42, -0.62).normalize(),
            rim_colour: vec3(1.0, 0.82, 0.6) * 2.4,
            sky: vec3(0.52, 0.55, 0.62),
            ground: vec3(0.30, 0.22, 0.17),
        },
    }
}

fn tomasz(outfit: usize) -> Look {
    let base = maren(0);
    let (cut, cloth, cloth_second, under) =
        [(Cut::Coat, 0xee_f1f2, 0xdd_e3e6, 0x6f_9cc4), (Cut::Jumper, 0x34_5c86, 0x2c_4f75, 0xe9_edf0)][outfit % 2];
    Look {
        persona: Persona::Tomasz,
        skin: hex(0xd0_a284),
        skin_second: hex(0xb0_7a60),
        lip: hex(0xad_7a6c),
        iris: hex(0x4e_5238),
        hair: HairStyle::Swept,
        hair_dark: hex(0x1f_1713),
        hair_light: hex(0x46_3529),
        brow: hex(0x22_1915),
        beard: true,
        glasses: true,
        jewellery: Jewellery::None,
        jaw: 0.60,
        chin: 0.06,
        cheek: 0.75,
        nose_width: 1.0,
        nose_length: 1.15,
        lip_fullness: 0.85,
        eye: 0.94,
        eye_tilt: 0.0,
        lash: 0.5,
        brow_thickness: 1.2,
        age: 0.25,
        neck: 0.39,
        shoulder: 1.1,
        blush: 0.8,
        cut,
        cloth: hex(cloth),
        cloth_second: hex(cloth_second),
        under: hex(under),
        light: Light {
            key_colour: vec3(1.0, 0.98, 0.95) * 2.0,
            rim_colour: vec3(0.75, 0.95, 1.0) * 2.0,
            sky: vec3(0.58, 0.64, 0.66),
            ground: vec3(0.28, 0.27, 0.25),
            ..base.light
        },
        ..base
    }
}

fn ines(outfit: usize) -> Look {
    let base = maren(0);
    let cloth = [0xe4_573d, 0x2f_7d4f][outfit % 2];
    Look {
        persona: Persona::Ines,
        skin: hex(0xb3_805f),
        skin_second: hex(0x8f_5a3f),
        lip: hex(0xa0_5850),
        iris: hex(0x5a_3a1c),
        hair: HairStyle::Bun,
        hair_dark: hex(0x24_1611),
        hair_light: hex(0x54_382a),
        brow: hex(0x27_1812),
        freckles: true,
        jewellery: Jewellery::Studs,
        jaw: 0.53,
        cheek: 1.1,
        nose_width: 0.92,
        nose_length: 0.9,
        lip_fullness: 1.05,
        eye: 1.04,
        eye_tilt: 0.08,
        lash: 1.1,
        brow_thickness: 0.9,
        age: 0.0,
        neck: 0.31,
        shoulder: 0.92,
        blush: 0.8,
        cut: Cut::TrackTop,
        cloth: hex(cloth),
        cloth_second: hex(0xf6_efe3),
        under: hex(0xf6_efe3),
        light: Light {
            key: vec3(0.60, 0.52, 0.62).normalize(),
            key_colour: vec3(1.0, 0.93, 0.82) * 2.25,
            rim: vec3(-0.80, 0.40, -0.60).normalize(),
            rim_colour: vec3(0.72, 0.86, 1.0) * 1.9,
            sky: vec3(0.55, 0.66, 0.82),
            ground: vec3(0.26, 0.28, 0.16),
            ..base.light
        },
        ..base
    }
}

fn ruth(outfit: usize) -> Look {
    let base = maren(0);
    let (cloth, cloth_second) = [(0x27_355c, 0x1f_2b4c), (0x6e_2438, 0x5c_1c2e)][outfit % 2];
    Look {
        persona: Persona::Ruth,
        skin: hex(0xd9_b29b),
        skin_second: hex(0xb9_806c),
        lip: hex(0xac_6661),
        iris: hex(0x55_707f),
        hair: HairStyle::Bob,
        hair_dark: hex(0x85_858c),
        hair_light: hex(0xc9_c6c2),
        brow: hex(0x7d_746e),
        jewellery: Jewellery::Pearls,
        cheek: 0.85,
        nose_width: 0.95,
        nose_length: 1.05,
        lip_fullness: 0.8,
        eye: 0.92,
        eye_tilt: -0.03,
        lash: 0.7,
        brow_thickness: 0.8,
        age: 1.0,
        neck: 0.30,
        shoulder: 0.93,
        blush: 0.8,
        hairline_tint: 0.35,
        cloth: hex(cloth),
        cloth_second: hex(cloth_second),
        under: hex(0xe9_dccb),
        light: Light {
            key_colour: vec3(1.0, 0.93, 0.85) * 1.9,
            fill_colour: vec3(0.55, 0.68, 1.0) * 0.5,
            rim_colour: vec3(0.6, 0.75, 1.0) * 2.4,
            sky: vec3(0.46, 0.50, 0.62),
            ground: vec3(0.30, 0.23, 0.2),
            ..base.light
        },
        ..base
    }
}
