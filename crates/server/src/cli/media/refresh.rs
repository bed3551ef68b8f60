//! `unmask media refresh`: corrects the entries of media that were replaced.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;

use sha2::{Digest as _, Sha256};
use unmask_study::hex;
use unmask_study::stimuli_text::files;

use super::prepare::Media;
use super::written::Folder;
use crate::cli::prelude::*;

#[derive(clap::Args)]
pub struct Args {
    /// The study's folder.
    folder: PathBuf,
    /// Only report what would change.
    #[arg(long)]
    dry_run: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let folder = Folder::read(&args.folder)?;
    let (mut media, mut new) = (Media::default(), BTreeSet::new());
    for (path, named) in folder.stimuli.values().flat_map(files) {
        let source = args.folder.join("media").join(&named.file);
        let file = match fs::read(&source) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                bail!("'{}' is missing, which {path} names; add the file, or correct its name", source.display())
            }
            read => read.with_context(|| format!("can't read '{}'", source.display()))?,
        };
        if !hex(&Sha256::digest(&file)).eq_ignore_ascii_case(&named.sha256) {
            new.insert(named.file.clone());
        }
        media.files.insert(named.file.clone(), file);
    }
    let mut wanted = folder.stimuli.clone();
    media.prepare(&mut wanted, &new)?;
    let changed = folder.write(&media, &wanted, args.dry_run)?;
    match (changed, args.dry_run) {
        (false, _) => print_line!("All {} files are as stimuli.yaml states them.", media.files.len()),
        (true, true) => print_line!("Nothing was changed (--dry-run)."),
        (true, false) => print_line!("Next: unmask check {}", args.folder.display()),
    }
    Ok(ExitCode::SUCCESS)
}
