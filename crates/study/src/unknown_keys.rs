//! An unknown key in any map of any file is an error that names its line: one is added to maps of the example study and
//! of the small fixture, one at a time. Of maps at one place of the format with the same keys, which have one type, two
//! are enough.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::load::{Files, inspect};
use crate::outline::{Outline, SourcePosition};
use crate::problem::{Problem, Severity};
use crate::testing::{files, fixtures, small_files};

const KEY: &str = "no-such-key";

/// Maps whose keys a study can choose. `*` is any one part of the path.
const FREE: [(&str, &str); 4] = [
    // Ids of media.
    ("stimuli.yaml", ""),
    // Items of the questionnaire.
    ("questionnaires/", "scales.*.key."),
    // Answers of the study.
    ("", "right_answers."),
    // Texts of the study.
    ("locales/", "texts."),
];

/// Which of [`FREE`] a map is.
fn free(file: &str, map: &str) -> Option<usize> {
    let is_same = |(wanted, found): (&str, &str)| wanted == "*" || wanted == found;
    let is_at = |path: &str| {
        path.split('.').count() == map.split('.').count() && path.split('.').zip(map.split('.')).all(is_same)
    };
    FREE.iter().position(|(of_file, path)| file.starts_with(of_file) && is_at(path))
}

/// The small fixture with a file of each kind and a map of each kind.
fn small() -> Files {
    let mut files = small_files();
    let text = |text: &str| text.as_bytes().to_vec();
    files.insert("locales/de.yaml".into(), text("name: Deutsch\ntexts:\n  Start: Los\n"));
    let change = |files: &mut Files, file: &str, old: &str, new: &str| {
        let before = String::from_utf8(files[file].clone()).unwrap();
        assert!(before.contains(old), "{file} does not contain {old}");
        files.insert(file.into(), before.replacen(old, new, 1).into_bytes());
    };
    change(&mut files, "flow-a.yaml", "attempts: 2", "attempts: 2\nright_answers: { original: 2, altered: 2 }");
    let plan = "analysis:\n  sample: { power: 0.9 }\n  false_alarms: { margin: 0.1 }\n  sensitivity_analysis:\n    \
                - { item: views_1, keep: { control_0: [2], treatment_0: [2], treatment_1: [2] } }\npublication:\n  authors:\n    \
                - { name: The team }\nreporting:\n  registration: { registry: OSF, number: abc12 }\nrecruitment:\n";
    change(&mut files, "study.yaml", "recruitment:\n", plan);
    files
}

/// The place of a map in the format, the same for files of one kind and whatever the study has chosen as names there.
fn place(file: &str, map: &str) -> (String, String) {
    let kind = file.split_once('/').map_or(file, |(folder, _)| folder);
    let is_named = kind == "stimuli.yaml";
    let path = match map.split_once('.').filter(|_| is_named) {
        Some((_, inside)) => format!("*.{inside}"),
        None => map.to_owned(),
    };
    (kind.to_owned(), path)
}

/// The file with an entry more, before the first one of a map.
fn with_key(text: &str, (line, column): SourcePosition, value: &str) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let (before, rest) = {
        let first = lines[line - 1].char_indices().nth(column - 1).map_or(0, |(index, _)| index);
        lines[line - 1].split_at(first)
    };
    let between = if before.trim_end().ends_with('{') { ", ".into() } else { format!("\n{}", " ".repeat(column - 1)) };
    lines[line - 1] = format!("{before}{KEY}: {value}{between}{rest}");
    lines.join("\n")
}

/// The file without the entries before the one that a line belongs to, so that reading it takes less. Lines keep their
/// numbers.
fn from_entry_of(line: usize, text: &str) -> String {
    let begins_entry = |line: &str| line.starts_with(|c: char| !c.is_whitespace() && c != '#');
    let lines: Vec<&str> = text.split('\n').collect();
    let first = lines[..line].iter().rposition(|line| begins_entry(line)).unwrap_or(0);
    "\n".repeat(first) + &lines[first..].join("\n")
}

fn errors(files: &Files, file: &str) -> Vec<Problem> {
    let of_file = |problem: &Problem| problem.severity == Severity::Error && problem.file == file;
    inspect(files).1.list.into_iter().filter(of_file).collect()
}

#[test]
fn an_unknown_key_in_any_map_is_an_error_with_its_line() {
    let mut example = files(&fixtures().join("../original-or-altered"));
    example.retain(|file, _| !file.starts_with("media/"));
    let (mut maps, mut seen, mut captions) = (0, BTreeSet::new(), 0);
    let mut alike: BTreeMap<_, i32> = BTreeMap::new();
    for (study, files) in [("the example", &example), ("the small fixture", &small())] {
        for (file, bytes) in files {
            if Path::new(file).extension().is_none_or(|ending| ending != "yaml") {
                continue;
            }
            let text = std::str::from_utf8(bytes).unwrap();
            for (map, keys, position) in Outline::read(text).unwrap().maps() {
                let free = free(file, &map);
                let keys: Vec<String> = keys.into_iter().map(str::to_owned).collect();
                let tried = alike.entry((study, place(file, &map), keys)).or_default();
                *tried += 1;
                if *tried > 2 {
                    continue;
                }
                let is_of_captions = map.ends_with(".captions.");
                captions += i32::from(is_of_captions);
                // Only the check of the whole study finds such a language, and that of the example takes long.
                if is_of_captions && captions > 4 && study == "the example" {
                    continue;
                }
                // Where every name is allowed, a value of another shape is still an error.
                let value = match free {
                    Some(_) => "[[]]",
                    // Of languages: a file in one that the study does not have.
                    None if is_of_captions => "{ file: no.vtt, sha256: none }",
                    None => "1",
                };
                let changed = with_key(text, position, value);
                let alone = from_entry_of(position.0, &changed);
                let mut found = errors(&Files::from([(file.clone(), alone.into())]), file);
                let is_named = |found: &[Problem]| found.iter().any(|one| one.line == Some(position.0));
                if !is_named(&found) {
                    // A free name with a value of any shape: only the checks of the whole bundle find the error.
                    let changed = (file.clone(), changed.into());
                    found = errors(&files.clone().into_iter().chain([changed]).collect(), file);
                }
                let at = || format!("{study}, {file}, `{map}`: {found:#?}");
                let says = |one: &Problem| free.is_some() || one.message.contains(KEY);
                assert!(found.iter().any(|one| one.line == Some(position.0) && says(one)), "{}", at());
                maps += 1;
                seen.extend(free);
            }
        }
    }
    assert!(maps > 400 && seen.len() == FREE.len(), "{maps} maps, {seen:?} of {FREE:?}");
}
