//! Translations: one for every text of the bundle, and none of a text that the bundle does not have.

use super::texts::{names, texts, texts_of_files};
use super::{Check, Severity};
use crate::items::validation_codes;
use crate::outline::SourcePosition;

/// The longest key that YAML reads without a `?` in front, with room for its quotation marks.
const LONGEST_PLAIN_KEY: usize = 1000;

pub(super) fn check(check: &mut Check) {
    for (locale, translation) in &check.study.catalog.translations {
        let file = format!("locales/{}.yaml", locale.0);
        untranslated(check, &file);
        unknown(check, &file);
        for page in check.study.pages.keys().filter(|page| !translation.pages.contains_key(*page)) {
            let message = format!("pages/{page}.md is not translated: this file is missing");
            let help = "write the text of that page in this language";
            check.warning(&format!("locales/{}/{page}.md", locale.0), "", message, help);
        }
    }
}

/// Lists all texts without a translation as lines of the file, so that they can be pasted.
fn untranslated(check: &mut Check, file: &str) {
    let Some(outline) = check.outlines.get(file) else { return };
    let (known, texts) = (outline.keys("texts"), texts(check));
    let missing: Vec<&str> = texts.iter().copied().filter(|text| !known.contains_key(text)).collect();
    if missing.is_empty() {
        return;
    }
    let message = match missing.len() {
        1 => format!("1 of {} texts is not translated", texts.len()),
        many => format!("{many} of {} texts are not translated", texts.len()),
    };
    // With the file of each, so that its context can be looked up.
    let of_files = texts_of_files(check).into_iter().flat_map(|(file, texts)| {
        let lines: Vec<String> =
            texts.into_iter().filter(|text| !known.contains_key(text)).map(line_to_translate).collect();
        (!lines.is_empty()).then(|| format!("  # {file}")).into_iter().chain(lines)
    });
    let lines: Vec<String> = of_files.collect();
    let help = format!(
        "participants would read this in the study's own language. Add under `texts`, each with its translation:\n{}",
        lines.join("\n")
    );
    check.report_at(Severity::Warning, file, Some(outline.key("texts")), message, &help);
}

/// Enough of a text to recognise it.
fn beginning(text: &str) -> String {
    const SHOWN: usize = 60;
    let rest = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
    text.chars().take(SHOWN).chain(rest.chars()).collect()
}

/// A line of a translation whose right side is still empty.
fn line_to_translate(text: &str) -> String {
    // A string in JSON is one in YAML, too.
    let key = serde_json::Value::from(text);
    if text.len() > LONGEST_PLAIN_KEY { format!("  ? {key}\n  :") } else { format!("  {key}:") }
}

/// Translations of texts that the study does not have, all in one finding.
fn unknown(check: &mut Check, file: &str) {
    let Some(outline) = check.outlines.get(file) else { return };
    let (texts, names) = (texts(check), names(check));
    let is_message = |text: &str| validation_codes().any(|code| code.english == text);
    let is_unknown =
        |(text, _): &(&str, SourcePosition)| !texts.contains(text) && !names.contains(text) && !is_message(text);
    let found: Vec<_> = outline.keys("texts").into_iter().filter(is_unknown).collect();
    let first = found.iter().map(|(_, position)| *position).min();
    let correct = "correct it to match the study character by character, or delete it";
    let (message, help) = match found.as_slice() {
        [] => return,
        [(text, _)] => (format!("the study has no text “{text}”"), correct.to_owned()),
        many => {
            let mut lines: Vec<_> = many.iter().map(|(text, (line, _))| (line, text)).collect();
            lines.sort_unstable();
            let lines: Vec<String> =
                lines.iter().map(|(line, text)| format!("  line {line}: {:?}", beginning(text))).collect();
            (
                format!("the study does not have {} of the translated texts", many.len()),
                format!("correct each to match the study character by character, or delete it:\n{}", lines.join("\n")),
            )
        }
    };
    check.report_at(Severity::Warning, file, first, message, &help);
}
