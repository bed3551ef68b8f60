//! `unmask check`: checks a bundle. It needs no database, except with `--ledger` (see [`super::ledger`]).

use std::io::IsTerminal as _;

use unmask_study::load::{conclusion, inspect};
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
    /// Check the allocation ledger in the database against the recorded seed, instead of a bundle.
    #[arg(long, conflicts_with = "folder")]
    pub ledger: bool,
}

pub fn run(settings: &Settings, args: &Args) -> Result<ExitCode> {
    let folder = args.folder.as_ref().unwrap_or(&settings.study);
    let files = read_folder(folder)?;
    let (study, problems) = inspect(&files);
    let colour = std::io::stdout().is_terminal();
    print!("{}", problems.render(colour));
    let Some(study) = study.filter(|_| !problems.has_errors()) else { return Ok(ExitCode::FAILURE) };
    println!("{}", conclusion(&study, &problems, &files));
    let failed = args.strict && problems.count(Severity::Warning) > 0;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
