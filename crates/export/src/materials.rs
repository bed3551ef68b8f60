//! The study as it was run: every version's texts, under its hash, and the media of the one whose files are given.

use unmask_study::load::Files;

use crate::prelude::*;

/// All files of a version of the study: the database keeps no media.
#[derive(Clone, Copy)]
pub struct Whole<'a> {
    /// The version's hash.
    pub hash: &'a str,
    /// By path.
    pub files: &'a Files,
}

pub fn write(package: &mut Package, versions: &Versions, whole: Option<Whole<'_>>) -> Result<()> {
    for version in versions.all() {
        let folder = format!("materials/study-{}", version.study.hash);
        for (name, text) in &version.files {
            package.write(&format!("{folder}/{name}"), text)?;
        }
        let files = whole.filter(|whole| whole.hash == version.study.hash).into_iter().flat_map(|whole| whole.files);
        for (name, data) in files.filter(|(name, _)| !version.files.contains_key(*name)) {
            package.write(&format!("{folder}/{name}"), data)?;
        }
    }
    Ok(())
}
