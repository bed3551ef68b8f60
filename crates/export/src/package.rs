//! Writes the files of a package next to the target, hashes them meanwhile, and moves them to the target when all are
//! complete.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{DirBuilder, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use minijinja::Environment;
use minijinja::value::Serde;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use unmask_study::hex;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::blinded::Blinded;
use crate::publication::Public;
use crate::staging::Staging;
use crate::table::Texts;
use crate::{ExportError, Result};

/// Bytes from which a file in an archive needs the larger header.
const LARGE: u64 = 4_000_000_000;

/// Approximate number of bytes that are hashed and written at once.
pub const BUFFER: usize = 1 << 16;

/// Blocks of a file that may wait to be written.
const BLOCKS: usize = 2;

/// A package being written. Dropping it before publication deletes it.
pub struct Package {
    target: PathBuf,
    staging: Staging,
    /// The folder of the files, in the staging folder.
    work: PathBuf,
    files: Vec<Written>,
    /// Whether tables are written as Parquet, too.
    pub parquet: bool,
    /// The rules of a public package, if it is one.
    pub public: Option<Arc<Public>>,
    /// The rules of a blinded package, if it is one.
    pub blinded: Option<Arc<Blinded>>,
    /// The shape of each complete table, by name.
    pub texts: HashMap<&'static str, Texts>,
}

/// A file that is complete.
#[derive(Clone, Debug)]
pub struct Written {
    /// Path below the package's root.
    pub path: String,
    pub bytes: u64,
    /// SHA-256, in hexadecimal.
    pub sha256: String,
    /// Rows without the header, for a table.
    pub rows: Option<u64>,
}

/// A file that is being written.
pub struct Open {
    path: String,
    shown: PathBuf,
    out: BufWriter<Hashed>,
}

/// A file that a separate thread writes while the next data are computed.
struct Hashed(Option<Thread>);

struct Thread {
    blocks: SyncSender<Vec<u8>>,
    done: JoinHandle<io::Result<Hash>>,
}

/// Size and hash of a complete file.
#[derive(Default)]
struct Hash {
    sha256: Sha256,
    bytes: u64,
}

impl Hashed {
    fn begin(mut file: File) -> Self {
        let (blocks, coming) = sync_channel::<Vec<u8>>(BLOCKS);
        let done = thread::spawn(move || {
            let mut hash = Hash::default();
            for block in coming {
                file.write_all(&block)?;
                hash.sha256.update(&block);
                hash.bytes += block.len() as u64;
            }
            Ok(hash)
        });
        Self(Some(Thread { blocks, done }))
    }

    fn send(&mut self, block: Vec<u8>) -> io::Result<()> {
        let sent = self.0.as_ref().is_some_and(|thread| thread.blocks.send(block).is_ok());
        // Fails only after the thread has failed; its result has the reason.
        if sent { Ok(()) } else { Err(self.end().err().unwrap_or_else(broken)) }
    }

    /// Size and hash of the complete file, or the error.
    fn end(&mut self) -> io::Result<Hash> {
        let Thread { blocks, done } = self.0.take().ok_or_else(broken)?;
        drop(blocks);
        done.join().unwrap_or_else(|_| Err(broken()))
    }
}

fn broken() -> io::Error {
    io::Error::other("the writer stopped unexpectedly")
}

impl Write for Hashed {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.send(data.to_vec()).map(|()| data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for Open {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.out.write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Open {
    /// Writes a complete block without copying it.
    pub fn write_block(&mut self, block: Vec<u8>) -> io::Result<()> {
        self.out.flush()?;
        self.out.get_mut().send(block)
    }

    /// Adds the file's name to the error of a failed write.
    pub fn failed(&self, error: impl Into<io::Error>) -> ExportError {
        ExportError::write(&self.shown, error)
    }
}

impl Package {
    /// Creates the staging folder next to the target, on the same disk.
    pub fn begin(target: &Path) -> Result<Self> {
        if target.symlink_metadata().is_ok() {
            return Err(ExportError::Exists(target.to_owned()));
        }
        let failed = |error| ExportError::write(target, error);
        let staging = Staging::next_to(target).map_err(failed)?;
        let work = if is_archive(target) { staging.folder().join("files") } else { staging.content() };
        make_folders(&work).map_err(failed)?;
        let (target, files, texts) = (target.to_owned(), Vec::new(), HashMap::new());
        Ok(Self { target, staging, work, files, parquet: true, public: None, blinded: None, texts })
    }

    /// The ID of a participant in the package.
    pub fn id<'a>(&self, code: &'a str) -> Cow<'a, str> {
        self.blinded.as_ref().map_or(Cow::Borrowed(code), |blinded| blinded.id(code).into())
    }

    /// A new file.
    pub fn open(&self, path: &str) -> Result<Open> {
        let shown = self.target.join(path);
        let there = self.work.join(path);
        let made = there.parent().map_or(Ok(()), make_folders).and_then(|()| create_new(&there));
        let file = made.map_err(|error| ExportError::write(&shown, error))?;
        let out = BufWriter::with_capacity(BUFFER, Hashed::begin(file));
        Ok(Open { path: path.to_owned(), shown, out })
    }

    /// Completes a file.
    pub fn close(&mut self, open: Open, rows: Option<u64>) -> Result<()> {
        let Open { path, shown, out } = open;
        let done = out.into_inner().map_err(io::IntoInnerError::into_error);
        let hash = done.and_then(|mut file| file.end()).map_err(|error| ExportError::write(&shown, error))?;
        let sha256 = hex(&hash.sha256.finalize());
        self.files.push(Written { path, bytes: hash.bytes, sha256, rows });
        Ok(())
    }

    /// A file that is small enough to be in memory.
    pub fn write(&mut self, path: &str, content: impl AsRef<[u8]>) -> Result<()> {
        let mut open = self.open(path)?;
        open.write_all(content.as_ref()).map_err(|error| open.failed(error))?;
        self.close(open, None)
    }

    /// A file rendered from a [template](render), with one line break at its end.
    pub fn render(&mut self, path: &str, template: &str, facts: Value) -> Result<()> {
        let text = render(path, template, facts)?;
        self.write(path, format!("{}\n", text.trim_end()))
    }

    /// A table that is small enough to be in memory.
    pub fn write_table(&mut self, path: &str, csv: &str) -> Result<()> {
        let mut open = self.open(path)?;
        open.write_all(csv.as_bytes()).map_err(|error| open.failed(error))?;
        let rows = csv::Reader::from_reader(csv.as_bytes()).byte_records().count();
        self.close(open, Some(rows as u64))
    }

    /// Where the files are until they are moved to the target.
    pub fn folder(&self) -> &Path {
        &self.work
    }

    /// All files so far, by path.
    pub fn files(&self) -> Vec<Written> {
        let mut files = self.files.clone();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    }

    /// Publishes the complete package at its target, or nothing.
    pub fn finish(self) -> Result<()> {
        let packed = if is_archive(&self.target) { self.pack(&self.staging.content()) } else { Ok(()) };
        packed.and_then(|()| self.staging.publish()).map_err(|error| ExportError::write(&self.target, error))
    }

    /// The same files give the same archive: by path, and without the time of day.
    fn pack(&self, archive: &Path) -> io::Result<()> {
        let mut zip = ZipWriter::new(BufWriter::new(create_new(archive)?));
        for file in self.files() {
            let options = SimpleFileOptions::default().unix_permissions(0o644).large_file(file.bytes > LARGE);
            zip.start_file(file.path.as_str(), options)?;
            io::copy(&mut File::open(self.work.join(&file.path))?, &mut zip)?;
        }
        zip.finish()?.into_inner().map(drop).map_err(io::IntoInnerError::into_error)
    }
}

/// Renders a template. If the file's name ends in .html, values are escaped.
pub fn render(name: &str, template: &str, facts: Value) -> Result<String> {
    let text = Environment::new().render_named_str(name, template, minijinja::Value::from(Serde(facts)));
    text.map_err(|error| ExportError::Damaged { what: name.to_owned(), why: error.to_string() })
}

/// The files of a table in memory.
pub fn written(csv: csv::Writer<Vec<u8>>) -> csv::Result<String> {
    let bytes = csv.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Creates a folder and its missing parents, accessible only to their owner because the data are personal.
fn make_folders(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Creates a file that only its owner can read.
fn create_new(path: &Path) -> io::Result<File> {
    File::options().write(true).create_new(true).mode(0o600).open(path)
}

fn is_archive(target: &Path) -> bool {
    target.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}
