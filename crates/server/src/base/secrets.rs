//! The secrets of the installation. They come from the settings, or are created at the first start and stored in the
//! data folder, readable only by its owner. [`crate::base::recorded`] decides whether a server may use or create them.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use unmask_export::staging::Staging;
use unmask_study::hex;

use crate::base::config::Settings;

/// The secrets of an installation, 32 bytes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// The key from which IDs, tokens and tickets are derived.
    ServerKey,
    /// The seed of the allocation schedule.
    AllocationSeed,
}

impl Secret {
    pub const ALL: [Self; 2] = [Self::ServerKey, Self::AllocationSeed];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::ServerKey => "server key",
            Self::AllocationSeed => "allocation seed",
        }
    }

    /// Its file in the data folder.
    pub fn file(self) -> &'static str {
        match self {
            Self::ServerKey => "server.key",
            Self::AllocationSeed => "allocation.seed",
        }
    }

    pub fn flag(self) -> &'static str {
        match self {
            Self::ServerKey => "--server-key",
            Self::AllocationSeed => "--allocation-seed",
        }
    }

    /// Its setting, which takes precedence over the file.
    pub fn setting(self, settings: &Settings) -> Option<&str> {
        match self {
            Self::ServerKey => settings.server_key.as_deref(),
            Self::AllocationSeed => settings.allocation_seed.as_deref(),
        }
    }

    /// Where it is read from, for messages.
    pub fn location(self, settings: &Settings) -> String {
        match self.setting(settings) {
            Some(_) => self.flag().to_owned(),
            None => format!("'{}'", self.path(&settings.data).display()),
        }
    }

    /// Whether the setting or the file exists.
    pub fn exists(self, settings: &Settings) -> bool {
        self.setting(settings).is_some() || self.path(&settings.data).exists()
    }

    /// Reads it from the setting, or else from the data folder; none if it is in neither. It is not created.
    pub fn read(self, settings: &Settings) -> Result<Option<[u8; 32]>> {
        match self.setting(settings) {
            Some(text) => {
                let secret = parse(text);
                secret.map(Some).with_context(|| format!("{} must be 32 bytes in base64", self.flag()))
            }
            None => self.read_in(&settings.data),
        }
    }

    /// Reads its file in a folder; none if there is no such file.
    pub fn read_in(self, folder: &Path) -> Result<Option<[u8; 32]>> {
        let path = self.path(folder);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let secret = parse(&text);
                secret.map(Some).with_context(|| {
                    format!(
                        "'{}' is damaged: put the saved copy back, or, if no server has started with it yet, remove the \
                         file, and the next start makes a new one",
                        path.display()
                    )
                })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => bail!("can't read '{}': {error}", path.display()),
        }
    }

    /// Creates its file, readable only by its owner, and syncs it to disk. An interrupted start leaves no file of that
    /// name.
    pub fn create(self, folder: &Path, bytes: &[u8; 32]) -> Result<()> {
        let path = self.path(folder);
        let write = || {
            let staging = Staging::next_to(&path)?;
            let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(staging.content())?;
            file.write_all(URL_SAFE_NO_PAD.encode(bytes).as_bytes())?;
            file.sync_all()?;
            staging.publish()?;
            File::open(folder)?.sync_all()
        };
        write().with_context(|| format!("can't write '{}'", path.display()))
    }

    /// Removes its file.
    pub fn remove(self, folder: &Path) -> Result<()> {
        let path = self.path(folder);
        fs::remove_file(&path).with_context(|| format!("can't remove '{}'", path.display()))
    }

    fn path(self, folder: &Path) -> PathBuf {
        folder.join(self.file())
    }
}

/// A secret of a further study, if the installation's server key is a setting: then all servers have the same. In other
/// installations each study has files of its own.
///
/// # Errors
/// If the setting is not a key.
pub fn derived(settings: &Settings, purpose: &'static str, study: &str) -> Result<Option<String>> {
    if settings.server_key.is_none() {
        return Ok(None);
    }
    let key = Secret::ServerKey.read(settings)?.map(ServerKey::new);
    Ok(key.map(|key| URL_SAFE_NO_PAD.encode(key.mac(purpose, &[study.as_bytes()]))))
}

/// The key that opaque ids, tokens and media tickets are derived from.
#[derive(Clone)]
pub struct ServerKey([u8; 32]);

impl ServerKey {
    /// From its bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A fingerprint that can be stored with the data. The key can't be derived from it.
    pub fn mark(&self) -> String {
        hex(&self.mac("mark", &[]))
    }

    /// HMAC-SHA-256 over the parts. Each is preceded by its length, so that no two lists give the same bytes;
    /// `purpose` keeps the uses of the key apart.
    ///
    /// # Panics
    /// Never: HMAC takes keys of any length.
    pub fn mac(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any length is a key");
        for part in std::iter::once(purpose.as_bytes()).chain(parts.iter().copied()) {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// Hides and signs a short text, so that only this key can read it back. The same text gives the same bytes;
    /// `about` is not hidden, but belongs to what is signed. (A synthetic initialisation vector, as in RFC 5297:
    /// the tag signs the text and chooses the mask.)
    pub fn seal(&self, purpose: &str, about: &[u8], text: &[u8]) -> (Tag, Vec<u8>) {
        let tag = self.tag(purpose, about, text);
        (tag, self.masked(purpose, &tag, text))
    }

    /// Reads what [`ServerKey::seal`] made; `None` if anything of it was changed.
    pub fn open(&self, purpose: &str, about: &[u8], tag: Tag, hidden: &[u8]) -> Option<Vec<u8>> {
        let text = self.masked(purpose, &tag, hidden);
        bool::from(self.tag(purpose, about, &text).ct_eq(&tag)).then_some(text)
    }

    fn tag(&self, purpose: &str, about: &[u8], text: &[u8]) -> Tag {
        let mac = self.mac(purpose, &[b"tag", about, text]);
        std::array::from_fn(|i| mac[i])
    }

    fn masked(&self, purpose: &str, tag: &Tag, text: &[u8]) -> Vec<u8> {
        let masks = (0_u64..).flat_map(|block| self.mac(purpose, &[b"mask", tag, &block.to_be_bytes()]));
        text.iter().zip(masks).map(|(byte, mask)| byte ^ mask).collect()
    }
}

/// Signs what is sealed.
pub type Tag = [u8; 12];

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerKey(…)")
    }
}

/// The commitment to a secret seed, which can be published before the study.
pub fn commitment(seed: &[u8; 32]) -> String {
    hex(&Sha256::digest(seed))
}

/// Either alphabet of base64, with padding or without, as other programs write it and editors save it.
fn parse(text: &str) -> Result<[u8; 32]> {
    let text = text.trim_start_matches('\u{feff}').trim();
    ensure!(!text.is_empty(), "it is empty");
    let text = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    let bytes = URL_SAFE_NO_PAD.decode(text).context("it is not base64")?;
    let found = bytes.len();
    bytes
        .try_into()
        .ok()
        .with_context(|| format!("it gives {found} bytes (`openssl rand -base64 32` makes a right one)"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_secret_is_written_once_and_for_its_owner_alone() {
        let data = tempfile::tempdir().unwrap();
        let seed = Secret::AllocationSeed;
        assert_eq!(seed.read_in(data.path()).unwrap(), None);
        assert!(!data.path().join("allocation.seed").exists(), "reading makes none");
        seed.create(data.path(), &[7; 32]).unwrap();
        assert_eq!(seed.read_in(data.path()).unwrap(), Some([7; 32]));
        assert!(seed.create(data.path(), &[8; 32]).is_err(), "one that is there stays");
        let mode = fs::metadata(data.path().join("allocation.seed")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::write(data.path().join("allocation.seed"), "short").unwrap();
        let damaged = seed.read_in(data.path()).unwrap_err().to_string();
        assert!(damaged.contains("is damaged") && damaged.contains("remove the file"), "{damaged}");
    }

    #[test]
    fn sealed_text_is_read_back_only_unchanged_and_by_its_key() {
        let (key, other) = (ServerKey::new([1; 32]), ServerKey::new([2; 32]));
        let text = "longer than one block of the mask: 0123456789".as_bytes();
        let (tag, hidden) = key.seal("a", b"about", text);
        assert_eq!(key.open("a", b"about", tag, &hidden).as_deref(), Some(text));
        assert!(!hidden.windows(4).any(|four| text.windows(4).any(|of_text| four == of_text)), "nothing shows through");
        let mut changed = hidden.clone();
        changed[40] ^= 1;
        for wrong in [
            key.open("b", b"about", tag, &hidden),
            key.open("a", b"else", tag, &hidden),
            key.open("a", b"about", tag, &changed),
            key.open("a", b"about", tag, &hidden[1..]),
            other.open("a", b"about", tag, &hidden),
        ] {
            assert_eq!(wrong, None);
        }
    }

    #[test]
    fn parts_and_purposes_never_collide() {
        let key = ServerKey::new([1; 32]);
        assert_ne!(key.mac("a", &[b"bc", b"d"]), key.mac("a", &[b"b", b"cd"]));
        assert_ne!(key.mac("a", &[b"b"]), key.mac("ab", &[]));
    }
}
