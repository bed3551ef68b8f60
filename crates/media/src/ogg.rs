//! Ogg (RFC 3533) with Opus (RFC 7845). Ogg itself has no element for filling: players skip the zeros after the
//! comments of Opus (section 5.2).

use crate::bytes::{MediaError, Result, error, le16, le32, le64, length as stated};
use crate::medium::{Measures, Stripped};

/// Bytes of a page before its lacing values.
const HEADER: usize = 27;
/// Lacing values that a page can hold.
const LACING: usize = 255;
/// More than any filling needs.
const MOST_PAGES: usize = 8;
const COMMENTS: &[u8] = b"OpusTags";

#[derive(Clone)]
struct Page<'a> {
    header: &'a [u8],
    lacing: &'a [u8],
    body: &'a [u8],
}

/// The parts of an Opus file.
struct Opus<'a> {
    head: Page<'a>,
    /// Header of the page on which the comments begin.
    header: &'a [u8],
    comments: Vec<u8>,
    sound: Vec<Page<'a>>,
}

impl<'a> Opus<'a> {
    fn read(file: &'a [u8]) -> Result<Self> {
        let mut pages = pages(file)?.into_iter();
        let head = pages.next().ok_or_else(cut_off)?;
        let (mut comments, mut header) = (Vec::new(), None);
        for page in pages.by_ref() {
            header = header.or(Some(page.header));
            comments.extend(page.body);
            if page.lacing.last().is_some_and(|last| *last < 255) {
                break;
            }
        }
        if !comments.starts_with(COMMENTS) {
            return error("only Opus sound in Ogg can be changed; encode it with ffmpeg -c:a libopus");
        }
        let header = header.ok_or_else(cut_off)?;
        Ok(Self { head, header, comments, sound: pages.collect() })
    }

    /// The file with these comments, on pages of so many lacing values.
    fn with(&self, comments: &[u8], per_page: usize) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.head.write(&mut out, 0)?;
        let lacing = lacing(comments.len());
        let chunks = lacing.chunks(per_page);
        let (count, mut rest) = (chunks.len(), comments);
        for (index, lacing) in chunks.enumerate() {
            let (body, after) = rest.split_at(lacing.iter().map(|&n| usize::from(n)).sum());
            rest = after;
            let mut header = self.header.to_vec();
            // A page that goes on with a packet says so, and one on which none ends has no position.
            header[5] = u8::from(index > 0);
            header[6..14].fill(if index + 1 < count { 0xFF } else { 0 });
            Page { header: &header, lacing, body }.write(&mut out, 1 + index)?;
        }
        for (index, page) in self.sound.iter().enumerate() {
            page.write(&mut out, 1 + count + index)?;
        }
        Ok(out)
    }
}

pub fn measure(file: &[u8]) -> Result<Measures> {
    let pages = pages(file)?;
    let (first, last) = pages.first().zip(pages.last()).ok_or_else(cut_off)?;
    let end = le64(last.header, 6)? as f64;
    let seconds = if first.body.starts_with(b"OpusHead") {
        (end - f64::from(le16(first.body, 10)?)) / 48_000.0
    } else if first.body.starts_with(b"\x01vorbis") {
        end / f64::from(le32(first.body, 12)?.max(1))
    } else {
        return error("the sound is neither Opus nor Vorbis");
    };
    Ok(Measures { size: None, seconds: Some(seconds) })
}

pub fn strip(file: &[u8]) -> Result<Stripped> {
    let opus = Opus::read(file)?;
    let vendor = stated(le32(&opus.comments, COMMENTS.len())?)?;
    let kept = COMMENTS.len() + 4 + vendor;
    if le32(&opus.comments, kept)? == 0 {
        return Ok(Stripped { file: file.to_vec(), removed: Vec::new() });
    }
    let mut comments = opus.comments[..kept].to_vec();
    comments.extend([0; 4]);
    Ok(Stripped { file: opus.with(&comments, LACING)?, removed: vec!["comments".into()] })
}

/// The file with its comments lengthened, so that it has `length` bytes.
pub fn fill(file: &[u8], length: usize) -> Result<Vec<u8>> {
    let opus = Opus::read(file)?;
    let fixed: usize = [&opus.head].into_iter().chain(&opus.sound).map(Page::len).sum();
    let room = length.checked_sub(fixed).ok_or_else(|| MediaError("the file is longer already".into()))?;
    let sizes = (1..=MOST_PAGES).find_map(|count| packet_size(room, count));
    let (size, per_page) = sizes.ok_or_else(|| MediaError("no packet fills this gap".into()))?;
    if size < opus.comments.len() {
        return error("the comments are longer already");
    }
    let mut comments = opus.comments.clone();
    comments.resize(size, 0);
    let out = opus.with(&comments, per_page)?;
    if out.len() == length { Ok(out) } else { error("no packet fills this gap") }
}

fn cut_off() -> MediaError {
    MediaError("the file is cut off or damaged".into())
}

/// Length of the packet that takes exactly `room` bytes on `count` pages, and the lacing values per page.
/// One length in 256 can't be had: 255 more bytes need a lacing value, too. Another page shifts it.
fn packet_size(room: usize, count: usize) -> Option<(usize, usize)> {
    let room = room.checked_sub(HEADER * count)?;
    let size = (room / 256 * 255 + room % 256).checked_sub(1).filter(|_| !room.is_multiple_of(256))?;
    let values = size / 255 + 1;
    let per_page = values.div_ceil(count);
    (per_page <= LACING && values.div_ceil(per_page) == count).then_some((size, per_page))
}

fn lacing(size: usize) -> Vec<u8> {
    let mut values = vec![255; size / 255];
    values.push(u8::try_from(size % 255).unwrap_or_default());
    values
}

fn pages(mut file: &[u8]) -> Result<Vec<Page<'_>>> {
    let mut pages = Vec::new();
    while !file.is_empty() {
        if !file.starts_with(b"OggS") {
            return error("not an Ogg page");
        }
        let (header, rest) = file.split_at_checked(HEADER).ok_or_else(cut_off)?;
        let (lacing, rest) = rest.split_at_checked(header[26].into()).ok_or_else(cut_off)?;
        let length = lacing.iter().map(|&n| usize::from(n)).sum();
        let (body, rest) = rest.split_at_checked(length).ok_or_else(cut_off)?;
        pages.push(Page { header, lacing, body });
        file = rest;
    }
    Ok(pages)
}

impl Page<'_> {
    fn len(&self) -> usize {
        self.header.len() + self.lacing.len() + self.body.len()
    }

    /// Appends the page as the `number`th, with its checksum.
    fn write(&self, out: &mut Vec<u8>, number: usize) -> Result<()> {
        let start = out.len();
        out.extend(self.header);
        out[start + 18..start + 22].copy_from_slice(&crate::bytes::short(number)?.to_le_bytes());
        out[start + 22..start + 26].fill(0);
        out[start + 26] = u8::try_from(self.lacing.len()).map_err(|_| cut_off())?;
        out.extend(self.lacing);
        out.extend(self.body);
        let sum = checksum(&out[start..]);
        out[start + 22..start + 26].copy_from_slice(&sum.to_le_bytes());
        Ok(())
    }
}

/// CRC-32 as Ogg has it: not reflected, from 0, not inverted.
fn checksum(page: &[u8]) -> u32 {
    page.iter().fold(0, |sum, &byte| {
        (0..8).fold(sum ^ (u32::from(byte) << 24), |sum, _| (sum << 1) ^ if sum >> 31 == 1 { 0x04C1_1DB7 } else { 0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The beginning of one, filled or not: what comes after the comments counts as part of them.
    fn recording() -> Vec<u8> {
        let media = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered/media");
        let mut file = std::fs::read(media.join("04443e7e57.ogg")).expect("the recording is there");
        file.truncate(pages(&file).expect("Ogg").iter().take(5).map(Page::len).sum());
        file
    }

    fn sum_of(page: &Page) -> u32 {
        u32::from_le_bytes(page.header[22..26].try_into().expect("four bytes"))
    }

    fn packets(file: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>) {
        let pages = pages(file).expect("Ogg");
        let end = 1 + pages[1..].iter().position(|p| p.lacing.last() < Some(&255)).expect("the comments end");
        let tags = pages[1..=end].iter().flat_map(|p| p.body).copied().collect();
        (tags, pages[end + 1..].iter().map(|p| p.body.to_vec()).collect())
    }

    #[test]
    fn the_checksum_is_the_one_of_the_reference() {
        // The first page of every stream of ffmpeg's with these settings, from before any filling.
        let head = b"OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead\x01\x018\x01\x80\xbb\0\0\0\0\0";
        assert_eq!(checksum(head), 0x72B5_2802);
    }

    #[test]
    fn every_length_can_be_had_and_the_sound_stays() {
        let file = recording();
        let (tags, sound) = packets(&file);
        for more in (64..64 + 300).chain([16 * 1024, 70_000, 200_000]) {
            let full = fill(&file, file.len() + more).expect("it can be filled");
            assert_eq!(full.len(), file.len() + more);
            let (longer, same) = packets(&full);
            assert!(same == sound, "{more}: the sound changed");
            assert!(longer.starts_with(&tags) && longer[tags.len()..].iter().all(|&b| b == 0), "{more}");
            for (number, page) in pages(&full).expect("Ogg").iter().enumerate() {
                assert_eq!(page.header[18..22], u32::try_from(number).expect("few pages").to_le_bytes(), "{more}");
                let mut again = Vec::new();
                page.write(&mut again, number).expect("few pages");
                assert_eq!(sum_of(page).to_le_bytes(), again[22..26], "{more}: page {number}");
            }
        }
    }

    #[test]
    fn nothing_is_cut_off_and_nothing_else_is_filled() {
        let file = recording();
        // One byte less may be had: on fewer pages.
        assert!(fill(&file, file.len() - 2 * HEADER).is_err());
        assert!(fill(&file[..file.len() - 1], file.len() + 500).is_err());
        let vorbis = file.windows(8).position(|w| w == b"OpusTags").expect("comments");
        let mut other = file.clone();
        other[vorbis] = b'X';
        assert!(fill(&other, file.len() + 500).is_err());
    }
}
