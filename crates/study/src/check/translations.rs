//! Translations: every text of the bundle once, and no translation of a text that is not there.

use std::collections::BTreeSet;

use super::Check;
use crate::answers::TEMPLATES;

pub(super) fn check(check: &mut Check) {
    if check.study.catalog.translations.is_empty() {
        return;
    }
    let texts = texts(check);
    for (locale, translation) in &check.study.catalog.translations {
        let file = format!("locales/{}.yaml", locale.0);
        let missing: Vec<&&str> = texts.iter().filter(|text| !translation.texts.contains_key(**text)).collect();
        if let Some(first) = missing.first() {
            let message =
                format!("{} of {} texts are not translated, for example: {first}", missing.len(), texts.len());
            check.warning(&file, "texts", message, "participants would read these in the study's own language");
        }
        let unknown = |text: &&String| !texts.contains(text.as_str()) && !TEMPLATES.contains(&text.as_str());
        for text in translation.texts.keys().filter(unknown) {
            let place = check.outlines.get(file.as_str()).map(|outline| outline.entry("texts", text));
            check.warning(
                &file,
                "texts",
                format!("the study has no text “{text}”"),
                "it must be letter by letter as in the study",
            );
            if let Some((problem, place)) = check.problems.last_mut().zip(place) {
                (problem.line, problem.column) = (Some(place.0), Some(place.1));
            }
        }
        for page in check.study.pages.keys().filter(|page| !translation.pages.contains_key(*page)) {
            let message = format!("pages/{page}.md is not translated");
            check.warning(&file, "name", message, &format!("write locales/{}/{page}.md", locale.0));
        }
    }
}

/// Every text that participants can read, and the names of scales, from the files themselves.
fn texts<'a>(check: &Check<'a>) -> BTreeSet<&'a str> {
    let mut texts = BTreeSet::new();
    for (file, outline) in check.outlines.iter().filter(|(file, _)| !file.starts_with("locales/")) {
        let words = outline.words();
        texts.extend(
            words.into_iter().filter(|(keys, words)| is_text(file, keys) && !words.is_empty()).map(|(_, words)| words),
        );
    }
    texts
}

/// Fields whose value is read by participants; list elements go by the name of their list.
fn is_text(file: &str, keys: &[&str]) -> bool {
    const TEXTS: &str =
        "label title help note prompt context explanation look_alike intro text role bio alt transcript ends
        points unit eyebrow lead button chips key_facts author";
    let name = keys.iter().rev().find(|key| key.parse::<usize>().is_err()).copied().unwrap_or_default();
    match keys.first().copied().unwrap_or_default() {
        "arms" | "analysis" => false,
        // Names that participants read, and the codebook of each language.
        "scales" => name == "label",
        "contact" => ["name", "institution"].contains(&name),
        "ethics" => name == "board",
        "landing" if name == "value" => true,
        _ if name == "name" => file == "personas.yaml" || keys.contains(&"cue"),
        _ if name == "age" => keys.contains(&"post"),
        _ => TEXTS.split_whitespace().any(|text| text == name),
    }
}
