//! The command line. Every error ends with one clear sentence and a status that is not zero.

mod admin;
mod check;
mod doctor;
mod export;
mod new;
mod openapi;
mod schema;
mod serve;

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::io::IsTerminal as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use unmask_store::{Options, Store};

pub use admin::ensure as ensure_admin;

use crate::config::{Settings, with_file};
use crate::content::BundleError;

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
    /// Check a study bundle and say what is wrong with it, where, and how to mend it.
    Check(check::Args),
    /// Write a small working bundle to start from.
    New(new::Args),
    /// Write what was collected to files.
    Export(export::Args),
    /// Print the OpenAPI document of the HTTP API.
    Openapi,
    /// Print the JSON Schemas of a bundle's files, for editors.
    Schema,
    /// Create the admin, or give it a new password; ends its sessions.
    Admin(admin::Args),
    /// Say whether settings, database and study are in order.
    Doctor,
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
        Command::Check(args) => Ok(check::run(&settings, &args)?),
        Command::New(args) => new::run(&args),
        Command::Export(args) => block_on(export::run(settings, args)),
        Command::Openapi => openapi::run(),
        Command::Schema => schema::run(),
        Command::Admin(args) => block_on(admin::run(settings, args)),
        Command::Doctor => block_on(doctor::run(settings)),
    }
}

/// Mistakes of a bundle are shown in its files; everything else is one line.
fn explain(error: &anyhow::Error) {
    if let Some(BundleError::Problems { problems, .. }) = error.downcast_ref::<BundleError>() {
        eprint!("{}", problems.render(std::io::stderr().is_terminal()));
    }
    eprintln!("unmask: {error:#}");
}

fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future)
}

/// Opens the database and brings its schema up to date.
async fn open_store(settings: &Settings) -> Result<Store> {
    let store = Store::open(&settings.database_url, Options::default()).await.with_context(|| {
        // A PostgreSQL address may hold a password.
        let shown = settings.database_url.split_once('@').map_or(settings.database_url.as_str(), |(_, host)| host);
        format!("can't open the database '{shown}'")
    })?;
    store.migrate().await.context("can't bring the database up to date")?;
    Ok(store)
}

/// Makes the data folder, for its owner alone.
fn prepare_data(settings: &Settings) -> Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&settings.data)
        .with_context(|| format!("can't make the data folder '{}'", settings.data.display()))
}
