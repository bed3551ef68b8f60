//! MP4 and M4A (ISO/IEC 14496-12). Boxes with metadata become `free` boxes of the same length, so that no offset of
//! picture and sound changes.

use crate::bytes::{MediaError, Result, be32, be64, error, length, note, short, slice};
use crate::medium::{Measures, Stripped};

struct Part {
    kind: [u8; 4],
    start: usize,
    /// Where its contents begin.
    body: usize,
    end: usize,
}

/// The boxes between two positions.
fn boxes(file: &[u8], mut at: usize, end: usize) -> Result<Vec<Part>> {
    let mut found = Vec::new();
    while at + 8 <= end {
        let mut kind = [0; 4];
        kind.copy_from_slice(slice(file, at + 4, 4)?);
        let (header, size) = match be32(file, at)? {
            0 => (8, end - at),
            1 => (16, length(be64(file, at + 8)?)?),
            size => (8, length(size)?),
        };
        let next = at.checked_add(size).filter(|next| size >= header && *next <= end);
        let next = next.ok_or_else(|| MediaError("the file is cut off or damaged".into()))?;
        found.push(Part { kind, start: at, body: at + header, end: next });
        at = next;
    }
    Ok(found)
}

fn inside(file: &[u8], parent: &Part) -> Result<Vec<Part>> {
    boxes(file, parent.body, parent.end)
}

fn child(file: &[u8], parent: &Part, kind: [u8; 4]) -> Result<Option<Part>> {
    Ok(inside(file, parent)?.into_iter().find(|part| part.kind == kind))
}

fn movie(file: &[u8]) -> Result<Part> {
    let movie = boxes(file, 0, file.len())?.into_iter().find(|part| part.kind == *b"moov");
    movie.ok_or_else(|| MediaError("the file has no `moov` box; it is cut off, or not MP4".into()))
}

/// What a track has: `vide`, `soun` or something else.
fn handler(file: &[u8], track: &Part) -> Result<[u8; 4]> {
    let mut handler = [0; 4];
    if let Some(media) = child(file, track, *b"mdia")?
        && let Some(named) = child(file, &media, *b"hdlr")?
    {
        handler.copy_from_slice(slice(file, named.body + 8, 4)?);
    }
    Ok(handler)
}

pub fn measure(file: &[u8]) -> Result<Measures> {
    let movie = movie(file)?;
    let mut measures = Measures::default();
    for part in inside(file, &movie)? {
        match &part.kind {
            b"mvhd" => measures.seconds = seconds(file, &movie, &part)?,
            b"trak" if measures.size.is_none() && handler(file, &part)? == *b"vide" => {
                if let Some(header) = child(file, &part, *b"tkhd")? {
                    measures.size = Some(size(file, &header)?);
                }
            }
            _ => {}
        }
    }
    Ok(measures)
}

fn seconds(file: &[u8], movie: &Part, header: &Part) -> Result<Option<f64>> {
    let long = slice(file, header.body, 1)? == [1];
    let scale = be32(file, header.body + if long { 20 } else { 12 })?;
    let mut duration = if long { be64(file, header.body + 24)? } else { be32(file, header.body + 16)?.into() };
    // A fragmented file states its length elsewhere.
    if duration == 0
        && let Some(extends) = child(file, movie, *b"mvex")?
        && let Some(length) = child(file, &extends, *b"mehd")?
    {
        let long = slice(file, length.body, 1)? == [1];
        duration = if long { be64(file, length.body + 4)? } else { be32(file, length.body + 4)?.into() };
    }
    let known = duration != 0 && duration != u32::MAX.into() && scale != 0;
    Ok(known.then(|| duration as f64 / f64::from(scale)))
}

/// The size of a track as shown: a phone turns the picture with a matrix.
fn size(file: &[u8], header: &Part) -> Result<(u32, u32)> {
    let long = slice(file, header.body, 1)? == [1];
    let matrix = header.body + if long { 52 } else { 40 };
    let (width, height) = (be32(file, matrix + 36)? >> 16, be32(file, matrix + 40)? >> 16);
    let turned = be32(file, matrix)? == 0 && be32(file, matrix + 16)? == 0;
    Ok(if turned { (height, width) } else { (width, height) })
}

pub fn strip(file: &[u8]) -> Result<Stripped> {
    let mut stripped = Stripped { file: file.to_vec(), removed: Vec::new() };
    for part in boxes(file, 0, file.len())? {
        match &part.kind {
            b"free" | b"skip" => clear(&mut stripped, &part, "contents of a `free` box"),
            _ => metadata(&mut stripped, &part),
        }
    }
    let movie = movie(file)?;
    for part in inside(file, &movie)? {
        match &part.kind {
            b"mvhd" => times(&mut stripped, &part)?,
            b"trak" => track(&mut stripped, &part)?,
            _ => metadata(&mut stripped, &part),
        }
    }
    Ok(stripped)
}

fn track(stripped: &mut Stripped, track: &Part) -> Result<()> {
    let file = stripped.file.clone();
    let handler = handler(&file, track)?;
    if ![*b"vide", *b"soun", *b"text", *b"sbtl", *b"subt", *b"clcp"].contains(&handler) {
        return error(&format!(
            "it has a track of the kind `{}`, which can contain positions and times. Remove it, for example with: \
             ffmpeg -i <file> -map 0:v? -map 0:a? -c copy <new file>",
            String::from_utf8_lossy(&handler).trim_end_matches('\0')
        ));
    }
    for part in inside(&file, track)? {
        match &part.kind {
            b"tkhd" => times(stripped, &part)?,
            b"mdia" => {
                if let Some(header) = child(&file, &part, *b"mdhd")? {
                    times(stripped, &header)?;
                }
            }
            _ => metadata(stripped, &part),
        }
    }
    Ok(())
}

/// Turns a box with metadata into one that is skipped.
fn metadata(stripped: &mut Stripped, part: &Part) {
    if [*b"udta", *b"meta", *b"uuid"].contains(&part.kind) {
        stripped.file[part.start + 4..part.start + 8].copy_from_slice(b"free");
        stripped.file[part.body..part.end].fill(0);
        note(&mut stripped.removed, format!("`{}`", String::from_utf8_lossy(&part.kind)));
    }
}

fn clear(stripped: &mut Stripped, part: &Part, what: &str) {
    let bytes = &mut stripped.file[part.body..part.end];
    if bytes.iter().any(|byte| *byte != 0) {
        bytes.fill(0);
        note(&mut stripped.removed, what);
    }
}

/// When it was made and changed.
fn times(stripped: &mut Stripped, header: &Part) -> Result<()> {
    let length = if slice(&stripped.file, header.body, 1)? == [1] { 16 } else { 8 };
    slice(&stripped.file, header.body + 4, length)?;
    let times = Part { kind: header.kind, start: header.start, body: header.body + 4, end: header.body + 4 + length };
    clear(stripped, &times, "times of recording");
    Ok(())
}

/// A `free` box at the end.
pub fn fill(file: &[u8], gap: usize) -> Result<Vec<u8>> {
    // A last box of length 0 reaches to the end of the file and would contain the filling.
    let last = boxes(file, 0, file.len())?.pop();
    if gap < 8 || last.is_some_and(|last| file[last.start..last.start + 4] == [0; 4]) {
        return error("this gap can't be filled: no box is so small, or the last box has no length");
    }
    let mut filled = file.to_vec();
    filled.extend(short(gap)?.to_be_bytes());
    filled.extend(b"free");
    filled.resize(file.len() + gap, 0);
    Ok(filled)
}
