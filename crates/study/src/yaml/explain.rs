//! Explains an error to the author of a study: what is wrong, and how to correct it.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use schemars::schema_for;
use serde_saphyr::{DeserializeError, MessageFormatter, UserMessageFormatter};

use super::syntax::{self, Words};
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
            DeserializeError::SerdeUnknownField { field, .. }
                if position.is_some_and(|position| syntax::is_rest_of_a_text(self.text, position, field)) =>
            {
                let help =
                    "put a text with a comma in quotation marks if it is between brackets: `{ label: \"Yes, often\" }`";
                (format!("`{field}` follows a comma, so that it is not a part of the text before it"), help.to_owned())
            }
            DeserializeError::SerdeUnknownField { field, expected, .. } => {
                (format!("there is no field `{field}` here"), self.allowed(field, expected))
            }
            DeserializeError::SerdeUnknownVariant { variant, expected, .. } if is_nothing(variant) => {
                (format!("a word is missing {}", self.after_name()), format!("write one of {}", quoted(expected)))
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
                let found = shape_found(unexpected);
                (format!("{expected} is expected here, not {found}"), InvalidId.to_string())
            }
            DeserializeError::SerdeInvalidValue { unexpected, expected, .. } if expected == BLOCK_ID => {
                let help =
                    "pages begin with `/`; IDs of blocks have lower-case letters, digits, hyphens and underscores";
                let found = shape_found(unexpected);
                (format!("{found} is neither the path of a page nor the ID of a block"), help.to_owned())
            }
            DeserializeError::SerdeInvalidType { unexpected, expected, .. }
            | DeserializeError::SerdeInvalidValue { unexpected, expected, .. } => {
                self.another_shape(unexpected, expected)
            }
            DeserializeError::SerdeInvalidLength { len, expected, .. } => {
                (format!("{expected} is expected here, not {len} entries"), "add or remove entries".to_owned())
            }
            DeserializeError::Unexpected { expected, .. } => {
                syntax::explain_shape(self.text, position.unwrap_or((1, 1)), self.name(), expected)
            }
            DeserializeError::InvalidBooleanStrict { .. } => {
                let found = written(self.text, self.error).filter(|found| is_short(found));
                let not = found.map(|found| format!(", not `{}`", printable(&found))).unwrap_or_default();
                (format!("`true` or `false` is expected here{not}"), "write `true` or `false`".to_owned())
            }
            DeserializeError::InvalidScalar { ty, .. } => {
                not_a(ty, written(self.text, self.error).as_deref(), &self.after_name())
            }
            DeserializeError::DuplicateMappingKey { key, .. } => {
                let first = position.zip(key.as_deref()).and_then(|(at, key)| syntax::first_of(self.text, at, key));
                let first = first.map(|line| format!(", first in line {line}")).unwrap_or_default();
                let key = key.as_deref().unwrap_or("this key");
                (format!("`{key}` is here twice{first}"), "keep one of them".to_owned())
            }
            // Written by this program.
            DeserializeError::Message { msg, .. } => {
                let of_item = self.fields();
                let help = of_item.map(|(kind, fields)| format!("fields of the kind `{kind}`: {}", quoted(&fields)));
                (printable(msg), help.unwrap_or_else(|| CORRECT.to_owned()))
            }
            other => {
                return syntax::explain(self.text, position, &printable(&UserMessageFormatter.format_message(other)));
            }
        };
        (position, message, help)
    }

    /// The name before the value with the mistake; none of an entry of a list.
    fn name(&self) -> Option<&str> {
        let name = self.path?.rsplit('.').next()?;
        (!name.is_empty() && name != "?" && !name.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
    }

    fn after_name(&self) -> String {
        self.name().map_or_else(|| "here".to_owned(), |name| format!("after `{name}:`"))
    }

    /// A list, `name: value` lines or a text where another of these is expected.
    fn another_shape(&self, unexpected: &str, expected: &str) -> Words {
        let (wanted, found) = (shape_wanted(expected), shape_found(unexpected));
        let help = match (wanted.as_str(), found.as_str()) {
            (_, NOTHING) => {
                return (format!("{wanted} is missing {}", self.after_name()), "write it, or delete the line".into());
            }
            ("a list", FIELDS) => "put `- ` before each entry, even if there is only one",
            ("a list", _) => "write each entry in a line of its own with `- ` before it, or use brackets: `[one, two]`",
            (FIELDS, LIST) => "leave out the hyphens or brackets, and write each `name: value` in a line of its own",
            (FIELDS, _) => "write them below, each in a line of its own, indented by two more spaces",
            _ => CORRECT,
        };
        let is = if wanted == FIELDS { "are" } else { "is" };
        (format!("{wanted} {is} expected here, not {found}"), help.to_owned())
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

const FIELDS: &str = "`name: value` lines";
const LIST: &str = "a list";
const NOTHING: &str = "nothing";

/// What serde expects, in words. Types of this program that are not a shape describe themselves.
fn shape_wanted(expected: &str) -> String {
    match expected {
        "map" | "a map" => FIELDS.into(),
        "seq" | "sequence" | "a sequence" => LIST.into(),
        "string" | "a string" | "str" => "a text".into(),
        "bool" | "a boolean" => "`true` or `false`".into(),
        "f32" | "f64" => "a number".into(),
        _ if expected.starts_with("struct ") => FIELDS.into(),
        _ if expected.starts_with("enum ") || expected.ends_with(" identifier") => "a word".into(),
        _ if expected.starts_with(['u', 'i']) && expected[1..].parse::<u32>().is_ok() => "a whole number".into(),
        _ => expected.to_owned(),
    }
}

/// What serde found, in words.
fn shape_found(unexpected: &str) -> String {
    match unexpected {
        "map" => FIELDS.into(),
        "seq" | "sequence" => LIST.into(),
        "null" | "unit value" | "Option value" => NOTHING.into(),
        _ => ["string ", "integer ", "floating point ", "boolean "]
            .into_iter()
            .find_map(|kind| unexpected.strip_prefix(kind))
            .map_or_else(|| unexpected.to_owned(), |value| format!("`{}`", printable(value.trim_matches(['"', '`'])))),
    }
}

/// Whether a value is left out: YAML reads `~` and `null` as nothing, too.
fn is_nothing(value: &str) -> bool {
    matches!(value, "" | "~" | "null")
}

fn is_short(value: &str) -> bool {
    value.chars().count() <= 40 && !value.contains('\n')
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
fn not_a(ty: &str, found: Option<&str>, after_name: &str) -> Words {
    let found = found.filter(|found| is_short(found));
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
    if found.is_some_and(is_nothing) {
        return (
            format!("{what} is missing {after_name}"),
            format!("write it in digits, such as `{example}`, or delete the line"),
        );
    }
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
    match closest(word, allowed) {
        Some(candidate) => format!("did you mean `{candidate}`? Allowed here: {all}"),
        None => format!("allowed here: {all}"),
    }
}

/// The allowed word that was probably meant: one that differs in a third of its letters or less, is known by another
/// name, contains the word or is contained in it, or has a part in common.
pub(crate) fn closest<'a>(word: &str, allowed: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    let near = allowed.iter().map(|candidate| (distance(&word, candidate), *candidate)).min();
    if let Some((_, candidate)) = near.filter(|(edits, _)| *edits <= (word.chars().count() / 3).max(2)) {
        return Some(candidate);
    }
    let other_name = OTHER_NAMES.iter().find(|(names, _)| names.contains(&word.as_str())).map(|(_, name)| *name);
    if let Some(candidate) = allowed.iter().find(|candidate| Some(**candidate) == other_name) {
        return Some(candidate);
    }
    let is_long = |part: &str| part.chars().count() > 2;
    let contains = |candidate: &&&str| {
        let is_inside = |long: &str, short: &str| is_long(short) && long.contains(short);
        is_inside(&word, candidate) || is_inside(candidate, &word)
    };
    let parts: Vec<&str> = word.split('_').filter(|part| is_long(part)).collect();
    let shares = |candidate: &&&str| candidate.split('_').any(|part| parts.contains(&part));
    let inside = allowed.iter().filter(contains).min_by_key(|candidate| candidate.len().abs_diff(word.len()));
    inside.or_else(|| allowed.iter().find(shares)).copied()
}

/// What kinds of items are called elsewhere.
const OTHER_NAMES: [(&[&str], &str); 8] = [
    (&["radio", "choice", "single_choice", "dropdown", "select"], "single"),
    (&["checkbox", "checkboxes", "multiple_choice", "multi"], "multiple"),
    (&["scale", "rating", "agreement"], "likert"),
    (&["grid", "battery"], "matrix"),
    (&["open", "open_ended", "free_text", "string", "textarea", "essay"], "text"),
    (&["integer", "numeric", "age"], "number"),
    (&["vas", "visual_analogue"], "slider"),
    (&["instruction", "instructions", "note", "page", "html"], "information"),
];

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
