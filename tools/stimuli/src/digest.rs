//! Short names derived from content.

use sha2::{Digest, Sha256};
use unmask_study::hex;

/// The first `bytes` bytes of the SHA-256 of `content`, in hexadecimal.
pub fn digest(content: &[u8], bytes: usize) -> String {
    hex(&Sha256::digest(content)[..bytes])
}
