//! MP3: frames of sound, with tags before and after them.

use crate::bytes::{MediaError, Result, be32, error, is_filling, note};
use crate::medium::{Measures, Stripped};

/// A frame's length in bytes and in seconds, from its header.
fn frame(file: &[u8], at: usize) -> Option<(usize, f64)> {
    const RATES: [u32; 3] = [44_100, 48_000, 32_000];
    const FIRST: [usize; 15] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
    const SECOND: [usize; 15] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
    let header = be32(file, at).ok()?;
    let bits = |from: u32, count: u32| (header >> from) & ((1 << count) - 1);
    // Layer III only.
    if bits(21, 11) != 0x7FF || bits(17, 2) != 1 {
        return None;
    }
    let (slower, table) = match bits(19, 2) {
        3 => (1, FIRST),
        2 => (2, SECOND),
        0 => (4, SECOND),
        _ => return None,
    };
    let kilobits = *table.get(usize::try_from(bits(12, 4)).ok()?).filter(|rate| **rate > 0)?;
    let rate = RATES.get(usize::try_from(bits(10, 2)).ok()?)? / slower;
    let samples: u32 = if slower == 1 { 1152 } else { 576 };
    let length = usize::try_from(samples / 8).ok()? * kilobits * 1000 / usize::try_from(rate).ok()?;
    Some((length + usize::try_from(bits(9, 1)).ok()?, f64::from(samples) / f64::from(rate)))
}

/// Whether the file begins with a frame and another one follows it.
pub fn is_frame(file: &[u8]) -> bool {
    frame(file, 0).is_some_and(|(length, _)| file.len() == length || frame(file, length).is_some())
}

/// The frames without the tags around them, and the names of those. A tag that only fills the file up can stay.
fn sound(file: &[u8], keep_filling: bool) -> (&[u8], Vec<String>) {
    let (mut sound, mut tags) = (file, Vec::new());
    while let [b'I', b'D', b'3', _, _, flags, a, b, c, d, ..] = *sound {
        let size = [a, b, c, d].iter().fold(0, |size, byte| size << 7 | usize::from(byte & 0x7F));
        let footer = if flags & 0x10 == 0 { 0 } else { 10 };
        if keep_filling && sound.get(10..10 + size).is_some_and(is_filling) {
            break;
        }
        sound = sound.get(10 + size + footer..).unwrap_or_default();
        note(&mut tags, "ID3");
    }
    loop {
        let end = sound.len();
        if end >= 128 && sound[end - 128..].starts_with(b"TAG") {
            sound = &sound[..end - 128];
            note(&mut tags, "ID3");
        } else if end >= 32 && sound[end - 32..].starts_with(b"APETAGEX") {
            let footer = &sound[end - 32..];
            let size = usize::from(footer[12]) | usize::from(footer[13]) << 8 | usize::from(footer[14]) << 16;
            let header = if footer[23] & 0x80 == 0 { 0 } else { 32 };
            sound = &sound[..end.saturating_sub((size + header).max(32))];
            note(&mut tags, "APE");
        } else {
            return (sound, tags);
        }
    }
}

pub fn measure(file: &[u8]) -> Result<Measures> {
    let (sound, _) = sound(file, false);
    let (mut at, mut seconds) = (0, 0.0);
    while let Some((length, time)) = frame(sound, at) {
        // The first frame can be a table instead of sound.
        let whole = sound.get(at..at + length).unwrap_or_default();
        if at > 0 || !whole.windows(4).take(48).any(|word| word == b"Xing" || word == b"Info") {
            seconds += time;
        }
        at += length;
    }
    if seconds == 0.0 {
        return error("the file has no frame of MP3 sound");
    }
    Ok(Measures { size: None, seconds: Some(seconds) })
}

pub fn strip(file: &[u8]) -> Stripped {
    let (sound, removed) = sound(file, true);
    Stripped { file: sound.to_vec(), removed }
}

/// An ID3 tag that has only its filling, before the sound.
pub fn fill(file: &[u8], gap: usize) -> Result<Vec<u8>> {
    let size = gap.checked_sub(10).filter(|size| *size < 1 << 28);
    let size = size.ok_or_else(|| MediaError("no ID3 tag has this length".into()))?;
    let mut filled = b"ID3\x04\0\0".to_vec();
    filled.extend([21, 14, 7, 0].map(|shift| u8::try_from((size >> shift) & 0x7F).unwrap_or_default()));
    filled.resize(gap, 0);
    filled.extend(file);
    Ok(filled)
}
