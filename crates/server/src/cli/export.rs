//! `unmask export`: writes the data package.

use std::fs::File;
use std::io::{self, BufWriter, Write as _, stdout};
use std::os::unix::fs::OpenOptionsExt as _;

use unmask_export::staging::Staging;
use unmask_export::{Anonymity, Publication, Request, Summary};
use unmask_store::analytics::Analytics;
use unmask_store::audit::AuditAction;
use unmask_store::study::{self, OPERATOR, StudyStatus, Unblinding};

use super::checksum::sha256;
use super::command::printed;
use super::ledger::own_seed;
use super::unblinding::{self, Recipient};
use super::unfinished::EVENTS;
use crate::base::background::yield_to_others;
use crate::cli::prelude::*;
use crate::collector::export;
use crate::study_versions::Bundle;

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, and all combinations occur")]
pub struct Args {
    /// Path of the data package: a folder, or a file that ends in .zip. It must not exist.
    #[arg(value_name = "FOLDER_OR_ZIP", required_unless_present = "events")]
    target: Option<PathBuf>,
    /// Also write accounts and recruitment IDs by pseudonym to this separate file: CSV with names and IDs as they are,
    /// or XLSX, which runs none of them as a formula, if the name ends in .xlsx. Never share it with the data.
    #[arg(long, value_name = "FILE", conflicts_with = "events")]
    identities: Option<PathBuf>,
    /// Include the study's media, so that the package has the whole bundle and `unmask check` shows the same version.
    #[arg(long, conflicts_with = "events")]
    media: bool,
    /// Also write the tables as XLSX, for spreadsheet programs. Nothing that a participant typed is run as a formula.
    #[arg(long, conflicts_with = "events")]
    xlsx: bool,
    /// Write the tables as CSV only, without Parquet. This is faster and usually sufficient.
    #[arg(long, conflicts_with = "events")]
    csv: bool,
    /// Instead of the package, export the usage events as JSON Lines for the importer of the hosted analytics service.
    #[arg(long, conflicts_with = "target")]
    events: bool,
    /// Include simulated participants.
    #[arg(long)]
    simulated: bool,
    /// Include only participants who agreed to the publication of their answers, without times of day, free text, dates
    /// and usage events.
    #[arg(long, conflicts_with_all = ["events", "identities"])]
    public: bool,
    /// Replace the arms by the blinded labels of the console, and leave out whatever differs between the arms by
    /// design. This unblinds nobody.
    #[arg(
        long,
        conflicts_with_all = ["events", "identities", "media", "public", "seed", "reason", "researcher", "everybody"]
    )]
    blinded: bool,
    /// Include the answers to these items with free text or dates in the public package. Read them first.
    #[arg(long, value_name = "ITEM,…", value_delimiter = ',', requires = "public")]
    texts: Vec<String>,
    /// Include the allocation seed, with which everyone can derive the schedule again (`analysis/allocation.py`). Only
    /// for a closed study, because the seed reveals the next assignments.
    #[arg(long, conflicts_with = "events")]
    seed: bool,
    /// Reason for the unblinding. The data show which arm is which, so an export unblinds the person who gets it, and
    /// nobody else. Ignored if they are not blinded.
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    #[command(flatten)]
    recipient: Recipient,
    /// File for the usage events. It must not exist. Default: standard output.
    #[arg(long, short, value_name = "FILE", requires = "events", conflicts_with = "target")]
    output: Option<PathBuf>,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    // People may be taking part meanwhile.
    yield_to_others();
    let store = visit_store(&settings).await?;
    let at = Clock::system().now();
    let unblinding = if args.blinded {
        None
    } else {
        args.recipient.unblinding(&store, at, args.reason.as_deref(), "the export").await?
    };
    let usage = Analytics::visit(&settings.database_url).await.context("can't open the analytics")?;
    match &args.target {
        Some(target) => {
            let whole = if args.media { Some(whole(&settings.study, &store).await?) } else { None };
            let request = Request {
                target,
                identities: args.identities.as_deref(),
                whole: whole.as_ref().map(Bundle::whole),
                spreadsheet: args.xlsx,
                csv_alone: args.csv,
                simulated: args.simulated,
                public: args.public.then_some(args.texts.as_slice()),
                blinded: if args.blinded { Some(own_seed(&settings, &store).await?) } else { None },
                seed: if args.seed { Some(seed_of_closed(&settings, &store).await?) } else { None },
                usage: usage.as_ref(),
                unblinding: unblinding.as_ref(),
                actor: OPERATOR,
                at,
            };
            print_line!("{}", described(target, &unmask_export::export(&store, &request).await?));
        }
        None => events(usage.as_ref(), &store, &settings.data, &args, at, unblinding.clone()).await?,
    }
    if let Some(unblinding) = &unblinding {
        unblinding::announce(unblinding);
    }
    if let Some(usage) = usage {
        usage.close().await;
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// The allocation seed, if nobody can be allocated any more.
async fn seed_of_closed(settings: &Settings, store: &Store) -> Result<[u8; 32]> {
    anyhow::ensure!(
        study::status(store).await? == StudyStatus::Closed,
        "the study is not closed, and the seed would reveal the next assignments: close the study in the console first \
         and do not open it again, or omit --seed"
    );
    own_seed(settings, store).await
}

/// The study's folder, if it is the active version. Only the folder has the media.
async fn whole(folder: &Path, store: &Store) -> Result<Bundle> {
    let bundle = Bundle::read(folder)?;
    let active = study::active_hash(store)
        .await?
        .context("there is nothing to export: no study has been started with this database")?;
    anyhow::ensure!(
        bundle.hash == active,
        "'{}' is version {:.12}, and the active one is {active:.12}: give --study the folder that the server was started \
         with, or omit --media",
        folder.display(),
        bundle.hash
    );
    Ok(bundle)
}

/// Describes the contents of the package.
fn described(target: &Path, written: &Summary) -> String {
    let mut lines = vec![format!("The data are in {}:", target.display())];
    lines.extend(written.rows.iter().map(|(table, rows)| format!("  {table}: {rows} rows")));
    if written.robots_left_out > 0 {
        lines.push(format!(
            "Simulated participants not included: {} (include them with --simulated).",
            written.robots_left_out
        ));
    }
    lines.push(agreed(&written.publication));
    lines.push(format!("The package is {}; the audit log records it.", written.hash));
    lines.join("\n")
}

/// Describes who agreed to publication.
fn agreed(publication: &Publication) -> String {
    let Publication { asked, agreed, not_agreed, anonymity } = publication;
    match anonymity {
        Some(Anonymity { variables, groups }) => {
            let [alone, few] =
                [1, 4].map(|most| groups.range(..=most).map(|(size, groups)| size * groups).sum::<i64>());
            format!(
                "Participants who agreed to publication: {agreed}; left out: {not_agreed}.\n\
                 Quasi-identifiers: {}. Participants whose combination nobody else has: {alone}; fewer than five have: {few}.",
                variables.join(", ")
            )
        }
        None if *asked => {
            format!("Agreed to publication: {agreed}, did not agree: {not_agreed} (publish only --public).")
        }
        None => "The study does not ask for consent to publication.".into(),
    }
}

/// Usage events contain participant codes, so their export is recorded like a package: the audit log gets their hash
/// before they can be read. Until then they are in a hidden folder next to the target file.
async fn events(
    usage: Option<&Analytics>,
    store: &Store,
    data: &Path,
    args: &Args,
    at: Millis,
    unblinding: Option<Unblinding>,
) -> Result<()> {
    let folder = if data.is_dir() { data.to_owned() } else { std::env::temp_dir() };
    let target = args.output.clone().unwrap_or_else(|| folder.join(EVENTS));
    let failed = || format!("can't write '{}'", target.display());
    // A file that can't be published was not exported.
    if args.output.is_some() && target.symlink_metadata().is_ok() {
        bail!("{}: it exists", failed());
    }
    let staging = Staging::next_to(&target).with_context(failed)?;
    let waiting = staging.content();
    let file = File::options().write(true).create_new(true).mode(0o600).open(&waiting).with_context(failed)?;
    let mut out = BufWriter::new(file);
    let count = match usage {
        Some(usage) => export::events(store, usage, args.simulated, &mut out).await?,
        None => 0,
    };
    out.flush()?;
    drop(out);
    let details = json!({ "sha256": sha256(&waiting)?, "events": count, "simulated": args.simulated });
    let logged = unblinding::record(store, at, unblinding, AuditAction::ExportEvents, details).await;
    logged.context("nothing was exported: the audit log can't be written")?;
    match &args.output {
        None => printed(io::copy(&mut File::open(&waiting)?, &mut stdout().lock()).map(drop), "the events")?,
        Some(_) => staging.publish().with_context(failed)?,
    }
    eprintln!("{count} events");
    Ok(())
}
