//! JPEG: segments with a marker and a length, and compressed data between them.

use crate::bytes::{Result, be16, be32, error, is_filling, le16, le32, note, slice};
use crate::medium::{Measures, Stripped};

/// What a segment is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Marker(u8);

impl Marker {
    const START_OF_SCAN: Self = Self(0xDA);
    const END: Self = Self(0xD9);
    const COMMENT: Self = Self(0xFE);

    fn has_size(self) -> bool {
        matches!(self.0, 0xC0..=0xCF) && !matches!(self.0, 0xC4 | 0xC8 | 0xCC)
    }

    fn is_of_an_application(self) -> bool {
        matches!(self.0, 0xE0..=0xEF)
    }
}

/// Marker and all bytes of each segment, with the compressed data that follow a scan's; up to the end of the picture.
fn segments(file: &[u8]) -> Result<Vec<(Marker, &[u8])>> {
    let (mut segments, mut at) = (Vec::new(), 2);
    loop {
        let [0xFF, marker] = *slice(file, at, 2)? else { return error("the file is cut off or damaged") };
        let marker = Marker(marker);
        if marker == Marker(0xFF) {
            // A filling byte before a marker.
            at += 1;
            continue;
        }
        let mut end = at + 2;
        if marker != Marker::END {
            end += usize::from(be16(file, at + 2)?);
        }
        if marker == Marker::START_OF_SCAN {
            // In compressed data, 0xFF is followed by 0 or the number of a restart.
            while !matches!(slice(file, end, 2)?, [0xFF, next] if !matches!(next, 0 | 0xD0..=0xD7 | 0xFF)) {
                end += 1;
            }
        }
        segments.push((marker, slice(file, at, end - at)?));
        if marker == Marker::END {
            return Ok(segments);
        }
        at = end;
    }
}

pub fn measure(file: &[u8]) -> Result<Measures> {
    let segments = segments(file)?;
    let turned = segments.iter().find_map(|(_, whole)| orientation(whole)).is_some_and(|turn| turn >= 5);
    let Some((_, frame)) = segments.iter().find(|(marker, _)| marker.has_size()) else {
        return error("the file states no size");
    };
    let (height, width) = (be16(frame, 5)?.into(), be16(frame, 7)?.into());
    Ok(Measures { size: Some(if turned { (height, width) } else { (width, height) }), seconds: None })
}

pub fn strip(file: &[u8]) -> Result<Stripped> {
    let mut stripped = Stripped { file: slice(file, 0, 2)?.to_vec(), removed: Vec::new() };
    let mut total = 2;
    for (marker, whole) in segments(file)? {
        total = position_after(file, whole).max(total);
        let name = match marker.0 {
            0xE1 if whole[4..].starts_with(b"Exif\0\0") => "Exif",
            0xE1 => "XMP",
            // A colour profile stays, the list of previews does not.
            0xE2 if whole[4..].starts_with(b"ICC_PROFILE\0") => "",
            0xE2 => "list of previews",
            0xEB => "Content Credentials",
            0xED => "IPTC",
            0xFE if is_filling(&whole[4..]) => "",
            0xFE => "comment",
            _ if marker.is_of_an_application() && !matches!(marker.0, 0xE0 | 0xEE) => "other application data",
            _ => "",
        };
        match orientation(whole).filter(|turn| (2..=8).contains(turn)) {
            _ if name.is_empty() => stripped.file.extend(whole),
            Some(turn) => {
                let only = with_orientation(turn);
                if only != whole {
                    note(&mut stripped.removed, name);
                }
                stripped.file.extend(only);
            }
            None => note(&mut stripped.removed, name),
        }
    }
    if total < file.len() {
        note(&mut stripped.removed, "bytes after the end of the picture");
    }
    Ok(stripped)
}

/// Where a part of the file ends in it.
fn position_after(file: &[u8], part: &[u8]) -> usize {
    part.as_ptr_range().end as usize - file.as_ptr() as usize
}

/// How the picture is turned, if this segment says so.
fn orientation(segment: &[u8]) -> Option<u16> {
    let tiff = segment.get(4..)?.strip_prefix(b"Exif\0\0")?;
    let little = tiff.starts_with(b"II");
    let short = |at| if little { le16(tiff, at) } else { be16(tiff, at) };
    let long = |at| if little { le32(tiff, at) } else { be32(tiff, at) };
    let first = usize::try_from(long(4).ok()?).ok()?;
    let entries = (0..short(first).ok()?).map(|index| first + 2 + 12 * usize::from(index));
    let entry = entries.into_iter().find(|at| short(*at) == Ok(0x0112))?;
    short(entry + 8).ok()
}

/// Exif data that say nothing else.
fn with_orientation(turn: u16) -> Vec<u8> {
    let mut segment = vec![0xFF, 0xE1, 0, 34];
    segment.extend(b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01");
    segment.extend(turn.to_be_bytes());
    segment.extend([0; 6]);
    segment
}

/// Comments before the first segment that is not of an application.
pub fn fill(file: &[u8], gap: usize) -> Result<Vec<u8>> {
    const LEAST: usize = 4;
    const MOST: usize = 2 + u16::MAX as usize;
    if gap < LEAST {
        return error("no comment is so small");
    }
    let before = segments(file)?.into_iter().take_while(|(marker, _)| marker.is_of_an_application()).last();
    let at = before.map_or(2, |(_, whole)| position_after(file, whole));
    let mut filled = file[..at].to_vec();
    let mut rest = gap;
    while rest > 0 {
        let next = if rest <= MOST { rest } else { MOST.min(rest - LEAST) };
        filled.extend([0xFF, Marker::COMMENT.0]);
        filled.extend(u16::try_from(next - 2).unwrap_or(u16::MAX).to_be_bytes());
        filled.resize(filled.len() + next - LEAST, 0);
        rest -= next;
    }
    filled.extend(&file[at..]);
    Ok(filled)
}
