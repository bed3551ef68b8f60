//! What killed commands left behind, in the folders that the settings name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use unmask_export::staging::{self, Leftover};
use unmask_store::backup;

use crate::config::Settings;

/// Removes what was left behind in the folders of the data and of the database.
pub fn sweep(settings: &Settings) {
    for path in there(&own(settings)).iter().flat_map(|folder| staging::sweep(folder)) {
        tracing::info!(path = %path.display(), "removed files that a killed process left behind");
    }
}

/// What was left behind there, beside the study and its media, and in `more`.
pub fn leftovers(settings: &Settings, more: &[PathBuf]) -> Vec<Leftover> {
    let mut folders = own(settings);
    folders.extend([Some(settings.study.clone()), settings.media_beside()].iter().flatten().map(|path| parent(path)));
    folders.extend_from_slice(more);
    there(&folders).iter().flat_map(|folder| staging::leftovers(folder)).collect()
}

fn own(settings: &Settings) -> Vec<PathBuf> {
    let databases = backup::databases(&settings.database_url);
    let of_databases = databases.iter().flat_map(|files| [parent(&files.study), parent(&files.analytics)]);
    of_databases.chain([settings.data.clone()]).collect()
}

fn parent(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// Each once, and as it is known from everywhere.
fn there(folders: &[PathBuf]) -> BTreeSet<PathBuf> {
    folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect()
}
