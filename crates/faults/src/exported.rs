//! What leaves the study: the data package, written by the program itself with `unmask export` and read as a researcher
//! would read it. The identities beside it say which robot a pseudonym is.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use unmask_robots::exported::Exported;

use crate::fleet::Setting;

#[derive(Deserialize)]
struct Identity {
    participant_id: String,
    username: String,
}

/// Exports everything into a folder, and reads it.
pub async fn export(setting: &Setting) -> Result<Exported> {
    let (package, identities) = (setting.folder.join("package"), setting.folder.join("identities.csv"));
    let mut export = setting.command("export");
    let done = export.arg(&package).arg("--identities").arg(&identities).output().await?;
    ensure!(done.status.success(), "unmask export failed: {}", String::from_utf8_lossy(&done.stderr));
    let table = |name: &str| package.join(format!("data/description-{name}_data.csv"));
    Ok(Exported {
        submissions: read(&table("submissions"))?,
        responses: read(&table("responses"))?,
        participants: read(&table("participants"))?,
        allocations: read(&table("allocations"))?,
        names: read::<Identity>(&identities)?.into_iter().map(|who| (who.participant_id, who.username)).collect(),
    })
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let rows = csv::Reader::from_path(path).and_then(|mut file| file.deserialize().collect());
    rows.with_context(|| format!("can't read '{}' of the export", path.display()))
}
