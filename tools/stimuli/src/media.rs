//! The folder of a clip's files: the study once a page shows it, next to this tool until then. Files in the study's
//! folder are part of the study and its checksum, and the validator requires them to be listed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::clips::Clip;

/// The two folders of finished media.
pub struct Media {
    study: PathBuf,
    waiting: PathBuf,
}

impl Media {
    /// Those of this repository.
    pub fn committed() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self { study: here.join("../../studies/original-or-altered/media"), waiting: here.join("waiting") }
    }

    /// One folder for all, as a preview has it.
    pub fn in_one(folder: PathBuf) -> Self {
        Self { study: folder.clone(), waiting: folder }
    }

    /// The folder of what the study shows.
    pub fn study(&self) -> &Path {
        &self.study
    }

    /// The folder of a clip's files.
    pub fn of(&self, clip: &Clip) -> &Path {
        if clip.waits { &self.waiting } else { &self.study }
    }

    /// Makes the folders, and moves the files of clips that no longer wait, or wait again.
    ///
    /// # Errors
    ///
    /// When a folder can't be made or read, or a file not be moved.
    pub fn sort(&self, clips: &[Clip]) -> Result<()> {
        for folder in [&self.study, &self.waiting] {
            fs::create_dir_all(folder).with_context(|| format!("can't make {}", folder.display()))?;
        }
        for clip in clips {
            let from = if clip.waits { &self.study } else { &self.waiting };
            move_files(from, self.of(clip), &clip.stems())?;
        }
        Ok(())
    }
}

/// Moves the files whose names begin with one of `stems`.
///
/// # Errors
///
/// When a folder can't be read, or a file not be moved.
pub fn move_files(from: &Path, to: &Path, stems: &[String]) -> Result<()> {
    if from == to {
        return Ok(());
    }
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if stems.iter().any(|stem| name.split('.').next() == Some(stem.as_str())) {
            // The scratch folder may be on another disk, to which a file can't be renamed.
            fs::copy(&path, to.join(name))?;
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_follow_their_clip() {
        let folder = std::env::temp_dir().join(format!("unmask-stimuli-{}", std::process::id()));
        let media = Media { study: folder.join("study"), waiting: folder.join("waiting") };
        let mut clips = crate::clips::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("clips.yaml")).expect("a list");
        clips.truncate(2);
        media.sort(&clips).expect("folders");
        let names = [format!("{}.mp4", clips[0].stem("original")), format!("{}.en.vtt", clips[0].stem("captions"))];
        for name in &names {
            fs::write(media.waiting.join(name), "x").expect("a file");
        }
        media.sort(&clips).expect("moved");
        assert!(names.iter().all(|name| media.study.join(name).exists() && !media.waiting.join(name).exists()));
        clips[0].waits = true;
        media.sort(&clips).expect("moved back");
        assert!(names.iter().all(|name| media.waiting.join(name).exists() && !media.study.join(name).exists()));
        fs::remove_dir_all(folder).expect("removed");
    }
}
