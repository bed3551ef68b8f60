//! Finds unfinished copies that killed commands left behind, in the folders of the settings.

use std::collections::BTreeSet;
use std::fs::DirEntry;

use unmask_export::staging::{self, Leftover, parent};
use unmask_store::backup;

use crate::cli::prelude::*;

/// Removes abandoned copies in the folders of the data and of the database.
pub fn sweep(settings: &Settings) {
    for path in there(&own(settings)).iter().flat_map(|folder| staging::sweep(folder)) {
        tracing::info!(path = %path.display(), "removed files that a killed process left behind");
    }
}

/// Name under which exported usage events are stored until the audit log records them.
pub const EVENTS: &str = "events";

/// Abandoned copies in the [`searched`] folders, and those of usage events in the system's temporary folder.
pub fn leftovers(settings: &Settings, more: &[PathBuf]) -> Vec<Leftover> {
    let folders = searched(settings, more);
    let mut found: Vec<_> = folders.iter().flat_map(|folder| staging::leftovers(folder)).collect();
    let temporary = there(&[std::env::temp_dir()]);
    let temporary = temporary.difference(&folders).flat_map(|folder| staging::leftovers(folder));
    found.extend(temporary.filter(|left| is_of_events(&left.path)));
    found
}

/// In a shared folder, a copy belongs to this user if it has the right name and is readable.
fn is_of_events(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(&format!(".{EVENTS}."))) && path.read_dir().is_ok()
}

/// The folders of the data and of the database, the parent folders of the study and its media, the current folder, and
/// `more`.
pub fn searched(settings: &Settings, more: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut folders = own(settings);
    folders.push(".".into());
    let study = [Some(settings.study.clone()), settings.media_folder()];
    folders.extend(study.iter().flatten().map(|path| parent(path).to_owned()));
    folders.extend_from_slice(more);
    there(&folders)
}

/// Unfinished copies with the names that earlier builds gave them. They have no lock that shows whether they are still
/// in use, so they are listed and never removed.
pub fn of_earlier_builds(settings: &Settings, more: &[PathBuf]) -> Vec<Leftover> {
    let entries = searched(settings, more).into_iter().filter_map(|folder| folder.read_dir().ok());
    let is_old = |entry: &DirEntry| entry.file_name().to_str().is_some_and(|name| is_old_name(settings, name));
    let old = entries.flatten().flatten().filter(is_old);
    let leftover =
        |entry: DirEntry| Some(Leftover { path: entry.path(), since: entry.metadata().ok()?.modified().ok()? });
    let mut found: Vec<_> = old.filter_map(leftover).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// `.<name>.unfinished-<process id>` of backups, `<file>.restoring` of restores, `.unmask-export-<random>` of exports
/// and `.download-<random>` of the console.
fn is_old_name(settings: &Settings, name: &str) -> bool {
    let random = |random: &str| random.len() == 6 && random.chars().all(|c| c.is_ascii_alphanumeric());
    // Current names end in eight characters.
    let process = |id: &str| (1..8).contains(&id.len()) && id.chars().all(|c| c.is_ascii_digit());
    if let Some(hidden) = name.strip_prefix('.') {
        let of = |prefix| hidden.strip_prefix(prefix).is_some_and(random);
        let unfinished = hidden.rsplit_once(".unfinished-").is_some_and(|(_, id)| process(id));
        return unfinished || of("unmask-export-") || of("download-");
    }
    let Some(file) = name.strip_suffix(".restoring") else { return false };
    let databases = backup::databases(&settings.database_url);
    let mut databases = databases.iter().flat_map(|files| [&files.study, &files.analytics]);
    databases.any(|path| path.ends_with(file)) || Secret::ALL.iter().any(|secret| secret.file() == file)
}

fn own(settings: &Settings) -> Vec<PathBuf> {
    let databases = backup::databases(&settings.database_url);
    let of_databases = databases.iter().flat_map(|files| [parent(&files.study), parent(&files.analytics)]);
    of_databases.chain([&*settings.data]).map(Path::to_owned).collect()
}

/// The existing folders, each once, as absolute paths.
fn there(folders: &[PathBuf]) -> BTreeSet<PathBuf> {
    folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect()
}
