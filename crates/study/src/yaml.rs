//! Reads a YAML file into a type. An error becomes a [`Problem`] with source position, message and help.

mod explain;
mod syntax;
#[cfg(test)]
mod tests;

use explain::Mistake;
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

/// Strict booleans: `yes` and `no` stay words, as the value of an option often is one.
fn options() -> serde_saphyr::Options {
    serde_saphyr::options! { with_snippet: false, strict_booleans: true }
}
