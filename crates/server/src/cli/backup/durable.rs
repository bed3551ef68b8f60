//! Durable file operations: when a call returns, the data are on the disk.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};

use anyhow::anyhow;
use unmask_export::staging::{Staging, parent};

use crate::cli::prelude::*;

/// Creates a staging folder next to the target, accessible only to its owner.
pub fn stage(target: &Path) -> Result<Staging> {
    let staging = Staging::next_to(target).and_then(|staging| {
        DirBuilder::new().mode(0o700).create(staging.content())?;
        Ok(staging)
    });
    staging.with_context(|| format!("can't create a folder next to '{}'", target.display()))
}

/// Syncs the folder to disk and publishes it under its name.
pub fn publish(staging: Staging, target: &Path) -> Result<()> {
    sync_folders(&staging.content())?;
    staging.publish().map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow!("'{}' exists; choose another name (nothing was changed)", target.display()),
        _ => anyhow!("can't create '{}': {error}", target.display()),
    })?;
    sync_parent(target)
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

/// Syncs the parent folder, which makes a rename durable.
pub fn sync_parent(path: &Path) -> Result<()> {
    Ok(File::open(parent(path))?.sync_all()?)
}

/// Creates a file that only its owner can read, and syncs it to disk.
pub fn write_durably(path: &Path, data: &[u8]) -> Result<()> {
    let write = || {
        DirBuilder::new().recursive(true).mode(0o700).create(path.parent().unwrap_or(path))?;
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all(data)?;
        file.sync_all()
    };
    write().with_context(|| format!("can't write '{}'", path.display()))
}
