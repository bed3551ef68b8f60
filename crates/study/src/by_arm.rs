//! Content by arm: `show_in` of an entry of a list, and `by` in the place of a text or of the medium
//! of an item. Both are resolved in the files,
//! before these are read into types: each arm has a study of its own, without the words of the others.
//!
//! The resolved file is written as YAML in which each value is in its original line, so that errors name the right one.

mod node;
mod resolve;
mod words;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use indexmap::IndexSet;
use sha2::{Digest as _, Sha256};

use crate::check::page_texts;
use crate::definition::factors::{ARM, Factors};
use crate::definition::study::Arm;
use crate::definition::{ArmId, BlockId, Study, StudyFile};
use crate::flow::seconds_of;
use crate::hex::hex;
use crate::load::Files;
use crate::page::{Step, StepKind};
use crate::problem::{Problem, Severity};

pub(crate) use node::Node;

/// Gives steps with several contents the number of theirs, so that arms have the same step only if they see the same:
/// participants are exposed at the first one that differs, and blinding hides it. The end is one step: nothing is asked
/// there.
pub(crate) fn tell_apart(study: &mut Study) {
    let of_arm = |arm: ArmId, step: &Step| {
        let seen = study.seen_by(Some(arm));
        let texts = page_texts(step.kind).iter().map(|usual| {
            let stem = seen.page_stem(*step, usual);
            let translated = seen.catalog.translations.values().map(|one| one.pages.get(&stem)).collect::<Vec<_>>();
            (seen.pages.get(&stem), translated)
        });
        format!("{:?} {:?}", seen.content(step.block.name()), texts.collect::<Vec<_>>())
    };
    let mut contents: BTreeMap<BlockId, IndexSet<String>> = BTreeMap::new();
    let mut own: BTreeMap<(ArmId, BlockId), usize> = BTreeMap::new();
    for (arm, steps) in &study.steps {
        for step in steps.iter().filter(|step| step.kind != StepKind::End) {
            let (number, _) = contents.entry(step.block).or_default().insert_full(of_arm(*arm, step));
            own.insert((*arm, step.block), number + 1);
        }
    }
    own.retain(|(_, block), _| contents.get(block).is_some_and(|contents| contents.len() > 1));
    for (arm, steps) in &mut study.steps {
        for step in steps {
            step.words = own.get(&(*arm, step.block)).copied().unwrap_or(0);
        }
    }
    let seconds = |arm: &ArmId| (*arm, seconds_of(study.seen_by(Some(*arm)), Some(*arm)));
    let seconds: BTreeMap<_, _> = study.file.arms.keys().map(seconds).collect();
    for seen in study.by_arm.values_mut().filter_map(Arc::get_mut) {
        seen.steps.clone_from(&study.steps);
        seen.seconds.clone_from(&seconds);
    }
    study.seconds = seconds;
}

/// Whether a file can have content by arm: those that participants see after they have an arm.
fn is_content(file: &str) -> bool {
    const OF_ALL: [&str; 4] = ["study.yaml", "consent.yaml", "personas.yaml", "stimuli.yaml"];
    Path::new(file).extension().is_some_and(|ending| ending == "yaml")
        && !OF_ALL.contains(&file)
        && !file.starts_with("locales/")
        && !file.starts_with("media/")
}

/// Whether a text may have content by arm. It has if one of these is a key of a map.
fn mentions(text: &str) -> bool {
    ["show_in", "by:", "by :", "\"by\"", "'by'"].iter().any(|key| text.contains(key))
}

/// The design, as content refers to it.
#[derive(Clone, Copy)]
pub(crate) struct Design<'a> {
    file: &'a StudyFile,
}

impl<'a> Design<'a> {
    pub fn new(file: &'a StudyFile) -> Self {
        Self { file }
    }

    fn factors(self) -> &'a Factors {
        &self.file.factors
    }

    fn arm(self, id: ArmId) -> Option<&'a Arm> {
        self.file.arms.get(&id)
    }

    /// The levels of a factor, or the IDs of the arms.
    fn levels(self, factor: &str) -> Option<Vec<&'a str>> {
        if factor == ARM {
            return Some(self.file.arms.keys().map(ArmId::name).collect());
        }
        self.factors().get(factor).map(crate::definition::factors::Levels::names)
    }

    /// The level of an arm.
    fn level(self, factor: &str, arm: ArmId) -> Option<&'a str> {
        let (id, own) = self.file.arms.get_key_value(&arm)?;
        if factor == ARM { Some(id.name()) } else { own.levels.get(factor).map(String::as_str) }
    }
}

/// Arms that lack a level: it would not be known which words they see.
fn without_level(design: Design<'_>) -> Vec<Problem> {
    let arms = design.file.arms.iter();
    let lacking = arms.filter_map(|(id, arm)| {
        let factor = design.factors().keys().find(|factor| !arm.levels.contains_key(*factor))?;
        let message = format!("arm {id} has no level of the factor `{factor}`");
        let help = format!("add `levels: {{ {factor}: … }}` to this arm");
        Some(Problem::new(Severity::Error, "study.yaml", None, message, help))
    });
    lacking.collect()
}

/// Files with content by arm, and their texts.
#[derive(Default)]
pub(crate) struct ByArm {
    /// The parsed files that have content by arm.
    files: BTreeMap<String, Node>,
    /// Page texts of some arms: `pages/end.label-shown.md` takes the place of `pages/end.md`.
    pages: Vec<PageByArm>,
}

/// A page text of some arms.
struct PageByArm {
    file: String,
    usual: String,
    whose: String,
}

impl ByArm {
    /// Finds the content by arm in a bundle. Errors: a factor, a level or an arm that the study lacks.
    pub fn find(files: &Files, design: Design<'_>) -> Result<Self, Vec<Problem>> {
        let (mut found, mut problems) = (BTreeMap::new(), Vec::new());
        let texts = files.iter().filter(|(file, _)| is_content(file));
        for (file, text) in texts.filter_map(|(file, bytes)| Some((file, std::str::from_utf8(bytes).ok()?))) {
            if !mentions(text) {
                continue;
            }
            let node = match Node::read(file, text) {
                Ok(node) => node,
                Err(problem) => {
                    problems.push(problem);
                    continue;
                }
            };
            match resolve::check(&node, design, file) {
                Ok(true) => drop(found.insert(file.clone(), node)),
                Ok(false) => {}
                Err(own) => problems.extend(own),
            }
        }
        if !found.is_empty() {
            problems.extend(without_level(design));
        }
        let pages = files.keys().filter_map(|file| PageByArm::read(file)).collect::<Vec<_>>();
        if problems.is_empty() { Ok(Self { files: found, pages }) } else { Err(problems) }
    }

    /// Whether all arms have the same content.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.pages.is_empty()
    }

    /// The names of the files with content by arm.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str).chain(self.pages.iter().map(|page| page.file.as_str()))
    }

    /// The texts that not all arms see, by their place; of page texts the SHA-256.
    pub fn words(&self, files: &Files) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        for (file, node) in &self.files {
            words::words(file, node, &mut found);
        }
        let pages = self.pages.iter().filter_map(|page| Some((&page.file, files.get(&page.file)?)));
        found.extend(pages.map(|(file, text)| (format!("words[{file}]"), hex(&Sha256::digest(text)))));
        found
    }

    /// Page texts for arms that the study lacks, each with the usual file.
    pub fn unknown_pages(&self, design: Design<'_>) -> Vec<&str> {
        let is_unknown = |page: &&PageByArm| !design.file.arms.keys().any(|arm| page.rank(design, *arm).is_some());
        self.pages.iter().filter(is_unknown).map(|page| page.file.as_str()).collect()
    }

    /// The files as an arm sees them. Without an arm: all entries, and of texts by arm the first one.
    pub fn files_of(&self, files: &Files, design: Design<'_>, arm: Option<ArmId>) -> Files {
        let mut own = files.clone();
        for (file, node) in &self.files {
            own.insert(file.clone(), resolve::resolve(node, design, arm).write().into_bytes());
        }
        for page in &self.pages {
            own.remove(&page.file);
        }
        let Some(arm) = arm else { return own };
        let is_translation = |page: &PageByArm| !page.file.starts_with("pages/");
        let ranked = self.pages.iter().filter_map(|page| Some((page.rank(design, arm)?, is_translation(page), page)));
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_by_key(|(rank, is_translation, _)| (*rank, *is_translation));
        for (_, _, page) in ranked {
            if let Some(name) = page.usual.strip_prefix("pages/") {
                // The translation of another text is none of this one.
                own.retain(|file, _| !(file.starts_with("locales/") && file.split('/').nth(2) == Some(name)));
            }
            if let Some(text) = files.get(&page.file) {
                own.insert(page.usual.clone(), text.clone());
            }
        }
        own
    }
}

impl PageByArm {
    /// `pages/end.video.md`, `locales/de/end.label-shown.md`.
    fn read(file: &str) -> Option<Self> {
        let is_page = file.starts_with("pages/") || (file.starts_with("locales/") && file.split('/').count() == 3);
        let stem = file.strip_suffix(".md").filter(|_| is_page)?;
        let (usual, whose) = stem.split_once('.').filter(|(usual, _)| !usual.ends_with('/'))?;
        Some(Self { file: file.to_owned(), usual: format!("{usual}.md"), whose: whose.to_owned() })
    }

    /// The order in which texts take the place of one another: those of the first factor first, that of the arm last.
    /// None if the text is not for this arm.
    fn rank(&self, design: Design<'_>, arm: ArmId) -> Option<usize> {
        if arm.name() == self.whose {
            return Some(usize::MAX);
        }
        let levels = &design.arm(arm)?.levels;
        let (factor, level) = self.whose.split_once('-')?;
        (levels.get(factor).map(String::as_str) == Some(level)).then(|| design.factors().get_index_of(factor))?
    }
}

#[cfg(test)]
mod tests;
