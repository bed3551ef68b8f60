//! Finished frames on disk, by a hash of everything that they depend on: a render can be stopped at any time and
//! continued.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::digest::digest;
use crate::render::Picture;

/// Changes whenever the same input would give another picture or sound: here for all clips, for one person's
/// pictures alone in `Clip::renderer`.
pub const RENDERER: u32 = 3;

/// The folder of finished frames.
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Uses (and makes) a folder.
    pub fn at(folder: PathBuf) -> Result<Self> {
        fs::create_dir_all(&folder).with_context(|| format!("can't make {}", folder.display()))?;
        Ok(Self { folder })
    }

    /// The `count` versions of a frame: from disk, or drawn and stored. Each is a PNG, a third of its bytes.
    pub fn frame(
        &self,
        renderer: u32,
        key: &str,
        size: usize,
        count: usize,
        draw: impl FnOnce() -> Vec<Picture>,
    ) -> Result<Vec<Picture>> {
        let name = digest(format!("{renderer} {size} {key}").as_bytes(), 12);
        let paths: Vec<PathBuf> = (0..count).map(|k| self.folder.join(format!("{name}-{k}.png"))).collect();
        // A file that a stopped render left unfinished can't be read, and is drawn again.
        if let Ok(stored) = paths.iter().map(|path| read(path, size)).collect::<Result<Vec<_>>>() {
            return Ok(stored);
        }
        let pictures: Vec<Vec<u8>> = draw().iter().map(Picture::bytes).collect();
        for (path, pixels) in paths.iter().zip(&pictures) {
            write(path, size, pixels).with_context(|| format!("can't write {}", path.display()))?;
        }
        Ok(pictures.iter().map(|b| Picture::from_bytes(size, b)).collect())
    }
}

fn read(path: &Path, size: usize) -> Result<Picture> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut pixels = vec![0; size * size * 3];
    ensure!(reader.output_buffer_size() == Some(pixels.len()), "another size");
    reader.next_frame(&mut pixels)?;
    reader.finish()?;
    Ok(Picture::from_bytes(size, &pixels))
}

fn write(path: &Path, size: usize, pixels: &[u8]) -> Result<()> {
    let side = u32::try_from(size)?;
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), side, side);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(bytes: &[u8]) -> Vec<Picture> {
        vec![Picture::from_bytes(2, bytes)]
    }

    #[test]
    fn a_stored_frame_is_not_drawn_again_and_a_broken_one_is() {
        let folder = std::env::temp_dir().join(format!("unmask-frames-{}", std::process::id()));
        let cache = Cache::at(folder.clone()).expect("a folder");
        let bytes: Vec<u8> = (0..12).map(|i| i * 20).collect();
        let first = cache.frame(RENDERER, "a", 2, 1, || drawn(&bytes)).expect("drawn");
        let again = cache.frame(RENDERER, "a", 2, 1, || unreachable!("it is stored")).expect("stored");
        assert_eq!(first[0].bytes(), again[0].bytes());

        let path = fs::read_dir(&folder).expect("files").next().expect("one").expect("file").path();
        let whole = fs::read(&path).expect("its bytes");
        fs::write(&path, &whole[..whole.len() - 9]).expect("cut off");
        let mut redrawn = false;
        let repaired = cache.frame(RENDERER, "a", 2, 1, || {
            redrawn = true;
            drawn(&bytes)
        });
        assert!(redrawn && repaired.expect("drawn")[0].bytes() == first[0].bytes());
        fs::remove_dir_all(folder).expect("removed");
    }
}
