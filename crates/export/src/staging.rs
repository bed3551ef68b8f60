//! Writes files to a hidden folder and publishes them by renaming: backups, restored files, data packages, downloads,
//! new secrets.
//!
//! The folder is `.<name>.unfinished-<random>` next to the target, and only its owner can open it. It contains a file
//! `lock`, on which the writing process holds a lock (`flock`). The system releases the lock when the process ends,
//! even if it is killed. A folder whose lock is free is abandoned, and the next [`Staging`] in the same parent folder
//! removes it. A process ID in the name would not prove that: IDs are reused, and differ between containers.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

/// Separates the target's name from the random characters.
const MARK: &str = ".unfinished-";
const RANDOM: usize = 8;
const LOCK: &str = "lock";
/// Renamed to the target.
const CONTENT: &str = "content";
/// Characters of the target's name in the folder's, so that it does not become too long.
const NAME: usize = 40;

/// A temporary folder. Dropping it before publication deletes it.
#[derive(Debug)]
pub struct Staging {
    target: PathBuf,
    folder: PathBuf,
    /// None if the file system does not support locks. Abandoned folders are not removed there.
    lock: Option<File>,
}

impl Staging {
    /// Removes abandoned folders next to the target, and creates the folder there, on the same disk. The target may
    /// exist. A folder that is never published is scratch space.
    ///
    /// # Errors
    /// If the folder can't be created.
    pub fn next_to(target: &Path) -> io::Result<Self> {
        let parent = parent(target);
        sweep(parent);
        let name = target.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it needs a name"))?;
        let name: String = name.to_string_lossy().chars().take(NAME).collect();
        let prefix = format!(".{name}{MARK}");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).rand_bytes(RANDOM).permissions(Permissions::from_mode(0o700));
        loop {
            let folder = builder.tempdir_in(parent)?.keep();
            match hold(&folder) {
                Ok(Held::Yes(lock)) => return Ok(Self { target: target.to_owned(), folder, lock }),
                // Another process checked it before the lock was held, and treated it as abandoned.
                Ok(Held::No) => drop(remove(&folder)),
                Err(error) => {
                    let _ = remove(&folder);
                    return Err(error);
                }
            }
        }
    }

    /// The folder itself, for scratch.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path to write the file or folder to. Nothing is there yet.
    pub fn content(&self) -> PathBuf {
        self.folder.join(CONTENT)
    }

    /// Renames the content to the target.
    ///
    /// # Errors
    /// If it can't be renamed; [`ErrorKind::AlreadyExists`] if the target exists.
    pub fn publish(self) -> io::Result<()> {
        match renameat_with(CWD, self.content(), CWD, &self.target, RenameFlags::NOREPLACE) {
            // Some file systems can't check and rename in one step.
            Err(Errno::INVAL | Errno::NOSYS) if self.target.symlink_metadata().is_ok() => Err(Errno::EXIST.into()),
            Err(Errno::INVAL | Errno::NOSYS) => self.replace(),
            done => Ok(done?),
        }
    }

    /// Renames the content to the target, and replaces an existing file.
    ///
    /// # Errors
    /// If it can't be renamed.
    pub fn replace(self) -> io::Result<()> {
        fs::rename(self.content(), &self.target)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = remove(&self.folder);
        // Last: until the folder is removed, it must not look abandoned.
        drop(self.lock.take());
    }
}

/// The parent folder of a path.
pub fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An abandoned folder of a process that was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    pub path: PathBuf,
    /// When it was created.
    pub since: SystemTime,
}

/// Finds abandoned folders directly in a folder, and changes nothing.
pub fn leftovers(folder: &Path) -> Vec<Leftover> {
    let leftover = |path: PathBuf| {
        if matches!(look(&path), Look::Filled) {
            return None;
        }
        let since = [path.join(LOCK), path.clone()].iter().find_map(|path| fs::metadata(path).ok()?.modified().ok())?;
        Some(Leftover { path, since })
    };
    let mut found: Vec<_> = unfinished(folder).filter_map(leftover).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Removes abandoned folders directly in a folder if it is certain that they are abandoned, and returns their paths.
pub fn sweep(folder: &Path) -> Vec<PathBuf> {
    let removed = |path: &PathBuf| match look(path) {
        Look::Left(_lock) => remove(path).is_ok(),
        // Only if it is empty: a process may be writing to it on a file system without locks.
        Look::Unlockable => fs::remove_dir(path).is_ok(),
        Look::Filled => false,
    };
    unfinished(folder).filter(removed).collect()
}

/// The folders whose names have this form.
fn unfinished(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_ours = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let random = name.to_str().filter(|name| name.starts_with('.')).and_then(|name| name.rsplit_once(MARK));
        random.is_some_and(|(_, random)| random.len() == RANDOM && random.chars().all(|c| c.is_ascii_alphanumeric()))
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
    };
    entries.filter(is_ours).map(|entry| entry.path())
}

enum Look {
    /// A live process holds the lock.
    Filled,
    /// Abandoned. This process holds its lock until the file is dropped.
    Left(File),
    /// There is no lock, or it can't be tested.
    Unlockable,
}

fn look(folder: &Path) -> Look {
    let path = folder.join(LOCK);
    // Only a plain file is opened: opening a pipe would block.
    if !path.symlink_metadata().is_ok_and(|found| found.is_file()) {
        return Look::Unlockable;
    }
    match OpenOptions::new().write(true).open(&path).map(|file| (file.try_lock(), file)) {
        Ok((Ok(()), lock)) => Look::Left(lock),
        Ok((Err(TryLockError::WouldBlock), _)) => Look::Filled,
        _ => Look::Unlockable,
    }
}

enum Held {
    Yes(Option<File>),
    No,
}

/// Takes the lock of a new folder.
fn hold(folder: &Path) -> io::Result<Held> {
    let path = folder.join(LOCK);
    let file = match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Held::No),
        file => file?,
    };
    match file.try_lock() {
        Ok(()) if path.exists() => Ok(Held::Yes(Some(file))),
        Ok(()) | Err(TryLockError::WouldBlock) => Ok(Held::No),
        // Without its lock file it is never treated as abandoned.
        Err(TryLockError::Error(_)) => fs::remove_file(&path).map(|()| Held::Yes(None)),
    }
}

/// The lock is removed last: a partly removed folder is still recognised as unfinished.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if entry.file_name() != LOCK {
            fs::remove_file(entry.path())?;
        }
    }
    match fs::remove_file(folder.join(LOCK)) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::remove_dir(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Leaves the folder like a killed process: the lock is released, and the files stay.
    fn kill(mut staging: Staging) -> PathBuf {
        drop(staging.lock.take());
        let folder = staging.folder.clone();
        std::mem::forget(staging);
        folder
    }

    #[test]
    fn publication_is_atomic_and_dropping_deletes_everything() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("target");
        let staging = Staging::next_to(&target).unwrap();
        assert_eq!(fs::metadata(staging.folder()).unwrap().permissions().mode() & 0o777, 0o700);
        fs::write(staging.content(), "first").unwrap();
        drop(staging);
        assert_eq!(names(home.path()), [""; 0]);

        let is_there_alone = |words: &str| {
            assert_eq!(names(home.path()), ["target"]);
            assert_eq!(fs::read_to_string(&target).unwrap(), words);
        };
        for (words, replace) in [("first", false), ("second", true)] {
            let staging = Staging::next_to(&target).unwrap();
            fs::write(staging.content(), words).unwrap();
            if replace { staging.replace() } else { staging.publish() }.unwrap();
            is_there_alone(words);
        }
        let staging = Staging::next_to(&target).unwrap();
        fs::write(staging.content(), "third").unwrap();
        assert_eq!(staging.publish().unwrap_err().kind(), ErrorKind::AlreadyExists);
        is_there_alone("second");
    }

    #[test]
    fn abandoned_folders_are_removed_and_those_in_use_stay() {
        let home = tempfile::tempdir().unwrap();
        let filled = Staging::next_to(&home.path().join("filled")).unwrap();
        let killed = Staging::next_to(&home.path().join("killed")).unwrap();
        fs::create_dir(killed.content()).unwrap();
        fs::write(killed.content().join("names.csv"), "Ada").unwrap();
        let killed = kill(killed);
        let found: Vec<PathBuf> = leftovers(home.path()).into_iter().map(|left| left.path).collect();
        assert_eq!(found, std::slice::from_ref(&killed));
        assert_eq!(sweep(home.path()), [killed]);
        assert!(leftovers(home.path()).is_empty() && sweep(home.path()).is_empty() && filled.folder().exists());
    }

    #[test]
    fn a_folder_without_a_lock_file_is_removed_if_it_is_empty() {
        let home = tempfile::tempdir().unwrap();
        let half_made = home.path().join(".target.unfinished-AbCd0123");
        fs::create_dir(&half_made).unwrap();
        assert_eq!(sweep(home.path()), [half_made]);
    }

    #[test]
    fn nothing_else_is_touched() {
        let home = tempfile::tempdir().unwrap();
        let others =
            [".a.unfinished-AbCd012", "a.unfinished-AbCd0123", ".a.unfinished-AbCd-123", ".a.unfinished-AbCd0124"];
        for name in others {
            fs::create_dir(home.path().join(name)).unwrap();
            fs::write(home.path().join(name).join("mine"), "").unwrap();
        }
        fs::write(home.path().join(".a.unfinished-AbCd0125"), "a file").unwrap();
        assert_eq!(sweep(home.path()), Vec::<PathBuf>::new());
        assert_eq!(names(home.path()).len(), 5);
        // Without a lock, a process on a file system without locks may be writing to it: it is listed, and not removed.
        assert_eq!(leftovers(home.path()).len(), 1);
    }
}
