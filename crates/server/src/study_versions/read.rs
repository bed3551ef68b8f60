//! Reads a bundle from a folder. The rules are in `unmask-study`, which does not access files.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use chrono::NaiveDate;
use sha2::{Digest as _, Sha256};
use unmask_export::Whole;
use unmask_store::{Store, study};
use unmask_study::load::{self, BundleHash, Files, Media, Medium, Problems};
use unmask_study::{Study, hex};

/// Bytes of a medium in memory.
const PIECE: usize = 1 << 16;
/// A longer file is a text only if its name says so.
const LONG: u64 = 16 << 20;

/// Why there is no study.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The folder can't be read.
    #[error("can't read the study folder '{}': {error}", path.display())]
    Folder {
        /// What was read.
        path: PathBuf,
        error: io::Error,
    },
    /// A link points to a folder that contains it.
    #[error("the link '{}' points to a folder that contains it; remove it from the study folder", path.display())]
    Loop { path: PathBuf },
    /// A device, a socket or a pipe, which may have no end.
    #[error("'{}' is neither a file nor a folder; remove it from the study folder", path.display())]
    Special { path: PathBuf },
    /// The bundle has errors; printing them shows file, line and column.
    #[error("the study in '{}' has errors", path.display())]
    Problems { path: PathBuf, problems: Box<Problems> },
}

fn failed(path: &Path, error: io::Error) -> BundleError {
    BundleError::Folder { path: path.to_owned(), error }
}

/// Reads all files of a bundle, by their path below it. Hidden files belong to editors and version control.
pub fn read_folder(root: &Path) -> Result<Files, BundleError> {
    let read = |(name, path): (String, PathBuf)| Ok((name, fs::read(&path).map_err(|error| failed(&path, error))?));
    list(root)?.into_iter().map(read).collect()
}

/// Where each file is, by its path below the folder.
pub(super) fn list(root: &Path) -> Result<BTreeMap<String, PathBuf>, BundleError> {
    let mut files = BTreeMap::new();
    // Each with the true places of all that it is in, itself too: a link may lead out of the bundle, but not back.
    let mut folders = vec![(root.to_owned(), Vec::new())];
    while let Some((folder, mut within)) = folders.pop() {
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
            let kind = fs::metadata(&path).map_err(|error| failed(&path, error))?;
            if kind.is_dir() {
                folders.push((path, within.clone()));
            } else if kind.is_file() {
                files.insert(name, path);
            } else {
                return Err(BundleError::Special { path });
            }
        }
    }
    Ok(files)
}

/// Reads and checks a bundle.
pub fn read_bundle(root: &Path) -> Result<Study, BundleError> {
    Bundle::scan(root)?.check()
}

/// The files of a bundle, and the version that they are.
pub struct Bundle {
    /// The folder.
    pub root: PathBuf,
    files: Files,
    /// Those of `files` that stay on the disk.
    media: Media,
    /// The version's hash: over every file, media included.
    pub hash: String,
}

impl Bundle {
    /// Reads all of it into memory, for [`Self::whole`].
    pub fn read(root: &Path) -> Result<Self, BundleError> {
        let files = read_folder(root)?;
        Ok(Self { root: root.to_owned(), hash: load::hash(&files), files, media: Media::new() })
    }

    /// Reads the texts. Of the media only lengths and checksums are kept: they may be larger than the memory.
    pub fn scan(root: &Path) -> Result<Self, BundleError> {
        let (mut files, mut media, mut hash) = (Files::new(), Media::new(), BundleHash::default());
        for (name, path) in list(root)? {
            let content = Self::scan_file(&name, &path, &mut hash).map_err(|error| failed(&path, error))?;
            let content = content.unwrap_or_else(|medium| {
                media.insert(name.clone(), medium);
                Vec::new()
            });
            files.insert(name, content);
        }
        Ok(Self { root: root.to_owned(), hash: hash.finish(), files, media })
    }

    /// The contents of a text, or what is kept of another file.
    fn scan_file(name: &str, path: &Path, hash: &mut BundleHash) -> io::Result<Result<Vec<u8>, Medium>> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        // A file that grows meanwhile has an end, too.
        let mut file = file.take(length + 1);
        hash.begin(name, length);
        let is_text = !name.starts_with("media/")
            && (length <= LONG || [".yaml", ".md", ".csv"].iter().any(|ending| name.ends_with(ending)));
        let (mut text, mut own, mut read, mut piece) = (Vec::new(), Sha256::new(), 0, vec![0; PIECE]);
        loop {
            let piece = match file.read(&mut piece)? {
                0 => break,
                bytes => &piece[..bytes],
            };
            hash.update(piece);
            read += piece.len() as u64;
            if is_text {
                text.extend_from_slice(piece);
            } else {
                own.update(piece);
            }
        }
        if read != length {
            return Err(io::Error::other("it changed while it was read"));
        }
        Ok(if is_text { Ok(text) } else { Err(Medium { length, sha256: hex(&own.finalize()) }) })
    }

    /// The study, after all checks.
    pub fn check(&self) -> Result<Study, BundleError> {
        load::load_scanned(&self.files, &self.media, &self.hash, None).map_err(|problems| self.wrong(problems))
    }

    /// The same for a study in which participants register from this day on.
    pub fn check_from(&self, starts: NaiveDate) -> Result<Study, BundleError> {
        load::load_scanned(&self.files, &self.media, &self.hash, Some(starts)).map_err(|problems| self.wrong(problems))
    }

    /// The study of a version that was activated before: it was checked then, and not a byte has changed since.
    pub fn reload(&self) -> Result<Study, BundleError> {
        load::reload(&self.files, &self.hash).map_err(|problems| self.wrong(problems))
    }

    /// All files, for a package that is to have them; only of a bundle that was [read](Self::read), not scanned.
    pub fn whole(&self) -> Whole<'_> {
        Whole { hash: &self.hash, files: &self.files }
    }

    /// The version as the database keeps it: every text, no media.
    pub fn to_stored(&self) -> String {
        let texts: BTreeMap<&str, &str> = self
            .files
            .iter()
            .filter(|(name, _)| !name.starts_with("media/") && !self.media.contains_key(*name))
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

/// Versions of the study from the database, by their hashes.
pub async fn stored_versions(store: &Store, hashes: impl Iterator<Item = &str>) -> Result<HashMap<String, Study>> {
    let mut versions = HashMap::new();
    for hash in hashes {
        let stored = study::version(store, hash).await?.with_context(|| format!("study version {hash} is gone"))?;
        let study = from_stored(hash, &stored.bundle).with_context(|| format!("study version {hash} is damaged"))?;
        versions.insert(hash.to_owned(), study);
    }
    Ok(versions)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn media_stay_on_the_disk_and_the_version_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered");
        let wrong = |bundle: &Bundle| {
            bundle.check().err().map(|error| match error {
                BundleError::Problems { problems, .. } => problems.to_string(),
                other => panic!("{other}"),
            })
        };
        let both = || [Bundle::read(folder.path()).unwrap(), Bundle::scan(folder.path()).unwrap()];
        for (name, content) in read_folder(&example).unwrap() {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
        File::create(folder.path().join("raw.mp4")).unwrap().set_len(LONG + 1).unwrap();
        let [read, scanned] = both();
        assert_eq!((&scanned.hash, wrong(&scanned)), (&read.hash, None));
        assert_eq!(scanned.check().unwrap().hash, read.hash);
        let large = |name: &str| name.starts_with("media/") || name == "raw.mp4";
        assert!(scanned.media.len() > 20 && scanned.media.keys().all(|name| large(name)));
        assert!(scanned.files.iter().all(|(name, content)| content.is_empty() == large(name)));
        assert!(!scanned.to_stored().contains("raw.mp4"));
        // Checksums and lengths are those of the files.
        fs::write(folder.path().join("media/a5a1f9f334.webp"), "other").unwrap();
        let [read, scanned] = both();
        let found = wrong(&scanned).unwrap();
        assert!(found.contains("the checksum of media/a5a1f9f334.webp is not"), "{found}");
        assert_eq!(Some(found), wrong(&read));
    }

    #[test]
    fn a_file_without_an_end_is_named_and_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("editor")).unwrap();
        for said in [read_folder(folder.path()).unwrap_err(), Bundle::scan(folder.path()).err().unwrap()] {
            assert!(said.to_string().contains("editor' is neither a file nor a folder; remove it"), "{said}");
        }
    }

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
