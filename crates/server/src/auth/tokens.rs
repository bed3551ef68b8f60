//! Opaque tokens. A session is a family of generations; each generation's pair is derived from the server's key,
//! so that repeating a refresh gives the same pair and two tabs agree. Only hashes are stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::base::clock::Millis;
use crate::base::secrets::ServerKey;

const MINUTE: Millis = 60 * 1000;
const DAY: Millis = 24 * 60 * MINUTE;

/// An access token lives so long.
pub const ACCESS: Millis = 30 * MINUTE;
/// A session ends after so long without a refresh.
pub const IDLE: Millis = 3 * DAY;
/// A session ends after so long, whatever happens.
pub const ABSOLUTE: Millis = 30 * DAY;
/// A refresh token that was exchanged may be repeated for so long.
pub const REPEAT: Millis = 30 * 1000;

/// SHA-256 of a token: what is stored.
pub type Hash = [u8; 32];

/// The two tokens of one generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Sent with every call.
    pub access: String,
    /// Exchanged for the next pair.
    pub refresh: String,
}

impl Pair {
    /// The pair of a generation.
    pub fn derive(key: &ServerKey, family: &str, generation: i64) -> Self {
        let token = |purpose| URL_SAFE_NO_PAD.encode(key.mac(purpose, &[family.as_bytes(), &generation.to_be_bytes()]));
        Self { access: token("access token"), refresh: token("refresh token") }
    }

    /// What is stored of it: access, refresh.
    pub fn hashes(&self) -> (Hash, Hash) {
        (hash(&self.access), hash(&self.refresh))
    }
}

/// The hash of a token as sent. Its length is bounded so that nobody makes us hash a megabyte.
pub fn hash(token: &str) -> Hash {
    let end = token.floor_char_boundary(128);
    Sha256::digest(&token[..end]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_repeatable_and_differ_by_family_generation_and_kind() {
        let key = ServerKey::new([3; 32]);
        let pair = Pair::derive(&key, "family", 1);
        assert_eq!(pair, Pair::derive(&key, "family", 1));
        assert_eq!(pair.access.len(), 43);
        let all = [
            &pair.access,
            &pair.refresh,
            &Pair::derive(&key, "family", 2).access,
            &Pair::derive(&key, "other", 1).access,
        ];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
    }
}
