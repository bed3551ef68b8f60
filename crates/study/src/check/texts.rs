//! The texts for participants, as they are in the files.

use std::collections::BTreeSet;

use super::{Check, Severity};
use crate::outline::SourcePosition;

pub(super) fn check(check: &mut Check) {
    cut_by_a_comment(check);
}

/// Every text for participants, and the names of scales.
pub(super) fn texts<'a>(check: &Check<'a>) -> BTreeSet<&'a str> {
    written(check).into_iter().map(|text| text.words).collect()
}

/// The files with their texts for participants, in the order of the files. Each text is in the first file that has it.
pub(super) fn texts_of_files<'a>(check: &Check<'a>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut seen = BTreeSet::new();
    let mut files: Vec<(&str, Vec<&str>)> = Vec::new();
    for Written { file, words, .. } in written(check).into_iter().filter(|text| seen.insert(text.words)) {
        match files.last_mut().filter(|(last, _)| *last == file) {
            Some((_, texts)) => texts.push(words),
            None => files.push((file, vec![words])),
        }
    }
    files
}

/// The names for researchers, of arms and in the plan. Their translation is optional; reports in another language use
/// it.
pub(super) fn names<'a>(check: &Check<'a>) -> BTreeSet<&'a str> {
    let outlines = check.outlines.iter().filter(|(file, _)| !file.starts_with("locales/"));
    let words = outlines.flat_map(|(_, outline)| outline.words());
    let named = words.filter(|(keys, _, _)| is_name(keys));
    named.map(|(_, words, _)| words).collect()
}

fn is_name(keys: &[&str]) -> bool {
    let is_plan = keys.first().is_some_and(|first| ["arms", "analysis"].contains(first));
    is_plan && keys.last() == Some(&"label")
}

/// A text with its file and source position.
struct Written<'a> {
    file: &'a str,
    words: &'a str,
    position: SourcePosition,
}

fn written<'a>(check: &Check<'a>) -> Vec<Written<'a>> {
    let mut found = Vec::new();
    for (file, outline) in check.outlines.iter().filter(|(file, _)| !file.starts_with("locales/")) {
        let texts = outline.words().into_iter().filter(|(keys, words, _)| is_text(file, keys) && !words.is_empty());
        found.extend(texts.map(|(_, words, position)| Written { file, words, position }));
    }
    found
}

/// `label: Track # 1` is the text "Track": without quotation marks, ` #` starts a comment.
fn cut_by_a_comment(check: &mut Check) {
    for Written { file, words, position } in written(check) {
        let text = check.files.get(file).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
        let line = text.lines().nth(position.0 - 1).unwrap_or_default();
        let from = line.char_indices().nth(position.1 - 1).map_or("", |(start, _)| &line[start..]);
        let rest = from.strip_prefix(words).unwrap_or_default();
        if rest.starts_with(char::is_whitespace) && rest.trim_start().starts_with('#') {
            let message = "this text ends before ` #`: what follows is a comment";
            let help = "put the whole text in quotation marks, or the comment on a line of its own";
            check.report_at(Severity::Warning, file, Some(position), message, help);
        }
    }
}

/// Names of fields whose value participants read.
const TEXTS: &str =
    "label title help note prompt context explanation look_alike hint intro text role bio alt transcript ends
    points unit overlay eyebrow lead button chips key_facts author";

/// The medium of an item of a questionnaire, in a condition or in all.
pub(crate) fn is_medium_of_item(keys: &[&str]) -> bool {
    matches!(keys, ["sections", _, "items", _, "stimulus"])
        || matches!(keys, ["sections", _, "items", _, "in_condition", _, "stimulus"])
}

/// Fields whose value is read by participants; list elements go by the name of their list, and texts by arm by the name
/// of the field.
pub(crate) fn is_text(file: &str, keys: &[&str]) -> bool {
    if let Some(place) = keys.windows(3).position(|keys| keys[0] == "by") {
        return is_text(file, &[&keys[..place], &keys[place + 3..]].concat());
    }
    if keys.contains(&"show_in") {
        return false;
    }
    let name = keys.iter().rev().find(|key| key.parse::<usize>().is_err()).copied().unwrap_or_default();
    match keys.first().copied().unwrap_or_default() {
        "arms" | "analysis" => false,
        // Names that participants read, and the codebook of each language.
        "scales" => name == "label",
        "contact" => ["name", "institution"].contains(&name),
        "ethics" => name == "board",
        "landing" if name == "value" => true,
        _ if name == "name" => file == "personas.yaml" || keys.contains(&"cue"),
        _ if keys.len() > 1 && keys[keys.len() - 2] == "advice" => true,
        _ if name == "age" => keys.contains(&"post"),
        _ => TEXTS.split_whitespace().any(|text| text == name),
    }
}
