//! From a figure and a background to a picture.

use glam::{Vec3, vec2, vec3};
use rayon::prelude::*;

use crate::camera::View;
use crate::figure::{Detail, Figure, Material};
use crate::maths::{hash, powf};
use crate::shade::{Alter, Surface, colour, lenses, lost_hair, march};

/// A square picture, row by row, in display values 0 to 1.
#[derive(Clone)]
pub struct Picture {
    /// Width and height.
    pub size: usize,
    pub pixels: Vec<Vec3>,
}

/// A version of one frame: how the light is altered, and which background is behind.
#[derive(Clone, Copy)]
pub struct Version<'a> {
    /// Second light pass.
    pub alter: Alter,
    /// Linear light, one value per pixel.
    pub background: &'a [Vec3],
}

/// How much is spent on edges. Moving pictures hide steps that a still would show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    Still,
    Moving,
}

impl Quality {
    /// Extra samples of a pixel on an edge.
    fn extra(self) -> &'static [(f32, f32)] {
        const POINTS: [(f32, f32); 4] = [(0.125, 0.375), (0.625, 0.125), (0.375, 0.875), (0.875, 0.625)];
        match self {
            Self::Still => &POINTS,
            Self::Moving => &[(0.2, 0.3), (0.8, 0.7)],
        }
    }

    /// From which bend of the surface and which step of colour on a pixel is an edge.
    fn limits(self) -> (f32, f32) {
        match self {
            Self::Still => (0.80, 0.10),
            Self::Moving => (0.60, 0.16),
        }
    }
}

/// Side of the tiles for which the start of the rays is found in common.
const TILE: usize = 8;

/// Draws all versions of one frame from one march.
pub fn frame(figure: &Figure, view: &View, size: usize, quality: Quality, versions: &[Version]) -> Vec<Picture> {
    let canvas = Canvas { figure, view, size, quality, versions, starts: tile_starts(figure, view, size) };
    let first: Vec<Sample> =
        (0..size * size).into_par_iter().with_min_len(256).map(|i| canvas.sample(i, 0.5, 0.5)).collect();
    let finished: Vec<Vec<Vec3>> =
        (0..size * size).into_par_iter().with_min_len(256).map(|i| canvas.refine(&first, i)).collect();
    (0..versions.len()).map(|k| Picture { size, pixels: finished.iter().map(|c| c[k]).collect() }).collect()
}

/// A background alone.
pub fn empty(background: &[Vec3], size: usize) -> Picture {
    let pixels = background.iter().enumerate().map(|(i, c)| tone(*c) * vignette(i, size)).collect();
    Picture { size, pixels }
}

struct Sample {
    material: Material,
    distance: f32,
    normal: Vec3,
    colours: Vec<Vec3>,
}

struct Canvas<'a> {
    figure: &'a Figure<'a>,
    view: &'a View,
    size: usize,
    quality: Quality,
    versions: &'a [Version<'a>],
    starts: Vec<Option<f32>>,
}

impl Canvas<'_> {
    fn sample(&self, pixel: usize, dx: f32, dy: f32) -> Sample {
        let (x, y) = (pixel % self.size, pixel / self.size);
        let tile = (y / TILE) * self.size.div_ceil(TILE) + x / TILE;
        let behind = |v: &Version| tone(v.background[pixel]);
        let nothing = |colours| Sample { material: Material::Nothing, distance: 99.0, normal: Vec3::ZERO, colours };
        let Some(start) = self.starts[tile] else {
            return nothing(self.versions.iter().map(behind).collect());
        };
        let (origin, direction) = self.view.ray(vec2(x as f32 + dx, y as f32 + dy) / self.size as f32);
        let surface = march(self.figure, origin, direction, start);
        if surface.material == Material::Nothing {
            return nothing(self.versions.iter().map(behind).collect());
        }
        let mut colours = Vec::with_capacity(self.versions.len());
        let mut plain: Option<Vec3> = None;
        for version in self.versions {
            // Where the alteration touches nothing, the first version's colour is taken over.
            let untouched = !touches(&version.alter, &surface);
            let c = match plain {
                Some(c) if untouched => c,
                _ => colour(self.figure, &surface, &version.alter),
            };
            if untouched {
                plain = Some(c);
            }
            let c = tone(self.finish(c, (origin, direction), &surface, &version.alter));
            let lost = lost_hair(self.figure, &surface, &version.alter);
            colours.push(if lost > 0.0 { c.lerp(behind(version), lost) } else { c });
        }
        Sample { material: surface.material, distance: surface.distance, normal: surface.normal, colours }
    }

    fn finish(&self, c: Vec3, ray: (Vec3, Vec3), surface: &Surface, alter: &Alter) -> Vec3 {
        if self.figure.look.glasses { lenses(self.figure, ray, c, surface.distance, alter) } else { c }
    }

    fn refine(&self, first: &[Sample], pixel: usize) -> Vec<Vec3> {
        let here = &first[pixel];
        let mut colours = here.colours.clone();
        if self.is_edge(first, pixel) {
            let extra = self.quality.extra();
            for (dx, dy) in extra {
                for (sum, c) in colours.iter_mut().zip(self.sample(pixel, *dx, *dy).colours) {
                    *sum += c;
                }
            }
            for c in &mut colours {
                *c /= extra.len() as f32 + 1.0;
            }
        }
        for c in &mut colours {
            *c *= vignette(pixel, self.size);
        }
        colours
    }

    fn is_edge(&self, first: &[Sample], pixel: usize) -> bool {
        let (x, y, n) = (pixel % self.size, pixel / self.size, self.size);
        let here = &first[pixel];
        let (bend, step) = self.quality.limits();
        let differs = |other: &Sample| {
            other.material != here.material
                || (other.distance - here.distance).abs() > 0.05
                || (here.material != Material::Nothing && other.normal.dot(here.normal) < bend)
                || (other.colours[0] - here.colours[0]).abs().max_element() > step
        };
        (x > 0 && differs(&first[pixel - 1]))
            || (x + 1 < n && differs(&first[pixel + 1]))
            || (y > 0 && differs(&first[pixel - n]))
            || (y + 1 < n && differs(&first[pixel + n]))
    }
}

fn touches(alter: &Alter, s: &Surface) -> bool {
    match s.material {
        Material::Skin | Material::Hair | Material::Beard | Material::Brow => {
            alter.key_turn != 0.0 || alter.drift != (0.0, 0.0)
        }
        Material::Eye => alter.eye_turn != 0.0,
        Material::Teeth => alter.merged != 0.0,
        _ => false,
    }
}

/// Where rays of a tile may start; `None` where nothing is met.
fn tile_starts(figure: &Figure, view: &View, size: usize) -> Vec<Option<f32>> {
    let across = size.div_ceil(TILE);
    let cone = view.half_width() / size as f32 * 2.0 * TILE as f32 * 0.75 / 10.2;
    (0..across * across)
        .into_par_iter()
        .map(|i| {
            let middle = vec2((i % across) as f32 + 0.5, (i / across) as f32 + 0.5) * TILE as f32;
            let (origin, direction) = view.ray(middle / size as f32);
            let mut t = 8.3f32;
            for _ in 0..60 {
                let d = figure.measure(origin + direction * t, Detail::Coarse).0 - 0.03;
                if d < cone * t {
                    return Some((t - 0.02).max(0.0));
                }
                t += (d - cone * t * 0.7).max(0.01);
                if t > 12.6 {
                    return None;
                }
            }
            Some(t)
        })
        .collect()
}

/// Filmic curve per channel, bright colours a little paler, then display values.
pub fn tone(c: Vec3) -> Vec3 {
    let c = c * 0.86;
    let luminance = c.dot(vec3(0.2126, 0.7152, 0.0722));
    let pale = crate::maths::step(0.8, 3.5, luminance) * 0.5;
    let c = c.lerp(Vec3::splat(luminance), pale);
    let channel = |x: f32| {
        let x = (x * 0.72).max(0.0);
        let y = ((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)).clamp(0.0, 1.0);
        if y <= 0.003_130_8 { 12.92 * y } else { 1.055 * powf(y, 1.0 / 2.4) - 0.055 }
    };
    vec3(channel(c.x), channel(c.y), channel(c.z))
}

fn vignette(pixel: usize, size: usize) -> f32 {
    let (x, y) = ((pixel % size) as f32, (pixel / size) as f32);
    let (u, v) = ((x + 0.5) / size as f32 - 0.5, (y + 0.5) / size as f32 - 0.5);
    1.0 - 0.42 * (u * u + v * v)
}

impl Picture {
    /// Eight bits per channel, with a dither of one step that depends on the pixel only.
    pub fn bytes(&self) -> Vec<u8> {
        self.pixels
            .iter()
            .enumerate()
            .flat_map(|(i, c)| {
                let dither = (hash(i as i32, 7, 3) - 0.5) / 255.0;
                c.to_array().map(|v| ((v + dither).clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
            })
            .collect()
    }

    /// The other way round, from stored bytes.
    pub fn from_bytes(size: usize, bytes: &[u8]) -> Self {
        let pixels =
            bytes.chunks_exact(3).map(|c| vec3(f32::from(c[0]), f32::from(c[1]), f32::from(c[2])) / 255.0).collect();
        Self { size, pixels }
    }

    /// Colour between the pixels; coordinates in pixels.
    pub fn at(&self, x: f32, y: f32) -> Vec3 {
        let last = self.size - 1;
        let (x, y) = (x.clamp(0.0, last as f32), y.clamp(0.0, last as f32));
        let (x0, y0) = (x as usize, y as usize);
        let (x1, y1) = ((x0 + 1).min(last), (y0 + 1).min(last));
        let (fx, fy) = (x - x0 as f32, y - y0 as f32);
        let p = |x: usize, y: usize| self.pixels[y * self.size + x];
        p(x0, y0).lerp(p(x1, y0), fx).lerp(p(x0, y1).lerp(p(x1, y1), fx), fy)
    }
}
