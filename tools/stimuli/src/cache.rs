//! Finished frames on disk, by a hash of everything that they depend on: a render can be stopped at any
//! time and goes on where it was.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::digest::digest;
use crate::render::Picture;

/// Changes whenever the same input would give another picture.
pub const RENDERER: u32 = 2;

/// The folder of finished frames.
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Uses (and makes) a folder.
    pub fn at(folder: PathBuf) -> Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    /// The `count` versions of a frame: from disk, or drawn and stored.
    pub fn frame(
        &self,
        key: &str,
        size: usize,
        count: usize,
        draw: impl FnOnce() -> Vec<Picture>,
    ) -> Result<Vec<Picture>> {
        let path = self.folder.join(digest(format!("{RENDERER} {size} {key}").as_bytes(), 12));
        let bytes = size * size * 3;
        if let Ok(stored) = fs::read(&path)
            && stored.len() == bytes * count
        {
            return Ok(stored.chunks_exact(bytes).map(|b| Picture::from_bytes(size, b)).collect());
        }
        let pictures: Vec<Vec<u8>> = draw().iter().map(Picture::bytes).collect();
        fs::write(&path, pictures.concat())?;
        Ok(pictures.iter().map(|b| Picture::from_bytes(size, b)).collect())
    }
}
