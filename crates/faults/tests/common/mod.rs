//! What the tests of the laboratory share.

use std::path::{Path, PathBuf};

/// The program of the same build. Cargo builds it with its own tests, so it is there when the whole workspace is
/// tested.
pub fn program() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_unmask-faults")).with_file_name("unmask");
    assert!(program.exists(), "'{}' is not there: run `cargo build -p unmask` first", program.display());
    program
}

/// The small study.
pub fn small() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/_fixtures/small").canonicalize().expect("the small study")
}
