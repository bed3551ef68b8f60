//! `unmask new`: needs no database.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use unmask_study::scaffold::scaffold;

#[derive(clap::Args)]
pub struct Args {
    /// Folder to make; its name becomes the study's id.
    folder: PathBuf,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let folder = &args.folder;
    if folder.exists() {
        bail!("'{}' exists; nothing was changed", folder.display());
    }
    let id = folder.file_name().and_then(|name| name.to_str()).context("the folder needs a name")?;
    for (name, data) in scaffold(id) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("can't make '{}'", parent.display()))?;
        fs::write(&path, data).with_context(|| format!("can't write '{}'", path.display()))?;
    }
    println!("Made '{0}'. Look at it with: unmask serve --study {0}", folder.display());
    Ok(ExitCode::SUCCESS)
}
