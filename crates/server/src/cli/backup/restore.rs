//! `unmask restore`: verifies a backup and puts it in place. Replaced files are kept next to it.

mod replace;

use std::fs;
use std::time::Duration;

use unmask_export::staging::parent;
use unmask_store::allocation;
use unmask_store::backup::{self, Contents, Databases};
use unmask_store::lock::{self, Missing, ServerLock};

use super::manifest::Manifest;
use super::{ANALYTICS_DB, CONTROL_DB, STUDY_DB, control_file, sqlite_files};
use crate::base::clock::rfc3339;
use crate::cli::ledger;
use crate::cli::prelude::*;
use replace::{Tree, replace, same, tree};
use unmask_store::Options;

#[derive(clap::Args)]
pub struct Args {
    /// Folder that `unmask backup` created.
    folder: PathBuf,
    /// Replace existing files without asking for confirmation. A copy of them is kept.
    #[arg(long)]
    yes: bool,
    /// Replace the control database (people, roles, list of studies) if there is one. A copy is kept. Otherwise it is
    /// only restored where it is missing, because an older one would give people roles that they have lost since.
    #[arg(long)]
    replace_control: bool,
}

/// One file to put in place.
struct Put {
    from: PathBuf,
    to: PathBuf,
    /// Databases are switched to the journal mode of a server.
    database: bool,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let command = "pg_restore --clean --if-exists --no-owner --dbname=";
    let Databases { study, analytics } = sqlite_files(&settings, "restore", command)?;
    let target = Databases { study: behind_link(study), analytics: behind_link(analytics) };
    let manifest = Manifest::read(&args.folder)?;
    let contents = check(&settings, &args.folder, &manifest).await?;
    let trees = trees(&settings, &args.folder, &manifest)?;
    let mut puts = puts(&settings, &args.folder, &manifest, &target)?;
    // Before any question, if there is a database.
    let lock = if target.study.exists() { Some(keep_servers_out(&target).await?) } else { None };
    let before = ensure_unused(&target).await?;
    puts.splice(0..0, control_of(&settings, &args, &manifest).await?);
    print_line!("Backup of study '{}' as of {}: {}.", manifest.study.id, manifest.taken_at, counted(&contents));
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
            print_line!("'{}' is kept as '{}'.", put.to.display(), aside.display());
        }
    }
    let restored = backup::check(&target.study).await?;
    if restored != contents {
        bail!("the database '{}' differs from the backup", target.study.display());
    }
    print_line!("Restored: {}. Run `unmask doctor` before you start the server.", counted(&restored));
    Ok(ExitCode::SUCCESS)
}

/// If the database is a link, its target is replaced.
fn behind_link(file: PathBuf) -> PathBuf {
    if file.is_symlink() { lock::resolved(&file) } else { file }
}

fn counted(contents: &Contents) -> String {
    format!("{} participants, {} submissions", contents.count("participant"), contents.count("submission"))
}

/// Checks that the backup is complete, and that its ledger matches its seed.
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
    // The server migrates an older schema. Its tables can't be checked before that.
    if found < known {
        return ledger::require_own(&seed, allocation::seed_commitment(store).await?).map(|_| ());
    }
    let problems = ledger::inspect(store, &seed).await?.problems;
    match problems.first() {
        Some(first) => bail!("the backup's ledger does not match its seed; the first difference: {first}"),
        None => Ok(()),
    }
}

/// The study's folders are created if they are missing, and never replaced.
fn trees(settings: &Settings, folder: &Path, manifest: &Manifest) -> Result<Vec<Tree>> {
    let mut trees = vec![tree(folder, "study", &settings.study, manifest)?];
    if let Some(media) = settings.media_folder() {
        trees.push(tree(folder, "media", &media, manifest)?);
    }
    Ok(trees)
}

/// The control database, if the backup has one that belongs in place.
async fn control_of(settings: &Settings, args: &Args, manifest: &Manifest) -> Result<Option<Put>> {
    let Some(to) = control_file(settings).filter(|_| manifest.files.contains_key(CONTROL_DB)) else { return Ok(None) };
    if to.exists() && !args.replace_control {
        print_line!("The control database '{}' stays (--replace-control replaces it).", to.display());
        return Ok(None);
    }
    let from = args.folder.join(CONTROL_DB);
    backup::check(&from).await?;
    if to.exists() {
        settled(&to).await?;
    }
    Ok(Some(Put { from, to, database: true }))
}

/// The database is replaced last.
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

/// Fails if a server is running, and prevents a start until the backup is restored, even if there is no database yet.
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

/// Fails if a program has a database open. Returns the contents of the old database if it can be read.
async fn ensure_unused(target: &Databases) -> Result<Option<Contents>> {
    for file in [&target.study, &target.analytics].into_iter().filter(|file| file.exists()) {
        settled(file).await?;
    }
    Ok(if target.study.exists() { backup::check(&target.study).await.ok() } else { None })
}

/// Makes one file of a database; fails if a program has it open.
async fn settled(file: &Path) -> Result<bool> {
    backup::settle(file).await.with_context(|| {
        format!("'{}' is in use, or can't be written; stop the server first; nothing was changed", file.display())
    })
}

/// Asks for confirmation before a file is replaced.
fn confirm(old: &[&Path], before: Option<&Contents>, contents: &Contents, yes: bool) -> Result<()> {
    if old.is_empty() {
        return Ok(());
    }
    for path in old {
        print_line!("This replaces '{}' (a copy is kept).", path.display());
    }
    match before {
        Some(before) => {
            print_line!("The database there holds {}.", counted(before));
            let withdrawn = before.count("withdrawal") - contents.count("withdrawal");
            if withdrawn > 0 {
                print_line!("Participants who withdrew after the backup: {withdrawn}. Withdraw them again first.");
            }
        }
        None => print_line!("The database there can't be read."),
    }
    agree(yes)
}
