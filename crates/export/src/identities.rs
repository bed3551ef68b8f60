//! Who the participants are: a file of its own, never part of a package, and for its owner alone.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;
use unmask_store::{Snapshot, export as stored};

use crate::bundle::Versions;
use crate::cell::{plain, time};
use crate::package::hex;
use crate::{ExportError, Result};

/// The file under way. Dropped before its end, it leaves nothing.
pub struct Identities {
    target: PathBuf,
    file: NamedTempFile,
    /// SHA-256, for the audit log.
    pub sha256: String,
}

impl Identities {
    /// Writes pseudonym, account and recruitment ids of everybody.
    pub async fn write(snapshot: &mut Snapshot, versions: &Versions, target: &Path, simulated: bool) -> Result<Self> {
        if target.symlink_metadata().is_ok() {
            return Err(ExportError::Exists(target.to_owned()));
        }
        let parameters = parameters(versions);
        let mut csv = csv::Writer::from_writer(Vec::new());
        let failed = |error: csv::Error| ExportError::write(target, error);
        let own = ["participant_id", "username", "first_name", "last_name", "registered_at"];
        csv.write_record(own.into_iter().chain(parameters.iter().map(String::as_str))).map_err(failed)?;
        let take = |who: stored::Identity| {
            let ids: Option<Map<String, Value>> =
                who.recruitment.as_deref().and_then(|ids| serde_json::from_str(ids).ok());
            let id = |name: &String| ids.as_ref().and_then(|ids| ids.get(name)).map(|id| plain(id).into_owned());
            let at = who.created_at.map(time);
            let own = [Some(who.code), who.username, who.first_name, who.last_name, at];
            let row = own.into_iter().chain(parameters.iter().map(id)).map(Option::unwrap_or_default);
            csv.write_record(row).map_err(failed)
        };
        stored::identities(snapshot, simulated, take).await?;
        let text = csv.into_inner().map_err(|error| ExportError::write(target, error.into_error()))?;
        Self::store(target, &text).map_err(|error| ExportError::write(target, error))
    }

    fn store(target: &Path, text: &[u8]) -> std::io::Result<Self> {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A temporary file is for its owner alone, and stays so under its new name.
        let file = NamedTempFile::new_in(folder)?;
        std::fs::write(file.path(), text)?;
        let sha256 = hex(&Sha256::digest(text));
        Ok(Self { target: target.to_owned(), file, sha256 })
    }

    /// Puts it where it belongs.
    pub fn finish(self) -> Result<()> {
        let Self { target, file, .. } = self;
        file.persist_noclobber(&target).map(drop).map_err(|error| ExportError::write(&target, error.error))
    }
}

/// The parameters of recruitment links that any version keeps.
fn parameters(versions: &Versions) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let kept = versions.all().iter().filter_map(|version| version.study.file.recruitment.as_ref());
    for name in kept.flat_map(|recruitment| &recruitment.parameters) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}
