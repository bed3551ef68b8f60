//! The manifest of a backup, and its verification.

use std::collections::BTreeMap;
use std::fs;
use std::path::Component;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use unmask_study::hex;

use crate::cli::checksum::sha256;
use crate::cli::prelude::*;

pub const NAME: &str = "manifest.json";
/// Version of the layout of a backup.
pub const FORMAT: u32 = 1;

/// `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// See [`FORMAT`].
    pub format: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// Everything that was acknowledged before this time is in the backup.
    pub taken_at: String,
    pub study: StudyMark,
    /// Rows of the study's database by table.
    pub rows: BTreeMap<String, i64>,
    /// Every file by its path below the backup.
    pub files: BTreeMap<String, Entry>,
}

/// Which study a backup holds.
#[derive(Debug, Serialize, Deserialize)]
pub struct StudyMark {
    pub id: String,
    /// The version that new participants get.
    pub version: String,
    /// Whether the folder's files are of that version. If not, only the database has its texts.
    pub folder_is_running: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    pub bytes: u64,
    /// Its checksum in hexadecimal.
    pub sha256: String,
    /// Whether it is in the backup, or only its checksum.
    pub included: bool,
}

impl Entry {
    /// Of a file.
    pub fn of(file: &Path) -> Result<Self> {
        let read = || Ok::<_, std::io::Error>((fs::metadata(file)?.len(), sha256(file)?));
        let (bytes, sha256) = read().with_context(|| format!("can't read '{}'", file.display()))?;
        Ok(Self { bytes, sha256, included: true })
    }

    /// Of its contents.
    pub fn of_bytes(data: &[u8]) -> Self {
        Self { bytes: data.len() as u64, sha256: hex(&Sha256::digest(data)), included: true }
    }
}

impl Manifest {
    /// Reads it, and every file that it names.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(NAME);
        let text = fs::read(&path)
            .with_context(|| format!("'{}' is not a backup: can't read its {NAME}", folder.display()))?;
        let manifest: Self =
            serde_json::from_slice(&text).with_context(|| format!("'{}' is damaged", path.display()))?;
        if manifest.format != FORMAT {
            bail!(
                "the backup has format {}, this program reads {FORMAT}: use the program that made the backup",
                manifest.format
            );
        }
        for (name, entry) in manifest.files.iter().filter(|(_, entry)| entry.included) {
            if !is_plain(name) {
                bail!("the backup's manifest names '{name}', which is outside of the backup");
            }
            if Entry::of(&folder.join(name))?.sha256 != entry.sha256 {
                bail!("'{name}' of the backup is damaged: its checksum does not match");
            }
        }
        Ok(manifest)
    }

    /// The files of a group, by their path below it.
    pub fn group(&self, group: &str) -> BTreeMap<&str, &Entry> {
        let prefix = format!("{group}/");
        self.files.iter().filter_map(|(name, entry)| Some((name.strip_prefix(&prefix)?, entry))).collect()
    }
}

/// Whether a path stays below its folder.
fn is_plain(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}
