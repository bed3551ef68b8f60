//! PNG: chunks with a name, a length and a checksum.

use crate::bytes::{MediaError, Result, be32, error, is_filling, length, note, short, slice};
use crate::medium::{Measures, Stripped};

const SIGNATURE: usize = 8;
/// A private chunk that can be skipped.
const FILLING: &[u8] = b"paDd";

/// Chunks without which a picture looks different; those with an upper-case first letter are needed as well.
const SHOWN: [&[u8; 4]; 15] = [
    b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"bKGD", b"pHYs", b"cICP", b"mDCV", b"cLLI", b"acTL",
    b"fcTL", b"fdAT", b"hIST",
];

/// Kind and all bytes of each chunk.
fn chunks(file: &[u8]) -> Result<Vec<(&[u8], &[u8])>> {
    let (mut chunks, mut at) = (Vec::new(), SIGNATURE);
    loop {
        let whole = slice(file, at, length(be32(file, at)?)?.saturating_add(12))?;
        let kind = &whole[4..8];
        chunks.push((kind, whole));
        at += whole.len();
        // What follows the end is not part of the picture.
        if kind == b"IEND" {
            return Ok(chunks);
        }
    }
}

pub fn measure(file: &[u8]) -> Result<Measures> {
    let size = (be32(file, SIGNATURE + 8)?, be32(file, SIGNATURE + 12)?);
    Ok(Measures { size: Some(size), seconds: None })
}

pub fn strip(file: &[u8]) -> Result<Stripped> {
    let mut stripped = Stripped { file: slice(file, 0, SIGNATURE)?.to_vec(), removed: Vec::new() };
    let mut total = SIGNATURE;
    for (kind, whole) in chunks(file)? {
        total += whole.len();
        let fills = kind == FILLING && is_filling(&whole[8..whole.len() - 4]);
        if fills || kind[0].is_ascii_uppercase() || SHOWN.iter().any(|shown| *shown == kind) {
            stripped.file.extend(whole);
        } else {
            note(&mut stripped.removed, format!("`{}`", String::from_utf8_lossy(kind)));
        }
    }
    if total < file.len() {
        note(&mut stripped.removed, "bytes after the end of the picture");
    }
    Ok(stripped)
}

/// A private chunk before the last one.
pub fn fill(file: &[u8], gap: usize) -> Result<Vec<u8>> {
    let Some(contents) = gap.checked_sub(12) else { return error("no chunk is so small") };
    let chunks = chunks(file)?;
    let end: usize = chunks.iter().rev().skip(1).map(|(_, whole)| whole.len()).sum::<usize>() + SIGNATURE;
    let mut chunk = FILLING.to_vec();
    chunk.resize(4 + contents, 0);
    let sum = checksum(&chunk);
    let (before, after) = file.split_at_checked(end).ok_or_else(|| MediaError("the file is cut off".into()))?;
    Ok([before, &short(contents)?.to_be_bytes(), &chunk, &sum.to_be_bytes(), after].concat())
}

/// CRC-32 as PNG has it.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}
