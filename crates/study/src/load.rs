//! From the files of a bundle to a [`Study`]: parsing, then the cross-checks of [`crate::check`].
//!
//! This module does not access the file system. The caller passes all files by their path below the bundle's folder,
//! with `/` as separator.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;
use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::allocation::read_list;
use crate::by_arm::{self, ByArm, Design};
use crate::check;
use crate::definition::prefix::Prefixed;
use crate::definition::study::unallocated;
use crate::definition::{
    ArmId, Block, BlockId, Consent, ControlFlow, FlowA, FlowB, Practice, Questionnaire, Study, StudyFile,
};
pub use crate::files::{Files, Media, Medium};
use crate::hex;
use crate::outline::Outline;
use crate::page::{QuestionnaireBlock, QuestionnairePage, StepKind};
pub use crate::problem::{Problem, Problems, Severity};
use crate::text::{Catalog, Locale, Markdown, Translation};
use crate::yaml;

/// Reads and checks a bundle. An error contains all findings, including warnings and notes.
pub fn load(files: &Files) -> Result<Study, Problems> {
    load_scanned(files, &Media::new(), &hash(files), None)
}

/// The same with media on the disk; `hash` is that of all contents. With `starts`, the day from which participants
/// register, dates by which nobody could take part in a later part are errors. In a study that has begun they are not:
/// those who registered earlier can have taken part.
pub fn load_scanned(files: &Files, media: &Media, hash: &str, starts: Option<NaiveDate>) -> Result<Study, Problems> {
    match inspect_scanned(files, media, hash, starts) {
        (Some(study), problems) if !problems.has_errors() => Ok(study),
        (_, problems) => Err(problems),
    }
}

/// Reads a bundle that passed the checks when its version was activated. `hash` is that of the version, because stored
/// versions have no media.
pub fn reload(files: &Files, hash: &str) -> Result<Study, Problems> {
    let mut reader = Reader::of(files);
    reader.study(hash.to_owned()).ok_or_else(|| Problems::new(reader.problems, reader.sources))
}

/// Reads and checks a bundle for `unmask check`: the study, if all files could be read, and all findings.
pub fn inspect(files: &Files) -> (Option<Study>, Problems) {
    inspect_scanned(files, &Media::new(), &hash(files), None)
}

/// The same for a study in which participants register from this day on (UTC): with its dates.
pub fn inspect_from(files: &Files, starts: NaiveDate) -> (Option<Study>, Problems) {
    inspect_scanned(files, &Media::new(), &hash(files), Some(starts))
}

fn inspect_scanned(files: &Files, media: &Media, hash: &str, starts: Option<NaiveDate>) -> (Option<Study>, Problems) {
    let mut reader = Reader::of(files);
    let study = reader.study(hash.to_owned());
    let Reader { sources, mut problems, seen, .. } = reader;
    if let Some(study) = &study {
        problems.extend(check::check(study, (files, media), &outlines(&sources), starts));
        // What several arms have in common is one finding.
        let mut of_arms: Vec<(Problem, Vec<ArmId>)> = Vec::new();
        for (arm, files, sources) in &seen {
            for found in check::check_arm(study, *arm, (files, media), &outlines(sources)) {
                match of_arms.iter_mut().find(|(other, _)| other.is_same_as(&found)) {
                    Some((_, arms)) => arms.push(*arm),
                    None => of_arms.push((found, vec![*arm])),
                }
            }
        }
        of_arms.retain(|(one, _)| !problems.iter().any(|other| other.is_same_as(one)));
        problems.extend(of_arms.into_iter().map(|(problem, arms)| problem.in_arms(&arms)));
    }
    (study, Problems::new(problems, sources))
}

fn outlines(sources: &BTreeMap<String, String>) -> BTreeMap<&str, Outline> {
    sources.iter().filter_map(|(file, text)| Some((file.as_str(), Outline::read(text)?))).collect()
}

/// The result of a check without errors, in a sentence.
pub fn conclusion(study: &Study, problems: &Problems, files: &Files) -> String {
    let (title, files, version) = (&study.file.title.0, files.len(), &study.hash[..12]);
    let found = match problems.count(Severity::Warning) {
        0 => "is in order".to_owned(),
        1 => "can run, with the warning above".to_owned(),
        many => format!("can run, with the {many} warnings above"),
    };
    format!("'{title}' {found}: {files} files, version {version}.")
}

/// SHA-256 over names and contents, in hexadecimal: the bundle's version.
pub fn hash(files: &Files) -> String {
    let mut whole = BundleHash::default();
    for (name, content) in files {
        whole.begin(name, content.len() as u64);
        whole.update(content);
    }
    whole.finish()
}

/// The same piece by piece, for files in the order of their paths.
#[derive(Default)]
pub struct BundleHash(Sha256);

impl BundleHash {
    /// Begins a file. All of its contents follow.
    pub fn begin(&mut self, name: &str, length: u64) {
        self.0.update((name.len() as u64).to_le_bytes());
        self.0.update(name);
        self.0.update(length.to_le_bytes());
    }

    /// Goes on with the contents of the file.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// The bundle's version.
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

type Blocks = IndexMap<BlockId, Block>;

struct Reader<'a> {
    files: &'a Files,
    sources: BTreeMap<String, String>,
    problems: Vec<Problem>,
    /// The files as each arm sees them, and their texts, if content differs by arm.
    seen: Vec<(ArmId, Files, BTreeMap<String, String>)>,
}

impl<'a> Reader<'a> {
    fn of(files: &'a Files) -> Self {
        Self { files, sources: BTreeMap::new(), problems: Vec::new(), seen: Vec::new() }
    }

    fn study(&mut self, hash: String) -> Option<Study> {
        let file = self.required::<StudyFile>("study.yaml").map(|file| self.with_list(file.complete()));
        let found =
            file.as_ref().map_or_else(|| Ok(ByArm::default()), |file| ByArm::find(self.files, Design::new(file)));
        match (found, file) {
            (Ok(by_arm), Some(file)) if !by_arm.is_empty() => self.study_by_arm(&file, &hash, &by_arm),
            (Ok(_), file) => self.same_for_all(file, hash),
            (Err(problems), _) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    /// The study, and as each arm sees it.
    fn study_by_arm(&mut self, file: &StudyFile, hash: &str, by_arm: &ByArm) -> Option<Study> {
        let design = Design::new(file);
        let files = by_arm.files_of(self.files, design, None);
        let mut reader = Reader::of(&files);
        let study = reader.same_for_all(Some(file.clone()), hash.to_owned());
        reader.sources.keys().for_each(|name| drop(self.text(name)));
        self.problems.append(&mut reader.problems);
        let mut study = study?;
        for arm in file.arms.keys() {
            let files = by_arm.files_of(self.files, design, Some(*arm));
            let mut reader = Reader::of(&files);
            let seen = reader.same_for_all(Some(file.clone()), hash.to_owned());
            let (mut sources, problems) = (reader.sources, reader.problems);
            let of_all = self.sources.iter().filter(|(name, _)| !sources.contains_key(*name));
            sources.extend(of_all.map(|(name, text)| (name.clone(), text.clone())).collect::<Vec<_>>());
            self.problems.extend(problems.into_iter().map(|problem| problem.in_arms(&[*arm])));
            study.by_arm.insert(*arm, Arc::new(seen?));
            self.seen.push((*arm, files, sources));
        }
        study.words_by_arm = by_arm.words(self.files);
        by_arm::tell_apart(&mut study);
        Some(study)
    }

    /// Every file is read, even after an error in another one, so that all errors are reported together.
    fn same_for_all(&mut self, file: Option<StudyFile>, hash: String) -> Option<Study> {
        let consent = self.required::<Consent>("consent.yaml");
        let practice = self.required::<Practice>("practice.yaml");
        let personas = self.required("personas.yaml");
        let stimuli = self.required::<IndexMap<_, _>>("stimuli.yaml");
        let blocks = file.as_ref().map(StudyFile::blocks).unwrap_or_default();
        // Files that no step uses are sources, too: the check names them.
        StepKind::ALL.into_iter().filter_map(StepKind::content_file).for_each(|file| drop(self.text(file)));
        let mut questionnaires = self.questionnaires(&blocks);
        let conditions = file.as_ref().map(StudyFile::conditions).unwrap_or_default();
        for questionnaire in questionnaires.values_mut() {
            questionnaire.rotate(&conditions);
        }
        let flow_a = self.contents(&blocks, StepKind::FlowA, |block, flow| FlowA { block, ..flow });
        let flow_b = self.contents(&blocks, StepKind::FlowB, |block, flow| FlowB { block, ..flow });
        let control_flow = self.contents(&blocks, StepKind::ControlFlow, |block, flow| ControlFlow { block, ..flow });
        let pages = self.pages("pages/");
        let catalog = self.catalog();
        if !self.problems.is_empty() {
            return None;
        }
        let file = file?;
        let steps = file.steps();
        Some(Study {
            unallocated: unallocated(&file.allocation, &steps),
            steps,
            file,
            blocks,
            consent: consent?,
            questionnaires,
            practice: practice?,
            personas: personas?,
            flow_a,
            flow_b,
            control_flow,
            stimuli: stimuli?,
            pages,
            catalog,
            by_arm: BTreeMap::new(),
            words_by_arm: BTreeMap::new(),
            seconds: BTreeMap::new(),
            hash,
        })
    }

    /// With the rows of a fixed list.
    fn with_list(&mut self, mut file: StudyFile) -> StudyFile {
        let Some(name) = file.allocation.file.clone().filter(|_| file.allocation.is_list()) else { return file };
        match self.text(&name).map(|text| read_list(&text)) {
            Some(Ok(rows)) => file.allocation.rows = rows,
            Some(Err(error)) => {
                let position = (error.line, 1);
                let help = "write `arm` in the first line, then the ID of an arm in each line; see Fixed list in the study format";
                self.problems.push(Problem::new(Severity::Error, &name, Some(position), error.message, help));
            }
            None => {}
        }
        file
    }

    fn questionnaires(&mut self, blocks: &Blocks) -> BTreeMap<QuestionnaireBlock, Questionnaire> {
        let pages = [QuestionnairePage::Pre, QuestionnairePage::Treatment, QuestionnairePage::Post];
        let of_page = |page: QuestionnairePage| {
            self.contents(blocks, page.kind(), |id, content| (QuestionnaireBlock { page, id }, content))
        };
        pages.into_iter().flat_map(of_page).collect()
    }

    /// The contents of all blocks of a kind, as far as their files exist.
    fn contents<C: DeserializeOwned + Prefixed, T>(
        &mut self,
        blocks: &Blocks,
        kind: StepKind,
        of_block: impl Fn(BlockId, C) -> T,
    ) -> Vec<T> {
        let blocks = blocks.iter().filter(|(_, block)| block.kind == kind);
        let read = |(id, block): (&BlockId, &Block)| {
            let mut content: C = self.optional(block.file.as_deref()?)?;
            content.add_prefix(&block.prefix);
            Some(of_block(*id, content))
        };
        blocks.filter_map(read).collect()
    }

    /// Markdown files directly in a folder, by stem.
    fn pages(&mut self, folder: &str) -> BTreeMap<String, Markdown> {
        let mut pages = BTreeMap::new();
        for name in self.files.keys() {
            let Some(stem) = name.strip_prefix(folder).and_then(|name| name.strip_suffix(".md")) else { continue };
            if let Some(text) = self.text(name).filter(|_| !stem.contains('/')) {
                pages.insert(stem.to_owned(), Markdown(text));
            }
        }
        pages
    }

    fn catalog(&mut self) -> Catalog {
        let mut translations = BTreeMap::new();
        for name in self.files.keys() {
            let Some(tag) = name.strip_prefix("locales/").and_then(|name| name.strip_suffix(".yaml")) else { continue };
            if let Some(mut translation) = self.optional::<Translation>(name) {
                translation.pages = self.pages(&format!("locales/{tag}/"));
                translations.insert(Locale(tag.to_owned()), translation);
            }
        }
        Catalog { translations }
    }

    fn required<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        if !self.files.contains_key(name) {
            // Such as `study.yml`, or `Study.yaml`.
            let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
            let is_it = |file: &&String| stem(file) == stem(name) && file.to_lowercase().ends_with("ml");
            let help = match self.files.keys().find(is_it) {
                Some(file) => format!("`{file}` is there: rename it to `{name}`"),
                None => "every study needs it; `unmask new` writes an example".to_owned(),
            };
            self.problem(name, "this file is missing", &help);
            return None;
        }
        self.optional(name)
    }

    fn optional<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let text = self.text(name)?;
        yaml::read(name, &text).map_err(|problem| self.problems.push(problem)).ok()
    }

    fn text(&mut self, name: &str) -> Option<String> {
        let bytes = self.files.get(name)?;
        if let Ok(text) = std::str::from_utf8(bytes) {
            self.sources.insert(name.to_owned(), text.to_owned());
            return Some(text.to_owned());
        }
        self.problem(name, "this file is not UTF-8 text", "save it as UTF-8 in your editor");
        None
    }

    fn problem(&mut self, file: &str, message: &str, help: &str) {
        self.problems.push(Problem::new(Severity::Error, file, None, message, help));
    }
}
