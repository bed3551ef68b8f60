//! One YAML file into one type. A mistake becomes a [`Problem`] that says where, what and how to mend it.

use serde::de::DeserializeOwned;
use serde_saphyr::{DeserializeError, MessageFormatter, UserMessageFormatter};

use crate::outline::{Outline, Place};
use crate::problem::{Problem, Severity};

pub(crate) fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Problem> {
    // A list or a table without entries could be meant by a comment alone, but hardly by nothing at all.
    if text.trim().is_empty() {
        return Err(empty(file));
    }
    let mut path = None;
    // The path is followed from the start, and not only after a mistake: the program has the code for each type once.
    let read = serde_saphyr::with_deserializer_from_str_with_options(text, options(), |deserializer| {
        serde_path_to_error::deserialize(deserializer).map_err(|error| {
            path = Some(error.path().to_string().replace('[', ".").replace(']', ""));
            error.into_inner()
        })
    });
    read.map_err(|error| {
        if let Some(line) = indented_by_a_tab(text).filter(|_| error.to_string().contains("tab")) {
            let message = "this line begins with a tab".to_owned();
            let help = Some("indent with spaces; YAML takes no tabs".to_owned());
            return Problem {
                severity: Severity::Error,
                file: file.to_owned(),
                line: Some(line),
                column: Some(1),
                message,
                help,
            };
        }
        if says_nothing(text) {
            return empty(file);
        }
        let (message, help) = explain(text, &error);
        let place = place(text, path.as_deref(), &error);
        let (line, column) = (place.map(|place| place.0), place.map(|place| place.1));
        Problem { severity: Severity::Error, file: file.to_owned(), line, column, message, help }
    })
}

fn empty(file: &str) -> Problem {
    let message = "this file is empty".to_owned();
    let help =
        "write what belongs into it, or bring it back from a copy; `unmask new` writes an example of it".to_owned();
    Problem { severity: Severity::Error, file: file.to_owned(), line: None, column: None, message, help: Some(help) }
}

/// Nothing but blank lines, comments and the marks around a document.
fn says_nothing(text: &str) -> bool {
    let is_beside = |line: &str| line.is_empty() || line.starts_with('#') || line == "---" || line == "...";
    text.trim_start_matches('\u{feff}').lines().all(|line| is_beside(line.trim()))
}

/// The number of the first such line. A parser that stumbles over it may name the line before.
fn indented_by_a_tab(text: &str) -> Option<usize> {
    text.lines().position(|line| line.trim_start_matches(' ').starts_with('\t')).map(|index| index + 1)
}

/// Strict booleans: `yes` and `no` stay words, as the value of an option often is one.
fn options() -> serde_saphyr::Options {
    serde_saphyr::options! { with_snippet: false, strict_booleans: true }
}

/// Where the mistake is. What is missing, or does not fit together, is noticed at the end of an entry;
/// the entry itself is found by its path, as [`Outline::find`] wants it.
fn place(text: &str, path: Option<&str>, error: &DeserializeError) -> Option<Place> {
    if matches!(error, DeserializeError::SerdeMissingField { .. } | DeserializeError::Message { .. })
        && let Some(place) = path.and_then(|path| Some(Outline::read(text)?.find(path)))
    {
        return Some(place);
    }
    let at = error.location().filter(|at| at.line() > 0)?;
    Some((usize::try_from(at.line()).ok()?, usize::try_from(at.column()).ok()?))
}

fn explain(text: &str, error: &DeserializeError) -> (String, Option<String>) {
    match error {
        DeserializeError::SerdeUnknownField { field, expected, .. } => {
            (format!("there is no field `{field}` here"), Some(suggest(field, expected)))
        }
        DeserializeError::SerdeUnknownVariant { variant, expected, .. } => {
            (format!("`{variant}` is not one of the words allowed here"), Some(suggest(variant, expected)))
        }
        DeserializeError::SerdeMissingField { field, .. } => {
            (format!("`{field}` is missing here"), Some(format!("add a line `{field}: …`")))
        }
        DeserializeError::SerdeInvalidType { unexpected, expected, .. }
        | DeserializeError::SerdeInvalidValue { unexpected, expected, .. } => {
            (format!("{expected} is expected here, not {unexpected}"), None)
        }
        DeserializeError::InvalidBooleanStrict { .. } => {
            ("`true` or `false` is expected here".to_owned(), Some("write `true` or `false`".to_owned()))
        }
        DeserializeError::InvalidScalar { ty, .. } => not_a(ty, written(text, error).as_deref()),
        DeserializeError::DuplicateMappingKey { key, .. } => {
            let key = key.as_deref().unwrap_or("this key");
            (format!("`{key}` is here twice"), Some("keep one of them".to_owned()))
        }
        other => (UserMessageFormatter.format_message(other).escape_debug().to_string(), None),
    }
}

/// A scalar that is none of its type, which is named as Rust does.
fn not_a(ty: &str, found: Option<&str>) -> (String, Option<String>) {
    let found = found.filter(|found| found.chars().count() <= 40 && !found.contains('\n'));
    let is_whole = found.is_some_and(|found| found.parse::<i128>().is_ok());
    let bits = ty.get(1..).and_then(|bits| bits.parse::<u32>().ok()).filter(|bits| *bits < 128);
    let (what, example) = match (ty.as_bytes().first(), bits) {
        (Some(b'u'), Some(bits)) if found.is_some_and(|found| found.parse::<u128>().is_ok()) => {
            (format!("a whole number of no more than {}", (1_u128 << bits) - 1), "30")
        }
        (Some(b'u'), _) => ("a whole number of 0 or more".to_owned(), "30"),
        (Some(b'i'), Some(bits)) if is_whole => {
            (format!("a whole number from -{0} to {1}", 1_u128 << (bits - 1), (1_u128 << (bits - 1)) - 1), "30")
        }
        (Some(b'i'), _) => ("a whole number".to_owned(), "30"),
        (Some(b'f'), _) => ("a number".to_owned(), "0.5"),
        _ => return (format!("{ty} is expected here"), None),
    };
    let found = found.map(|found| format!(", not `{}`", found.escape_debug())).unwrap_or_default();
    (format!("{what} is expected here{found}"), Some(format!("write it in digits, such as `{example}`")))
}

/// What stands where the mistake is.
fn written(text: &str, error: &DeserializeError) -> Option<String> {
    let span = error.location()?.span();
    let start = usize::try_from(span.byte_offset()?).ok()?;
    let length = usize::try_from(span.byte_len()?).ok()?;
    Some(text.get(start..start.checked_add(length)?)?.trim().to_owned())
}

/// "did you mean": the closest word, and all of them.
fn suggest(word: &str, allowed: &[&str]) -> String {
    let all = allowed.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let closest = allowed.iter().map(|candidate| (distance(word, candidate), candidate)).min();
    match closest {
        Some((edits, candidate)) if edits <= 2 => format!("did you mean `{candidate}`? Allowed here: {all}"),
        _ => format!("allowed here: {all}"),
    }
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, d) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (diagonal + usize::from(c != *d)).min(above + 1).min(row[j] + 1);
            diagonal = above;
        }
    }
    row[b.len()]
}
