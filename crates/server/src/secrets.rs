//! The installation's secrets: taken from the environment, or made on the first start and kept in the data
//! folder, readable by its owner alone.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::ids;

/// The key that opaque ids, tokens and media tickets are derived from.
#[derive(Clone)]
pub struct ServerKey([u8; 32]);

impl ServerKey {
    /// A key for tests.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Takes the key from the setting, or from `<data>/server.key`, which is made if it is missing.
    pub fn load(setting: Option<&str>, data: &Path) -> Result<Self> {
        secret(setting, data, "server.key", "--server-key").map(Self)
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
}

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerKey(…)")
    }
}

/// The seed of the allocation schedule, from the setting or from `<data>/allocation.seed`.
pub fn allocation_seed(setting: Option<&str>, data: &Path) -> Result<[u8; 32]> {
    secret(setting, data, "allocation.seed", "--allocation-seed")
}

/// What may be published before the study about a seed that must stay secret until its end.
pub fn commitment(seed: &[u8; 32]) -> String {
    hex(&Sha256::digest(seed))
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn secret(setting: Option<&str>, data: &Path, file: &str, flag: &str) -> Result<[u8; 32]> {
    if let Some(text) = setting {
        return parse(text).with_context(|| format!("{flag} must be 32 bytes in URL-safe base64"));
    }
    let path = data.join(file);
    match fs::read_to_string(&path) {
        Ok(text) => parse(&text).with_context(|| format!("'{}' is damaged; put the saved copy back", path.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => create(&path),
        Err(error) => bail!("can't read '{}': {error}", path.display()),
    }
}

fn parse(text: &str) -> Result<[u8; 32]> {
    let bytes = URL_SAFE_NO_PAD.decode(text.trim())?;
    bytes.try_into().map_err(|_| anyhow::anyhow!("not 32 bytes"))
}

fn create(path: &Path) -> Result<[u8; 32]> {
    let secret = ids::random();
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .with_context(|| format!("can't write '{}'", path.display()))?;
    file.write_all(URL_SAFE_NO_PAD.encode(secret).as_bytes())?;
    file.sync_all()?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_secret_is_made_once_and_for_its_owner_alone() {
        let data = tempfile::tempdir().unwrap();
        let first = allocation_seed(None, data.path()).unwrap();
        assert_eq!(allocation_seed(None, data.path()).unwrap(), first);
        let mode = fs::metadata(data.path().join("allocation.seed")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_setting_wins_and_a_damaged_file_is_not_replaced() {
        let data = tempfile::tempdir().unwrap();
        let setting = URL_SAFE_NO_PAD.encode([7; 32]);
        assert_eq!(allocation_seed(Some(&setting), data.path()).unwrap(), [7; 32]);
        fs::write(data.path().join("allocation.seed"), "short").unwrap();
        assert!(allocation_seed(None, data.path()).unwrap_err().to_string().contains("damaged"));
    }

    #[test]
    fn parts_and_purposes_never_collide() {
        let key = ServerKey::new([1; 32]);
        assert_ne!(key.mac("a", &[b"bc", b"d"]), key.mac("a", &[b"b", b"cd"]));
        assert_ne!(key.mac("a", &[b"b"]), key.mac("ab", &[]));
    }
}
