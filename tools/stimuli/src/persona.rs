//! The four people: proportions, colours, clothes and light.

use glam::{Vec3, vec3};
use serde::Deserialize;

use crate::maths::hex;

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
    /// The value of a person among those of Maren, Tomasz, Ines and Ruth.
    pub fn of<T: Copy>(self, values: [T; 4]) -> T {
        values[self as usize]
    }

    /// The person in the outfit with that number (0 or 1).
    pub fn look(self, outfit: usize) -> Look {
        let colour = |values: [u32; 4]| hex(self.of(values));
        let first = outfit.is_multiple_of(2);
        let (cloth, cloth_second) = if first {
            ([0x1f_6f74, 0xee_f1f2, 0xe4_573d, 0x27_355c], [0x19_5b60, 0xdd_e3e6, 0xf6_efe3, 0x1f_2b4c])
        } else {
            ([0xb9_7a22, 0x34_5c86, 0x2f_7d4f, 0x6e_2438], [0xa0_681b, 0x2c_4f75, 0xf6_efe3, 0x5c_1c2e])
        };
        let (coat, shirt) = if first { (Cut::Coat, 0x6f_9cc4) } else { (Cut::Jumper, 0xe9_edf0) };
        Look {
            persona: self,
            skin: colour([0x7c_5340, 0xd0_a284, 0xb3_805f, 0xd9_b29b]),
            skin_second: colour([0x5c_3629, 0xb0_7a60, 0x8f_5a3f, 0xb9_806c]),
            lip: colour([0x6b_3836, 0xad_7a6c, 0xa0_5850, 0xac_6661]),
            iris: colour([0x4a_2d1a, 0x4e_5238, 0x5a_3a1c, 0x55_707f]),
            hair: self.of([HairStyle::Curls, HairStyle::Swept, HairStyle::Bun, HairStyle::Bob]),
            hair_dark: colour([0x17_110f, 0x1f_1713, 0x24_1611, 0x85_858c]),
            hair_light: colour([0x3a_2c26, 0x46_3529, 0x54_382a, 0xc9_c6c2]),
            brow: colour([0x19_1310, 0x22_1915, 0x27_1812, 0x7d_746e]),
            beard: self == Self::Tomasz,
            glasses: self == Self::Tomasz,
            lens: Vec3::splat(0.95),
            glare: 0.26,
            freckles: self == Self::Ines,
            powder: false,
            cap: false,
            jewellery: self.of([Jewellery::Hoops, Jewellery::None, Jewellery::Studs, Jewellery::Pearls]),
            jaw: self.of([0.545, 0.60, 0.53, 0.545]),
            chin: self.of([0.0, 0.06, 0.0, 0.0]),
            cheek: self.of([1.0, 0.75, 1.1, 0.85]),
            nose_width: self.of([1.15, 1.0, 0.92, 0.95]),
            nose_length: self.of([0.95, 1.15, 0.9, 1.05]),
            lip_fullness: self.of([1.18, 0.85, 1.05, 0.8]),
            eye: self.of([1.0, 0.94, 1.04, 0.92]),
            eye_tilt: self.of([0.06, 0.0, 0.08, -0.03]),
            lash: self.of([1.0, 0.5, 1.1, 0.7]),
            brow_thickness: self.of([1.0, 1.2, 0.9, 0.8]),
            age: self.of([0.35, 0.25, 0.0, 1.0]),
            neck: self.of([0.33, 0.39, 0.31, 0.30]),
            shoulder: self.of([0.95, 1.1, 0.92, 0.93]),
            blush: self.of([0.5, 0.8, 0.8, 0.8]),
            hairline_tint: self.of([1.0, 1.0, 1.0, 0.35]),
            cut: self.of([Cut::Jacket, coat, Cut::TrackTop, Cut::Jacket]),
            cloth: colour(cloth),
            cloth_second: colour(cloth_second),
            under: colour([0xf1_e6d2, shirt, 0xf6_efe3, 0xe9_dccb]),
            light: self.light(),
        }
    }

    fn light(self) -> Light {
        let (key, rim) = match self {
            Self::Ines => (vec3(0.60, 0.52, 0.62), vec3(-0.80, 0.40, -0.60)),
            _ => (vec3(-0.62, 0.55, 0.62), vec3(0.78, 0.42, -0.62)),
        };
        let colour = |r, g, b| vec3(self.of(r), self.of(g), self.of(b));
        let usual_fill = vec3(0.62, 0.75, 1.0) * 0.42;
        Light {
            key: key.normalize(),
            key_colour: colour([1.0; 4], [0.95, 0.98, 0.93, 0.93], [0.88, 0.95, 0.82, 0.85])
                * self.of([2.35, 2.0, 2.25, 1.9]),
            fill_colour: if self == Self::Ruth { vec3(0.55, 0.68, 1.0) * 0.5 } else { usual_fill },
            rim: rim.normalize(),
            rim_colour: colour([1.0, 0.75, 0.72, 0.6], [0.82, 0.95, 0.86, 0.75], [0.6, 1.0, 1.0, 1.0])
                * self.of([2.4, 2.0, 1.9, 2.4]),
            sky: colour([0.52, 0.58, 0.55, 0.46], [0.55, 0.64, 0.66, 0.50], [0.62, 0.66, 0.82, 0.62]),
            ground: colour([0.30, 0.28, 0.26, 0.30], [0.22, 0.27, 0.28, 0.23], [0.17, 0.25, 0.16, 0.2]),
        }
    }
}
