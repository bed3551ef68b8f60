//! Explains syntax errors of YAML. The parser refers to its grammar; most errors are an indentation, a colon or a
//! quotation mark.

use crate::outline::SourcePosition;

/// A message and its help, from the parser's message about a source position.
pub(super) fn explain(text: &str, position: Option<SourcePosition>, found: &str) -> (String, String) {
    let (number, column) = position.unwrap_or((1, 1));
    let line = text.lines().nth(number - 1).unwrap_or_default();
    let (before, after) = line.split_at(line.char_indices().nth(column - 1).map_or(line.len(), |(start, _)| start));
    let key = key_of(before);
    let (message, help) = if found.contains("too large or too complex") {
        (found.to_owned(), "shorten the file; an alias (`*name`) counts as everything that it stands for".into())
    } else if found.contains("content after double-quoted") {
        (
            "the text ends at its second quotation mark".into(),
            "inside a text in quotation marks, use “ ” or write \\\" for each of them".into(),
        )
    } else if found.contains("content after single-quoted") {
        ("the text ends at its second apostrophe".into(), "put the text in \"…\" instead of '…'".into())
    } else if found.contains("quoted scalar") {
        ("a quotation mark is not closed".into(), "close it at the end of its text, on this line or above".into())
    } else if found.contains("mapping values") && before.contains(": ") {
        ("this text contains a colon".into(), format!("put the text in quotation marks: `{key}: \"…\"`"))
    } else if found.contains("null is not allowed") {
        let at = if key.is_empty() { "here".into() } else { format!("after `{key}:`") };
        (format!("a text is missing {at}"), "write the text, or delete the line".into())
    } else if let Some(c) = after.chars().next().filter(|c| "@`*&!%|>".contains(*c)) {
        (format!("a text can't start with `{c}`"), format!("put it in quotation marks: `{key}: \"{c}…\"`"))
    } else if found.contains("string scalar") {
        let help = "a text that starts with `[` or `{` needs quotation marks";
        ("a text is expected here, not a list or a table".into(), help.into())
    } else if found.contains("mapping values") || found.contains("expected key") {
        indentation(text, number).unwrap_or_else(|| generally(found))
    } else if found.contains("simple key") {
        let help = "write `name: value`, with a space after the colon; indent what continues a text further";
        ("a colon is missing here".into(), help.into())
    } else {
        generally(found)
    };
    (message, help)
}

/// The parser's message, and where to look.
fn generally(found: &str) -> (String, String) {
    let help = "check indentation, colons and quotation marks of this line and of the one above";
    (found.to_owned(), help.to_owned())
}

/// The name at the end of what is before a value: `label` of `  - label: `.
fn key_of(before: &str) -> &str {
    let key = before.rsplit_once(": ").map_or(before, |(key, _)| key);
    key.trim_start_matches([' ', '-', '{']).trim_end().trim_end_matches(':')
}

/// Spaces before a line's content; the hyphen of a list counts as a space, unless both lines have one.
fn indent(line: &str, hyphens: bool) -> usize {
    line.len() - line.trim_start_matches(|c| c == ' ' || (c == '-' && !hyphens)).len()
}

fn indentation(text: &str, number: usize) -> Option<(String, String)> {
    let line = text.lines().nth(number - 1)?;
    let above = text.lines().take(number - 1).filter(|line| !line.trim().is_empty()).last()?;
    let hyphens = [line, above].iter().all(|line| line.trim_start().starts_with('-'));
    let (here, above) = (indent(line, hyphens), indent(above, hyphens));
    (here != above).then(|| unequal(here, above))
}

fn unequal(here: usize, above: usize) -> (String, String) {
    (
        format!("this line is indented by {here} spaces, the one above it by {above}"),
        "indent all fields of one entry, and all entries of one list, by the same number of spaces".into(),
    )
}

/// A field that an entry lacks because its line is indented by a space too few or too many.
pub(super) fn misplaced(text: &str, entry: SourcePosition, field: &str) -> Option<(usize, (String, String))> {
    let (first, wanted) = (entry.0, entry.1 - 1);
    let of_entry = |line: &&str| !(line.trim_start().starts_with('-') && indent(line, true) < wanted);
    let mut lines = text.lines().skip(first).take_while(of_entry).enumerate();
    lines.find_map(|(index, line)| {
        let here = indent(line, true);
        let is_field = line.trim_start().strip_prefix(field).is_some_and(|rest| rest.starts_with(':'));
        // A level is two spaces: a field of an entry inside this one is at an even distance.
        (is_field && here.abs_diff(wanted) == 1).then(|| (first + index + 1, unequal(here, wanted)))
    })
}
