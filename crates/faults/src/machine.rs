//! The library that intercepts the program's system calls: a full disk, a clock that is set, writes that come late.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Builds the library in a folder. It is loaded into the program with `LD_PRELOAD`.
pub fn build(folder: &Path) -> Result<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("machine/machine.c");
    let library = folder.join("machine.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
    ensure!(compiler.status().context("can't run cc")?.success(), "cc can't build '{}'", source.display());
    Ok(library)
}
