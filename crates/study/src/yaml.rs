//! Reads a YAML file into a type. An error becomes a [`Problem`] with source position, message and help.

mod explain;
#[cfg(test)]
mod mistakes;
mod syntax;
#[cfg(test)]
mod tests;

use explain::Mistake;
pub(crate) use explain::closest;
use serde::de::DeserializeOwned;

use crate::problem::{Problem, Severity};

pub(crate) fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Problem> {
    // A file with comments only could be an empty list; a blank file hardly is.
    if text.trim().is_empty() {
        return Err(empty(file));
    }
    let mut path = None;
    // The path is always recorded, so that each type is deserialised by the same code.
    let read = serde_saphyr::with_deserializer_from_str_with_options(text, options(), |deserializer| {
        serde_path_to_error::deserialize(deserializer).map_err(|error| {
            path = Some(error.path().to_string().replace('[', ".").replace(']', ""));
            error.into_inner()
        })
    });
    read.map_err(|error| {
        if let Some(line) = indented_by_a_tab(text).filter(|_| error.to_string().contains("tab")) {
            let help = "indent with spaces; YAML allows no tabs";
            return Problem::new(Severity::Error, file, Some((line, 1)), "this line begins with a tab", help);
        }
        if is_blank(text) {
            return empty(file);
        }
        if let Some(line) = divided(text) {
            let help = "delete this line: a file of a study has one part";
            let message = "a line of three hyphens divides this file into two";
            return Problem::new(Severity::Error, file, Some((line, 1)), message, help);
        }
        let reported = error.location().and_then(|at| usize::try_from(at.line()).ok());
        let is_near = |line: &usize| reported.is_some_and(|reported| reported.abs_diff(*line) <= 2);
        if let Some(line) = indented_by_a_special_space(text).filter(is_near) {
            let help =
                "replace it by ordinary spaces; it often comes with text that was copied from a web page or a document";
            let message = "this line begins with a special space, which looks like an ordinary one";
            return Problem::new(Severity::Error, file, Some((line, 1)), message, help);
        }
        let (position, message, help) = Mistake::new(text, path.as_deref(), &error).explain();
        Problem::new(Severity::Error, file, position, message, help)
    })
}

fn empty(file: &str) -> Problem {
    let help = "restore it from a copy, or delete it; `unmask new` writes an example of it";
    Problem::new(Severity::Error, file, None, "this file is empty", help)
}

/// Only blank lines, comments and document markers.
fn is_blank(text: &str) -> bool {
    let is_ignored = |line: &str| line.is_empty() || line.starts_with('#') || line == "---" || line == "...";
    text.trim_start_matches('\u{feff}').lines().all(|line| is_ignored(line.trim()))
}

/// The number of the first such line. A parser that stumbles over it may name the line before.
fn indented_by_a_tab(text: &str) -> Option<usize> {
    text.lines().position(|line| line.trim_start_matches(' ').starts_with('\t')).map(|index| index + 1)
}

/// The number of a line `---` that has something above it.
fn divided(text: &str) -> Option<usize> {
    let is_content = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let first = text.lines().position(is_content)?;
    let divides = |line: &str| line == "---" || line.starts_with("--- ");
    text.lines().skip(first + 1).position(divides).map(|index| first + index + 2)
}

/// The number of the first line that begins with a no-break space or another one that YAML takes for a letter.
fn indented_by_a_special_space(text: &str) -> Option<usize> {
    let special = |line: &str| line.trim_start_matches(' ').starts_with(|c: char| !c.is_ascii() && c.is_whitespace());
    text.lines().position(special).map(|index| index + 1)
}

/// Strict booleans: `yes` and `no` stay words, as the value of an option often is one.
fn options() -> serde_saphyr::Options {
    serde_saphyr::options! { with_snippet: false, strict_booleans: true }
}
