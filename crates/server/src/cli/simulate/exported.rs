//! The exported data of a run's simulated participants: a data package, written as by `unmask export` and read again.

use std::collections::BTreeSet;

use unmask_export::Request;
use unmask_export::staging::Staging;
use unmask_simulation::exported::Exported;
use unmask_simulation::log::Remembered;
use unmask_simulation::stored::Stored;
use unmask_store::study::OPERATOR;

use crate::base::background::yield_to_others;
use crate::cli::prelude::*;

/// The part of the package that is about the run.
pub(super) struct Package {
    pub exported: Exported,
    /// SHA-256 of its manifest, as in the audit log.
    pub hash: String,
}

/// Exports everything, including simulated participants, records that in the audit log like any export, and reads it.
/// The files are gone afterwards: they contain people's data, which were not requested.
pub(super) async fn read(store: &Store, data: &Path, participants: &[Remembered], stored: &Stored) -> Result<Package> {
    // People may be taking part meanwhile. Latencies are no longer measured.
    yield_to_others();
    let scratch = Staging::next_to(&data.join("rehearsal"))
        .with_context(|| format!("can't make a folder for the data package in '{}'", data.display()))?;
    let target = scratch.folder().join("package");
    let request = Request {
        target: &target,
        identities: None,
        whole: None,
        spreadsheet: false,
        csv_alone: true,
        simulated: true,
        public: None,
        blinded: None,
        seed: None,
        usage: None,
        unblinding: None,
        actor: OPERATOR,
        at: Clock::system().now(),
    };
    let summary = unmask_export::export(store, &request)
        .await
        .context("can't export what the simulated participants submitted")?;
    let names = stored.people.iter().map(|person| (person.code.clone(), person.username.clone())).collect();
    let mut exported = Exported::read(&target, names)?;
    // Stored or not: a participant that is missing in the database may still be in the package, and vice versa.
    let told = participants.iter().filter_map(|participant| participant.code.as_deref());
    let codes: BTreeSet<&str> = stored.people.iter().map(|person| person.code.as_str()).chain(told).collect();
    exported.keep(&codes);
    Ok(Package { exported, hash: summary.hash })
}
