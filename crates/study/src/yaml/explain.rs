//! Explains an error to the author of a study: what is wrong, and how to correct it.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use schemars::schema_for;
use serde_saphyr::{DeserializeError, MessageFormatter, UserMessageFormatter};

use super::syntax;
use crate::definition::{ARM_ID, BLOCK_ID, InvalidId, Item, WAVE_ID};
use crate::items::KINDS;
use crate::outline::{Outline, SourcePosition};
use crate::page::StepKind;

/// An error with what is known about it.
pub(super) struct Mistake<'a> {
    text: &'a str,
    /// Where it is in the structure of the file, as far as that could be read.
    path: Option<&'a str>,
    error: &'a DeserializeError,
    /// Of the file, if it is YAML; read when it is needed.
    outline: OnceCell<Option<Outline>>,
}

impl<'a> Mistake<'a> {
    pub(super) fn new(text: &'a str, path: Option<&'a str>, error: &'a DeserializeError) -> Self {
        Self { text, path, error, outline: OnceCell::new() }
    }

    fn outline(&self) -> Option<&Outline> {
        self.outline.get_or_init(|| Outline::read(self.text)).as_ref()
    }

    /// The source position. The parser reports missing fields at the end of an entry, so the entry is found by its
    /// path.
    fn position(&self) -> Option<SourcePosition> {
        if matches!(self.error, DeserializeError::SerdeMissingField { .. } | DeserializeError::Message { .. })
            && let Some(position) = self.path.and_then(|path| Some(self.outline()?.find(path)))
        {
            return Some(position);
        }
        let at = self.error.location().filter(|at| at.line() > 0)?;
        Some((usize::try_from(at.line()).ok()?, usize::try_from(at.column()).ok()?))
    }

    /// The source position, the message and the help.
    pub(super) fn explain(&self) -> (Option<SourcePosition>, String, String) {
        let position = self.position();
        let (message, help) = match self.error {
            DeserializeError::SerdeUnknownField { field, expected, .. } => {
                (format!("there is no field `{field}` here"), self.allowed(field, expected))
            }
            DeserializeError::SerdeUnknownVariant { variant, expected, .. } => {
                (format!("`{variant}` {}", is_not(expected)), suggest(variant, expected))
            }
            DeserializeError::SerdeMissingField { field, .. } => {
                if let Some((line, (message, help))) =
                    position.and_then(|position| syntax::misplaced(self.text, position, field))
                {
                    return (Some((line, 1)), message, help);
                }
                (format!("`{field}` is missing here"), format!("add a line `{field}: …`"))
            }
            DeserializeError::SerdeInvalidValue { unexpected, expected, .. }
                if [ARM_ID, WAVE_ID].contains(&expected.as_str()) =>
            {
                (format!("{expected} is expected here, not {unexpected}"), InvalidId.to_string())
            }
            DeserializeError::SerdeInvalidValue { unexpected, expected, .. } if expected == BLOCK_ID => {
                let help =
                    "pages begin with `/`; IDs of blocks have lower-case letters, digits, hyphens and underscores";
                (format!("{unexpected} is neither the path of a page nor the ID of a block"), help.to_owned())
            }
            DeserializeError::SerdeInvalidType { unexpected, expected, .. }
            | DeserializeError::SerdeInvalidValue { unexpected, expected, .. } => {
                (format!("{expected} is expected here, not {unexpected}"), CORRECT.to_owned())
            }
            DeserializeError::InvalidBooleanStrict { .. } => {
                ("`true` or `false` is expected here".to_owned(), "write `true` or `false`".to_owned())
            }
            DeserializeError::InvalidScalar { ty, .. } => not_a(ty, written(self.text, self.error).as_deref()),
            DeserializeError::DuplicateMappingKey { key, .. } => {
                let key = key.as_deref().unwrap_or("this key");
                (format!("`{key}` is here twice"), "keep one of them".to_owned())
            }
            other => {
                let found = printable(&UserMessageFormatter.format_message(other));
                let of_item = matches!(other, DeserializeError::Message { .. }).then(|| self.fields()).flatten();
                match of_item {
                    Some((kind, fields)) => (found, format!("fields of the kind `{kind}`: {}", quoted(&fields))),
                    None => syntax::explain(self.text, position, &found),
                }
            }
        };
        (position, message, help)
    }

    /// "did you mean": of an item, among the fields of its kind.
    fn allowed(&self, field: &str, expected: &[&str]) -> String {
        let is_item = expected.contains(&"show_if");
        match is_item.then(|| self.fields()).flatten() {
            Some((_, fields)) => suggest(field, &fields.iter().map(String::as_str).collect::<Vec<_>>()),
            None => suggest(field, expected),
        }
    }

    /// The kind of the item in which the mistake is, with its fields.
    fn fields(&self) -> Option<(&str, Vec<String>)> {
        let path = self.path?;
        let parent = path.rsplit_once('.').map_or("", |(parent, _)| parent);
        let kind = [path, parent].into_iter().find_map(|item| self.outline()?.text(&format!("{item}.kind")))?;
        let fields = fields_of_kinds().remove(kind)?;
        Some((kind, fields))
    }
}

const CORRECT: &str =
    "correct the value or its indentation; a text that looks like something else needs quotation marks";

/// The fields of each kind of item, as its JSON Schema lists them.
fn fields_of_kinds() -> BTreeMap<String, Vec<String>> {
    let schema = schema_for!(Item).to_value();
    let names = |properties: &serde_json::Value| -> Vec<String> {
        properties.as_object().into_iter().flat_map(|all| all.keys().cloned()).collect()
    };
    let common = names(&schema["properties"]);
    let kinds = schema["oneOf"].as_array().into_iter().flatten();
    kinds
        .filter_map(|kind| {
            let name = kind["properties"]["kind"]["const"].as_str()?;
            Some((name.to_owned(), [common.clone(), names(&kind["properties"])].concat()))
        })
        .collect()
}

/// The message about a word that is none of these.
fn is_not(expected: &[&str]) -> &'static str {
    let expects = |name: &str| expected.contains(&name);
    if StepKind::ALL.iter().all(|step| expects(&step.first_page().to_string())) {
        "is not a step"
    } else if KINDS.iter().all(|[kind, ..]| expects(kind)) {
        "is not a kind of item"
    } else {
        "is not allowed here"
    }
}

/// The text without control characters, which terminals interpret as commands.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// A scalar of another type than the expected one, which has its name in Rust.
fn not_a(ty: &str, found: Option<&str>) -> (String, String) {
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
        _ => return (format!("{ty} is expected here"), CORRECT.to_owned()),
    };
    let found = found.map(|found| format!(", not `{}`", printable(found))).unwrap_or_default();
    (format!("{what} is expected here{found}"), format!("write it in digits, such as `{example}`"))
}

/// The text of the file at the error.
fn written(text: &str, error: &DeserializeError) -> Option<String> {
    let span = error.location()?.span();
    let start = usize::try_from(span.byte_offset()?).ok()?;
    let length = usize::try_from(span.byte_len()?).ok()?;
    Some(text.get(start..start.checked_add(length)?)?.trim().to_owned())
}

/// "did you mean": the closest word, and all of them.
fn suggest(word: &str, allowed: &[&str]) -> String {
    let all = quoted(allowed);
    let closest = allowed.iter().map(|candidate| (distance(word, candidate), candidate)).min();
    match closest {
        Some((edits, candidate)) if edits <= 2 => format!("did you mean `{candidate}`? Allowed here: {all}"),
        _ => format!("allowed here: {all}"),
    }
}

fn quoted<T: std::fmt::Display>(words: &[T]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
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
