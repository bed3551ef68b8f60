//! What leaves the study: the data package, written by the program itself with `unmask export` and read as a researcher
//! would read it. The separate identities map pseudonyms to simulated participants.

use anyhow::{Result, ensure};
use serde::Deserialize;
use unmask_simulation::exported::{Exported, rows};

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
    // In the laboratory, simulated participants register as people.
    let unblinding = ["--reason", "what the simulated participants sent is compared with what they received"];
    let done = export.arg(&package).arg("--identities").arg(&identities).args(unblinding).output().await?;
    ensure!(done.status.success(), "unmask export failed: {}", String::from_utf8_lossy(&done.stderr));
    let names = rows::<Identity>(&identities)?.into_iter().map(|who| (who.participant_id, who.username)).collect();
    Exported::read(&package, names)
}
