//! The identities of the participants: pseudonym, account and recruitment IDs, in a separate file.

use std::path::Path;

use unmask_store::{Snapshot, export as stored};

use crate::prelude::*;
use crate::separate_file::SeparateFile;

/// Writes the identities of all participants to a temporary file next to the target.
pub async fn write(
    snapshot: &mut Snapshot,
    versions: &Versions,
    target: &Path,
    simulated: bool,
) -> Result<SeparateFile> {
    let parameters = parameters(versions);
    let mut csv = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| ExportError::write(target, error);
    let own = ["participant_id", "username", "first_name", "last_name", "registered_at"];
    csv.write_record(own.into_iter().chain(parameters.iter().map(String::as_str))).map_err(failed)?;
    let take = |who: stored::Identity| {
        let ids: Option<Map<String, Value>> = who.recruitment.as_deref().and_then(|ids| serde_json::from_str(ids).ok());
        let id = |name: &String| ids.as_ref().and_then(|ids| ids.get(name)).map(|id| plain(id).into_owned());
        let at = who.created_at.map(time);
        let own = [Some(who.code), who.username, who.first_name, who.last_name, at];
        let row = own.into_iter().chain(parameters.iter().map(id)).map(Option::unwrap_or_default);
        csv.write_record(row).map_err(failed)
    };
    stored::identities(snapshot, simulated, take).await?;
    let csv = csv.into_inner().map_err(|error| ExportError::write(target, error.into_error()))?;
    SeparateFile::write(target, "identities", csv)
}

/// The parameters of recruitment links that any version stores.
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
