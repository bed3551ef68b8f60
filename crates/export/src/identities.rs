//! Who the participants are: pseudonym, account and recruitment ids, in a file apart from any package.

use std::path::Path;

use unmask_store::{Snapshot, export as stored};

use crate::aside::Aside;
use crate::prelude::*;

/// Everybody's, on the way to its target.
pub async fn write(snapshot: &mut Snapshot, versions: &Versions, target: &Path, simulated: bool) -> Result<Aside> {
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
    Aside::write(target, "identities", csv)
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
