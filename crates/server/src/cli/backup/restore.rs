//! `unmask restore`: puts a backup in place, after everything was checked; what was there is kept next to it.

mod place;

use std::fs;
use std::time::Duration;

use unmask_export::staging::parent;
use unmask_store::allocation;
use unmask_store::backup::{self, Contents, Databases};
use unmask_store::lock::{self, Missing, ServerLock};

use super::manifest::Manifest;
use super::{ANALYTICS_DB, STUDY_DB, sqlite_files};
use crate::base::clock::rfc3339;
use crate::cli::ledger;
use crate::cli::prelude::*;
use place::{Tree, replace, same, tree};
use unmask_store::Options;

#[derive(clap::Args)]
pub struct Args {
    /// Folder that `unmask backup` created.
    folder: PathBuf,
    /// Replace existing files without asking for confirmation. A copy of them is kept.
    #[arg(long)]
    yes: bool,
}

/// One file to put in place.
struct Put {
    from: PathBuf,
    to: PathBuf,
    /// Databases get the journal that a server uses.
    database: bool,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let command = "pg_restore --clean --if-exists --no-owner --dbname=";
    let Databases { study, analytics } = sqlite_files(&settings, "restore", command)?;
    let target = Databases { study: behind_link(study), analytics: behind_link(analytics) };
    let manifest = Manifest::read(&args.folder)?;
    let contents = check(&settings, &args.folder, &manifest).await?;
    let trees = trees(&settings, &args.folder, &manifest)?;
    let puts = puts(&settings, &args.folder, &manifest, &target)?;
    // Before any question, if there is a database.
    let lock = if target.study.exists() { Some(keep_servers_out(&target).await?) } else { None };
    let before = in_nobodys_use(&target).await?;
    println!("Backup of study '{}' as of {}: {}.", manifest.study.id, manifest.taken_at, counted(&contents));
    let old: Vec<&Path> = puts.iter().map(|put| put.to.as_path()).filter(|to| to.exists()).collect();
    confirm(&old, before.as_ref(), &contents, args.yes)?;

    prepare_data(&settings)?;
    let _lock = match lock {
        Some(lock) => lock,
        None => keep_servers_out(&target).await?,
    };
    for tree in &trees {
        tree.put()?;
    }
    let suffix = format!("before-{}", rfc3339(Clock::system().now()).replace([':', '-', '.'], ""));
    for put in &puts {
        if let Some(aside) = replace(put, &suffix).await? {
            println!("'{}' is kept as '{}'.", put.to.display(), aside.display());
        }
    }
    let restored = backup::check(&target.study).await?;
    if restored != contents {
        bail!("the database '{}' differs from the backup", target.study.display());
    }
    println!("Restored: {}. Run `unmask doctor` before you start the server.", counted(&restored));
    Ok(ExitCode::SUCCESS)
}

/// A database that is a link is replaced where the link leads to.
fn behind_link(file: PathBuf) -> PathBuf {
    if file.is_symlink() { lock::resolved(&file) } else { file }
}

fn counted(contents: &Contents) -> String {
    format!("{} participants, {} submissions", contents.count("participant"), contents.count("submission"))
}

/// The backup is whole, and its ledger is what its seed gives.
async fn check(settings: &Settings, folder: &Path, manifest: &Manifest) -> Result<Contents> {
    let database = folder.join(STUDY_DB);
    let contents = backup::check(&database).await?;
    if contents.rows != manifest.rows {
        bail!("the backup's database differs from its manifest");
    }
    let options = Options { visiting: true, ..Options::default() };
    let store = Store::open(&format!("sqlite:{}", database.display()), options).await?;
    let checked = ledger_of(settings, folder, &store).await;
    store.close().await;
    checked.map(|()| contents)
}

async fn ledger_of(settings: &Settings, folder: &Path, store: &Store) -> Result<()> {
    let (found, known) = store.schema().await?;
    if found > known {
        return Err(StoreError::Newer { found, known }.into());
    }
    let seed = match Secret::AllocationSeed.read_in(&folder.join("secrets"))? {
        Some(seed) => seed,
        None => ledger::seed(settings).context("the backup has no seed")?,
    };
    // An older schema is brought up to date by the server; most of its statements are not known here.
    if found < known {
        return ledger::require_own(&seed, allocation::seed_commitment(store).await?).map(|_| ());
    }
    let problems = ledger::inspect(store, &seed).await?.problems;
    match problems.first() {
        Some(first) => bail!("the backup's ledger does not match its seed; the first difference: {first}"),
        None => Ok(()),
    }
}

/// The study's folders: made if they are missing, never replaced.
fn trees(settings: &Settings, folder: &Path, manifest: &Manifest) -> Result<Vec<Tree>> {
    let mut trees = vec![tree(folder, "study", &settings.study, manifest)?];
    if let Some(media) = settings.media_beside() {
        trees.push(tree(folder, "media", &media, manifest)?);
    }
    Ok(trees)
}

/// The database comes last: until then the old one is in its place.
fn puts(settings: &Settings, folder: &Path, manifest: &Manifest, target: &Databases) -> Result<Vec<Put>> {
    let mut puts = vec![];
    for name in Secret::ALL.map(Secret::file) {
        let (from, to) = (folder.join("secrets").join(name), settings.data.join(name));
        if from.exists() && !same(&from, &to)? {
            puts.push(Put { from, to, database: false });
        }
    }
    if manifest.files.contains_key(ANALYTICS_DB) {
        let from = folder.join(ANALYTICS_DB);
        puts.push(Put { from, to: target.analytics.clone(), database: true });
    }
    puts.push(Put { from: folder.join(STUDY_DB), to: target.study.clone(), database: true });
    Ok(puts)
}

/// An error while a server runs, and lets none start until the backup is in place, whether or not there is a database yet.
async fn keep_servers_out(target: &Databases) -> Result<Vec<ServerLock>> {
    let folder = parent(&target.study);
    fs::create_dir_all(folder).with_context(|| format!("can't make '{}'", folder.display()))?;
    let mut locks = vec![];
    for file in [&target.study, &target.analytics] {
        let lock = lock::lock(file, Missing::Leave, Duration::ZERO).await?;
        let in_use = || format!("'{}' is in use; stop the server first; nothing was changed", file.display());
        locks.push(lock.with_context(in_use)?);
    }
    Ok(locks)
}

/// An error while a program has a database open; what the old one holds, if it can still be read.
async fn in_nobodys_use(target: &Databases) -> Result<Option<Contents>> {
    for file in [&target.study, &target.analytics].into_iter().filter(|file| file.exists()) {
        backup::settle(file).await.with_context(|| {
            format!("'{}' is in use, or can't be written; stop the server first; nothing was changed", file.display())
        })?;
    }
    Ok(if target.study.exists() { backup::check(&target.study).await.ok() } else { None })
}

/// Nothing is replaced without confirmation.
fn confirm(old: &[&Path], before: Option<&Contents>, contents: &Contents, yes: bool) -> Result<()> {
    if old.is_empty() {
        return Ok(());
    }
    for path in old {
        println!("This replaces '{}' (a copy is kept).", path.display());
    }
    match before {
        Some(before) => {
            println!("The database there holds {}.", counted(before));
            let withdrawn = before.count("withdrawal") - contents.count("withdrawal");
            if withdrawn > 0 {
                println!("Participants who withdrew after the backup: {withdrawn}. Withdraw them again first.");
            }
        }
        None => println!("The database there can't be read."),
    }
    agree(yes)
}
