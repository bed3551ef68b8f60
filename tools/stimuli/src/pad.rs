//! Fills media files up to a whole number of blocks, the same for both versions, so that the length does not reveal a
//! version that compresses a little better. Players skip the filling: each container format provides for it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::clips::Clip;
use crate::manifest::endings_and_poster;
use crate::ogg;

/// Lengths of clips are multiples of this, those of pictures of a quarter: a page waits for its picture.
const BLOCK: usize = 16 * 1024;
const PICTURE_BLOCK: usize = BLOCK / 4;

/// Fills both versions of a clip up to one length per format, also the poster. What is filled stays.
pub fn level(media: &Path, clip: &Clip) -> Result<()> {
    let stems: Vec<String> = clip.versions().map(|version| clip.stem(version)).collect();
    for ending in endings_and_poster(clip.kind) {
        let paths: Vec<_> = stems.iter().map(|stem| media.join(format!("{stem}.{ending}"))).collect();
        let files = paths.iter().map(fs::read).collect::<Result<Vec<_>, _>>()?;
        let length = files.iter().map(|file| whole(file.len(), block(ending))).max().unwrap_or_default();
        for (path, file) in paths.iter().zip(files).filter(|(_, file)| file.len() < length) {
            let full = padded(file, ending, length).with_context(|| format!("can't fill {}", path.display()))?;
            fs::write(path, full)?;
        }
    }
    Ok(())
}

fn block(ending: &str) -> usize {
    if ending == "webp" { PICTURE_BLOCK } else { BLOCK }
}

/// The length in whole blocks, with space for the element that fills.
fn whole(length: usize, block: usize) -> usize {
    // The smallest element is shorter than this in every container.
    const LEAST: usize = 64;
    if length.is_multiple_of(block) { length } else { (length + LEAST).next_multiple_of(block) }
}

/// The file, filled up to `length`. `ending` says which container it is.
fn padded(mut file: Vec<u8>, ending: &str, length: usize) -> Result<Vec<u8>> {
    let gap = length.checked_sub(file.len()).context("the file is longer already")?;
    match ending {
        "mp4" | "m4a" => {
            file.extend(u32::try_from(gap)?.to_be_bytes());
            file.extend(b"free");
            file.resize(length, 0);
        }
        "webp" => {
            file.extend(b"JUNK");
            file.extend(u32::try_from(gap - 8)?.to_le_bytes());
            file.resize(length, 0);
            let riff = u32::try_from(length - 8)?;
            file[4..8].copy_from_slice(&riff.to_le_bytes());
        }
        "webm" => {
            lengthen_segment(&mut file, gap)?;
            // A Void element whose length is written in eight bytes.
            file.push(0xEC);
            file.extend((0x0100_0000_0000_0000u64 | (gap as u64 - 9)).to_be_bytes());
            file.resize(length, 0);
        }
        "ogg" => file = ogg::fill(&file, length)?,
        _ => bail!("don't know how to fill up a .{ending} file"),
    }
    Ok(file)
}

/// Adds to the length of the Matroska segment, which ffmpeg writes in eight bytes.
fn lengthen_segment(file: &mut [u8], by: usize) -> Result<()> {
    const SEGMENT: [u8; 4] = [0x18, 0x53, 0x80, 0x67];
    let at = file.windows(4).position(|w| w == SEGMENT).context("no Matroska segment")? + 4;
    let field = file.get_mut(at..at + 8).context("the segment has no length")?;
    let mut bytes = [0u8; 8];
    bytes.copy_from_slice(field);
    let length = u64::from_be_bytes(bytes);
    anyhow::ensure!(length >> 56 == 1, "the segment's length is not written in eight bytes");
    field.copy_from_slice(&(length + by as u64).to_be_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_container_ends_where_it_should() {
        let riff = b"RIFF\x04\0\0\0WEBP".to_vec();
        let mut webm = vec![0x18, 0x53, 0x80, 0x67, 0x01, 0, 0, 0, 0, 0, 0, 2];
        webm.extend([1, 2]);
        for (file, ending) in [(riff, "webp"), (webm, "webm"), (vec![0; 100], "mp4"), (vec![0; BLOCK - 3], "m4a")] {
            for length in [whole(file.len(), BLOCK), 3 * BLOCK] {
                let full = padded(file.clone(), ending, length).expect("a known container");
                assert_eq!(full.len(), length, "{ending}");
            }
        }
        assert!(padded(vec![0; 100], "mp4", 99).is_err());
    }

    #[test]
    fn a_filled_file_stays_and_every_other_gets_space_for_the_element() {
        assert_eq!(whole(BLOCK, BLOCK), BLOCK);
        for length in [1, BLOCK - 100, BLOCK - 3, BLOCK + 1] {
            assert!(whole(length, BLOCK).is_multiple_of(BLOCK) && whole(length, BLOCK) - length >= 64);
        }
    }

    #[test]
    fn the_length_in_the_header_grows_along() {
        let webp = padded(b"RIFF\x04\0\0\0WEBP".to_vec(), "webp", BLOCK).expect("WebP");
        assert_eq!(webp[4..8], u32::try_from(BLOCK - 8).expect("small").to_le_bytes());
    }
}
