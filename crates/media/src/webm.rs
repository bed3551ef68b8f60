//! WebM and Matroska (RFC 9559, in EBML: RFC 8794). Elements with metadata become `Void` elements of the same length,
//! so that no position in the file changes.

use crate::bytes::{MediaError, Result, be32, be64, error, length, note, slice};
use crate::medium::{Measures, Stripped};

const SEGMENT: u32 = 0x1853_8067;
const CLUSTER: u32 = 0x1F43_B675;
const INFO: u32 = 0x1549_A966;
const TIMESTAMP_SCALE: u32 = 0x2A_D7B1;
const DURATION: u32 = 0x4489;
const TRACKS: u32 = 0x1654_AE6B;
const TRACK: u32 = 0xAE;
const VIDEO: u32 = 0xE0;
const WIDTH: [u32; 2] = [0x54B0, 0xB0];
const HEIGHT: [u32; 2] = [0x54BA, 0xBA];
const CHECKSUM: u32 = 0xBF;
const VOID: u8 = 0xEC;

/// Elements with metadata, by their names.
const METADATA: [(u32, &str); 6] = [
    (0x1254_C367, "tags"),
    (0x1941_A469, "attachments"),
    (0x7BA9, "title"),
    (0x4461, "date"),
    (0x536E, "name of a track"),
    (0x73A4, "identification of the file"),
];

#[derive(Clone, Copy)]
struct Element {
    id: u32,
    start: usize,
    body: usize,
    end: usize,
    /// Its length is not stated: it reaches to the end of the file.
    is_open: bool,
}

/// The length of a number that begins with this byte.
fn width(first: u8) -> Result<usize> {
    let width = first.leading_zeros() + 1;
    if width > 8 { error("the file is cut off or damaged") } else { length(width) }
}

fn element(file: &[u8], start: usize, limit: usize) -> Result<Element> {
    let id_width = width(slice(file, start, 1)?[0])?;
    let id = slice(file, start, id_width)?.iter().fold(0u64, |id, byte| id << 8 | u64::from(*byte));
    let at = start + id_width;
    let size_width = width(slice(file, at, 1)?[0])?;
    let field = slice(file, at, size_width)?.iter().fold(0u64, |size, byte| size << 8 | u64::from(*byte));
    let most = (1u64 << (7 * size_width)) - 1;
    let (size, body) = (field & most, at + size_width);
    let is_open = size == most;
    let end = if is_open { Some(limit) } else { body.checked_add(length(size)?).filter(|end| *end <= limit) };
    let end = end.ok_or_else(|| MediaError("the file is cut off or damaged".into()))?;
    Ok(Element { id: length(id)?.try_into().unwrap_or_default(), start, body, end, is_open })
}

/// The elements inside, up to a cluster without a length: what follows cannot be told apart.
fn inside(file: &[u8], parent: Element) -> Result<Vec<Element>> {
    let (mut found, mut at) = (Vec::new(), parent.body);
    while at < parent.end {
        let next = element(file, at, parent.end)?;
        at = next.end;
        if next.id == CLUSTER && next.is_open {
            break;
        }
        found.push(next);
    }
    Ok(found)
}

fn child(file: &[u8], parent: Element, id: u32) -> Result<Option<Element>> {
    Ok(inside(file, parent)?.into_iter().find(|element| element.id == id))
}

fn segment(file: &[u8]) -> Result<Element> {
    let whole = Element { id: 0, start: 0, body: 0, end: file.len(), is_open: true };
    child(file, whole, SEGMENT)?.ok_or_else(|| MediaError("the file has no segment".into()))
}

fn number(file: &[u8], element: Element) -> u64 {
    file[element.body..element.end].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

pub fn measure(file: &[u8]) -> Result<Measures> {
    let segment = segment(file)?;
    let mut measures = Measures::default();
    if let Some(info) = child(file, segment, INFO)? {
        let scale = child(file, info, TIMESTAMP_SCALE)?.map_or(1_000_000, |scale| number(file, scale));
        if let Some(duration) = child(file, info, DURATION)? {
            let ticks = match duration.end - duration.body {
                4 => f64::from(f32::from_bits(be32(file, duration.body)?)),
                _ => f64::from_bits(be64(file, duration.body)?),
            };
            measures.seconds = Some(ticks * scale as f64 / 1e9).filter(|seconds| seconds.is_finite() && *seconds > 0.0);
        }
    }
    let Some(tracks) = child(file, segment, TRACKS)? else { return Ok(measures) };
    for track in inside(file, tracks)?.into_iter().filter(|element| element.id == TRACK) {
        if let Some(video) = child(file, track, VIDEO)? {
            let parts = inside(file, video)?;
            let side = |ids: [u32; 2]| {
                let part = ids.into_iter().find_map(|id| parts.iter().find(|part| part.id == id));
                part.and_then(|part| u32::try_from(number(file, *part)).ok())
            };
            measures.size = measures.size.or(side(WIDTH).zip(side(HEIGHT)));
        }
    }
    Ok(measures)
}

pub fn strip(file: &[u8]) -> Result<Stripped> {
    let mut stripped = Stripped { file: file.to_vec(), removed: Vec::new() };
    clean(&mut stripped, file, segment(file)?)?;
    Ok(stripped)
}

/// Also inside information and tracks.
fn clean(stripped: &mut Stripped, file: &[u8], parent: Element) -> Result<()> {
    let elements = inside(file, parent)?;
    let is_metadata = |element: &Element| METADATA.iter().find(|(id, _)| *id == element.id);
    let changes = elements.iter().any(|element| is_metadata(element).is_some());
    for element in elements {
        if let Some((_, name)) = is_metadata(&element) {
            void(&mut stripped.file, element)?;
            note(&mut stripped.removed, *name);
        } else if changes && element.id == CHECKSUM {
            void(&mut stripped.file, element)?;
        } else if [INFO, TRACKS, TRACK].contains(&element.id) {
            clean(stripped, file, element)?;
        }
    }
    Ok(())
}

/// A `Void` element in its place.
fn void(file: &mut [u8], element: Element) -> Result<()> {
    let whole = element.end - element.start;
    let header = void_header(whole)?;
    file[element.start..element.end].fill(0);
    file[element.start..element.start + header.len()].copy_from_slice(&header);
    Ok(())
}

/// The first bytes of a `Void` element of this length.
fn void_header(whole: usize) -> Result<Vec<u8>> {
    if whole >= 9 {
        let size = (1u64 << 56 | (whole as u64 - 9)).to_be_bytes();
        return Ok([&[VOID][..], &size].concat());
    }
    match whole.checked_sub(2).and_then(|size| u8::try_from(size).ok()) {
        Some(size) => Ok(vec![VOID, 0x80 | size]),
        None => error("no element is so small"),
    }
}

/// A `Void` element at the end of the segment, whose length grows.
pub fn fill(file: &[u8], gap: usize) -> Result<Vec<u8>> {
    let segment = segment(file)?;
    if segment.end != file.len() {
        return error("something follows the segment");
    }
    let mut filled = file.to_vec();
    if !segment.is_open {
        let at = segment.start + 4;
        let width = segment.body - at;
        let size = (segment.end - segment.body + gap) as u64;
        if size >= (1 << (7 * width)) - 1 {
            return error("the length of the segment has too few digits; write the file again with ffmpeg -c copy");
        }
        let field = (1u64 << (7 * width) | size).to_be_bytes();
        filled[at..segment.body].copy_from_slice(&field[8 - width..]);
    }
    filled.extend(void_header(gap)?);
    filled.resize(file.len() + gap, 0);
    Ok(filled)
}
