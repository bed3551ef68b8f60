//! The command line. Every error ends with one clear sentence and a status that is not zero.

mod admin;
mod anonymise;
mod backup;
mod check;
mod checksum;
mod doctor;
mod export;
mod ledger;
mod media;
mod new;
mod openapi;
mod power;
mod question;
mod reconcile;
mod report;
mod retention;
mod schema;
mod serve;
mod simulate;
mod unblinding;
mod unfinished;

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::io::IsTerminal as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use unmask_store::{Options, Store, StoreError, study};
use unmask_study::Study;

pub use admin::ensure as ensure_admin;

use crate::config::{Settings, with_file};
use crate::content::{BundleError, from_stored};

/// Runs randomised studies of deepfake interventions.
#[derive(Parser)]
#[command(name = "unmask", version, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the study.
    Serve,
    /// Check a study bundle, or (with --ledger) that people were allocated as the recorded seed says.
    #[command(long_about = "Check a study bundle and say what is wrong with it, where, and how to mend it.\n\n\
        With --ledger, derive the allocation sequence again from the recorded seed and hold it against the ledger \
        in the database. This reads and changes nothing, and the server may be running.")]
    Check(check::Args),
    /// Write a small working bundle to start from.
    New(new::Args),
    /// Write what was collected to files.
    Export(export::Args),
    /// Compute the study's results: flow of participants, outcomes, contrasts, a verdict on each hypothesis.
    #[command(long_about = "Compute the study's results, the same that the console shows: flow of participants, \
        outcomes by arm with intervals, contrasts, a verdict on each hypothesis in plain words. Prints them, and writes \
        them as HTML and JSON. Reads and changes nothing, and the server may be running.\n\n\
        The arms have masks (Arm A, Arm B …) until somebody unblinds the study, here with --unmask and a --reason or \
        in the console; the audit log has it.")]
    Report(report::Args),
    /// Compute how many people the design in the bundle needs, and what its target gives.
    Power(power::Args),
    /// Rehearse: robots take part in the study on a running server.
    #[command(
        long_about = "Rehearse the study: robots take part through the HTTP API of the running server, in every \
        arm, with answers from a signal-detection model (docs/SIMULATION.md). They are marked as simulated, stay out of \
        exports and figures unless asked for, and take no place from a person. At the end a certificate compares the \
        database with what the robots were told. The exit code is not zero if anything was lost, doubled or \
        altered."
    )]
    Simulate(simulate::Args),
    /// Print the OpenAPI document of the HTTP API.
    Openapi,
    /// Print the JSON Schemas of a bundle's files, for editors.
    Schema,
    /// Hold the recruiter's own list of submissions against who took part here.
    #[command(
        long_about = "Hold the recruiter's own list of submissions (CSV) against who took part here: who finished \
        there and not here, here and not there, whose completion code does not match, who has withdrawn. Prints the \
        counts and writes a line for whatever needs a look. Reads and changes nothing."
    )]
    Reconcile(reconcile::Args),
    /// Destroy the link between people and data: accounts, names, the recruiter's ids.
    #[command(
        long_about = "Destroy the link between people and data for good: accounts with their names, passwords and \
        sessions, the links between accounts and data, and the recruiter's ids. The data stay, under pseudonyms that \
        lead to nobody. The study must be closed. Asks first, or needs --yes; the audit log has it."
    )]
    Anonymise(anonymise::Args),
    /// Do what the study says about how long data are kept, when the time is over.
    #[command(
        long_about = "Do what `retention:` in the study's active version says, when its last day is over: destroy the \
        link between people and data, or delete the data too. The version is read from the database; no folder is. Says \
        what it would do before that day and with --dry-run. Asks first, or needs --yes; the audit log has it."
    )]
    Retention(retention::Args),
    /// Copy everything that the study needs into one folder, while the server runs (SQLite).
    #[command(long_about = "Copy everything that the study needs into one folder, while the server runs: the \
        databases as of one moment, the study's folder, the server's secrets, and a manifest with every checksum.\n\n\
        Everything that was acknowledged before it began is in it. The copy is checked page by page, brought to the \
        disk, and gets its name when it is complete; nothing is ever overwritten. PostgreSQL has better tools of its \
        own (docs/OPERATING.md).")]
    Backup(backup::Args),
    /// Put a backup in place, after checking all of it; what was there is kept aside (SQLite).
    #[command(
        long_about = "Put a backup in place. First all of it is checked: checksums, every page of the databases, \
        the allocation ledger against its seed. The server must be stopped. What is replaced is kept beside the new \
        files; the study's folder is made if it is missing and never replaced. Asks before it replaces anything, or \
        needs --yes."
    )]
    Restore(backup::RestoreArgs),
    /// Copy the study's media to where they are served from: `unmask media push --media-url s3://bucket/prefix`.
    #[command(subcommand)]
    Media(media::Command),
    /// Create the admin, give it a new password, or give the role to another name; ends its sessions.
    Admin(admin::Args),
    /// Say whether machine, settings, database and study are in order, and how to mend what is not.
    #[command(long_about = "Say whether machine, settings, database and study are in order, and how to mend what is \
        not: room on the disk, secrets, study and media with their checksums, the database's effective durability, \
        schema, statements and integrity, the clock, the running version, the allocation ledger, the admin, the audit \
        log, the analytics, and unfinished copies of data that killed commands left behind.\n\nChanges nothing, and the server may be running. The exit code is not zero if a \
        check failed; warnings do not count.")]
    Doctor(doctor::Args),
}

/// Runs the program.
pub fn main() -> ExitCode {
    match run(std::env::args_os().collect()) {
        Ok(code) => code,
        Err(error) => {
            explain(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(args: Vec<OsString>) -> Result<ExitCode> {
    let command = with_file(Cli::command(), &args)?;
    // `get_matches_from` prints help and mistakes itself.
    let matches = command.get_matches_from(args);
    let Cli { settings, command } = Cli::from_arg_matches(&matches)?;
    match command {
        Command::Serve => serve::run(settings),
        Command::Check(args) if args.ledger => block_on(ledger::run(settings)),
        Command::Check(args) => Ok(check::run(&settings, &args)?),
        Command::New(args) => new::run(&args),
        Command::Export(args) => block_on(export::run(settings, args)),
        Command::Report(args) => block_on(report::run(settings, args)),
        Command::Power(args) => power::run(&settings, &args),
        Command::Simulate(args) => block_on(simulate::run(settings, args)),
        Command::Reconcile(args) => block_on(reconcile::run(settings, args)),
        Command::Anonymise(args) => block_on(anonymise::run(settings, args)),
        Command::Retention(args) => block_on(retention::run(settings, args)),
        Command::Openapi => openapi::run(),
        Command::Schema => schema::run(),
        Command::Backup(args) => block_on(backup::run(settings, args)),
        Command::Restore(args) => block_on(backup::restore(settings, args)),
        Command::Media(command) => block_on(media::run(settings, command)),
        Command::Admin(args) => block_on(admin::run(settings, args)),
        Command::Doctor(args) => block_on(doctor::run(settings, args)),
    }
}

/// Mistakes of a bundle are shown in its files; everything else is one line.
fn explain(error: &anyhow::Error) {
    if let Some(BundleError::Problems { problems, .. }) = error.downcast_ref::<BundleError>() {
        eprint!("{}", problems.render(std::io::stderr().is_terminal()));
    }
    eprintln!("unmask: {error:#}");
    if let Some(StoreError::Damaged(_)) = error.downcast_ref() {
        eprintln!("Stop the server, restore the last backup (unmask restore), then run `unmask doctor`.");
    }
}

fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future)
}

/// Opens the database and brings its schema up to date.
async fn open_store(settings: &Settings) -> Result<Store> {
    let store = connect(settings, Options::default()).await?;
    store.migrate().await.context("can't bring the database up to date")?;
    Ok(store)
}

/// Opens a database that is there, to look at it while a server may be running: nothing is made or changed.
async fn visit_store(settings: &Settings) -> Result<Store> {
    let store = connect(settings, Options { visiting: true, ..Options::default() }).await?;
    match store.schema().await? {
        (found, known) if found == known => Ok(store),
        (found, known) if found > known => Err(StoreError::Newer { found, known }.into()),
        (0, _) => bail!(
            "the database '{}' is empty, no study was ever started on it; check --database-url, or start the server once",
            shown(&settings.database_url)
        ),
        (found, known) => bail!(
            "the database has schema {found}, this program is newer and has {known}; make a backup, then start the server \
             of this version once, which brings the database up to date"
        ),
    }
}

async fn connect(settings: &Settings, options: Options) -> Result<Store> {
    Store::open(&settings.database_url, options).await.map_err(|error| not_opened(settings, error))
}

fn not_opened(settings: &Settings, error: StoreError) -> anyhow::Error {
    let (why, or) = match error {
        StoreError::Unavailable(why) => (why, ""),
        StoreError::Damaged(why) => (why, ", or restore the last backup (unmask restore)"),
        other => (other.to_string(), ""),
    };
    anyhow!("can't open the database '{}': {why}; check --database-url{or}", shown(&settings.database_url))
}

/// The version that new participants get, as the database keeps it.
async fn active_study(store: &Store) -> Result<Study> {
    let version =
        study::active_version(store).await?.context("the database has no study yet; start the server once")?;
    from_stored(&version.hash, &version.bundle)
        .context("the stored study is damaged, or of another version of this program")
}

/// An address of a database without the password that it may hold.
fn shown(url: &str) -> &str {
    // The password itself may have an `@`, and may stand in the query as well.
    let host = url.rsplit_once('@').map_or(url, |(_, host)| host);
    host.split('?').next().unwrap_or_default()
}

/// What the process makes from here on can be read by its own user alone.
fn for_owner_alone() {
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Makes the data folder, for its owner alone.
fn prepare_data(settings: &Settings) -> Result<()> {
    // The database may be in another folder.
    for_owner_alone();
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&settings.data)
        .with_context(|| format!("can't make the data folder '{}'", settings.data.display()))
}
