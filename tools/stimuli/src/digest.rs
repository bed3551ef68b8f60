//! Short names for things that are told apart by their content.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The first `bytes` bytes of the SHA-256 of `content`, in hexadecimal.
pub fn digest(content: &[u8], bytes: usize) -> String {
    Sha256::digest(content).iter().take(bytes).fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string");
        text
    })
}
