//! What the server keeps about its certificate, in `acme/` of the data folder: account, certificate with key, the last
//! failure. Each directory of an authority has a folder of its own, so that a trial with a test directory does not
//! replace the real certificate.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::Certificate;
use crate::base::clock::Millis;
use crate::base::config::Settings;

/// Private key and chain, in one file: a restart never finds the key of another certificate.
const CERTIFICATE: &str = "certificate.pem";
const ACCOUNT: &str = "account.json";
const FAILURE: &str = "failure.json";

/// The folder of one directory.
#[derive(Clone, Debug)]
pub struct Files {
    folder: PathBuf,
}

/// The attempts to obtain a certificate that have failed since the last one that succeeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// How many.
    pub attempts: u32,
    /// When the next one is made. A restart does not make it earlier: authorities limit failed attempts.
    pub next: Millis,
    /// The names of the last one.
    pub names: Vec<String>,
    /// Why it failed.
    pub reason: String,
}

impl Files {
    /// The folder of the settings' directory. Nothing is created.
    pub fn of(settings: &Settings) -> Self {
        let url = &settings.https.acme_directory;
        let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
        let name = |char: char| if char.is_ascii_alphanumeric() || char == '.' { char } else { '-' };
        let name: String = rest.trim_end_matches('/').chars().map(name).collect();
        Self { folder: settings.data.join("acme").join(name.trim_start_matches('.')) }
    }

    /// Creates the folder, accessible only to its owner.
    ///
    /// # Errors
    /// If it can't be created.
    pub fn prepare(&self) -> Result<()> {
        let created = DirBuilder::new().recursive(true).mode(0o700).create(&self.folder);
        created.with_context(|| format!("can't create the folder '{}'", self.folder.display()))
    }

    pub fn certificate_file(&self) -> PathBuf {
        self.folder.join(CERTIFICATE)
    }

    pub fn failure_file(&self) -> PathBuf {
        self.folder.join(FAILURE)
    }

    /// The stored certificate, if there is one.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn certificate(&self) -> Result<Option<Certificate>> {
        let path = self.certificate_file();
        let Some(pem) = read(&path)? else { return Ok(None) };
        Certificate::read(&pem).map(Some).with_context(|| format!("'{}' is damaged", path.display()))
    }

    pub fn write_certificate(&self, pem: &str) -> Result<()> {
        self.write(&self.certificate_file(), pem.as_bytes())
    }

    /// The account at the authority, as the ACME library stores it.
    pub fn account(&self) -> Result<Option<Vec<u8>>> {
        read(&self.folder.join(ACCOUNT))
    }

    pub fn write_account(&self, json: &[u8]) -> Result<()> {
        self.write(&self.folder.join(ACCOUNT), json)
    }

    /// Forgets an account that the authority no longer knows.
    pub fn remove_account(&self) -> Result<()> {
        remove(&self.folder.join(ACCOUNT))
    }

    /// The last failure. One that can't be read counts as none: an attempt too many does less harm than none.
    pub fn failure(&self) -> Option<Failure> {
        serde_json::from_slice(&read(&self.failure_file()).ok()??).ok()
    }

    /// Records the last failure, or that there is none.
    pub fn write_failure(&self, failure: Option<&Failure>) -> Result<()> {
        match failure {
            Some(failure) => self.write(&self.failure_file(), &serde_json::to_vec_pretty(failure)?),
            None => remove(&self.failure_file()),
        }
    }

    /// Replaces a file at once, readable only by its owner, and syncs it to disk.
    fn write(&self, path: &Path, data: &[u8]) -> Result<()> {
        let new = path.with_extension("new");
        let write = || {
            let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
            file.write_all(data)?;
            file.sync_all()?;
            fs::rename(&new, path)?;
            File::open(&self.folder)?.sync_all()
        };
        write().with_context(|| format!("can't write '{}'", path.display()))
    }
}

fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(data) => Ok(Some(data)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("can't read '{}'", path.display())),
    }
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("can't remove '{}'", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn files_are_replaced_and_for_their_owner_alone() {
        let data = tempfile::tempdir().unwrap();
        let files = Files { folder: data.path().join("acme/ca") };
        files.prepare().unwrap();
        assert!(files.certificate().unwrap().is_none() && files.failure().is_none());
        for name in ["a.example.org", "b.example.org"] {
            files.write_certificate(&super::super::certificate::tests::pem(&[name])).unwrap();
            assert!(files.certificate().unwrap().unwrap().covers(name));
        }
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&files.certificate_file()), mode(&files.folder)), (0o600, 0o700));
        let names: Vec<_> = fs::read_dir(&files.folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, [CERTIFICATE]);
        let failure = Failure { attempts: 2, next: 5, names: vec!["a.example.org".into()], reason: "DNS".into() };
        files.write_failure(Some(&failure)).unwrap();
        assert_eq!(files.failure(), Some(failure));
        files.write_failure(None).unwrap();
        files.write_failure(None).unwrap();
        assert_eq!(files.failure(), None);
    }
}
