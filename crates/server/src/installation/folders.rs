//! Study folders that several studies have. Whoever may change the texts of one study would change those of the other.

use std::fs;
use std::path::{Path, PathBuf};

use unmask_store::control::HostedStudy;

use crate::base::site::ROOT;

/// The folders of the studies other than `id`, each with its study's ID. Those in the data folder are missing: no other
/// study can have one of them.
pub fn others(root: Option<&Path>, hosted: Vec<HostedStudy>, id: &str) -> Vec<(String, PathBuf)> {
    let root = root.map(|folder| (ROOT.to_owned(), folder.to_owned()));
    let hosted = hosted.into_iter().map(|study| (study.id, PathBuf::from(study.folder)));
    root.into_iter().chain(hosted.filter(|(_, folder)| folder.is_absolute())).filter(|(other, _)| other != id).collect()
}

/// The study whose folder is the given one, or is around or inside it. Links are followed; a folder that can't be read
/// is nobody's.
pub fn sharing(own: &Path, others: &[(String, PathBuf)]) -> Option<String> {
    let own = fs::canonicalize(own).ok()?;
    let is_shared =
        |folder: &Path| fs::canonicalize(folder).is_ok_and(|other| own.starts_with(&other) || other.starts_with(&own));
    others.iter().find(|(_, folder)| is_shared(folder)).map(|(id, _)| id.clone())
}
