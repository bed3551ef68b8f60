//! Filling of Ogg Opus: zeros after the comments, which players skip (RFC 7845, section 5.2). Ogg itself
//! (RFC 3533) has no element for filling.

use anyhow::{Context, Result, ensure};

/// Bytes of a page before its lacing values.
const HEADER: usize = 27;
/// Lacing values that a page can hold.
const LACING: usize = 255;
/// More than any filling needs.
const MOST_PAGES: usize = 8;

#[derive(Clone)]
struct Page<'a> {
    header: &'a [u8],
    lacing: &'a [u8],
    body: &'a [u8],
}

/// The file with its comments lengthened, so that it has `length` bytes.
pub fn fill(file: &[u8], length: usize) -> Result<Vec<u8>> {
    let pages = pages(file)?;
    let (head, rest) = pages.split_first().context("no Ogg page")?;
    let ends = |page: &Page| page.lacing.last().is_some_and(|&last| last < 255);
    let last = rest.iter().position(ends).context("the comments don't end")?;
    let (tags, audio) = rest.split_at(last + 1);
    let mut packet: Vec<u8> = tags.iter().flat_map(|page| page.body).copied().collect();
    ensure!(packet.starts_with(b"OpusTags"), "not Ogg Opus");

    let fixed: usize = [head].into_iter().chain(audio).map(Page::len).sum();
    let room = length.checked_sub(fixed).context("the file is longer already")?;
    let (size, per_page) =
        (1..=MOST_PAGES).find_map(|count| packet_size(room, count)).context("no packet fills this gap")?;
    ensure!(size >= packet.len(), "the comments are longer already");
    packet.resize(size, 0);

    let mut out = Vec::with_capacity(length);
    head.write(&mut out, 0);
    let lacing = lacing(size);
    let chunks = lacing.chunks(per_page);
    let (count, mut rest) = (chunks.len(), &packet[..]);
    for (index, lacing) in chunks.enumerate() {
        let (body, after) = rest.split_at(lacing.iter().map(|&n| usize::from(n)).sum());
        rest = after;
        let mut header = tags[0].header.to_vec();
        // A page that goes on with a packet says so, and one on which none ends has no position.
        header[5] = u8::from(index > 0);
        header[6..14].fill(if index + 1 < count { 0xFF } else { 0 });
        Page { header: &header, lacing, body }.write(&mut out, 1 + index);
    }
    for (index, page) in audio.iter().enumerate() {
        page.write(&mut out, 1 + count + index);
    }
    ensure!(out.len() == length, "{} bytes instead of {length}", out.len());
    Ok(out)
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
    values.push((size % 255) as u8);
    values
}

fn pages(mut file: &[u8]) -> Result<Vec<Page<'_>>> {
    let mut pages = Vec::new();
    while !file.is_empty() {
        ensure!(file.starts_with(b"OggS"), "not an Ogg page");
        let (header, rest) = file.split_at_checked(HEADER).context("a page is cut off")?;
        let (lacing, rest) = rest.split_at_checked(header[26].into()).context("a page is cut off")?;
        let length = lacing.iter().map(|&n| usize::from(n)).sum();
        let (body, rest) = rest.split_at_checked(length).context("a page is cut off")?;
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
    fn write(&self, out: &mut Vec<u8>, number: usize) {
        let start = out.len();
        out.extend(self.header);
        out[start + 18..start + 22].copy_from_slice(&(number as u32).to_le_bytes());
        out[start + 22..start + 26].fill(0);
        out[start + 26] = self.lacing.len() as u8;
        out.extend(self.lacing);
        out.extend(self.body);
        let sum = checksum(&out[start..]);
        out[start + 22..start + 26].copy_from_slice(&sum.to_le_bytes());
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
                assert_eq!(page.header[18..22], (number as u32).to_le_bytes(), "{more}");
                let mut again = Vec::new();
                page.write(&mut again, number);
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
