//! Child processes.

use std::ffi::OsStr;
use std::fs;

use anyhow::Result;

/// The processes that a process has started.
pub fn children(parent: i32) -> Result<Vec<i32>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let path = entry?.path();
        let Some(id) = path.file_name().and_then(OsStr::to_str).and_then(|name| name.parse().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(path.join("stat")) else { continue };
        // `id (name) state parent …`; the name can contain any character.
        let of = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)?.parse::<i32>().ok());
        if of == Some(parent) {
            found.push(id);
        }
    }
    Ok(found)
}
