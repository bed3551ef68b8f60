//! The media library: a folder, or a bucket of an S3-compatible store. Both have the same interface, so that ranges are
//! served in the same way. Browsers are never redirected to the bucket, because its addresses would distinguish files.

mod deliveries;
mod range;

use std::collections::HashMap;
use std::io;
use std::io::SeekFrom;
use std::ops::Range;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use axum::body::{Body, Bytes};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt as _};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey, Checksum};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, ClientOptions, Error, GetOptions, GetRange, GetResult, GetResultPayload, ObjectMeta,
    ObjectStore, ObjectStoreExt as _, PutOptions, RetryConfig,
};
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tokio::time::timeout;
use tokio_util::io::ReaderStream;
use unmask_study::hex;

use crate::base::config::Settings;
pub use deliveries::Deliveries;
pub use range::wanted;

/// Bytes of a file in memory, for each that is being sent.
const PIECE: usize = 1 << 16;
/// A bucket that takes longer to be reached, or a bucket or folder that takes longer to say something, is not there.
const CONNECT: Duration = Duration::from_secs(3);
const SILENCE: Duration = Duration::from_secs(15);
/// Reading is repeated so often, and no longer than this in all.
const REPEATS: usize = 2;
const PATIENCE: Duration = Duration::from_secs(10);
/// A medium whose checksum takes longer is delivered meanwhile.
const CHECK: Duration = Duration::from_secs(5);

/// The media. Cheap to clone.
#[derive(Clone)]
pub struct Library {
    store: Arc<dyn ObjectStore>,
    /// In front of every name; empty for a folder.
    prefix: Path,
    shown: String,
    checked: Arc<Mutex<HashMap<Path, Checked>>>,
}

/// The checksum of a file, of the state that it was read in. Only one reads a file for it at a time.
type Checked = Arc<tokio::sync::Mutex<Option<(State, String)>>>;

/// What changes when a file is written to: its size, its time, and its tag.
#[derive(PartialEq)]
struct State(u64, i64, Option<String>);

impl State {
    fn of(meta: &ObjectMeta) -> Self {
        Self(meta.size, meta.last_modified.timestamp_micros(), meta.e_tag.clone())
    }
}

/// Part of a medium, or the whole of it.
pub struct Opened {
    /// Length of the whole.
    pub size: u64,
    /// What follows, in bytes of the whole.
    pub range: Range<u64>,
    pub body: Body,
}

/// Why a medium can't be sent.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// The medium is not there.
    #[error("the file does not exist")]
    Missing,
    /// It has no such part.
    #[error("it has {0} bytes")]
    NoSuchPart(u64),
    /// It has other contents than the study names.
    #[error("its checksum does not match stimuli.yaml")]
    Changed,
    /// Folder or bucket do not answer as they should.
    #[error("{0}")]
    Unavailable(String),
}

impl Library {
    /// The media that the settings name: those of the bundle, or a separate folder or bucket.
    pub fn of(settings: &Settings) -> Result<Self> {
        match &settings.media_url {
            None => Self::folder(settings.study.join("media")),
            Some(url) => Self::at(url),
        }
    }

    /// A folder, or `s3://bucket/prefix`. Nothing is sent yet: what is wrong with a bucket shows when something is
    /// read.
    pub fn at(url: &str) -> Result<Self> {
        if url.starts_with("s3://") {
            return Self::bucket(url);
        }
        match url.split_once("://") {
            Some((kind, _)) => bail!("--media-url takes a folder or s3://bucket/prefix; it can't read '{kind}://'"),
            None => Self::folder(url.into()),
        }
    }

    /// The files below a folder.
    pub fn folder(folder: PathBuf) -> Result<Self> {
        let shown = folder.display().to_string();
        let store = LocalFileSystem::new_with_prefix(folder);
        let store = Arc::new(store.with_context(|| format!("the media folder '{shown}' can't be read"))?);
        Ok(Self { store, prefix: Path::default(), shown, checked: Arc::default() })
    }

    /// Endpoint and credentials come from the usual variables, `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY` and `AWS_ALLOW_HTTP`, or from the machine's own role.
    fn bucket(url: &str) -> Result<Self> {
        // The whole request has no deadline: a film is sent for as long as a participant watches it.
        let client =
            ClientOptions::new().with_timeout_disabled().with_connect_timeout(CONNECT).with_read_timeout(SILENCE);
        let retry = RetryConfig { max_retries: REPEATS, retry_timeout: PATIENCE, ..RetryConfig::default() };
        let bucket = AmazonS3Builder::new().with_url(url).with_client_options(client).with_retry(retry);
        let bucket = environment().fold(bucket, |bucket, (key, value)| bucket.with_config(key, value));
        let bucket = bucket.with_checksum_algorithm(Checksum::SHA256).build();
        let store = Arc::new(bucket.with_context(|| format!("'{url}' is not a usable bucket"))?);
        let prefix = url.trim_start_matches("s3://").split_once('/').map_or("", |(_, prefix)| prefix);
        let shown = url.trim_end_matches('/').to_owned();
        Ok(Self { store, prefix: Path::parse(prefix)?, shown, checked: Arc::default() })
    }

    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Opens a medium with this checksum, or part of it.
    pub async fn open(&self, file: &str, sha256: Option<&str>, range: Option<GetRange>) -> Result<Opened, MediaError> {
        let path = self.path(file)?;
        let (meta, part) = in_time(self.find(&path, range)).await?;
        if let Some(sha256) = sha256 {
            self.check(path, &meta, sha256).await?;
        }
        in_time(Opened::of(part.ok_or(MediaError::NoSuchPart(meta.size))?)).await
    }

    /// The file and the part of it; none if it has no such part.
    async fn find(&self, path: &Path, range: Option<GetRange>) -> Result<(ObjectMeta, Option<GetResult>), MediaError> {
        let options = GetOptions { range: range.clone(), ..GetOptions::default() };
        match self.store.get_opts(path, options).await {
            Ok(found) if range.is_some() && found.range.is_empty() => Ok((found.meta, None)),
            Ok(found) => Ok((found.meta.clone(), Some(found))),
            Err(Error::NotFound { .. }) => Err(MediaError::Missing),
            // Stores report an invalid range in different ways, and not all accept one that is longer than the file.
            Err(error) => {
                let Some(range) = range else { return Err(failed(error)) };
                let meta = self.store.head(path).await.map_err(failed)?;
                let Some(part) = range::part(&range, meta.size) else { return Ok((meta, None)) };
                let found = self.store.get_opts(path, exactly(part)).await.map_err(failed)?;
                Ok((found.meta.clone(), Some(found)))
            }
        }
    }

    /// Compares a file with its checksum, which is computed again whenever its state is another one. It goes on without
    /// the caller if it takes long.
    async fn check(&self, path: Path, meta: &ObjectMeta, sha256: &str) -> Result<(), MediaError> {
        let checked = Arc::clone(self.checked.lock().entry(path.clone()).or_default());
        let (library, state) = (self.clone(), State::of(meta));
        let checking = tokio::spawn(async move {
            let mut checked = checked.lock().await;
            match &*checked {
                Some((of, found)) if *of == state => Ok(found.clone()),
                _ => {
                    let found = library.checksum(&path).await?;
                    *checked = Some((state, found.clone()));
                    Ok(found)
                }
            }
        });
        match timeout(CHECK, checking).await {
            Ok(Ok(Ok(found))) if !found.eq_ignore_ascii_case(sha256) => Err(MediaError::Changed),
            Ok(Ok(Err(error))) => Err(error),
            _ => Ok(()),
        }
    }

    /// Checksum of a medium, in hexadecimal.
    pub async fn sha256(&self, file: &str) -> Result<String, MediaError> {
        self.checksum(&self.path(file)?).await
    }

    /// The same, read piece by piece.
    async fn checksum(&self, path: &Path) -> Result<String, MediaError> {
        let found = in_time(async { self.store.get(path).await.map_err(failed) }).await?;
        let (mut pieces, mut whole) = (found.into_stream(), Sha256::new());
        while let Some(piece) = in_time(async { pieces.next().await.transpose().map_err(failed) }).await? {
            whole.update(piece);
        }
        Ok(hex(&whole.finalize()))
    }

    /// Puts a medium there. A bucket checks on its side that what arrives is what was sent.
    pub async fn put(&self, file: &str, media_type: &'static str, from: &FilePath) -> Result<()> {
        let data = tokio::fs::read(from).await.with_context(|| format!("can't read '{}'", from.display()))?;
        let mut attributes = Attributes::new();
        if !self.is_folder() {
            attributes.insert(Attribute::ContentType, media_type.into());
        }
        let options = PutOptions { attributes, ..PutOptions::default() };
        self.store.put_opts(&self.path(file)?, data.into(), options).await?;
        Ok(())
    }

    /// Whether it is a folder of this machine.
    pub fn is_folder(&self) -> bool {
        !self.shown.starts_with("s3://")
    }

    fn path(&self, file: &str) -> Result<Path, MediaError> {
        let file = Path::parse(file).map_err(|_| MediaError::Missing)?;
        Ok(self.prefix.parts().chain(file.parts()).collect())
    }
}

impl Opened {
    async fn of(found: GetResult) -> Result<Self, MediaError> {
        let (size, range) = (found.meta.size, found.range.clone());
        let length = range.end - range.start;
        let body = match found.payload {
            GetResultPayload::File(file, _) => {
                let mut file = File::from_std(file);
                file.seek(SeekFrom::Start(range.start))
                    .await
                    .map_err(|error| MediaError::Unavailable(error.to_string()))?;
                Body::from_stream(complete(ReaderStream::with_capacity(file.take(length), PIECE), length))
            }
            GetResultPayload::Stream(pieces) => {
                Body::from_stream(complete(pieces.map(|piece| piece.map_err(io::Error::other)), length))
            }
        };
        Ok(Self { size, range, body })
    }
}

/// The chunks of this many bytes. Fewer bytes and a stalled chunk are errors.
fn complete(
    pieces: impl Stream<Item = io::Result<Bytes>> + Unpin,
    length: u64,
) -> impl Stream<Item = io::Result<Bytes>> {
    unfold(Some((pieces, length)), async |state| {
        let (mut pieces, left) = state?;
        let ended = |kind, why| Some((Err(io::Error::new(kind, why)), None));
        match timeout(SILENCE, pieces.next()).await {
            Err(_) => ended(io::ErrorKind::TimedOut, "no more of it came in time"),
            Ok(Some(Ok(piece))) => {
                let left = left.saturating_sub(piece.len() as u64);
                Some((Ok(piece), Some((pieces, left))))
            }
            Ok(Some(Err(error))) => Some((Err(error), None)),
            Ok(None) if left > 0 => ended(io::ErrorKind::UnexpectedEof, "it became shorter while it was sent"),
            Ok(None) => None,
        }
    })
}

/// Waits for the folder or the bucket, but not for ever: a network file system may never answer.
async fn in_time<T>(call: impl Future<Output = Result<T, MediaError>>) -> Result<T, MediaError> {
    let late = || MediaError::Unavailable(format!("no answer within {} seconds", SILENCE.as_secs()));
    timeout(SILENCE, call).await.unwrap_or_else(|_| Err(late()))
}

/// The variables that S3 clients know. They come after our own choices: the library's `from_env` would be undone by
/// these.
fn environment() -> impl Iterator<Item = (AmazonS3ConfigKey, String)> {
    let named = std::env::vars().filter(|(name, _)| name.starts_with("AWS_"));
    named.filter_map(|(name, value)| Some((name.to_ascii_lowercase().parse().ok()?, value)))
}

fn exactly(part: Range<u64>) -> GetOptions {
    GetOptions { range: Some(GetRange::Bounded(part)), ..GetOptions::default() }
}

fn failed(error: Error) -> MediaError {
    match error {
        Error::NotFound { .. } => MediaError::Missing,
        error => MediaError::Unavailable(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream::{iter, pending};

    use super::*;

    async fn sent(pieces: impl Stream<Item = io::Result<Bytes>> + Unpin, length: u64) -> io::Result<usize> {
        let mut sent = Box::pin(complete(pieces, length));
        let mut bytes = 0;
        while let Some(piece) = sent.next().await {
            bytes += piece?.len();
        }
        Ok(bytes)
    }

    #[tokio::test(start_paused = true)]
    async fn a_medium_that_ends_early_or_never_is_broken_off() {
        let pieces = || iter([&b"four"[..], b"more"].map(|piece| Ok(Bytes::from_static(piece))));
        assert_eq!(sent(pieces(), 8).await.unwrap(), 8);
        assert_eq!(sent(pieces(), 9).await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(sent(pieces().chain(pending()), 9).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
