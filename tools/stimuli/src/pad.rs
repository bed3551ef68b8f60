//! Fills a media file up to a whole number of blocks, so that its length tells nothing about a version
//! that compresses a little better. Players skip the filling: each container has an element for it.

use anyhow::{Context, Result, bail};

/// Lengths of files are multiples of this.
pub const BLOCK: usize = 16 * 1024;

/// The file, filled up. `ending` says which container it is; Ogg has no element for filling and stays.
pub fn padded(mut file: Vec<u8>, ending: &str) -> Result<Vec<u8>> {
    // The smallest element is shorter than this in every container.
    const LEAST: usize = 16;
    let gap = (file.len() + LEAST).next_multiple_of(BLOCK) - file.len();
    match ending {
        "mp4" | "m4a" => {
            file.extend(u32::try_from(gap)?.to_be_bytes());
            file.extend(b"free");
            file.resize(file.len() + gap - 8, 0);
        }
        "webp" => {
            file.extend(b"JUNK");
            file.extend(u32::try_from(gap - 8)?.to_le_bytes());
            file.resize(file.len() + gap - 8, 0);
            let riff = u32::try_from(file.len() - 8)?;
            file[4..8].copy_from_slice(&riff.to_le_bytes());
        }
        "webm" => {
            lengthen_segment(&mut file, gap)?;
            // A Void element whose length is written in eight bytes.
            file.push(0xEC);
            file.extend((0x0100_0000_0000_0000u64 | (gap as u64 - 9)).to_be_bytes());
            file.resize(file.len() + gap - 9, 0);
        }
        "ogg" => {}
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
    fn every_container_ends_on_a_block() {
        let riff = b"RIFF\x04\0\0\0WEBP".to_vec();
        let mut webm = vec![0x18, 0x53, 0x80, 0x67, 0x01, 0, 0, 0, 0, 0, 0, 2];
        webm.extend([1, 2]);
        for (file, ending) in [(riff, "webp"), (webm, "webm"), (vec![0; 100], "mp4"), (vec![0; BLOCK - 3], "m4a")] {
            let length = file.len();
            let full = padded(file, ending).expect("a known container");
            assert_eq!(full.len() % BLOCK, 0, "{ending}");
            assert!(full.len() - length < BLOCK + 16, "{ending}");
        }
    }

    #[test]
    fn the_length_in_the_header_grows_along() {
        let webp = padded(b"RIFF\x04\0\0\0WEBP".to_vec(), "webp").expect("WebP");
        assert_eq!(webp[4..8], u32::try_from(BLOCK - 8).expect("small").to_le_bytes());
    }
}
