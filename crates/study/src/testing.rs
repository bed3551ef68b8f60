//! The small fixture and the example study, for the tests of this crate.

use std::fs;
use std::path::{Path, PathBuf};

use crate::definition::{ArmId, Study};
use crate::load::{Files, load, reload};
use crate::progress::{Assignment, Form};

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/_fixtures")
}

/// All files below a folder.
pub fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

pub fn small_files() -> Files {
    files(&fixtures().join("small"))
}

/// A design of `studies/_fixtures/designs` in the place of the small fixture's questionnaires and trainings.
pub fn design_files(name: &str) -> Files {
    let mut all = small_files();
    all.retain(|name, _| !name.starts_with("questionnaires/") && !name.contains("flow"));
    all.extend(files(&fixtures().join("designs").join(name)));
    all
}

pub fn small() -> Study {
    load(&small_files()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The example study, without its media.
pub fn example() -> Study {
    let mut texts = files(&fixtures().join("../original-or-altered"));
    texts.retain(|name, _| !name.starts_with("media/"));
    reload(&texts, "example").unwrap_or_else(|problems| panic!("{problems}"))
}

pub fn assignment(arm: ArmId) -> Assignment {
    Assignment { arm: Some(arm), form: Form::X, seed: 7, contact_again: false }
}

pub const CONTROL_0: ArmId = ArmId::literal("control_0");
pub const TREATMENT_0: ArmId = ArmId::literal("treatment_0");
pub const TREATMENT_1: ArmId = ArmId::literal("treatment_1");

pub const ARMS: [ArmId; 3] = [CONTROL_0, TREATMENT_0, TREATMENT_1];
