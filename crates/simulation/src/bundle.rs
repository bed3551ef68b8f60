//! A bundle from its folder.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use unmask_study::Study;
use unmask_study::load::{Files, load};

/// Reads and checks a bundle.
pub fn read(folder: &Path) -> Result<Study> {
    let mut files = Files::new();
    gather(folder, "", &mut files).with_context(|| format!("can't read '{}'", folder.display()))?;
    load(&files).map_err(|problems| anyhow!("'{}': {problems}", folder.display()))
}

fn gather(folder: &Path, prefix: &str, files: &mut Files) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}
