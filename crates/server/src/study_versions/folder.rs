//! The study folder as a ZIP file: packing it, unpacking a changed one, and putting that in its place.
//!
//! A changed folder is unpacked and checked next to the study folder, and takes its place in one step. The former one
//! is kept as `<name>.before`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;
use rustix::fs::{CWD, RenameFlags, renameat_with, statvfs};
use rustix::io::Errno;
use sha2::{Digest as _, Sha256};
use unmask_export::staging::{Staging, parent};
use unmask_study::problem::{Problem, Severity};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::read::{BundleError, list};

/// The largest ZIP file, in bytes.
pub const LARGEST: u64 = 512 << 20;
/// Bytes of all unpacked files.
const UNPACKED: u64 = 2 << 30;
/// Bytes of all files that are not media. They are read into memory as a whole, at times more than once.
const TEXTS: u64 = 32 << 20;
/// Files in a ZIP file.
const FILES: usize = 10_000;
/// Characters of a path, and its folders.
const PATH: usize = 240;
const DEPTH: usize = 8;
/// Bytes that stay free on the disk, for answers.
const SPARE: u64 = 512 << 20;
/// Bytes in memory while files are compared.
const PIECE: usize = 1 << 16;

/// Files that are secrets, wherever they are. They are neither downloaded nor uploaded.
const SECRETS: [&str; 6] =
    ["server.key", "allocation.seed", "recruitment.secret", "prolific.token", "unmask.toml", "unmask.env"];
/// Endings of such files.
const SECRET_ENDINGS: [&str; 8] = [".key", ".seed", ".secret", ".token", ".pem", ".env", ".db", ".sqlite"];

/// Why a folder was not packed or replaced.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// What is wrong in the ZIP file, by file.
    #[error("the ZIP file can't be used")]
    Rejected(Vec<Problem>),
    /// The server may not change the folder.
    #[error("the server can't replace '{}': {cause}", path.display())]
    ReadOnly { path: PathBuf, cause: io::Error },
    /// The disk would be full.
    #[error("there is not enough room on the disk of '{}'", .0.display())]
    Full(PathBuf),
    /// There is no former folder.
    #[error("there is no former folder")]
    NoFormer,
    #[error(transparent)]
    Bundle(#[from] BundleError),
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

type Result<T> = std::result::Result<T, FolderError>;

fn rejected(file: &str, message: impl Into<String>, help: &str) -> FolderError {
    FolderError::Rejected(vec![problem(file, message, help)])
}

fn problem(file: &str, message: impl Into<String>, help: &str) -> Problem {
    Problem {
        severity: Severity::Error,
        file: file.to_owned(),
        line: None,
        column: None,
        message: message.into(),
        help: Some(help.to_owned()),
    }
}

/// Writes the files of a study folder to a ZIP file, without secrets and hidden files.
///
/// # Errors
/// If the folder can't be read, or the file can't be written.
pub fn pack(folder: &Path, with_media: bool, target: &Path) -> Result<()> {
    let file = File::create(target).context("the ZIP file can't be written")?;
    let mut zip = ZipWriter::new(file);
    for (name, path) in list(folder)? {
        if is_secret(&name) || (!with_media && is_medium(&name)) {
            continue;
        }
        // Media are compressed already.
        let method = if is_medium(&name) { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let large = fs::metadata(&path).is_ok_and(|meta| meta.len() >= u64::from(u32::MAX));
        let options = SimpleFileOptions::default().compression_method(method).large_file(large);
        zip.start_file(name.as_str(), options).with_context(|| name.clone())?;
        let mut file = File::open(&path).with_context(|| name.clone())?;
        io::copy(&mut file, &mut zip).with_context(|| name.clone())?;
    }
    zip.finish().context("the ZIP file can't be written")?.sync_all().context("the ZIP file can't be written")?;
    Ok(())
}

fn is_medium(name: &str) -> bool {
    name.starts_with("media/")
}

/// Whether a file of this name is a secret.
fn is_secret(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    SECRETS.contains(&file.as_str()) || SECRET_ENDINGS.iter().any(|ending| file.ends_with(ending))
}

/// A changed folder, complete and next to the study folder.
pub struct Candidate {
    /// The study folder itself, not a link to it.
    root: PathBuf,
    staging: Staging,
    /// Media that the ZIP file has with other contents than the study folder.
    pub changed_media: BTreeSet<String>,
    /// Number of media that the ZIP file lacks, and that stay.
    pub kept_media: usize,
}

/// A folder that is about to take the place of the study folder.
pub enum Incoming {
    Uploaded(Candidate),
    /// The one that was there before.
    Former {
        root: PathBuf,
    },
}

impl Incoming {
    /// The former folder.
    ///
    /// # Errors
    /// If there is none.
    pub fn former(study: &Path) -> Result<Self> {
        let root = fs::canonicalize(study).with_context(|| format!("'{}'", study.display()))?;
        if former_of(&root).is_dir() { Ok(Self::Former { root }) } else { Err(FolderError::NoFormer) }
    }

    /// Where it is now.
    pub fn place(&self) -> PathBuf {
        match self {
            Self::Uploaded(candidate) => candidate.staging.content(),
            Self::Former { root } => former_of(root),
        }
    }

    /// Puts it in the place of the study folder in one step, and keeps that as the former one. Hidden files, such as
    /// those of version control, stay in the study folder.
    ///
    /// # Errors
    /// If the server may not do that. Then nothing was changed.
    pub fn replace(self) -> Result<()> {
        match self {
            Self::Former { root } => {
                let former = former_of(&root);
                exchange(&former, &root)?;
                move_hidden(&former, &root);
            }
            Self::Uploaded(Candidate { root, staging, .. }) => {
                let (content, former) = (staging.content(), former_of(&root));
                // Deleted with the staging folder.
                let older = staging.folder().join("older");
                if former.exists() {
                    fs::rename(&former, &older).map_err(|cause| read_only(&root, cause))?;
                }
                if let Err(error) = exchange(&content, &root) {
                    drop(fs::rename(&older, &former));
                    return Err(error);
                }
                move_hidden(&content, &root);
                if let Err(error) = fs::rename(&content, &former) {
                    tracing::warn!(%error, folder = %former.display(), "the former study folder can't be kept");
                }
            }
        }
        Ok(())
    }
}

/// Whether there is a former folder.
pub fn has_former(study: &Path) -> bool {
    fs::canonicalize(study).is_ok_and(|root| former_of(&root).is_dir())
}

fn former_of(root: &Path) -> PathBuf {
    let mut name = root.file_name().unwrap_or_default().to_owned();
    name.push(".before");
    parent(root).join(name)
}

/// Exchanges two folders in one step, so that servers read media at any time.
fn exchange(one: &Path, root: &Path) -> Result<()> {
    match renameat_with(CWD, one, CWD, root, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(()),
        // File systems that can't: in two steps, and back if the second one fails.
        Err(Errno::INVAL | Errno::NOSYS) => {
            let aside = one.with_extension("aside");
            let cause = |cause| FolderError::ReadOnly { path: root.to_owned(), cause };
            fs::rename(root, &aside).map_err(cause)?;
            if let Err(error) = fs::rename(one, root) {
                drop(fs::rename(&aside, root));
                return Err(cause(error));
            }
            fs::rename(&aside, one).map_err(cause)
        }
        Err(error) => Err(FolderError::ReadOnly { path: root.to_owned(), cause: error.into() }),
    }
}

fn move_hidden(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.')
            && let Err(error) = fs::rename(entry.path(), to.join(&name))
        {
            tracing::warn!(%error, file = %entry.path().display(), "a hidden file stays in the former study folder");
        }
    }
}

/// Unpacks a ZIP file next to the study folder. Media that it lacks are taken from there.
///
/// # Errors
/// If the file is not a ZIP file of a study folder, or the server may not write next to the study folder.
pub fn unpack(archive: &Path, study: &Path) -> Result<Candidate> {
    let root = fs::canonicalize(study).with_context(|| format!("'{}'", study.display()))?;
    require_writable(&root)?;
    let staging = Staging::next_to(&root).map_err(|cause| read_only(&root, cause))?;
    let content = staging.content();
    fs::create_dir(&content).map_err(|cause| read_only(&root, cause))?;
    let mut archive = open(archive)?;
    let names = names(&mut archive)?;
    write(&mut archive, &names, &content)?;
    let (changed_media, kept_media) = keep_media(&root, &content)?;
    if let Ok(own) = fs::metadata(&root) {
        fs::set_permissions(&content, own.permissions()).context("the folder's permissions can't be set")?;
    }
    Ok(Candidate { root, staging, changed_media, kept_media })
}

fn read_only(root: &Path, cause: io::Error) -> FolderError {
    FolderError::ReadOnly { path: root.to_owned(), cause }
}

/// Renaming a folder to another parent changes the folder itself.
fn require_writable(root: &Path) -> Result<()> {
    for folder in [root, parent(root)] {
        rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).map_err(|error| read_only(root, error.into()))?;
    }
    Ok(())
}

const NO_ZIP: &str = "upload the ZIP file of a study folder, with study.yaml at its top";

/// Opens it after a look at its end: the list of files is read into memory as a whole, so its length is limited first.
fn open(path: &Path) -> Result<ZipArchive<File>> {
    /// Length of the end record without its comment.
    const END: usize = 22;
    let no_zip = || rejected("", "this is not a ZIP file", NO_ZIP);
    let mut file = File::open(path).context("the upload can't be read")?;
    let length = file.metadata().context("the upload can't be read")?.len();
    let tail = length.min((END + usize::from(u16::MAX)) as u64);
    file.seek(SeekFrom::Start(length - tail)).context("the upload can't be read")?;
    let mut end = Vec::new();
    file.read_to_end(&mut end).context("the upload can't be read")?;
    let number = |at: usize| usize::from(u16::from_le_bytes([end[at], end[at + 1]]));
    // The last record whose comment ends with the file.
    let starts = (0..(end.len() + 1).saturating_sub(END)).rev();
    let record =
        starts.filter(|&at| end[at..].starts_with(b"PK\x05\x06")).find(|&at| at + END + number(at + 20) == end.len());
    let files = number(record.ok_or_else(no_zip)? + 10);
    if files > FILES {
        let message = format!("it has more than {FILES} files");
        return Err(rejected("", message, "upload only the study folder"));
    }
    file.rewind().context("the upload can't be read")?;
    let archive = ZipArchive::new(file).map_err(|_| no_zip())?;
    if archive.len() == files { Ok(archive) } else { Err(no_zip()) }
}

/// The files to write, by their number in the ZIP file. A folder around them all is left out.
fn names(archive: &mut ZipArchive<File>) -> Result<BTreeMap<String, usize>> {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut problems = Vec::new();
    for number in 0..archive.len() {
        let entry = archive.by_index(number).map_err(|error| {
            rejected(&format!("file {}", number + 1), format!("it can't be read: {error}"), "pack the folder again")
        })?;
        let name = entry.name().map(Cow::into_owned).unwrap_or_default();
        let shown: String = name.chars().filter(|c| !c.is_control()).take(PATH).collect();
        let kind = entry.unix_mode().map(|mode| mode & 0o170_000).unwrap_or_default();
        let is_plain = matches!(kind, 0 | 0o100_000 | 0o040_000) && !entry.is_symlink();
        let wrong = if !is_safe(&name) || entry.enclosed_name().is_none() {
            Some(("its path leads out of the folder, or can't be written on every system", "rename it, and pack again"))
        } else if !is_plain {
            Some(("it is a link or a device", "replace it with the file itself"))
        } else if entry.encrypted() {
            Some(("it is encrypted", "pack the folder without a password"))
        } else if entry.is_dir() || is_hidden(&name) {
            continue;
        } else if is_secret(&name) {
            Some(("it looks like a secret, and everyone who edits the study could download it", "remove it"))
        } else if names.insert(name.clone(), number).is_some() {
            Some(("it is in the ZIP file twice", "pack the folder again"))
        } else {
            continue;
        };
        if let Some((message, help)) = wrong {
            problems.push(problem(&shown, message, help));
        }
        if problems.len() >= 20 {
            break;
        }
    }
    if !problems.is_empty() {
        return Err(FolderError::Rejected(problems));
    }
    let names = without_outer_folder(names);
    if names.contains_key("study.yaml") { Ok(names) } else { Err(rejected("study.yaml", "it is missing", NO_ZIP)) }
}

/// `my-study/study.yaml` becomes `study.yaml`, if everything is in that folder.
fn without_outer_folder(names: BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    let outer = names.keys().next().and_then(|name| name.split_once('/')).map(|(outer, _)| format!("{outer}/"));
    match outer {
        Some(outer)
            if names.contains_key(&format!("{outer}study.yaml"))
                && names.keys().all(|name| name.starts_with(&outer)) =>
        {
            names.into_iter().map(|(name, number)| (name[outer.len()..].to_owned(), number)).collect()
        }
        _ => names,
    }
}

/// Whether a path stays below the folder, on each system.
fn is_safe(name: &str) -> bool {
    let plain = name.trim_end_matches('/');
    let parts: Vec<&str> = plain.split('/').collect();
    let is_bad = |c: char| c.is_control() || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    let is_normal = Path::new(plain).components().all(|part| matches!(part, Component::Normal(_)));
    !plain.is_empty()
        && plain.len() <= PATH
        && parts.len() <= DEPTH
        && is_normal
        && !plain.chars().any(is_bad)
        && parts.iter().all(|part| !part.is_empty() && *part != "." && *part != "..")
}

/// Hidden files are not part of a study, and neither is what macOS adds to a ZIP file.
fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// Writes the files. What their list says about lengths is not believed.
fn write(archive: &mut ZipArchive<File>, names: &BTreeMap<String, usize>, content: &Path) -> Result<()> {
    let (mut left, mut texts) = (UNPACKED, TEXTS);
    for (name, number) in names {
        let unreadable = |error: &dyn std::fmt::Display| {
            rejected(name, format!("it can't be unpacked: {error}"), "pack the folder again")
        };
        let entry = archive.by_index(*number).map_err(|error| unreadable(&error))?;
        let most = if is_medium(name) { left } else { texts.min(left) };
        if free(content) < entry.size().min(most).saturating_add(SPARE) {
            return Err(FolderError::Full(content.to_owned()));
        }
        let path = content.join(name);
        // A name that is a file elsewhere in the list can't be a folder.
        fs::create_dir_all(parent(&path)).map_err(|error| unreadable(&error))?;
        let mut file = File::create_new(&path).map_err(|error| unreadable(&error))?;
        let written = io::copy(&mut entry.take(most + 1), &mut file).map_err(|error| match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => FolderError::Full(content.to_owned()),
            _ => unreadable(&error),
        })?;
        if written > most {
            let message = if most < left {
                format!("all files but media have at most {} MiB together", TEXTS >> 20)
            } else {
                format!("all files together have at most {} MiB", UNPACKED >> 20)
            };
            return Err(rejected(name, message, "make it smaller; serve large media with --media-url"));
        }
        left -= written;
        texts -= if is_medium(name) { 0 } else { written };
        file.flush().and_then(|()| file.sync_all()).context("the folder can't be written")?;
    }
    Ok(())
}

fn free(folder: &Path) -> u64 {
    statvfs(folder).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Takes over media that the new folder lacks; names those that it has with other contents.
fn keep_media(root: &Path, content: &Path) -> Result<(BTreeSet<String>, usize)> {
    let (mut changed, mut kept) = (BTreeSet::new(), 0);
    for (name, path) in list(root)?.into_iter().filter(|(name, _)| is_medium(name)) {
        let target = content.join(&name);
        if target.exists() {
            if checksum(&path)? != checksum(&target)? {
                changed.insert(name);
            }
            continue;
        }
        fs::create_dir_all(parent(&target)).with_context(|| name.clone())?;
        // The same file under a second name, if the file system and its owner allow that.
        let place = fs::canonicalize(&path).with_context(|| name.clone())?;
        if fs::hard_link(&place, &target).is_err() {
            fs::copy(&place, &target).with_context(|| name.clone())?;
        }
        kept += 1;
    }
    Ok((changed, kept))
}

fn checksum(path: &Path) -> Result<[u8; 32]> {
    let mut file = File::open(path).with_context(|| path.display().to_string())?;
    let (mut hash, mut piece) = (Sha256::new(), vec![0; PIECE]);
    loop {
        match file.read(&mut piece).with_context(|| path.display().to_string())? {
            0 => return Ok(hash.finalize().into()),
            bytes => hash.update(&piece[..bytes]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_below_the_folder_are_safe() {
        for name in ["study.yaml", "media/a.webp", "pages/extra.md", "a b/ä.md", "media/"] {
            assert!(is_safe(name), "{name}");
        }
        for name in
            ["", "/", "/etc/passwd", "../a", "a/../../b", "a//b", "./a", "a/./b", "C:/a", "a\\b", "a\nb", "a/..", "a?b"]
        {
            assert!(!is_safe(name), "{name}");
        }
        assert!(!is_safe(&"a/".repeat(DEPTH + 1)) && !is_safe(&"a".repeat(PATH + 1)));
    }

    #[test]
    fn secrets_are_recognised_wherever_they_are() {
        for name in
            ["recruitment.secret", "x/prolific.token", "Server.KEY", "a/tls.pem", ".env", "unmask.db", "prod.env"]
        {
            assert!(is_secret(name), "{name}");
        }
        for name in ["study.yaml", "pages/secret.md", "media/key.webp", "token.md"] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
