//! Replaces files atomically: at every moment, either the old or the new one exists.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;

use unmask_export::staging::{Staging, parent};
use unmask_store::backup;

use super::Put;
use crate::cli::backup::durable::{publish, stage, sync_parent, write_durably};
use crate::cli::backup::manifest::{Entry, Manifest};
use crate::cli::prelude::*;

/// A group of files of the backup and the folder that they belong in.
pub struct Tree {
    from: PathBuf,
    to: PathBuf,
    /// Empty if the folder exists; then its files are equal.
    files: Vec<String>,
}

/// Plans the restoration of a folder. An existing folder must have the files of the backup, and is not replaced.
pub fn tree(backup: &Path, group: &str, to: &Path, manifest: &Manifest) -> Result<Tree> {
    let entries = manifest.group(group);
    let mut files = vec![];
    if to.exists() {
        for (name, entry) in entries {
            let file = to.join(name);
            if Entry::of(&file).ok().is_none_or(|found| found.sha256 != entry.sha256) {
                bail!("'{}' differs from the backup; choose another folder, or move this one away", file.display());
            }
        }
    } else {
        if let Some((name, _)) = entries.iter().find(|(_, entry)| !entry.included) {
            bail!("the backup has no media ('{name}' for one); put the study's own folder at '{}' first", to.display());
        }
        files = entries.keys().map(|name| (*name).to_owned()).collect();
    }
    Ok(Tree { from: backup.join(group), to: to.to_owned(), files })
}

impl Tree {
    /// Creates the complete folder or nothing.
    pub fn put(&self) -> Result<()> {
        if self.files.is_empty() {
            return Ok(());
        }
        let folder = parent(&self.to);
        fs::create_dir_all(folder).with_context(|| format!("can't create '{}'", folder.display()))?;
        let staging = stage(&self.to)?;
        for name in &self.files {
            write_durably(&staging.content().join(name), &fs::read(self.from.join(name))?)?;
        }
        publish(staging, &self.to)
    }
}

/// Whether both files are there and equal.
pub fn same(one: &Path, other: &Path) -> Result<bool> {
    match fs::read(other) {
        Ok(data) => Ok(data == fs::read(one)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => bail!("can't read '{}': {error}", other.display()),
    }
}

/// Replaces one file. The old one first gets a second name, which is returned, so that it exists at every moment.
pub async fn replace(put: &Put, suffix: &str) -> Result<Option<PathBuf>> {
    let failed = |what: &Path| format!("can't write '{}'", what.display());
    let folder = parent(&put.to);
    fs::create_dir_all(folder).with_context(|| failed(folder))?;
    let staging = Staging::next_to(&put.to).with_context(|| failed(&put.to))?;
    let new = staging.content();
    fs::copy(&put.from, &new).with_context(|| failed(&new))?;
    fs::set_permissions(&new, fs::Permissions::from_mode(0o600))?;
    if put.database {
        backup::make_ready(&new).await?;
    }
    File::open(&new)?.sync_all()?;
    let old = put.to.exists().then(|| with_ending(&put.to, suffix));
    if let Some(old) = &old {
        fs::hard_link(&put.to, old).with_context(|| failed(old))?;
        // The log of the old database must never be used with the new one.
        for log in ["wal", "shm"] {
            let log_of = |file: &Path| PathBuf::from(format!("{}-{log}", file.display()));
            if put.database && log_of(&put.to).exists() {
                fs::rename(log_of(&put.to), log_of(old))?;
            }
        }
    }
    staging.replace().with_context(|| failed(&put.to))?;
    sync_parent(&put.to)?;
    Ok(old)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", path.display()))
}
