//! Replaces several files together: all of them, or none.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};

use crate::cli::prelude::*;

/// Where files are kept as they were. Hidden files are not part of a study.
pub const ORIGINALS: &str = ".originals";

/// A file and what it is to contain.
pub struct Replacement {
    pub path: PathBuf,
    pub contents: Vec<u8>,
}

/// Writes all files. If one of them can't be written, all are as they were before.
pub fn replace_all(files: &[Replacement]) -> Result<()> {
    let written = files.iter().try_for_each(write_beside).and_then(|()| {
        for (done, file) in files.iter().enumerate() {
            if let Err(error) = put_in_place(file) {
                files[..done].iter().for_each(undo);
                return Err(error);
            }
        }
        Ok(())
    });
    for file in files {
        drop(fs::remove_file(beside(&file.path, "new")));
        if written.is_ok() {
            drop(fs::remove_file(beside(&file.path, "old")));
        }
    }
    written.context("nothing was changed")
}

/// A hidden name in the same folder.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{ending}"))
}

fn write_beside(file: &Replacement) -> Result<()> {
    let new = beside(&file.path, "new");
    let write = || {
        new.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut open = File::create(&new)?;
        open.write_all(&file.contents)?;
        open.sync_all()
    };
    write().with_context(|| format!("can't write '{}'", new.display()))
}

/// The old file gets a hidden name until all are in place.
fn put_in_place(file: &Replacement) -> Result<()> {
    let Replacement { path, .. } = file;
    let exists = path.try_exists().with_context(|| format!("can't read '{}'", path.display()))?;
    let old = beside(path, "old");
    let replace = || {
        if exists {
            fs::rename(path, &old)?;
        }
        fs::rename(beside(path, "new"), path)
    };
    replace().inspect_err(|_| undo(file)).with_context(|| format!("can't write '{}'", path.display()))
}

fn undo(file: &Replacement) {
    let old = beside(&file.path, "old");
    if old.exists() {
        drop(fs::rename(old, &file.path));
    } else {
        drop(fs::remove_file(&file.path));
    }
}

/// Keeps a copy of a file below `media/` as it is. An older copy stays.
pub fn keep(study: &Path, name: &str) -> Result<()> {
    let source = study.join("media").join(name);
    let contents = match fs::read(&source) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        read => read.with_context(|| format!("can't read '{}'", source.display()))?,
    };
    let first = study.join(ORIGINALS).join(name);
    let names = std::iter::once(first.clone()).chain((2..).map(|n| first.with_file_name(numbered(&first, n))));
    for kept in names {
        match fs::read(&kept) {
            Ok(before) if before == contents => return Ok(()),
            Ok(_) => {}
            Err(_) => return replace_all(&[Replacement { path: kept, contents }]),
        }
    }
    Ok(())
}

/// `clip.mp4` becomes `clip.2.mp4`.
fn numbered(path: &Path, number: u32) -> String {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    format!("{}.{number}.{}", part(path.file_stem()), part(path.extension()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_replaced_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "1").unwrap();
        fs::write(at("c"), "3").unwrap();
        let file = |name: &str| Replacement { path: at(name), contents: b"new".to_vec() };
        // A file can't be in a file.
        let error = replace_all(&[file("a"), file("b"), file("c/d")]).unwrap_err();
        assert!(format!("{error:#}").starts_with("nothing was changed: can't write"), "{error:#}");
        // Nor can it be renamed to nothing.
        fs::create_dir_all(at("e/.d.old/in")).unwrap();
        fs::write(at("e/d"), "5").unwrap();
        replace_all(&[file("a"), file("b"), file("e/d")]).unwrap_err();
        let entries = |folder: &Path| fs::read_dir(folder).unwrap().count();
        assert_eq!((fs::read(at("a")).unwrap(), fs::read(at("e/d")).unwrap()), (b"1".to_vec(), b"5".to_vec()));
        assert_eq!((at("b").exists(), entries(folder.path())), (false, 3));
        replace_all(&[file("a"), file("b")]).unwrap();
        assert_eq!((fs::read(at("a")).unwrap(), fs::read(at("b")).unwrap()), (b"new".to_vec(), b"new".to_vec()));
        assert_eq!(entries(folder.path()), 4);
    }

    #[test]
    fn every_state_of_a_file_is_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let media = folder.path().join("media");
        fs::create_dir(&media).unwrap();
        for contents in ["1", "2", "1", "2", "3"] {
            fs::write(media.join("clip.mp4"), contents).unwrap();
            keep(folder.path(), "clip.mp4").unwrap();
        }
        let kept = |name: &str| fs::read_to_string(folder.path().join(ORIGINALS).join(name)).unwrap();
        assert_eq!(["clip.mp4", "clip.2.mp4", "clip.3.mp4"].map(kept), ["1", "2", "3"]);
    }
}
