//! WebP and WAV: chunks in a RIFF container.

use crate::bytes::{Result, error, is_filling, le16, le24, le32, length, note, short, slice};
use crate::medium::{Measures, Stripped};

/// Chunks that a picture or a sound needs.
const SHOWN: [&[u8; 4]; 10] =
    [b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP", b"fmt ", b"data", b"fact"];

const HEADER: usize = 12;

/// Kind and all bytes of each chunk, with the byte that makes its length even.
fn chunks(file: &[u8]) -> Result<Vec<(&[u8], &[u8])>> {
    let (mut chunks, mut at) = (Vec::new(), HEADER);
    while at + 8 <= file.len() {
        let size = length(le32(file, at + 4)?)?;
        let whole = slice(file, at, size.saturating_add(8))?;
        let padded = file.get(at..at + whole.len().next_multiple_of(2)).unwrap_or(whole);
        chunks.push((&whole[..4], padded));
        at += padded.len();
    }
    Ok(chunks)
}

pub fn measure(file: &[u8]) -> Result<Measures> {
    let mut measures = Measures::default();
    let mut rate = None;
    for (kind, chunk) in chunks(file)? {
        let size = match kind {
            b"VP8X" => Some((le24(chunk, 12)? + 1, le24(chunk, 15)? + 1)),
            b"VP8 " => Some((u32::from(le16(chunk, 14)?) & 0x3FFF, u32::from(le16(chunk, 16)?) & 0x3FFF)),
            b"VP8L" => {
                let bits = le32(chunk, 9)?;
                Some(((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1))
            }
            _ => None,
        };
        measures.size = measures.size.or(size);
        match kind {
            b"fmt " => rate = Some(le32(chunk, 16)?).filter(|rate| *rate > 0),
            b"data" => {
                measures.seconds = rate.map(|rate| f64::from(le32(chunk, 4).unwrap_or_default()) / f64::from(rate));
            }
            _ => {}
        }
    }
    Ok(measures)
}

pub fn strip(file: &[u8]) -> Result<Stripped> {
    let mut stripped = Stripped { file: slice(file, 0, HEADER)?.to_vec(), removed: Vec::new() };
    for (kind, chunk) in chunks(file)? {
        let fills = kind == b"JUNK" && is_filling(&chunk[8..]);
        if !fills && !SHOWN.iter().any(|shown| *shown == kind) {
            note(&mut stripped.removed, format!("`{}`", String::from_utf8_lossy(kind).trim_end()));
            continue;
        }
        let start = stripped.file.len();
        stripped.file.extend(chunk);
        if kind == b"VP8X" {
            // It says whether there are Exif data and XMP.
            stripped.file[start + 8] &= !0x0C;
        }
    }
    state_length(&mut stripped.file)?;
    Ok(stripped)
}

/// A `JUNK` chunk at the end.
pub fn fill(file: &[u8], gap: usize) -> Result<Vec<u8>> {
    if gap < 8 || !gap.is_multiple_of(2) {
        return error("this gap can't be filled: chunks have an even length of at least 8 bytes");
    }
    let mut filled = file.to_vec();
    filled.extend(b"JUNK");
    filled.extend(short(gap - 8)?.to_le_bytes());
    filled.resize(file.len() + gap, 0);
    state_length(&mut filled)?;
    Ok(filled)
}

fn state_length(file: &mut [u8]) -> Result<()> {
    let length = short(file.len() - 8)?;
    file[4..8].copy_from_slice(&length.to_le_bytes());
    Ok(())
}
