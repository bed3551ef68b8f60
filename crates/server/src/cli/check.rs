//! `unmask check`: needs no database, unless it is asked for the ledger (see [`super::ledger`]).

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use unmask_study::load::inspect;

use crate::config::Settings;
use crate::content::read_folder;

#[derive(clap::Args)]
pub struct Args {
    /// The bundle; the one of --study if it is not given.
    folder: Option<PathBuf>,
    /// Check the allocation ledger of the database against the recorded seed, in place of a bundle.
    #[arg(long, conflicts_with = "folder")]
    pub ledger: bool,
}

pub fn run(settings: &Settings, args: &Args) -> Result<ExitCode> {
    let folder = args.folder.as_ref().unwrap_or(&settings.study);
    let files = read_folder(folder)?;
    let (study, problems) = inspect(&files);
    let colour = std::io::stdout().is_terminal();
    print!("{}", problems.render(colour));
    match study.filter(|_| !problems.has_errors()) {
        Some(study) => {
            println!("'{}' is in order: {} files, version {}.", study.file.title.0, files.len(), &study.hash[..12]);
            Ok(ExitCode::SUCCESS)
        }
        None => Ok(ExitCode::FAILURE),
    }
}
