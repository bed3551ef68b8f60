//! Opaque tokens. A session is a family of generations; each generation's pair is derived from the server key, so that
//! a repeated refresh gives the same pair, in all tabs. Only hashes are stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::base::clock::Millis;
use crate::base::secrets::ServerKey;

const MINUTE: Millis = 60 * 1000;
const DAY: Millis = 24 * 60 * MINUTE;

/// Lifetime of an access token.
pub const ACCESS: Millis = 30 * MINUTE;
/// A session ends after this time without a refresh.
pub const IDLE: Millis = 3 * DAY;
/// Maximum length of a session.
pub const ABSOLUTE: Millis = 30 * DAY;
/// How long a refresh with the same token can be repeated.
pub const REPEAT: Millis = 30 * 1000;

/// SHA-256 of a token, as stored.
pub type Hash = [u8; 32];

/// The two tokens of one generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Access token, sent with every call as bearer token.
    pub access: String,
    /// Refresh token, to be exchanged for a new pair.
    pub refresh: String,
}

impl Pair {
    /// The pair of a generation.
    pub fn derive(key: &ServerKey, family: &str, generation: i64) -> Self {
        let token = |purpose| URL_SAFE_NO_PAD.encode(key.mac(purpose, &[family.as_bytes(), &generation.to_be_bytes()]));
        Self { access: token("access token"), refresh: token("refresh token") }
    }

    /// The hashes that are stored: access, refresh.
    pub fn hashes(&self) -> (Hash, Hash) {
        (hash(&self.access), hash(&self.refresh))
    }
}

/// The hash of a token as sent. Its length is limited, so that a client can't make the server hash a megabyte.
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
