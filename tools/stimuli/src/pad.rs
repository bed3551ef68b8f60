//! Fills media files up to a whole number of blocks, the same for both versions, so that the length does not reveal a
//! version that compresses a little better. Players skip the filling (`unmask_media`).

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use unmask_media::Format;

use crate::clips::Clip;
use crate::manifest::endings_and_poster;

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
            let full = padded(&file, length).with_context(|| format!("can't fill {}", path.display()))?;
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

/// The file, filled up to `length`.
fn padded(file: &[u8], length: usize) -> Result<Vec<u8>> {
    let format = Format::of(file).context("don't know how to fill up such a file")?;
    Ok(format.fill(file, length)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filled_file_stays_and_every_other_gets_space_for_the_element() {
        assert_eq!(whole(BLOCK, BLOCK), BLOCK);
        for length in [1, BLOCK - 100, BLOCK - 3, BLOCK + 1] {
            assert!(whole(length, BLOCK).is_multiple_of(BLOCK) && whole(length, BLOCK) - length >= 64);
        }
    }
}
