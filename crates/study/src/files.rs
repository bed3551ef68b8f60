//! The files of a bundle.

use std::collections::BTreeMap;

/// All files of a bundle by path.
pub type Files = BTreeMap<String, Vec<u8>>;
