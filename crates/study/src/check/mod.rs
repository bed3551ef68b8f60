//! Cross-checks of a bundle whose files can all be read one by one: what only a look at the whole finds.

mod allocation;
mod analysis;
mod arms;
mod balance;
mod items;
mod media;
mod names;
mod phases;
mod references;
mod scales;
#[cfg(test)]
mod tests;
mod translations;

use std::collections::BTreeMap;

pub(crate) use items::ItemCheck;

use crate::definition::{Item, Study};
use crate::load::{Files, questionnaire_file};
use crate::outline::Outline;
use crate::page::QuestionnairePage;
use crate::problem::{Problem, Severity};

/// All findings. `outlines` tell where in the files the values are.
pub(crate) fn check(study: &Study, files: &Files, outlines: &BTreeMap<&str, Outline>) -> Vec<Problem> {
    let mut check = Check { study, files, outlines, problems: Vec::new() };
    arms::check(&mut check);
    allocation::check(&mut check);
    names::check(&mut check);
    items::check(&mut check);
    scales::check(&mut check);
    references::check(&mut check);
    balance::check(&mut check);
    phases::check(&mut check);
    analysis::check(&mut check);
    media::check(&mut check);
    translations::check(&mut check);
    check.problems
}

/// The bundle under check, and what was found so far.
pub(crate) struct Check<'a> {
    study: &'a Study,
    files: &'a Files,
    outlines: &'a BTreeMap<&'a str, Outline>,
    problems: Vec<Problem>,
}

/// An item and where it is written.
struct Placed<'a> {
    page: QuestionnairePage,
    file: String,
    path: String,
    item: &'a Item,
}

impl<'a> Check<'a> {
    fn error(&mut self, file: &str, path: &str, message: String, help: &str) {
        self.report(Severity::Error, file, path, message, help);
    }

    fn warning(&mut self, file: &str, path: &str, message: String, help: &str) {
        self.report(Severity::Warning, file, path, message, help);
    }

    /// `path` leads to the value that is wrong; empty for the whole file.
    fn report(&mut self, severity: Severity, file: &str, path: &str, message: String, help: &str) {
        let outline = self.outlines.get(file).filter(|_| !path.is_empty());
        let place = outline.map(|outline| outline.find(path));
        self.problems.push(Problem {
            severity,
            file: file.to_owned(),
            line: place.map(|place| place.0),
            column: place.map(|place| place.1),
            message,
            help: Some(help.to_owned()),
        });
    }

    /// All items of all questionnaires.
    fn items(&self) -> Vec<Placed<'a>> {
        let study = self.study;
        let mut placed = Vec::new();
        for (page, questionnaire) in &study.questionnaires {
            for (s, section) in questionnaire.sections.iter().enumerate() {
                for (i, item) in section.items.iter().enumerate() {
                    let path = format!("sections.{s}.items.{i}");
                    placed.push(Placed { page: *page, file: questionnaire_file(*page), path, item });
                }
            }
        }
        placed
    }
}

/// Paths of the elements of a list: `questions.0`, `questions.1` …
fn numbered<'t, T>(list: &'t [T], path: &str) -> impl Iterator<Item = (String, &'t T)> + use<'t, T> {
    let path = path.to_owned();
    list.iter().enumerate().map(move |(index, thing)| (format!("{path}.{index}"), thing))
}
