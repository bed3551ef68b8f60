//! The command line. Each error prints one sentence and exits with a non-zero status.

/// Prints a line on standard output. If its reader has gone, the command continues, because it must complete what it
/// changes; `println!` would panic.
macro_rules! print_line {
    ($($text:tt)*) => {
        drop(std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($text)*))))
    };
}

/// The same on standard error, for a server that must go on.
macro_rules! print_status {
    ($($text:tt)*) => {
        drop(std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{}\n", format_args!($($text)*))))
    };
}

mod activate;
mod admin;
mod anonymise;
mod backup;
mod bonus;
mod check;
mod checksum;
mod command;
mod condition;
mod doctor;
mod due;
mod export;
mod invitations;
mod ledger;
mod media;
mod new;
mod openapi;
mod person;
mod power;
mod prelude;
mod preregister;
mod reconcile;
mod report;
mod researcher;
mod retention;
mod schema;
mod serve;
mod simulate;
mod study;
mod token;
mod unblinding;
mod unfinished;
mod upgrade;
mod webhook;

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::panic;
use std::process::{self, ExitCode};

use anyhow::Result;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use unmask_store::{Engine, StoreError};

pub use admin::ensure as ensure_admin;
pub use ledger::inspect as inspect_ledger;

use crate::base::config::{Settings, with_sources};
use crate::installation::StudyError;
use crate::study_versions::BundleError;

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
    /// Serve the study, and all others that were added with `unmask study add`.
    Serve,
    /// Add, copy, list, pause, archive and remove studies beside the one at the root.
    ///
    /// Each study has a database, secrets and participants of its own, and its own address. Servers can be running.
    #[command(subcommand)]
    Study(study::Command),
    /// Check a study bundle, or (with --ledger) the allocation ledger against the recorded seed.
    ///
    /// Reports each error of the bundle with its position and how to fix it.
    ///
    /// With --ledger, derives the allocation schedule again from the recorded seed and compares it with the ledger in
    /// the database. This changes nothing. The server can be running.
    Check(check::Args),
    /// Make a changed study the current version, while servers are running.
    ///
    /// Checks the folder and shows what participants go through otherwise, what changes in the plan of the analysis,
    /// and which files differ. Then asks for confirmation, or needs --yes. Servers serve the new version within
    /// seconds, without a restart. Participants who have registered finish the version in which they started. With
    /// --wording-only, they read the new words, too, and the command refuses anything else that differs.
    ///
    /// Arms, steps, later parts and allocation of a trial that has begun only change with a --reason. The audit log
    /// records it, and the report lists the change with its date. If anything fails, the current version stays.
    Activate(activate::Args),
    /// Create a small working study bundle to start from.
    New(new::Args),
    /// Export the collected data to files.
    Export(export::Args),
    /// Compute the study's results: participant flow, outcomes, contrasts, a verdict on each hypothesis.
    ///
    /// Prints them as the console shows them, with intervals by arm, and writes them as HTML and JSON. This changes
    /// nothing. The server can be running.
    ///
    /// You see blinded labels (Arm A, Arm B …) until you are unblinded, with --unblind and a --reason. Others stay
    /// blinded. The audit log records the unblinding.
    Report(report::Args),
    /// Compute the sample size that the design in the bundle needs, and the power of its target.
    Power(power::Args),
    /// Write a preregistration of the study: a document, answers in OSF's template, and the plan with its hash.
    ///
    /// The document (HTML and Word) has hypotheses, design, sampling, measures, analysis and a SPIRIT 2025 table. It
    /// marks and lists what the bundle does not state. The same bundle gives the same files.
    ///
    /// With --check, compares the bundle with a preregistration and names each deviation. This changes nothing. The
    /// exit code is not zero if the plan differs.
    Preregister(preregister::Args),
    /// Let simulated participants take part in the study on a running server.
    ///
    /// They use its HTTP API, in every arm, with answers from a signal detection model (docs/SIMULATION.md). They are
    /// marked as simulated, use separate slots, and are left out of exports and counts unless you include them. At the
    /// end, the simulation certificate compares the database with what the server acknowledged. The exit code is not
    /// zero if anything was lost, duplicated or altered.
    Simulate(simulate::Args),
    /// Print the OpenAPI document of the HTTP API.
    Openapi,
    /// Print the JSON Schemas of a bundle's files, for editors.
    Schema,
    /// Compare the recruitment service's list of submissions (CSV) with the participants of the study.
    ///
    /// Finds who completed it there but not here, or here but not there, whose completion code does not match, and who
    /// has withdrawn. Prints the counts and writes a line for each case to check. This changes nothing.
    Reconcile(reconcile::Args),
    /// List who can take part in a later part of the study, for the recruitment service that invites them.
    ///
    /// Writes the recruitment ID of everybody whose part is open and not completed, with the times between which it is
    /// open. People who withdrew are not listed. The audit log records it; nothing else is changed.
    Due(due::Args),
    /// List what participants are paid in addition, for the recruiter's bulk payment.
    ///
    /// Computes `bonus` of the study from the stored scores, for everybody who completed the study and is in no earlier
    /// list. Shows the amounts and the total, asks, records the list, and writes it. The audit log records it. No money
    /// is moved.
    Bonus(bonus::Args),
    /// Show which e-mails about later parts are due, sent and failed.
    ///
    /// Counts people by part, message and state, and shows no addresses. This changes nothing. The server can be
    /// running; it sends the e-mails.
    Invitations(invitations::Args),
    /// Delete the link between people and data: accounts, names, recruitment IDs.
    ///
    /// Deletes permanently: accounts with their names, passwords and sessions, the links between accounts and data, and
    /// the recruitment IDs. The data stay under pseudonyms that can't be traced to a person. The study must be closed.
    /// Asks for confirmation, or needs --yes. The audit log records it.
    Anonymise(anonymise::Args),
    /// Enforce the study's retention period.
    ///
    /// After the last day of `retention:` of the study's active version, deletes the link between people and data, or
    /// the data too. The version is read from the database, not from a folder. Before that day, or with --dry-run, it
    /// only reports what it would do. Asks for confirmation, or needs --yes. The audit log records it.
    Retention(retention::Args),
    /// Back up the study into one folder, while the server runs (SQLite).
    ///
    /// It contains a snapshot of the databases, the study's folder, the server's secrets, and a manifest with all
    /// checksums. The backup of the study at the root also has the control database: people, roles, list of studies.
    ///
    /// The backup contains everything that was acknowledged before it started. It is checked page by page, synced to
    /// disk, and renamed when it is complete. Nothing is overwritten. For PostgreSQL, use its own tools
    /// (docs/OPERATING.md).
    Backup(backup::Args),
    /// Verify and restore a backup; the replaced files are kept (SQLite).
    ///
    /// The whole backup is verified first: checksums, every page of the databases, the allocation ledger against its
    /// seed. The server must be stopped. The replaced files are kept next to the new ones. The study's folder is
    /// created if it is missing and never replaced. Asks for confirmation before it replaces anything, or needs --yes.
    Restore(backup::RestoreArgs),
    /// Write media into a study with their checksums and lengths, or copy them to object storage.
    #[command(subcommand)]
    Media(media::Command),
    /// Create the administrator, or change the password or the username. This ends all its sessions.
    Admin(admin::Args),
    /// Manage the accounts of researchers, who use the console beside the administrator.
    ///
    /// Each of them is unblinded individually: a statistician can be unblinded while the others stay blinded. The audit
    /// log records who does what under their usernames.
    #[command(subcommand)]
    Researcher(researcher::Command),
    /// Manage people who work with studies of the installation, and their roles.
    ///
    /// They sign in at /console. The audit log of the installation records each change.
    #[command(subcommand)]
    Person(person::Command),
    /// Report what an upgrade to this program would change: which databases, and whether it can serve them.
    ///
    /// All studies of the installation are checked, also with --study-id.
    ///
    /// The server of the other version can be running. Nothing is changed. The exit code is not zero if a database was
    /// written by a newer program, or can't be read.
    Upgrade(upgrade::Args),
    /// Manage tokens with which programs use the API, for example to download data every night.
    #[command(subcommand)]
    Token(token::Command),
    /// Manage webhooks: other programs that get signed events, such as that a participant completed the study.
    ///
    /// The running server sends the events, and tries again for nearly three days if one is not accepted. Events have
    /// recruitment IDs and participant codes, and neither arms nor answers (docs/WEBHOOKS.md).
    #[command(subcommand)]
    Webhook(webhook::Command),
    /// Check machine, settings, database and study, and report how to fix each problem.
    ///
    /// The checks cover disk space, secrets, the certificate of --https, study and media with their checksums, the mail
    /// server's settings, the database's effective durability, schema, statements and integrity, the clock, the running
    /// version, the allocation ledger, the administrator, the audit log, the analytics, and unfinished copies that
    /// stopped commands left behind. Without --study-id, all studies of the installation are checked, and its own log.
    ///
    /// This changes nothing. The server can be running. The exit code is not zero if a check failed. Warnings do not
    /// count.
    Doctor(doctor::Args),
}

/// What a shell reports of a program that SIGPIPE ended.
const OUTPUT_CLOSED: i32 = 141;

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = match parse(std::env::args_os().collect()) {
        Ok(cli) => cli,
        Err(error) => return explain(&error, Engine::Sqlite),
    };
    if cli.command.only_prints() {
        exit_when_output_closes();
    }
    let engine = Engine::of(&cli.settings.database_url);
    run(cli).unwrap_or_else(|error| explain(&error, engine))
}

fn parse(args: Vec<OsString>) -> Result<Cli> {
    let command = with_sources(Cli::command(), &args)?;
    // `get_matches_from` prints help and errors.
    let mut cli = Cli::from_arg_matches(&command.get_matches_from(args))?;
    cli.settings = cli.settings.completed();
    Ok(cli)
}

fn run(Cli { mut settings, command }: Cli) -> Result<ExitCode> {
    let is_chosen = settings.study_id.is_some() && !command.is_about_the_installation();
    if is_chosen || command.is_about_a_study() {
        let of_installation = matches!(command, Command::Admin(_) | Command::Doctor(_));
        settings = block_on(study::chosen(settings, of_installation))?;
    }
    match command {
        Command::Serve => serve::run(settings),
        Command::Study(command) => block_on(study::run(settings, command)),
        Command::Check(args) if args.ledger => block_on(ledger::run(settings)),
        Command::Check(args) => Ok(check::run(&settings, &args)?),
        Command::Activate(args) => block_on(activate::run(settings, args)),
        Command::New(args) => new::run(&args),
        Command::Export(args) => block_on(export::run(settings, args)),
        Command::Report(args) => block_on(report::run(settings, args)),
        Command::Power(args) => power::run(&settings, &args),
        Command::Preregister(args) => block_on(preregister::run(settings, args)),
        Command::Simulate(args) => block_on(simulate::run(settings, args)),
        Command::Bonus(args) => block_on(bonus::run(settings, args)),
        Command::Due(args) => block_on(due::run(settings, args)),
        Command::Invitations(args) => block_on(invitations::run(settings, args)),
        Command::Reconcile(args) => block_on(reconcile::run(settings, args)),
        Command::Anonymise(args) => block_on(anonymise::run(settings, args)),
        Command::Retention(args) => block_on(retention::run(settings, args)),
        Command::Openapi => Ok(openapi::run()),
        Command::Schema => schema::run(),
        Command::Backup(args) => block_on(backup::run(settings, args)),
        Command::Restore(args) => block_on(backup::restore(settings, args)),
        Command::Media(command) => block_on(media::run(settings, command)),
        Command::Admin(args) => block_on(admin::run(settings, args)),
        Command::Researcher(command) => block_on(researcher::run(settings, command)),
        Command::Upgrade(args) => block_on(upgrade::run(settings, args)),
        Command::Token(command) => block_on(token::run(settings, command)),
        Command::Person(command) => block_on(person::run(settings, command)),
        Command::Webhook(command) => block_on(webhook::run(settings, command)),
        Command::Doctor(args) => block_on(doctor::run(settings, args)),
    }
}

impl Command {
    /// Whether the command needs the settings of the installation, also with --study-id.
    fn is_about_the_installation(&self) -> bool {
        matches!(self, Self::Serve | Self::Study(_) | Self::Person(_) | Self::Token(_) | Self::Upgrade(_))
    }

    /// Whether the command needs the database of one study, so that it must be clear which one.
    fn is_about_a_study(&self) -> bool {
        match self {
            Self::New(_) | Self::Power(_) | Self::Openapi | Self::Schema => false,
            Self::Check(args) => args.ledger,
            _ => !self.is_about_the_installation(),
        }
    }

    /// Whether the command changes nothing, so that it can end at any line. Other commands use `print_line!`.
    fn only_prints(&self) -> bool {
        matches!(
            self,
            Self::Check(_)
                | Self::Power(_)
                | Self::Openapi
                | Self::Schema
                | Self::Upgrade(_)
                | Self::Invitations(_)
                | Self::Doctor(_)
        )
    }
}

/// Exits without a message if the reader of standard output closes it early, as `unmask check | head` does. Rust
/// ignores SIGPIPE, and `println!` panics instead.
fn exit_when_output_closes() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let closed = |text: &str| text.starts_with("failed printing to stdout") && text.contains("Broken pipe");
        if info.payload_as_str().is_some_and(closed) {
            process::exit(OUTPUT_CLOSED);
        }
        report(info);
    }));
}

/// Mistakes of a bundle are shown in its files; everything else is one line.
fn explain(error: &anyhow::Error, engine: Engine) -> ExitCode {
    let (bundle, stored) = match error.downcast_ref() {
        Some(StudyError::Bundle(error)) => (Some(error), None),
        Some(StudyError::Store(error)) => (None, Some(error)),
        _ => (error.downcast_ref(), error.downcast_ref()),
    };
    if let Some(BundleError::Problems { problems, .. }) = bundle {
        eprint!("{}", problems.render(std::io::stderr().is_terminal()));
    }
    eprintln!("unmask: {error:#}");
    if stored.and_then(StoreError::damage).is_some() {
        eprintln!("The database is damaged: {}.", engine.remedy());
    }
    ExitCode::FAILURE
}

fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future)
}
