//! SHA-256 of a file, read in chunks because videos are large.

use std::fs::File;
use std::io::{Read as _, Result};
use std::path::Path;

use sha2::{Digest as _, Sha256};
use unmask_study::hex;

/// Its checksum in hexadecimal.
pub fn sha256(file: &Path) -> Result<String> {
    let (mut file, mut whole) = (File::open(file)?, Sha256::new());
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hex(&whole.finalize())),
            length => whole.update(&piece[..length]),
        }
    }
}
