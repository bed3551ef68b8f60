//! The bundle under check: what all checks read, and where they report.

use std::collections::BTreeMap;

use crate::definition::training::{Evidence, Post};
use crate::definition::{BlockId, FlowB, Item, Study};
use crate::files::{Files, Media};
use crate::outline::{Outline, SourcePosition};
use crate::page::QuestionnaireBlock;
use crate::problem::{Problem, Severity};
use crate::yaml::closest;

/// The bundle under check, and what was found so far.
pub(super) struct Check<'a> {
    pub(super) study: &'a Study,
    pub(super) files: &'a Files,
    /// Those of `files` whose contents are on the disk.
    pub(super) media: &'a Media,
    pub(super) outlines: &'a BTreeMap<&'a str, Outline>,
    pub(super) problems: Vec<Problem>,
}

/// An item and where it is written.
pub(super) struct Placed<'a> {
    pub(super) page: QuestionnaireBlock,
    pub(super) file: String,
    pub(super) path: String,
    pub(super) item: &'a Item,
}

impl<'a> Check<'a> {
    pub(super) fn error(&mut self, file: &str, path: &str, message: impl Into<String>, help: &str) {
        self.report(Severity::Error, file, path, message, help);
    }

    pub(super) fn warning(&mut self, file: &str, path: &str, message: impl Into<String>, help: &str) {
        self.report(Severity::Warning, file, path, message, help);
    }

    /// `path` leads to the value that is wrong; empty for the whole file.
    pub(super) fn report(
        &mut self,
        severity: Severity,
        file: &str,
        path: &str,
        message: impl Into<String>,
        help: &str,
    ) {
        let outline = self.outlines.get(file).filter(|_| !path.is_empty());
        self.report_at(severity, file, outline.map(|outline| outline.find(path)), message, help);
    }

    /// The same for a source position that is already known.
    pub(super) fn report_at(
        &mut self,
        severity: Severity,
        file: &str,
        position: Option<SourcePosition>,
        message: impl Into<String>,
        help: &str,
    ) {
        self.problems.push(Problem::new(severity, file, position, message, help));
    }

    /// Whether an arm has the block.
    pub(super) fn is_used(&self, block: BlockId) -> bool {
        self.study.steps.values().flatten().any(|step| step.block == block)
    }

    /// Whether an earlier block has the same file and prefix, so that all names of this one would be reported twice.
    pub(super) fn repeats(&self, block: BlockId) -> bool {
        let blocks = &self.study.blocks;
        let own = blocks.get(&block).map(|own| (&own.file, &own.prefix));
        blocks.iter().take_while(|(id, _)| **id != block).any(|(_, one)| Some((&one.file, &one.prefix)) == own)
    }

    /// The file with the content of a block.
    pub(super) fn file(&self, block: BlockId) -> String {
        self.study.content_file(block)
    }

    /// All items of all questionnaires.
    pub(super) fn items(&self) -> Vec<Placed<'a>> {
        let study = self.study;
        let mut placed = Vec::new();
        for (&page, questionnaire) in &study.questionnaires {
            let file = study.content_file(page.id);
            for (path, section) in numbered(&questionnaire.sections, "sections") {
                let items = numbered(&section.items, &format!("{path}.items"));
                placed.extend(items.map(|(path, item)| Placed { page, file: file.clone(), path, item }));
            }
        }
        placed
    }
}

/// "did you mean" with the name that was probably meant, before the rest of a help.
pub(super) fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>, rest: &str) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match closest(word, &names) {
        Some(name) => format!("did you mean `{name}`? Otherwise {rest}"),
        None => rest.to_owned(),
    }
}

pub(super) const NO_DATE: &str = "this is not a date in the form YYYY-MM-DD";
pub(super) const NO_WEB_PAGE: &str = "this is not the address of a web page";

pub(super) fn is_web_page(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

/// The posts of a Flow B, each with its path.
pub(super) fn posts(flow: &FlowB) -> Vec<(String, &Post)> {
    let personas = numbered(&flow.personas, "personas");
    personas.flat_map(|(path, posts)| numbered(&posts.posts, &format!("{path}.posts"))).collect()
}

/// The evidence on the posts of a Flow B, each piece with its path.
pub(super) fn evidence(flow: &FlowB) -> Vec<(String, &Evidence)> {
    posts(flow).into_iter().flat_map(|(path, post)| numbered(&post.evidence, &format!("{path}.evidence"))).collect()
}

/// Paths of the elements of a list: `questions.0`, `questions.1` …
pub(super) fn numbered<'t, T>(list: &'t [T], path: &str) -> impl Iterator<Item = (String, &'t T)> + use<'t, T> {
    let path = path.to_owned();
    list.iter().enumerate().map(move |(index, thing)| (format!("{path}.{index}"), thing))
}
