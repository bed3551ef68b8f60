//! `unmask backup`: writes everything that is needed to continue on another machine into one folder, while the server
//! runs.

mod durable;
mod manifest;
mod restore;

use std::collections::BTreeMap;
use std::fs;

use unmask_store::backup::{self, Databases};
use unmask_store::{control, study};
use unmask_study::load::{self, Files};

use super::command::{for_owner_alone, shown};
use crate::base::clock::rfc3339;
use crate::cli::prelude::*;
use crate::study_versions::{from_stored, read_folder};
use durable::{publish, stage, write_durably};
use manifest::{Entry, FORMAT, Manifest, StudyMark};
use unmask_store::Options;

pub use restore::{Args as RestoreArgs, run as restore};

/// The study's database inside a backup.
const STUDY_DB: &str = "unmask.db";
/// The analytics' database inside a backup.
const ANALYTICS_DB: &str = "analytics.db";
/// The control database inside a backup of the study at the root.
const CONTROL_DB: &str = "control.db";

#[derive(clap::Args)]
pub struct Args {
    /// Folder to create. It must not exist. Put the date into its name.
    folder: PathBuf,
    /// Omit the study's media, which never change. Their checksums are included.
    #[arg(long)]
    without_media: bool,
    /// Omit the server key and the allocation seed. Keep them elsewhere: the study can't continue without them.
    #[arg(long)]
    without_secrets: bool,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let files = sqlite_files(&settings, "back up", "pg_dump --format=custom --file=unmask.dump")?;
    if args.folder.symlink_metadata().is_ok() {
        bail!("'{}' exists; choose another name (nothing was changed)", args.folder.display());
    }
    // Rejects a database that this program does not understand.
    visit_store(&settings).await?.close().await;
    for_owner_alone();
    let staging = stage(&args.folder)?;
    let manifest = fill(&settings, &args, &files, &staging.content()).await?;
    publish(staging, &args.folder)?;
    let rows = |table: &str| manifest.rows.get(table).copied().unwrap_or(0);
    print_line!(
        "'{}' contains study '{}', {} participants and {} submissions as of {}.",
        args.folder.display(),
        manifest.study.id,
        rows("participant"),
        rows("submission"),
        manifest.taken_at
    );
    if !manifest.study.folder_is_running {
        eprintln!("Note: the files in '{}' are not those of the running version.", settings.study.display());
    }
    if !args.without_secrets {
        eprintln!("The backup contains the server's secrets and personal data: protect it like the server.");
    }
    Ok(ExitCode::SUCCESS)
}

/// The files of an SQLite database. PostgreSQL databases are backed up with PostgreSQL's own tools.
fn sqlite_files(settings: &Settings, what: &str, command: &str) -> Result<Databases> {
    backup::databases(&settings.database_url).with_context(|| {
        format!(
            "`unmask {what}` supports SQLite only. For PostgreSQL, use pg_basebackup, or for this database ({}):\n\
             \n    {command} \"$UNMASK_DATABASE_URL\"\n\nKeep the study's folder and the two secrets as well. See \
             docs/OPERATING.md.",
            shown(&settings.database_url)
        )
    })
}

/// The file of the control database, if the command is about the study at the root.
fn control_file(settings: &Settings) -> Option<PathBuf> {
    let url = control::control_url(&settings.database_url, &settings.data);
    url.strip_prefix("sqlite:").filter(|_| settings.site.is_root()).map(PathBuf::from)
}

async fn fill(settings: &Settings, args: &Args, databases: &Databases, folder: &Path) -> Result<Manifest> {
    // Everything that was acknowledged before this moment is in the copy.
    let taken_at = rfc3339(Clock::system().now());
    let mut files = BTreeMap::new();
    let study_db = folder.join(STUDY_DB);
    backup::copy(&databases.study, &study_db).await?;
    let contents = backup::check(&study_db).await?;
    files.insert(STUDY_DB.to_owned(), Entry::of(&study_db)?);
    if databases.analytics.exists() {
        let analytics_db = folder.join(ANALYTICS_DB);
        let copied = async {
            backup::copy(&databases.analytics, &analytics_db).await?;
            backup::check(&analytics_db).await
        };
        copied.await.map_err(|error| error.of_analytics(&databases.analytics.display().to_string()))?;
        files.insert(ANALYTICS_DB.to_owned(), Entry::of(&analytics_db)?);
    }
    // It belongs to no study. The study at the root is the one that every installation has.
    if let Some(control) = control_file(settings).filter(|control| control.exists()) {
        let control_db = folder.join(CONTROL_DB);
        backup::copy(&control, &control_db).await?;
        backup::check(&control_db).await?;
        files.insert(CONTROL_DB.to_owned(), Entry::of(&control_db)?);
    }
    let bundle = read_folder(&settings.study)?;
    let study = mark(&study_db, &bundle).await?;
    keep(folder, "study", &bundle, |name| !(args.without_media && name.starts_with("media/")), &mut files)?;
    if let Some(media) = settings.media_folder() {
        let media = read_folder(&media)?;
        keep(folder, "media", &media, |_| !args.without_media, &mut files)?;
    }
    if !args.without_secrets {
        keep(folder, "secrets", &secrets(settings)?, |_| true, &mut files)?;
    }
    let program = env!("CARGO_PKG_VERSION").to_owned();
    let manifest = Manifest { format: FORMAT, program, taken_at, study, rows: contents.rows, files };
    write_durably(&folder.join(manifest::NAME), &serde_json::to_vec_pretty(&manifest)?)?;
    Ok(manifest)
}

/// The study in the copy.
async fn mark(copy: &Path, bundle: &Files) -> Result<StudyMark> {
    let options = Options { visiting: true, ..Options::default() };
    let store = Store::open(&format!("sqlite:{}", copy.display()), options).await?;
    let active = study::active_version(&store).await;
    store.close().await;
    let active = active?.context("the database has no study yet; start the server once")?;
    let study = from_stored(&active.hash, &active.bundle).context("the stored study is damaged")?;
    let folder_is_running = load::hash(bundle) == active.hash;
    Ok(StudyMark { id: study.file.id, version: active.hash, folder_is_running })
}

/// Writes a group of files below the backup, and their checksums into the manifest.
fn keep(
    folder: &Path,
    group: &str,
    from: &Files,
    included: impl Fn(&str) -> bool,
    files: &mut BTreeMap<String, Entry>,
) -> Result<()> {
    for (name, data) in from {
        let entry = Entry { included: included(name), ..Entry::of_bytes(data) };
        let path = format!("{group}/{name}");
        if entry.included {
            write_durably(&folder.join(&path), data)?;
        }
        files.insert(path, entry);
    }
    Ok(())
}

/// The secrets in the data folder. Those of the environment are managed outside this program.
fn secrets(settings: &Settings) -> Result<Files> {
    let mut found = Files::new();
    for name in Secret::ALL.map(Secret::file) {
        let path = settings.data.join(name);
        if path.exists() {
            found.insert(name.into(), fs::read(&path).with_context(|| format!("can't read '{}'", path.display()))?);
        } else {
            eprintln!("Note: no '{}'; if it is set in the environment, keep its value elsewhere.", path.display());
        }
    }
    Ok(found)
}
