//! What leaves a study: one data package, read from one moment of the database and written row by row, so that no table
//! is ever in memory; what the report needs of each participant is. Nothing here changes the data, and nothing here
//! knows HTTP: the command line and the server call the same function.
//!
//! The values are the participants' own, to the byte. Where a value is missing there is a code that says why
//! ([`unmask_study::missing`]). Accounts and recruitment ids are never part of a package: they go into a file of their
//! own, and only if it is asked for.

mod aside;
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
mod people;
mod prelude;
mod psychds;
mod readable;
mod report;
mod rest;
mod schema;
mod scripts;
mod spreadsheet;
pub mod staging;
mod table;
mod tables;
mod usage;

use std::path::Path;

use serde_json::json;
use unmask_store::analytics::Analytics;
use unmask_store::study::{self, Unblinding};
use unmask_store::{AuditAction, Millis, Snapshot, Store, StoreError, audit, export as stored, rights};

pub use crate::aside::Aside;
use crate::bundle::Versions;
use crate::consort::Consort;
pub use crate::error::{ExportError, Result};
use crate::manifest::Contents;
pub use crate::manifest::Summary;
pub use crate::materials::Whole;
use crate::package::Package;
use crate::people::Pass;
use crate::report::Gathering;
pub use crate::report::{html as report_html, report_input, text as report_text};
use crate::tables::Tables;
pub use crate::tables::{FIELDS as USAGE_FIELDS, Field as UsageField};

/// What to export, and where to.
#[derive(Clone)]
pub struct Request<'a> {
    /// A folder, or a file that ends with `.zip`. It must not exist.
    pub target: &'a Path,
    /// A file for accounts and recruitment ids, by pseudonym, if they are wanted: CSV, or XLSX if its name ends so. It
    /// must not exist.
    pub identities: Option<&'a Path>,
    /// The files of a version, so that the package has the whole of it, media too.
    pub whole: Option<Whole<'a>>,
    /// The tables as XLSX too, for spreadsheets.
    pub spreadsheet: bool,
    /// The tables as CSV alone, without Parquet: quicker.
    pub csv_alone: bool,
    /// Simulated participants too.
    pub simulated: bool,
    /// Where the usage events are; without it the table has no row.
    pub usage: Option<&'a Analytics>,
    /// Why, if this is to be the unblinding of the study: it is done as one with the entry in the audit log.
    pub reason: Option<&'a str>,
    /// Who asks, for the audit log.
    pub actor: &'a str,
    /// Now, for the audit log; usage events that come later are left out.
    pub at: Millis,
}

/// Writes a package and records it, with its hash, in the audit log. On SQLite it keeps its thread busy until it
/// is done: call it where that may be.
pub async fn export(store: &Store, request: &Request<'_>) -> Result<Summary> {
    apart(request)?;
    let mut package = Package::begin(request.target)?;
    package.parquet = !request.csv_alone;
    let mut snapshot = store.snapshot().await?;
    let versions = Versions::read(&mut snapshot).await?;
    let (contents, mut snapshot) = fill(snapshot, &mut package, &versions, request).await?;
    let identities = match request.identities {
        Some(path) => Some(identities::write(&mut snapshot, &versions, path, request.simulated).await?),
        None => None,
    };
    drop(snapshot);
    let summary = manifest::write(&mut package, &contents)?;
    record(store, request, &summary, identities.as_ref()).await?;
    package.finish()?;
    identities.map_or(Ok(()), Aside::finish)?;
    Ok(summary)
}

/// The identities are never part of a package, by mistake neither.
fn apart(request: &Request<'_>) -> Result<()> {
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

/// An entry in the audit log, before anything can be taken.
async fn record(store: &Store, request: &Request<'_>, summary: &Summary, who: Option<&Aside>) -> Result<()> {
    let (actor, at) = (request.actor.to_owned(), request.at);
    let unblinding = request.reason.map(|reason| Unblinding { at, actor: actor.clone(), reason: reason.to_owned() });
    let details = json!({
        "package": summary.hash,
        "rows": summary.rows,
        "simulated": request.simulated,
        "identities": who.map(|identities| &identities.sha256),
        // A package names the arms, whatever the console shows.
        "before unblinding": unblinding.is_none() && study::unblinding(store).await?.is_none(),
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
) -> Result<(Contents, Snapshot)> {
    let simulated = request.simulated;
    let tables = Tables::of(versions);
    let mut consort = Consort::default();
    // The data are read once: what the report wants is gathered as the tables are written.
    let everybody = stored::people(&mut snapshot).await?;
    let mut gathered = Gathering::new(versions, everybody, simulated);
    let (consort_of, gathering) = (&mut consort, &mut gathered);
    let mut pass =
        Pass { package: &mut *package, versions, tables: &tables, consort: consort_of, gathering, simulated };
    let (people, mut snapshot) = people::write(snapshot, &mut pass).await?;
    rest::write(&mut snapshot, &mut pass).await?;
    usage::write(&mut snapshot, package, &tables, request.usage, simulated, request.at).await?;
    consort.withdrawn(&rights::withdrawals_in(&mut snapshot).await?, simulated);
    let contents =
        Contents::of(versions, people.newest, simulated, everybody.simulated, audit::head(&mut snapshot).await?);
    consort.write(package, versions)?;
    materials::write(package, versions, request.whole)?;
    codebook::write(package, versions, &tables)?;
    readable::write(package, versions, &tables, &contents)?;
    documents::write(package, versions, &tables, &contents, request.whole.map(|whole| whole.hash))?;
    report::write(package, versions, &tables, &gathered.finish(&mut snapshot, simulated).await?)?;
    scripts::write(package, &tables)?;
    if request.spreadsheet {
        spreadsheet::write(package, &tables, &contents)?;
    }
    datapackage::write(package, &tables, &contents)?;
    psychds::write(package, &tables, &contents)?;
    Ok((contents, snapshot))
}
