//! `unmask check`: checks a bundle. It needs no database, except with `--ledger` (see [`super::ledger`]).

use std::io::IsTerminal as _;

use chrono::{DateTime, NaiveDate};
use unmask_study::load::{conclusion, inspect_from};
use unmask_study::problem::Severity;

use crate::cli::prelude::*;
use crate::study_versions::read_folder;

#[derive(clap::Args)]
pub struct Args {
    /// The bundle. Default: the one of --study.
    folder: Option<PathBuf>,
    /// Fail on warnings too, for example in a check before each commit.
    #[arg(long)]
    strict: bool,
    /// The day from which participants register, YYYY-MM-DD, for the dates of later parts. Name the day on which the
    /// study began if it runs. Default: today.
    #[arg(long, value_name = "DAY")]
    starts: Option<NaiveDate>,
    /// Check the allocation ledger in the database against the recorded seed, instead of a bundle.
    #[arg(long, conflicts_with = "folder")]
    pub ledger: bool,
}

pub fn run(settings: &Settings, args: &Args) -> Result<ExitCode> {
    let folder = args.folder.as_ref().unwrap_or(&settings.study);
    let files = read_folder(folder)?;
    let now = DateTime::from_timestamp_millis(Clock::system().now()).context("the clock is out of range")?;
    let (study, problems) = inspect_from(&files, args.starts.unwrap_or(now.date_naive()));
    let colour = std::io::stdout().is_terminal();
    print!("{}", problems.render(colour));
    let Some(study) = study.filter(|_| !problems.has_errors()) else { return Ok(ExitCode::FAILURE) };
    println!("{}", conclusion(&study, &problems, &files));
    let failed = args.strict && problems.count(Severity::Warning) > 0;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
