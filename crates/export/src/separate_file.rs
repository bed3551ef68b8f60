//! A table that identifies participants: a separate file, readable only by its owner and never part of a package.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use unmask_study::hex;

use crate::staging::Staging;
use crate::{ExportError, Result, spreadsheet};

/// A file being written. Dropping it before publication deletes it.
pub struct SeparateFile {
    target: PathBuf,
    staging: Staging,
    /// SHA-256, for the audit log.
    pub sha256: String,
}

impl SeparateFile {
    /// Writes a table, given as CSV, next to its target, which must not exist. A target whose name ends with `.xlsx`
    /// gets it as a spreadsheet in which all cells are text. Participants typed the IDs and names, and a spreadsheet
    /// program would run a text that looks like a formula. CSV has them byte for byte, so that they can be compared.
    pub fn write(target: &Path, name: &'static str, csv: Vec<u8>) -> Result<Self> {
        if target.symlink_metadata().is_ok() {
            return Err(ExportError::Exists(target.to_owned()));
        }
        let failed = |error: io::Error| ExportError::write(target, error);
        let staging = Staging::next_to(target).map_err(failed)?;
        let bytes = if is_spreadsheet(target) {
            spreadsheet::alone(name, &csv, staging.folder()).map_err(|error| failed(io::Error::other(error)))?
        } else {
            csv
        };
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(staging.content());
        file.and_then(|mut file| file.write_all(&bytes)).map_err(failed)?;
        Ok(Self { target: target.to_owned(), staging, sha256: hex(&Sha256::digest(&bytes)) })
    }

    /// Publishes the file at its target.
    pub fn finish(self) -> Result<()> {
        let Self { target, staging, .. } = self;
        staging.publish().map_err(|error| ExportError::write(&target, error))
    }
}

/// Whether the name of a file asks for a spreadsheet.
pub fn is_spreadsheet(target: &Path) -> bool {
    target.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx"))
}
