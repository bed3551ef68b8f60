//! The files of a bundle.

use std::collections::BTreeMap;

/// All files of a bundle by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What the checks need to know of a file whose contents stay on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Medium {
    /// In bytes.
    pub length: u64,
    /// In lower-case hexadecimal.
    pub sha256: String,
}

/// The files of a bundle that are empty in its [`Files`], because their contents stay on the disk.
pub type Media = BTreeMap<String, Medium>;
