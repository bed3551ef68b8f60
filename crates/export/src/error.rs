//! Why an export fails.

use std::io;
use std::path::{Path, PathBuf};

use unmask_store::StoreError;

/// Why there is no package. Nothing is left at the target then.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The target exists.
    #[error("'{}' exists; choose another name (nothing was changed)", .0.display())]
    Exists(PathBuf),
    /// The identities would be part of the package.
    #[error("'{}' is inside the package; write the identities to a separate file outside of it", .0.display())]
    Inside(PathBuf),
    /// A file can't be written.
    #[error("can't write '{}': {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    /// The database can't be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored value is not what its definition allows.
    #[error("{what} is damaged: {why}")]
    Damaged {
        what: String,
        /// What is wrong with the value.
        why: String,
    },
    /// A blinded package with what would reveal the arms.
    #[error("a blinded package has no identities, media or seed, and is none for publication (nothing was exported)")]
    BlindedAlone,
    /// No version of the study asks for consent to publication.
    #[error(
        "no version of the study asks participants whether their answers may be published: add `purpose: publication` to \
         that statement in consent.yaml, and start the server with it (nothing was exported)"
    )]
    NotAsked,
    /// Not an item with free text or a date.
    #[error("'{name}' is not an item with free text or a date; the study has: {}", known.join(", "))]
    NoFreeText {
        name: String,
        /// The items that could be chosen.
        known: Vec<String>,
    },
    /// The database has no study.
    #[error("there is nothing to export: no study was ever started with this database")]
    Nothing,
}

impl ExportError {
    /// A file could not be written. If its folder is missing, the error says so.
    pub(crate) fn write(path: &Path, error: impl Into<io::Error>) -> Self {
        let mut error = error.into();
        let missing = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        if let Some(folder) = missing.filter(|_| error.kind() == io::ErrorKind::NotFound) {
            error = io::Error::new(error.kind(), format!("there is no folder '{}'", folder.display()));
        }
        Self::Write { path: path.to_owned(), error }
    }
}

/// A result, or why there is no package.
pub type Result<T> = std::result::Result<T, ExportError>;
