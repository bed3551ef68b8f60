//! Files that are there whole or not at all.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// A folder that gets its name when it is complete, and goes away if it never is.
pub struct Staging(PathBuf);

impl Staging {
    /// Beside the final one, so that renaming moves nothing; for its owner alone.
    pub fn beside(target: &Path) -> Result<Self> {
        let name = target.file_name().context("the folder needs a name")?.to_string_lossy();
        let folder = target.with_file_name(format!(".{name}.unfinished-{}", std::process::id()));
        let made = DirBuilder::new().mode(0o700).create(&folder);
        made.with_context(|| format!("can't make '{}'", folder.display()))?;
        Ok(Self(folder))
    }

    /// Where it is now.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Gives it its name, once the disk has everything.
    pub fn publish(mut self, target: &Path) -> Result<()> {
        sync_folders(&self.0)?;
        if target.symlink_metadata().is_ok() {
            bail!("'{}' exists; nothing was changed", target.display());
        }
        fs::rename(&self.0, target).with_context(|| format!("can't make '{}'", target.display()))?;
        self.0.clear();
        sync_parent(target)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn sync_folders(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sync_folders(&path)?;
        }
    }
    Ok(File::open(folder)?.sync_all()?)
}

/// A rename is on the disk when its folder is.
pub fn sync_parent(path: &Path) -> Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(File::open(parent)?.sync_all()?)
}

/// Writes a file that is not there yet, for its owner alone, and waits until the disk has it.
pub fn write_durably(path: &Path, data: &[u8]) -> Result<()> {
    let write = || {
        DirBuilder::new().recursive(true).mode(0o700).create(path.parent().unwrap_or(path))?;
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all(data)?;
        file.sync_all()
    };
    write().with_context(|| format!("can't write '{}'", path.display()))
}
