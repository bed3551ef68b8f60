//! From the files of a bundle to a [`Study`]: parsing, then the cross-checks of [`crate::check`].
//!
//! This module does not access the file system. The caller passes all files by their path below the bundle's folder,
//! with `/` as separator.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::allocation::read_list;
use crate::check;
use crate::definition::{Consent, FlowB, Practice, Questionnaire, Study, StudyFile};
pub use crate::files::{Files, questionnaire_file};
use crate::hex;
use crate::outline::Outline;
use crate::page::QuestionnairePage;
pub use crate::problem::{Problem, Problems, Severity};
use crate::text::{Catalog, Locale, Markdown, Translation};
use crate::yaml;

/// Reads and checks a bundle. An error contains all findings, including warnings and notes.
pub fn load(files: &Files) -> Result<Study, Problems> {
    match inspect(files) {
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
    let mut reader = Reader::of(files);
    let study = reader.study(hash(files));
    let Reader { sources, mut problems, .. } = reader;
    if let Some(study) = &study {
        let outlines = sources.iter().filter_map(|(file, text)| Some((file.as_str(), Outline::read(text)?)));
        problems.extend(check::check(study, files, &outlines.collect()));
    }
    (study, Problems::new(problems, sources))
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
    let mut whole = Sha256::new();
    for (name, content) in files {
        for part in [name.as_bytes(), content] {
            whole.update((part.len() as u64).to_le_bytes());
            whole.update(part);
        }
    }
    hex(&whole.finalize())
}

struct Reader<'a> {
    files: &'a Files,
    sources: BTreeMap<String, String>,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    fn of(files: &'a Files) -> Self {
        Self { files, sources: BTreeMap::new(), problems: Vec::new() }
    }

    /// Every file is read, even after an error in another one, so that all errors are reported together.
    fn study(&mut self, hash: String) -> Option<Study> {
        let file = self.required::<StudyFile>("study.yaml").map(|file| self.with_list(file));
        let consent = self.required::<Consent>("consent.yaml");
        let practice = self.required::<Practice>("practice.yaml");
        let personas = self.required("personas.yaml");
        let stimuli = self.required::<IndexMap<_, _>>("stimuli.yaml");
        let flow_a = self.optional("flow-a.yaml");
        let flow_b = self.optional::<FlowB>("flow-b.yaml");
        let control_flow = self.optional("control-flow.yaml");
        let questionnaires = self.questionnaires();
        let pages = self.pages("pages/");
        let catalog = self.catalog();
        if !self.problems.is_empty() {
            return None;
        }
        Some(Study {
            file: file?,
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

    fn questionnaires(&mut self) -> BTreeMap<QuestionnairePage, Questionnaire> {
        let pages = [QuestionnairePage::Pre, QuestionnairePage::Treatment, QuestionnairePage::Post];
        let read = |page: QuestionnairePage| Some((page, self.optional(&questionnaire_file(page))?));
        pages.into_iter().filter_map(read).collect()
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
            self.problem(name, "this file is missing", "every study needs it; `unmask new` writes an example");
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
