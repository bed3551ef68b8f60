//! Writes what was prepared, or says what would be written.

use std::fs;

use unmask_study::definition::stimulus::Stimuli;
use unmask_study::stimuli_text::{changes, rewrite};

use super::prepare::Media;
use super::replace::{ORIGINALS, Replacement, keep, replace_all};
use crate::cli::prelude::*;
use crate::study_versions::BundleError;

/// A study's folder with its `stimuli.yaml`.
pub struct Folder<'a> {
    pub path: &'a Path,
    /// The text of the file.
    pub text: String,
    /// The file as it is read.
    pub stimuli: Stimuli,
}

impl<'a> Folder<'a> {
    pub fn read(path: &'a Path) -> Result<Self> {
        let file = path.join("stimuli.yaml");
        let text = fs::read_to_string(&file).with_context(|| {
            format!(
                "can't read '{}'; name the folder of a study, for example one that `unmask new` made",
                file.display()
            )
        })?;
        let stimuli = unmask_study::stimuli_text::read(&text).map_err(|problems| wrong(path, problems))?;
        Ok(Self { path, text, stimuli })
    }

    /// Writes files and entries that differ, and prints what is new. Returns whether anything is.
    pub fn write(&self, media: &Media, wanted: &Stimuli, dry_run: bool) -> Result<bool> {
        let text = rewrite(&self.text, wanted).map_err(|problems| wrong(self.path, problems))?;
        let mut files = Vec::new();
        let mut kept = false;
        for (name, contents) in &media.files {
            let path = self.path.join("media").join(name);
            let before = fs::read(&path).ok();
            if before.as_ref() == Some(contents) {
                continue;
            }
            if before.is_some() && !dry_run {
                keep(self.path, name).with_context(|| format!("can't keep a copy of media/{name}"))?;
                kept = true;
            }
            files.push(Replacement { path, contents: contents.clone() });
        }
        if text != self.text {
            files.push(Replacement { path: self.path.join("stimuli.yaml"), contents: text.into_bytes() });
        }
        if !dry_run {
            replace_all(&files)?;
        }
        for note in &media.notes {
            print_line!("{note}");
        }
        for (id, stimulus) in wanted {
            let Some(before) = self.stimuli.get(id) else { continue };
            for (path, value) in changes(before, stimulus) {
                print_line!("stimuli.yaml: {id}.{path} is now {value}");
            }
        }
        if kept {
            print_line!("Copies of the replaced files are in '{}'.", self.path.join(ORIGINALS).display());
        }
        Ok(!files.is_empty())
    }
}

fn wrong(path: &Path, problems: unmask_study::problem::Problems) -> anyhow::Error {
    BundleError::Problems { path: path.to_owned(), problems: Box::new(problems) }.into()
}
