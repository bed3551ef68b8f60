//! Exports a study as one data package. The tables come from one snapshot of the database and are written row by row,
//! so that no table is in memory; only the report's input is. Exporting changes no data. The crate does not depend on
//! HTTP: the command line and the server call the same function.
//!
//! The values are byte for byte as the participants sent them. A code replaces each missing value and gives the reason
//! ([`unmask_study::missing`]). Accounts and recruitment ids are never part of a package: they are written to a
//! separate file, and only on request.

mod allocation;
mod blinded;
mod blinding;
mod bundle;
mod cell;
mod codebook;
mod columns;
pub mod consort;
mod datapackage;
mod documents;
pub mod drawing;
mod error;
mod gathered;
mod identities;
mod manifest;
mod materials;
mod package;
mod paper;
mod people;
mod prelude;
mod preregistration;
mod psychds;
mod publication;
mod readable;
mod report;
mod rest;
mod rocrate;
mod schema;
mod scripts;
mod separate_file;
mod spreadsheet;
pub mod staging;
mod table;
mod tables;
mod usage;

use std::path::Path;

use serde_json::json;
use unmask_store::analytics::Analytics;
use unmask_store::looks::{self, Look};
use unmask_store::study::{self, Unblinding};
use unmask_store::{AuditAction, Millis, Snapshot, Store, StoreError, audit, export as stored, rights};
use unmask_study::report::{Stage, StageKind};

use crate::blinded::Blinded;
use crate::bundle::Versions;
use crate::consort::Consort;
pub use crate::error::{ExportError, Result};
use crate::manifest::Contents;
pub use crate::manifest::Summary;
pub use crate::materials::Whole;
use crate::package::Package;
pub use crate::paper::{AllocationMethod, Paper, PlannedMethods};
use crate::people::Pass;
pub use crate::preregistration::{Preregistration, Recorded, planned_methods};
use crate::publication::Agreement;
pub use crate::publication::{Anonymity, Publication};
use crate::report::{Gathering, Looked};
pub use crate::report::{html as report_html, report_input, text as report_text};
pub use crate::separate_file::{SeparateFile, is_spreadsheet};
use crate::tables::Tables;
pub use crate::tables::{FIELDS as USAGE_FIELDS, Field as UsageField};

/// The content and the target of an export.
#[derive(Clone)]
pub struct Request<'a> {
    /// A folder, or a file that ends with `.zip`. It must not exist.
    pub target: &'a Path,
    /// A file for accounts and recruitment ids, by pseudonym, if requested: CSV, or XLSX if its name ends so. It must
    /// not exist.
    pub identities: Option<&'a Path>,
    /// The files of a version, including media, so that the package has the complete bundle.
    pub whole: Option<Whole<'a>>,
    /// The tables as XLSX too, for spreadsheets.
    pub spreadsheet: bool,
    /// The tables as CSV alone, without Parquet: quicker.
    pub csv_alone: bool,
    /// Includes simulated participants.
    pub simulated: bool,
    /// Only participants who agreed to publication, with coarser times and without free text but that of these items.
    pub public: Option<&'a [String]>,
    /// The allocation seed, for a package with blinded arms. It is not in the package, and can't be combined with
    /// identities, media, a public package and the seed.
    pub blinded: Option<[u8; 32]>,
    /// The allocation seed, if the package is to contain it. It tells the next assignments: the study must be closed.
    pub seed: Option<[u8; 32]>,
    /// The database of the usage events. Without it, the table is empty.
    pub usage: Option<&'a Analytics>,
    /// The unblinding by this export, if it is one. It is recorded in the same transaction as the export.
    pub unblinding: Option<&'a Unblinding>,
    /// The actor, for the audit log.
    pub actor: &'a str,
    /// Now, for the audit log; later usage events are omitted.
    pub at: Millis,
}

/// Writes a package and records it, with its hash, in the audit log. On SQLite, it blocks its thread until it is done.
/// Call it from a thread that may block.
pub async fn export(store: &Store, request: &Request<'_>) -> Result<Summary> {
    apart(request)?;
    let mut package = Package::begin(request.target)?;
    package.parquet = !request.csv_alone;
    let mut snapshot = store.snapshot().await?;
    let mut versions = Versions::read(&mut snapshot).await?;
    let recruitment = looks::recruitment(store, request.at).await?;
    let whole = if request.public.is_some() || request.blinded.is_some() {
        let everybody = report_input(store, request.simulated).await?;
        Some(Stage::of(&everybody, recruitment).without_look(&everybody).kind)
    } else {
        None
    };
    if let Some(seed) = request.blinded {
        let blinded = Blinded::of(&versions, seed, !whole.is_some_and(StageKind::withholds));
        versions.keep(&|variable| blinded.has(variable));
        package.blinded = Some(blinded.into());
    }
    let looked = Looked { recruitment, looks: looks::looks(store).await?, whole };
    let (contents, stage, mut snapshot) = fill(snapshot, &mut package, &versions, request, looked).await?;
    let identities = match request.identities {
        Some(path) => Some(identities::write(&mut snapshot, &versions, path, request.simulated).await?),
        None => None,
    };
    drop(snapshot);
    let drawn = match request.blinded {
        None => Some(allocation::described(store, &versions, request.seed.as_ref()).await?),
        Some(_) => None,
    };
    let summary = manifest::write(&mut package, &contents, drawn.as_ref())?;
    record(store, request, &summary, identities.as_ref(), &stage).await?;
    package.finish()?;
    identities.map_or(Ok(()), SeparateFile::finish)?;
    Ok(summary)
}

/// Rejects a path for the identities inside the package, and what would reveal the arms of a blinded one.
fn apart(request: &Request<'_>) -> Result<()> {
    let reveals =
        request.identities.is_some() || request.whole.is_some() || request.public.is_some() || request.seed.is_some();
    if request.blinded.is_some() && reveals {
        return Err(ExportError::BlindedAlone);
    }
    let whole = |path| std::path::absolute(path).map_err(|error| ExportError::write(path, error));
    match request.identities {
        Some(who) if whole(who)?.starts_with(whole(request.target)?) => Err(ExportError::Inside(who.to_owned())),
        _ => Ok(()),
    }
}

/// Writes the file of accounts and recruitment ids alone, to the target, and records it with its hash in the audit log.
pub async fn export_identities(store: &Store, request: &Request<'_>) -> Result<()> {
    let mut snapshot = store.snapshot().await?;
    let versions = Versions::read(&mut snapshot).await?;
    let file = identities::write(&mut snapshot, &versions, request.target, request.simulated).await?;
    drop(snapshot);
    let details = json!({ "simulated": request.simulated, "identities": file.sha256 });
    let (actor, at) = (request.actor.to_owned(), request.at);
    store.write(async move |tx| audit::audit(tx, at, &actor, AuditAction::ExportData, &details).await).await?;
    file.finish()
}

/// Writes the entry in the audit log before the files are published.
async fn record(
    store: &Store,
    request: &Request<'_>,
    summary: &Summary,
    who: Option<&SeparateFile>,
    stage: &Stage,
) -> Result<()> {
    let (actor, at) = (request.actor.to_owned(), request.at);
    let unblinding = request.unblinding.cloned();
    let details = json!({
        "package": summary.hash,
        "rows": summary.rows,
        "simulated": request.simulated,
        "public": request.public.is_some(),
        "blinded": request.blinded.is_some(),
        "seed": request.seed.is_some(),
        "identities": who.map(|identities| &identities.sha256),
        // The results of a package are a look at outcomes by arm.
        "look": Look::of(stage, at).map(|look| look.details()),
    });
    let recorded = store.write(async move |tx| {
        if let Some(unblinding) = &unblinding {
            study::unblind(tx, unblinding).await?;
        }
        audit::audit(tx, at, &actor, AuditAction::ExportData, &details).await
    });
    recorded.await.map_err(|error: StoreError| error.into())
}

/// Writes all files but the manifest.
async fn fill(
    mut snapshot: Snapshot,
    package: &mut Package,
    versions: &Versions,
    request: &Request<'_>,
    looked: Looked,
) -> Result<(Contents, Stage, Snapshot)> {
    let simulated = request.simulated;
    let agreement = Agreement::read(&mut snapshot, versions, simulated).await?;
    let public = request.public.map(|chosen| agreement.public(versions, chosen)).transpose()?;
    package.public.clone_from(&public);
    let blinded = package.blinded.clone();
    let tables = Tables::of(versions, public.as_deref(), blinded.as_deref());
    let mut consort = Consort::default();
    // The data are read once: the report's input is gathered while the tables are written.
    let everybody = stored::people(&mut snapshot).await?;
    let mut gathered = Gathering::new(versions, everybody, simulated);
    let (consort_of, gathering) = (&mut consort, &mut gathered);
    let mut pass =
        Pass { package: &mut *package, versions, tables: &tables, consort: consort_of, gathering, simulated };
    let (people, mut snapshot) = people::write(snapshot, &mut pass).await?;
    let is_dated_by_day = public.is_some() || blinded.is_some();
    let newest = if is_dated_by_day { publication::day(people.newest) } else { people.newest };
    rest::write(&mut snapshot, &mut pass, &people.later, newest).await?;
    // Usage events are no research data: nobody agreed to their publication, and pages reveal the arm.
    let usage = request.usage.filter(|_| public.is_none() && blinded.is_none());
    usage::write(&mut snapshot, package, &tables, usage, simulated, request.at).await?;
    consort.withdrawn(&rights::withdrawals_in(&mut snapshot).await?, simulated);
    let registered = if simulated { everybody.all } else { everybody.all - everybody.simulated };
    let publication = agreement.counts(registered, people.anonymity);
    let head = audit::head(&mut snapshot).await?;
    let unblindings = blinding::unblindings(&mut snapshot, request.unblinding).await?;
    let contents = Contents::of(versions, newest, simulated, everybody.simulated, head, publication);
    let contents = Contents { blinded: blinded.as_deref().map(Blinded::described), ..contents };
    if blinded.is_none() {
        consort.write(package, versions, newest)?;
        materials::write(package, versions, request.whole)?;
    }
    codebook::write(package, versions, &tables)?;
    readable::write(package, versions, &tables, &contents)?;
    let input = gathered.finish(&mut snapshot, simulated).await?;
    let (stage, sections) = report::write(package, versions, &tables, &contents, &input, looked)?;
    let whole = request.whole.map(|whole| whole.hash);
    let facts = documents::Facts { whole, sections: &sections, unblindings: &unblindings };
    documents::write(package, versions, &tables, &contents, &facts)?;
    scripts::write(package, &tables)?;
    if request.spreadsheet {
        spreadsheet::write(package, &tables, &contents)?;
    }
    datapackage::write(package, &tables, &contents)?;
    psychds::write(package, &tables, &contents)?;
    rocrate::write(package, &tables, &contents)?;
    Ok((contents, stage, snapshot))
}
