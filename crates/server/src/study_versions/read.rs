//! Reads a bundle from a folder. The rules are in `unmask-study`, which does not access files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use unmask_export::Whole;
use unmask_study::Study;
use unmask_study::load::{self, Files, Problems};

/// Why there is no study.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The folder can't be read.
    #[error("can't read the study folder '{}': {error}", path.display())]
    Folder {
        /// What was read.
        path: PathBuf,
        error: std::io::Error,
    },
    /// A link points to a folder that contains it.
    #[error("the link '{}' points to a folder that contains it; remove it from the study folder", path.display())]
    Loop { path: PathBuf },
    /// The bundle has errors; printing them shows file, line and column.
    #[error("the study in '{}' has errors", path.display())]
    Problems { path: PathBuf, problems: Box<Problems> },
}

/// Reads all files of a bundle, by their path below it. Hidden files belong to editors and version control.
pub fn read_folder(root: &Path) -> Result<Files, BundleError> {
    let mut files = BTreeMap::new();
    // Each with the true places of all that it is in, itself too: a link may lead out of the bundle, but not back.
    let mut folders = vec![(root.to_owned(), Vec::new())];
    while let Some((folder, mut within)) = folders.pop() {
        let failed = |path: &Path, error| BundleError::Folder { path: path.to_owned(), error };
        let place = fs::canonicalize(&folder).map_err(|error| failed(&folder, error))?;
        if within.contains(&place) {
            return Err(BundleError::Loop { path: folder });
        }
        within.push(place);
        for entry in fs::read_dir(&folder).map_err(|error| failed(&folder, error))? {
            let path = entry.map_err(|error| failed(&folder, error))?.path();
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if name.split('/').any(|part| part.starts_with('.')) {
                continue;
            }
            if path.is_dir() {
                folders.push((path, within.clone()));
            } else {
                files.insert(name, fs::read(&path).map_err(|error| failed(&path, error))?);
            }
        }
    }
    Ok(files)
}

/// Reads and checks a bundle.
pub fn read_bundle(root: &Path) -> Result<Study, BundleError> {
    Bundle::read(root)?.check()
}

/// The files of a bundle, and the version that they are.
pub struct Bundle {
    /// The folder.
    pub root: PathBuf,
    files: Files,
    /// The version's hash: over every file, media included.
    pub hash: String,
}

impl Bundle {
    /// Reads all of it.
    pub fn read(root: &Path) -> Result<Self, BundleError> {
        let files = read_folder(root)?;
        Ok(Self { root: root.to_owned(), hash: load::hash(&files), files })
    }

    /// The study, after all checks.
    pub fn check(&self) -> Result<Study, BundleError> {
        load::load(&self.files).map_err(|problems| self.wrong(problems))
    }

    /// The study of a version that was activated before: it was checked then, and not a byte has changed since.
    pub fn reload(&self) -> Result<Study, BundleError> {
        load::reload(&self.files, &self.hash).map_err(|problems| self.wrong(problems))
    }

    /// All files, for a package that is to have them.
    pub fn whole(&self) -> Whole<'_> {
        Whole { hash: &self.hash, files: &self.files }
    }

    /// The version as the database keeps it: every text, no media.
    pub fn to_stored(&self) -> String {
        let texts: BTreeMap<&str, &str> = self
            .files
            .iter()
            .filter(|(name, _)| !name.starts_with("media/"))
            .filter_map(|(name, data)| Some((name.as_str(), std::str::from_utf8(data).ok()?)))
            .collect();
        serde_json::json!(texts).to_string()
    }

    fn wrong(&self, problems: Problems) -> BundleError {
        BundleError::Problems { path: self.root.clone(), problems: Box::new(problems) }
    }
}

/// A version from the database. It was checked when it was activated.
pub fn from_stored(hash: &str, stored: &str) -> Option<Study> {
    let texts: BTreeMap<String, String> = serde_json::from_str(stored).ok()?;
    let files = texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    load::reload(&files, hash).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_that_leads_back_is_named_once_and_another_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (study, beside) = (folder.path().join("study"), folder.path().join("beside"));
        fs::create_dir_all(study.join("media")).unwrap();
        fs::create_dir(&beside).unwrap();
        fs::write(beside.join("clip.webm"), "clip").unwrap();
        symlink(&beside, study.join("media/shared")).unwrap();
        assert_eq!(read_folder(&study).unwrap().keys().collect::<Vec<_>>(), ["media/shared/clip.webm"]);
        for (to, link) in [(&study, study.join("media/loop")), (&study.join("media"), beside.join("back"))] {
            symlink(to, &link).unwrap();
            let said = read_folder(&study).unwrap_err().to_string();
            assert!(said.contains("points to a folder that contains it"), "{said}");
            assert!(said.len() < 300 && !said.contains("os error"), "{said}");
            fs::remove_file(link).unwrap();
        }
    }
}
